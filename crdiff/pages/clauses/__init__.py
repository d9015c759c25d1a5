"""The page of each clause.

- `card`: What a link to a clause or a glossary entry shows where it is pasted.
- `clause`: Every number, every wording with what changed, origin and fate, our notes, its checks.
- `aliases`: Addresses of clauses that an archive with fewer releases names otherwise.
"""
