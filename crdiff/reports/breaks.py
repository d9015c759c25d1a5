"""A text that breaks off, or that has only a part of what the other one has: in a sentence and as a row."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import field

from crdiff.align.alignment import Break, Excerpt
from crdiff.reports.answer import AnswerRow, Count, one_of, row_of
from crdiff.reports.phrases import counted, listed


def break_place(told: Break) -> str:
    """Return where a text breaks off, as a sentence without a full stop."""
    end = told.after.replace("credits:", "paragraph ") if told.part == "credits" else f"“{told.after}”"
    return f"{told.release} breaks off in its {told.part} after {end}"


def break_sentence(told: Break) -> str:
    """Return where a text breaks off and what of the other one is therefore not compared, without a full stop."""
    where = break_place(told)
    beyond = listed(
        [
            said
            for count, said in (
                (told.clauses, counted(told.clauses, "clause")),
                (told.entries, counted(told.entries, "glossary entry", "glossary entries")),
                (told.paragraphs, counted(told.paragraphs, "paragraph of the credits", "paragraphs of the credits")),
            )
            if count
        ]
    )
    if told.instead:
        return f"{where}: {beyond} of {told.instead} {_verb(told, 'stands', 'stand')} in for what is missing"
    if not beyond:
        return f"{where}: {told.other} has nothing beyond that"
    return f"{where}: {beyond} of {told.other} {_verb(told, 'is', 'are')} not compared"


def excerpt_sentence(told: Excerpt) -> str:
    """Return which part is compared and how much of the other text is outside it, without a full stop."""
    text, other = (f"the {side} text" for side in (("new", "old") if told.is_new else ("old", "new")))
    if told.lacks_beginning:
        has = f"lacks its beginning: its rules begin with {told.numbers[0]}"
    else:
        has = f"quotes only {listed(told.numbers, most=8)}"
    verb = "is" if told.clauses == 1 else "are"
    outside = f"; {counted(told.clauses, 'clause')} of {other} ({told.other}) {verb} not compared"
    return f"{text} ({told.release}) {has}{outside if told.clauses else ''}"


def _verb(told: Break, one: str, many: str) -> str:
    return one if told.clauses + told.entries + told.paragraphs == 1 else many


class NotCompared(AnswerRow, frozen=True):
    """Clauses, glossary entries and paragraphs of the credits that only the other text can have."""

    rules: Count
    glossary: Count
    credits: Count


class BreakRow(AnswerRow, frozen=True):
    """A text that breaks off, and how much of the other text is therefore not compared."""

    release: str
    """The text that breaks off."""
    side: Literal["old", "new"]
    part: Annotated[str, one_of("rules", "glossary", "credits")]
    """The part in which it ends."""
    after: str
    """What it ends with: a number, a term, or credits:N."""
    other: str
    """The text that it is compared with."""
    not_compared: NotCompared
    """Clauses, glossary entries and paragraphs of the credits that only the other text can have; they are neither added
    nor removed."""
    instead: str | None
    """The release whose text stands in for what is missing, so that these are compared after all."""


class ClausesNotCompared(AnswerRow, frozen=True):
    """Clauses outside the part that is compared."""

    rules: Count


class ExcerptRow(AnswerRow, frozen=True):
    """A text that has only a part of what the other one has, and how much of that is therefore not compared."""

    release: str
    """The text that is compared in a part only."""
    side: Literal["old", "new"]
    numbers: tuple[str, ...] = field(name="compared")
    """The numbers that stand highest in it, each with all under it."""
    lacks_beginning: bool
    """Whether its carrier lost what stood before the first of these."""
    other: str
    """The text that it is compared with."""
    not_compared: ClausesNotCompared
    """Clauses of the other text outside that part; they are neither added nor removed."""


def break_row(told: Break) -> BreakRow:
    """Return the same as a row of ``breaks_off`` of a report."""
    beyond = NotCompared(told.clauses, told.entries, told.paragraphs)
    return row_of(BreakRow, told, side="new" if told.is_new else "old", not_compared=beyond)


def excerpt_row(told: Excerpt) -> ExcerptRow:
    """Return the same as a row of ``excerpts`` of a report."""
    side = "new" if told.is_new else "old"
    return row_of(ExcerptRow, told, side=side, not_compared=ClausesNotCompared(told.clauses))
