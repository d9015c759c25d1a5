"""The pages of a whole archive: every release, every clause that ever was, the current text, its glossary.

`site.whole_pages` makes them of a `holdings.Holdings`; editions, comparisons of editions, checks, numbers and prose are
the pages of `crdiff.pages` itself, over a `Library` filled from the archive.
"""
