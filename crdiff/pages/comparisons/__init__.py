"""Two texts side by side.

- `comparison`: Two editions, clause by clause.
- `any_two`: The page that compares any two releases in the browser, and pages for neighbours.
- `any_two_data`: What the browser compares them by: which wordings say the same, and the texts in pieces.
- `with_newest`: An old release and the newest, prepared.
- `readings`: Which wordings say the same, typography aside, and redlines to the newest.
"""
