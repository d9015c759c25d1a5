"""How the rules grew.

- `stats`: Words, clauses and changes, where the changes were, which section became which.
"""
