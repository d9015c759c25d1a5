"""Two texts side by side.

- `comparison`: Two editions, clause by clause.
- `any_two`: Any two releases in the browser, what it compares them by, and pages that lead to what changed in between.
"""
