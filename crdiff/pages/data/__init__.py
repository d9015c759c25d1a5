"""Data for other tools.

- `data`: Clauses and changes of each release, the current text, feeds, schemas, the page that lists them, `llms.txt`.
"""
