"""Who tests which rule: the tests of engines beside our own checks.

- `played`: What the engines say of one clause, for its page and its badge.
- `whole_book`: Who claims which rules and subrules, and which nobody claims: by section, and clause by engine.
"""
