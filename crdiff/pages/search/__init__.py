"""Search: one question, the answers in groups.

- `search_texts`: The page, what the search can find, and which clause had which number when.
- `search_index`: Our own index, read a piece at a time.
"""
