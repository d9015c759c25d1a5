"""Links between clauses and executable checks.

    timeline   which clause lineages are in force in a release, and what they say there
    gather     timelines from what a corpus holds
    switches   the behaviours of the game model, each with its clauses; the rule set of a release
    links      from the clauses a check names to the releases it runs in
    proof      whether switching a rule off turns a check red
    reviews    the wordings that checks were reviewed against, as a file that merges
    states     covered, suspect, predated, orphaned, pending, informational, uncovered
    drafts     which checks a draft concerns
    marked     the checks in the source of a test file, read and not run
    before     what the text before a draft tells of the checks, without an archive
    stretches  neighbouring releases of which the same is told
    results    what a run of checks found; the JSON of `crdiff.checks/1`

All of it is pure. Running the checks is left to `crdiff.pytest_plugin`.
"""
