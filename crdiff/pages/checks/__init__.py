"""What executable checks say.

Modules:

    check_results  the JSON of a run of checks, as values
    checks         the page of all checks, and the checks on the page of a clause
    coverage       the page of one release: every clause in scope, its state, its scenarios
    badges         the badge beside a clause
"""
