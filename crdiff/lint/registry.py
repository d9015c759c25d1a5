"""All checks of the lint: id, level, and the function that finds the faults; `reasons.toml` says why each is made."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, partial

from msgspec import Struct

from crdiff.lint import glossary, numbering, punctuation, references, stale, templates, wording, words
from crdiff.lint.checked_release import CheckedRelease
from crdiff.lint.finding import Fault
from crdiff.model.release import Level
from crdiff.text.toml import toml_values


class LintCheck(Struct, frozen=True):
    """A check: its stable id in kebab-case, the function that finds its faults, its level.

    `unless` names the checks whose fault at the same place explains it better. `compares`: the check needs the release
    before. `asked`: the level that a project asks for, whatever the fault.
    """

    id: str
    find: Callable[[CheckedRelease], Iterable[Fault]]
    level: Level = Level.WARNING
    unless: tuple[str, ...] = ()
    compares: bool = False
    asked: Level | None = None

    @property
    def reason(self) -> str:
        """Why it is made, in one line."""
        return _reasons()[self.id]


@cache
def _reasons() -> dict[str, str]:
    from importlib.resources import files  # for those who are shown reasons

    return toml_values(files(__package__).joinpath("reasons.toml").read_text(encoding="utf-8"))


def _found_in_reading(check: str, level: Level = Level.WARNING) -> LintCheck:
    return LintCheck(check, partial(numbering.parser_faults, check=check), level)


# In the order in which the documentation lists them.
CHECKS = (
    LintCheck("dangling-reference", references.dangling_references, level=Level.ERROR),
    LintCheck("stale-reference", stale.stale_references, level=Level.ERROR, compares=True),
    LintCheck("reference-range", references.broken_ranges, level=Level.ERROR, unless=("stale-reference",)),
    LintCheck("reference-title", references.wrong_titles, level=Level.ERROR, unless=("stale-reference",)),
    LintCheck(
        "changed-reference",
        stale.changed_references,
        level=Level.NOTE,
        unless=("reference-title", "reference-range"),
        compares=True,
    ),
    _found_in_reading("repeated-number", level=Level.ERROR),
    _found_in_reading("malformed-number"),
    _found_in_reading("number-out-of-order"),
    _found_in_reading("number-out-of-place"),
    _found_in_reading("number-without-parent"),
    LintCheck("numbering-gap", numbering.numbering_gaps),
    LintCheck("skipped-letter", numbering.skipped_letters),
    _found_in_reading("heading-differs"),
    _found_in_reading("heading-not-in-contents"),
    _found_in_reading("heading-not-in-text"),
    _found_in_reading("lacks-beginning", level=Level.ERROR),
    LintCheck("excerpt", numbering.compared_in_part, compares=True),
    _found_in_reading("missing-part"),
    _found_in_reading("dates-disagree"),
    _found_in_reading("missing-line-break"),
    _found_in_reading("stray-text"),
    LintCheck("glossary-order", glossary.glossary_order),
    LintCheck("glossary-pointer", glossary.glossary_pointers),
    LintCheck("glossary-reference", glossary.glossary_references, unless=("stale-reference",)),
    LintCheck("keyword-without-entry", glossary.keywords_without_entry),
    LintCheck("entry-without-keyword", glossary.entries_without_keyword),
    LintCheck("merged-entry", glossary.merged_entries),
    LintCheck("unused-term", glossary.unused_terms, level=Level.NOTE),
    LintCheck("card-count", numbering.card_counts),
    LintCheck("unbalanced-quotes", punctuation.unbalanced_quotes),
    LintCheck("unbalanced-brackets", punctuation.unbalanced_brackets),
    LintCheck("straight-quote", punctuation.straight_quotes),
    LintCheck("missing-full-stop", punctuation.missing_full_stops),
    LintCheck("double-space", punctuation.double_spaces),
    LintCheck("space-before-comma", punctuation.spaces_before_commas),
    LintCheck("doubled-word", words.doubled_words),
    LintCheck("misspelt-word", words.misspelt_words),
    LintCheck("retired-wording", wording.retired_wordings),
    LintCheck("gendered-pronoun", wording.gendered_pronouns),
    LintCheck("odd-template", templates.odd_templates, level=Level.NOTE),
    LintCheck("unmarked-example", punctuation.unmarked_examples),
    LintCheck("encoding-damage", punctuation.encoding_damage),
)

BY_ID = {check.id: check for check in CHECKS}
