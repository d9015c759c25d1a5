"""Who tests which rule: the tests of engines beside our own checks.

- `whole_book`: Who claims which rules and subrules, and which nobody claims: by section, and clause by engine.
"""
