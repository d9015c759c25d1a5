"""Edits written back into the file that a text was read from, all else left as it is.

`rewritten` takes bytes and edits and returns bytes: a .txt or .md keeps its encoding, byte order mark and line ends; in
a .docx each edit is a tracked change, which Word shows and undoes. No file is touched here.

- `edit`: Edits cut to what changes, in order, and their places in the source.
- `rewrite`: The file with its edits, in whatever format it is.
- `plain`: Edits in the bytes of a plain text.
- `tracked`: Edits in a .docx as tracked changes.
- `docx_places`: Where in the XML of a .docx each piece of its text is.
"""

from crdiff.exporters.rewrite import rewritten

__all__ = ["rewritten"]
