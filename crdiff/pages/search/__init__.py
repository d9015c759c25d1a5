"""Search: one question, the answers in groups.

- `search`: The page, which clause had which number when, what Pagefind reads in place of our own index of words.
- `search_texts`: What the search can find.
- `search_index`: Our own index, read a piece at a time.
"""
