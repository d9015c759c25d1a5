"""Facts beside a tree, found in the text of its clauses.

- `cross_references`: Which numbers a text cites, and where.
"""
