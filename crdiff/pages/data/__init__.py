"""Data for other tools.

- `data`: Clauses and changes of each release, the current text, schemas, and the page that lists them.
- `feeds`: Feeds in Atom, of all releases and of each section.
- `llms`: The plain index of the site, for programs that read.
"""
