"""Links between clauses and executable checks.

    timeline   the lineages in force in a release, with their wordings there
    wording    the wording of a clause, and whether a change keeps its meaning
    gather     timelines from the contents of a corpus
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
    before     the coverage as of the text that a draft was made from, without an archive
    stretches  neighbouring releases with the same result, joined
    results    checks with their runs, the states of their links, the report made of them
    report     the report of a run, which encodes to and decodes from the JSON of `crdiff.checks/1`

All of it is pure. Running the checks is left to `crdiff.pytest_plugin`.
"""
