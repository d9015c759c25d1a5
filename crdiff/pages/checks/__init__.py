"""What executable checks say.

- `check_results`: The report of a run of checks, its clauses and checks indexed.
- `checks`: The page of all checks, and the checks on the page of a clause.
- `check_titles`: What a check is called on pages.
- `coverage`: The page of one release: every clause in scope, its state, its scenarios.
- `badges`: The badge beside a clause.
- `state_icons`: The icons of states and outcomes.
"""
