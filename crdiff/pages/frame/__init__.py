"""What surrounds every page, and what pages of several rooms share.

- `render`: From the values of a page to bytes; pages of our own prose, and that for missing pages.
- `address`: The address of every page, and links between pages.
- `hosting`: Whole addresses, where the host is known; the map of the site, and XML.
- `quoting`: Text of the rules on a page: italics, links, and how others quote it.
- `typed`: Addresses that people type, and where they lead.
- `english`: Small English for sentences.
- `prose`: Our own prose, written in Markdown.
- `change_view`: One change: what it is called, number, prose, redline, evidence.
"""
