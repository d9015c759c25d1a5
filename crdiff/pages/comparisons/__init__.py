"""Two texts side by side.

Modules:

    comparison   two editions, clause by clause
    any_two      the page that compares any two releases in the browser, and pages for neighbours
    with_newest  an old release and the newest, prepared
    readings     which wordings say the same, typography aside, and redlines to the newest
"""
