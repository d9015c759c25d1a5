"""Search by clause.

Modules:

    search        the page, and what Pagefind reads in place of our own index
    search_texts  what the search can find
    search_index  our own index, read a piece at a time
"""
