"""Two texts side by side.

- `comparison`: Two editions, clause by clause.
- `any_two`: The page that compares any two releases in the browser, what it compares them by, pages for neighbours.
- `with_newest`: An old release and the newest, prepared.
"""
