"""Faults of one release, reported before it is published.

`lint` is the way in. Each check is a pure function of a `CheckedRelease` that yields `Fault`s.

- `run`: All checks of a release, and their findings in the order of the text.
- `registry`: Every check with its id, level and reason.
- `finding`: The values: placed texts, faults, fixes and findings.
- `indexed_release`: A release with its clauses, passages and citations indexed.
- `checked_release`: The release under check, beside the older ones it is compared with.
- `citations_followed`: Citations paired with those of the release before.
- `known`: Findings that the release before has too.
- `location`: The line and column of a fault in the file.
- `references`: Citations that lead nowhere.
- `stale`: Citations that did not follow their clause to its new number.
- `once_right`: Older releases in which a citation now stale was right.
- `numbering`: Gaps in the numbers, and letters that subrules skip.
- `glossary`: The glossary against itself and against the rules.
- `named_cards`: Statements of how many cards do something.
- `punctuation`: Quotes, brackets and full stops.
- `spacing`: Spaces that should not be there.
- `words`: Doubled and misspelt words.
- `mended`: Misspellings that releases mended.
- `wording`: Wordings that the rules no longer use.
- `retired`: These wordings, each with the release that replaced it.
- `templates`: Sentences that differ in one word from their siblings.
- `examples`: Examples without their word.
- `damage`: Characters that a carrier lost.
- `excerpt`: Texts of which only a part is compared.
- `parser_findings`: Oddities that the dialect found while it read the text.
- `phrases`: A fast answer to whether a text holds a phrase.
- `vocabulary`: Facts from an archive beyond the two releases.
- `markers`: Findings that a marker in the text silences.
- `touched`: What a change touches elsewhere in a draft.
- `fixing`: The edits that mend what is sure.
- `baseline`: Findings accepted with a reason.
"""

from crdiff.lint.run import lint

__all__ = ["lint"]
