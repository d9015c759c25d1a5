"""Documents to lines of text: .docx, .rtf and .pdf, each a paragraph per line as the official text prints it.

What a line means is left to the dialects. The libraries are the extra `import`, loaded only for a document.

- `document`: Which kind of document bytes are, and the text in it.
- `docx`: A .docx document to lines.
- `rtf`: An .rtf document to lines.
- `pdf`: A .pdf document to lines.
- `fence`: Work in a process of its own, limited in time and memory.
"""
