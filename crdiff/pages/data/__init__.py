"""Data for other tools.

- `data`: Clauses and changes of each release, the current text, schemas, the page that lists them, and `llms.txt`.
- `feeds`: Feeds in Atom, of all releases and of each section.
"""
