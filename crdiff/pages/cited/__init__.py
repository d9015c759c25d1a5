"""Who cites the rules in repositories whose citations were listed: links only, nothing where no list is given.

- `citing_places`: The places that cite a clause, on its page and on one of their own; those that a release made wrong.
- `cited_rules`: The map of the rules by how much they are cited.
"""
