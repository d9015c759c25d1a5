"""Who tests which rule: the tests of engines beside our own checks.

- `played`: What the engines say of one clause, for its page and its badge.
- `whole_book`: The page on all rules and subrules: who claims which, by section, and which nobody claims.
- `book_part`: The page of a subsection of it: clause by engine.
"""
