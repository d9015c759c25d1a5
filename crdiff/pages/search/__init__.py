"""Search: one question, the answers in groups.

- `search`: The page, and which clause had which number when.
- `search_texts`: What the search can find.
- `search_index`: Our own index, read a piece at a time.
"""
