"""Search: one question, the answers in groups.

- `search`: The page, and what Pagefind reads in place of our own index of words.
- `search_texts`: What the search can find.
- `search_numbers`: Which clause had which number and which wording when.
- `search_index`: Our own index, read a piece at a time.
"""
