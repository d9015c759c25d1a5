"""Faults of one release, reported before it is published.

`lint` is the way in. Each check is a pure function of a `CheckedRelease` that yields `Fault`s.

- `run`: All checks of a release, and their findings in the order of the text.
- `registry`: Every check with its id, level and reason.
- `finding`: The values: placed texts, faults with their places, fixes and findings.
- `indexed_release`: A release with its clauses, passages and citations indexed.
- `checked_release`: The release under check, beside the older ones it is compared with and what an archive teaches.
- `citations_followed`: Citations paired with those of the release before.
- `known`: Findings that are silenced: by the release before, a baseline or a marker.
- `references`: Citations that lead nowhere.
- `stale`: Citations that did not follow their clause to its new number.
- `once_right`: Older releases in which a citation now stale was right.
- `numbering`: The order of the numbers, counts of named cards, excerpts, oddities of reading.
- `glossary`: The glossary against itself and against the rules.
- `punctuation`: Marks and blanks that are missing, doubled or lost, and unmarked examples.
- `words`: Doubled and misspelt words.
- `wording`: Wordings that the rules no longer use.
- `templates`: Sentences that differ in one word from their siblings.
- `touched`: What a change touches elsewhere in a draft.
- `fixing`: The edits that mend what is sure.
"""

from crdiff.lint.run import lint

__all__ = ["lint"]
