"""Documents to lines of text: .docx, .rtf and .pdf, each a paragraph per line as the official text prints it.

Pages that quote rules are read here too: HTML, Markdown, the text of a wiki.

What a line means is left to the dialects. The libraries are the extra `import`, loaded only for a document.

- `document`: Which kind of document bytes are, and the text in it.
- `docx`: A .docx document to lines.
- `rtf`: An .rtf document to lines.
- `pdf`: A .pdf document to lines.
- `kinds`: What a text is written in, by its name and how it begins.
- `page`: A page that may quote rules, with the place of each word in its source.
- `fence`: Work in a process of its own, limited in time and memory.
"""
