"""Read and write what crdiff keeps in files, in rooms from the bottom up.

- `text_file`: Reads a file of text, and TOML tables, with errors that name file and line.
- `texts`: A user's texts: adds, fetches, lists and verifies them.
- `embedded`: The corpus that comes with crdiff: lineages, editions, notes and catalog.
- `archive`: Reads a store: tables, checks and questions.
- `build`: Builds a store from the texts.
"""
