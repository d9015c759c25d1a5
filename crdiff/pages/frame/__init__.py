"""What surrounds every page, and what pages of several rooms share.

- `render`: From the values of a page to bytes.
- `engine`: The template engine: it escapes all text, and a misspelled name is an error.
- `address`: The address of every page, and links between pages.
- `hosting`: Whole addresses, where the host is known; the map of the site.
- `emphasis`: Italics for words between underscores.
- `typed`: Addresses that people type, and where they lead.
- `english`: Small English for sentences.
- `prose`: Our own prose, written in Markdown.
- `article`: A hand-written page.
- `missing`: The page shown where there is none.
- `cross_links`: Text of the rules with its references made into links.
- `change_view`: One change: number, kind, prose, redline, evidence.
- `quoting`: A wording as others quote it: link, citation, Markdown, Reddit, wiki, quotation.
- `change_words`: The icon and the name of a kind of change.
- `xml`: Text and attributes of XML.
"""
