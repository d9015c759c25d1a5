"""Documents to lines of text: .docx, .rtf and .pdf, each a paragraph per line as the official text prints it.

What a line means is left to the dialects. The libraries are the extra `import`, loaded only for a document.
"""
