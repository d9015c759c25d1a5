"""What surrounds every page, and what pages of several rooms share.

- `render`: From the values of a page to bytes.
- `address`: The address of every page, and links between pages.
- `hosting`: Whole addresses, where the host is known; the map of the site.
- `quoting`: A wording as others quote it: link, citation, Markdown, Reddit, wiki, quotation.
- `typed`: Addresses that people type, and where they lead.
- `english`: Small English for sentences.
- `prose`: Our own prose, written in Markdown.
- `article`: A hand-written page.
- `change_view`: One change: number, kind, prose, redline, evidence.
"""
