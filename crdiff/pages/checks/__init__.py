"""What executable checks say.

- `check_results`: The report of a run of checks, its clauses and checks indexed.
- `checks`: The page of all checks, those on the page of a clause, the page of one release with its clauses, badges.
- `check_titles`: What a check is called on pages, and the icons of states and outcomes.
"""
