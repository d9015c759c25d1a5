"""Texts of others that quote the rules.

- `edition`: The page of one of them: its tree, where it comes from, what was odd about it.
"""
