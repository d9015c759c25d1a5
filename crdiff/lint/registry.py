"""All checks of the lint: id, level, reason, and the function that finds the faults."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from msgspec import Struct

from crdiff.lint import glossary, numbering, punctuation, references, stale, templates, wording, words
from crdiff.lint.checked_release import CheckedRelease
from crdiff.lint.finding import Fault
from crdiff.model.release import Level


class LintCheck(Struct, frozen=True):
    """A check: its stable id in kebab-case, its reason in one line, the function that finds its faults, its level.

    `unless` names the checks whose fault at the same place explains it better. `compares`: the check needs the release
    before. `asked`: the level that a project asks for, whatever the fault.
    """

    id: str
    reason: str
    find: Callable[[CheckedRelease], Iterable[Fault]]
    level: Level = Level.WARNING
    unless: tuple[str, ...] = ()
    compares: bool = False
    asked: Level | None = None


def _found_in_reading(check: str, reason: str, level: Level = Level.WARNING) -> LintCheck:
    return LintCheck(check, reason, partial(numbering.parser_faults, check=check), level)


# In the order in which the documentation lists them.
CHECKS = (
    LintCheck(
        "dangling-reference",
        "A reader who follows a citation must arrive somewhere.",
        references.dangling_references,
        level=Level.ERROR,
    ),
    LintCheck(
        "stale-reference",
        "The cited clause moved and the citation did not: it sends the reader to an unrelated rule.",
        stale.stale_references,
        level=Level.ERROR,
        compares=True,
    ),
    LintCheck(
        "reference-range",
        "A range of rules must run forwards, and every rule in it must exist.",
        references.broken_ranges,
        level=Level.ERROR,
    ),
    LintCheck(
        "reference-title",
        "A citation that quotes a title says twice where it leads; the two must agree.",
        references.wrong_titles,
        level=Level.ERROR,
        unless=("stale-reference",),
    ),
    LintCheck(
        "changed-reference",
        "A citation names a different clause than before, though the old one still exists: a correction or a slip.",
        stale.changed_references,
        level=Level.NOTE,
        unless=("reference-title", "reference-range"),
        compares=True,
    ),
    _found_in_reading(
        "repeated-number", "Two clauses with one number cannot be told apart in a citation.", level=Level.ERROR
    ),
    _found_in_reading(
        "malformed-number", "A number that contains a space or lacks its rule (306.b) is not found by a search."
    ),
    _found_in_reading("number-out-of-order", "A number that comes after a later one is hard to find."),
    _found_in_reading(
        "number-out-of-place", "A clause under a parent other than the one its number names is misprinted."
    ),
    _found_in_reading("number-without-parent", "A subrule needs the rule that its number names."),
    LintCheck(
        "numbering-gap",
        "A missing number means that a clause was lost or a number is wrong.",
        numbering.numbering_gaps,
    ),
    LintCheck("skipped-letter", "Subrules skip l and o, which look like 1 and 0.", numbering.skipped_letters),
    _found_in_reading("heading-differs", "The contents must call a section as its heading does."),
    _found_in_reading("heading-not-in-contents", "A subsection that the contents lack is not found."),
    _found_in_reading("heading-not-in-text", "The contents promise a subsection that is not there."),
    _found_in_reading("lacks-beginning", "A text without its first rules was damaged on its way.", level=Level.ERROR),
    LintCheck(
        "excerpt",
        "What an excerpt does not quote is not compared, whatever happened to it.",
        numbering.compared_in_part,
        compares=True,
    ),
    _found_in_reading("missing-part", "The contents promise a part that is not there: the file may break off."),
    _found_in_reading("dates-disagree", "A text has one effective date."),
    _found_in_reading("missing-line-break", "A paragraph that begins in the middle of a line is overlooked."),
    _found_in_reading("stray-text", "A letter or two alone on a line are left over from something."),
    LintCheck("glossary-order", "An entry out of alphabetical order is hard to find.", glossary.glossary_order),
    LintCheck("glossary-pointer", "“See X” must lead to an entry X.", glossary.glossary_pointers),
    LintCheck(
        "glossary-reference",
        "An entry must cite the rule that speaks of its term.",
        glossary.glossary_references,
        unless=("stale-reference",),
    ),
    LintCheck("keyword-without-entry", "The glossary lists every keyword.", glossary.keywords_without_entry),
    LintCheck(
        "entry-without-keyword",
        "An entry that calls its term a keyword needs the rule of that keyword.",
        glossary.entries_without_keyword,
    ),
    LintCheck(
        "merged-entry",
        "A term without a blank line before it reads as text of the entry before.",
        glossary.merged_entries,
    ),
    LintCheck(
        "unused-term",
        "A term that no rule uses was left behind by a change, or is explained nowhere.",
        glossary.unused_terms,
        level=Level.NOTE,
    ),
    LintCheck("card-count", "“One card (X)” is wrong as soon as a second card does the same.", numbering.card_counts),
    LintCheck(
        "unbalanced-quotes", "A quotation without its end leaves open what a card says.", punctuation.unbalanced_quotes
    ),
    LintCheck(
        "unbalanced-brackets",
        "A bracket without its partner leaves open what it encloses.",
        punctuation.unbalanced_brackets,
    ),
    LintCheck(
        "straight-quote",
        "A straight quote among curly ones is a slip, and searches for the curly one miss it.",
        punctuation.straight_quotes,
    ),
    LintCheck(
        "missing-full-stop",
        "A sentence without its end may have lost more than the full stop.",
        punctuation.missing_full_stops,
    ),
    LintCheck("double-space", "Two spaces in a row are a slip.", punctuation.double_spaces),
    LintCheck("space-before-comma", "A space before a comma is a slip.", punctuation.spaces_before_commas),
    LintCheck("doubled-word", "A word printed twice in a row is a slip.", words.doubled_words),
    LintCheck(
        "misspelt-word", "A word that nothing else uses, one letter off a common one, is a slip.", words.misspelt_words
    ),
    LintCheck(
        "retired-wording",
        "A wording that a release replaced throughout, used again, is a clause that was forgotten.",
        wording.retired_wordings,
    ),
    LintCheck("gendered-pronoun", "Since 2018-04-27 the rules say “they” of a player.", wording.gendered_pronouns),
    LintCheck(
        "odd-template",
        "A sentence that differs in one word from what its siblings say contains a slip, or differs on purpose.",
        templates.odd_templates,
        level=Level.NOTE,
    ),
    LintCheck("unmarked-example", "An example without its word reads as a rule.", punctuation.unmarked_examples),
    LintCheck(
        "encoding-damage",
        "A character lost on the way may have been a quote, a dash or a minus sign.",
        punctuation.encoding_damage,
    ),
)

BY_ID = {check.id: check for check in CHECKS}
