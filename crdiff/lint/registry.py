"""All checks of the lint: id, level, reason, and the function that finds the faults."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from crdiff.lint import (
    damage,
    examples,
    excerpt,
    glossary,
    named_cards,
    numbering,
    parser_findings,
    punctuation,
    references,
    spacing,
    stale,
    templates,
    wording,
    words,
)
from crdiff.lint.checked_release import CheckedRelease
from crdiff.lint.finding import Fault
from crdiff.model.release import Level


@dataclass(frozen=True, slots=True)
class LintCheck:
    """A check: its stable id in kebab-case, its level, why it is there in a line, and what finds its faults.

    `unless` names the checks whose fault at the same place says it better. `compares`: it finds nothing without the
    text before.
    """

    id: str
    level: Level
    reason: str
    find: Callable[[CheckedRelease], Iterable[Fault]]
    unless: tuple[str, ...] = ()
    compares: bool = False


def _read(check: str, level: Level, reason: str) -> LintCheck:
    return LintCheck(check, level, reason, partial(parser_findings.parser_faults, check=check))


CHECKS = (
    LintCheck(
        "dangling-reference",
        Level.ERROR,
        "A reader who follows a citation must arrive somewhere.",
        references.dangling_references,
    ),
    LintCheck(
        "stale-reference",
        Level.ERROR,
        "The cited clause moved and the citation did not: it sends the reader to an unrelated rule.",
        stale.stale_references,
        compares=True,
    ),
    LintCheck(
        "reference-range",
        Level.ERROR,
        "A range of rules must run forwards and end where the rules do.",
        references.broken_ranges,
    ),
    LintCheck(
        "reference-title",
        Level.ERROR,
        "A citation that quotes a title says twice where it leads; the two must agree.",
        references.wrong_titles,
        unless=("stale-reference",),
    ),
    LintCheck(
        "changed-reference",
        Level.NOTE,
        "A citation names another clause than before, though the old one still stands: a correction or a slip.",
        stale.changed_references,
        unless=("reference-title", "reference-range"),
        compares=True,
    ),
    _read("repeated-number", Level.ERROR, "Two clauses of one number cannot be cited."),
    _read("malformed-number", Level.WARNING, "A number with a space or without its rule is found by no search."),
    _read("number-out-of-order", Level.WARNING, "A number that comes after a later one is looked for in vain."),
    _read("number-out-of-place", Level.WARNING, "A clause under another parent than its number says is misprinted."),
    _read("number-without-parent", Level.WARNING, "A subrule needs the rule that its number names."),
    LintCheck(
        "numbering-gap",
        Level.WARNING,
        "A missing number is a clause that was lost, or a number that slipped.",
        numbering.numbering_gaps,
    ),
    LintCheck(
        "skipped-letter",
        Level.WARNING,
        "Subrules skip l and o, which look like 1 and 0.",
        numbering.skipped_letters,
    ),
    _read("heading-differs", Level.WARNING, "The contents must call a section as its heading does."),
    _read("heading-not-in-contents", Level.WARNING, "A subsection that the contents lack is not found."),
    _read("heading-not-in-text", Level.WARNING, "The contents promise a subsection that is not there."),
    _read("lacks-beginning", Level.ERROR, "A text without its first rules was damaged on its way."),
    LintCheck(
        "excerpt",
        Level.WARNING,
        "What an excerpt does not quote is not compared, whatever happened to it.",
        excerpt.compared_in_part,
        compares=True,
    ),
    _read("missing-part", Level.WARNING, "The contents promise a part that is not there: the file may break off."),
    _read("dates-disagree", Level.WARNING, "A text has one effective date."),
    _read("missing-line-break", Level.WARNING, "A paragraph that begins in the middle of a line is overlooked."),
    _read("stray-text", Level.WARNING, "A letter or two alone on a line are left over from something."),
    LintCheck(
        "glossary-order",
        Level.WARNING,
        "An entry out of alphabetical order is looked for in vain.",
        glossary.glossary_order,
    ),
    LintCheck(
        "glossary-pointer",
        Level.WARNING,
        "“See X” must lead to an entry X.",
        glossary.glossary_pointers,
    ),
    LintCheck(
        "glossary-reference",
        Level.WARNING,
        "An entry must cite the rule that speaks of its term.",
        glossary.glossary_references,
        unless=("stale-reference",),
    ),
    LintCheck(
        "keyword-without-entry",
        Level.WARNING,
        "The glossary lists every keyword.",
        glossary.keywords_without_entry,
    ),
    LintCheck(
        "entry-without-keyword",
        Level.WARNING,
        "An entry that calls its term a keyword needs the rule of that keyword.",
        glossary.entries_without_keyword,
    ),
    LintCheck(
        "merged-entry",
        Level.WARNING,
        "A term without a blank line before it reads as text of the entry before.",
        glossary.merged_entries,
    ),
    LintCheck(
        "unused-term",
        Level.NOTE,
        "A term that no rule uses was left behind by a change, or is explained nowhere.",
        glossary.unused_terms,
    ),
    LintCheck(
        "card-count",
        Level.WARNING,
        "“One card (X)” is wrong as soon as a second card does the same.",
        named_cards.card_counts,
    ),
    LintCheck(
        "unbalanced-quotes",
        Level.WARNING,
        "A quotation without its end leaves open what a card says.",
        punctuation.unbalanced_quotes,
    ),
    LintCheck(
        "unbalanced-brackets",
        Level.WARNING,
        "A bracket without its partner leaves open what it encloses.",
        punctuation.unbalanced_brackets,
    ),
    LintCheck(
        "straight-quote",
        Level.WARNING,
        "A straight quote among curly ones is a slip, and searches for the curly one miss it.",
        punctuation.straight_quotes,
    ),
    LintCheck(
        "missing-full-stop",
        Level.WARNING,
        "A sentence without its end may have lost more than the full stop.",
        punctuation.missing_full_stops,
    ),
    LintCheck("double-space", Level.WARNING, "Two spaces in a row are a slip.", spacing.double_spaces),
    LintCheck("space-before-comma", Level.WARNING, "A space before a comma is a slip.", spacing.spaces_before_commas),
    LintCheck("doubled-word", Level.WARNING, "A word printed twice in a row is a slip.", words.doubled_words),
    LintCheck(
        "misspelt-word",
        Level.WARNING,
        "A word that nothing else uses, one letter off a common one, is a slip.",
        words.misspelt_words,
    ),
    LintCheck(
        "retired-wording",
        Level.WARNING,
        "A wording that a release replaced throughout, used again, is a clause that was forgotten.",
        wording.retired_wordings,
    ),
    LintCheck(
        "gendered-pronoun",
        Level.WARNING,
        "Since 2018-04-27 the rules say “they” of a player.",
        wording.gendered_pronouns,
    ),
    LintCheck(
        "odd-template",
        Level.NOTE,
        "A sentence that differs in one word from what its siblings say has slipped, or means something by it.",
        templates.odd_templates,
    ),
    LintCheck(
        "unmarked-example",
        Level.WARNING,
        "An example without its word reads as a rule.",
        examples.unmarked_examples,
    ),
    LintCheck(
        "encoding-damage",
        Level.WARNING,
        "A character lost on the way may have been a quote, a dash or a minus sign.",
        damage.encoding_damage,
    ),
)
"""In the order in which the documentation lists them."""

BY_ID = {check.id: check for check in CHECKS}
