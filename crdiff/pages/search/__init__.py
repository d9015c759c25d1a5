"""Search by clause.

- `search`: The page, and what Pagefind reads in place of our own index.
- `search_texts`: What the search can find.
- `search_index`: Our own index, read a piece at a time.
"""
