"""The page of each clause.

- `clause`: Every number, every wording with what changed, origin and fate, our notes, its checks.
- `aliases`: Addresses of clauses that an archive with fewer releases names otherwise.
"""
