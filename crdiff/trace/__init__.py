"""Links between clauses and executable checks.

- `timeline`: The lineages in force in a release, with their wordings there.
- `following`: Timelines from the contents of a corpus, followed into one more text: a draft, or a release.
- `switches`: The behaviours of the game model, each with its clauses; the rule set of a release.
- `links`: From the clauses a check names to the releases it runs in, in stretches.
- `beside`: The files beside the checks: wordings that they were reviewed against, which clauses they set out to cover.
- `proof`: Whether switching a rule off turns a check red.
- `mutants`: Mutants of the game model, and what came of playing checks against them, `crdiff.mutants/1`.
- `states`: Covered, suspect, predated, orphaned, pending, informational, uncovered; what changed around a clause.
- `sentences`: Which sentences of a clause a check holds.
- `drafts`: Which checks a draft concerns.
- `book`: Which of all rules and subrules are played by whom, and coverage as of the text before a draft.
- `results`: Checks with their runs, the states of their links, the report made of them.
- `report`: The report of a run, which encodes to and decodes from the JSON of `crdiff.checks/1`.
- `engines`: The tests of an engine that name clauses, and how these clauses stand.

All of it is pure. Running the checks is left to `crdiff.pytest_plugin`.
"""
