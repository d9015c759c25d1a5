"""Links between clauses and executable checks.

    timeline   which lineages are in force in a release, and what they say there
    wording    what a clause says as a wording, and whether a change leaves that alone
    gather     timelines from what a corpus holds
    following  timelines followed into one more text: a draft, or a release
    switches   the behaviours of the game model, each with its clauses; the rule set of a release
    links      from the clauses a check names to the releases it runs in
    citing     which clauses a text cites
    context    what changed around a clause: clauses it cites, entries of the glossary that name it
    scope      which clauses a set of checks sets out to cover
    proof      whether switching a rule off turns a check red
    reviews    the wordings that checks were reviewed against, as a file that merges
    states     covered, suspect, predated, orphaned, pending, informational, uncovered; their order
    drafts     which checks a draft concerns
    marked     the checks in the source of a test file, read and not run
    before     what the text before a draft tells of the checks, without an archive
    stretches  neighbouring releases of which the same is told
    results    checks with their runs, the states of their links, the report made of them
    report     the report of a run, which encodes to and decodes from the JSON of `crdiff.checks/1`

All of it is pure. Running the checks is left to `crdiff.pytest_plugin`.
"""
