"""What texts quote, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crdiff.changes.change import Segment
from crdiff.identify.identified import DatedPassage, Identified, IdentifiedClause
from crdiff.reports import terminal
from crdiff.reports.identified import (
    IdentifiedDocument,
    days_text,
    fate_of_words,
    how_quoted,
    misprint_text,
    name_of,
    reads_otherwise,
    slip_text,
    slips_redline,
    stated_text,
    today_redline,
    verdict,
)
from crdiff.reports.redline import excerpt
from crdiff.reports.style import PLAIN, Style
from crdiff.text.hidden import shown_on_a_line

_CONTEXT = 12
"""Unchanged words shown on each side of a difference, where the reader does not say how many."""
_INDENT = " " * 6


def identified_text(documents: Sequence[IdentifiedDocument], style: Style = PLAIN) -> str:
    """Return for each document the verdict, then a line for each clause and each slip, with the redlines."""
    return "\n".join("\n".join(_lines(document, style)) + "\n" for document in documents)


def _lines(document: IdentifiedDocument, style: Style) -> Iterator[str]:
    yield f"{terminal.bold(shown_on_a_line(document.name), style.colour)}: {verdict(document.found)}"
    for passage in document.found.passages:
        yield ""
        yield _head(passage, document.found)
        for one in passage.quotations:
            yield from _clause(one, style, document.found)


def _head(passage: DatedPassage, found: Identified) -> str:
    every, by_words, by_numbers = (
        days_text(found.days(spans)) for spans in (passage.spans, passage.by_words, passage.by_numbers)
    )
    head = f"As in force {every}"
    if passage.by_numbers and passage.by_words != passage.spans:
        head += f" (by its words {by_words}, by its numbers {by_numbers})"
    return head


def _clause(one: IdentifiedClause, style: Style, found: Identified) -> Iterator[str]:
    absent = "; not in the release asked about" if one.is_absent else ""
    yield f"  line {one.line}  {name_of(one)}{how_quoted(one)}: {fate_of_words(one)}{absent}"
    if reads_otherwise(one, found):
        yield "    reads otherwise in the release asked about"
    for slip in one.slips:
        yield f"    {slip.line}:{slip.column}: {slip_text(slip)}"
    yield from (f"    {misprint_text(misprint)}" for misprint in one.misprints)
    if stated := stated_text(one, found):
        yield f"    {stated}"
    yield from _marked("the rules, and the page:", slips_redline(one), style)
    yield from _marked("then, and today:", today_redline(one), style)


def _marked(head: str, redline: Sequence[Segment], style: Style) -> Iterator[str]:
    if redline:
        yield f"    {head}"
        context = _CONTEXT if style.context is None else style.context
        lines = terminal.inline(excerpt(redline, context), style.width - len(_INDENT), style.colour)
        yield from (f"{_INDENT}{line}" for line in lines)
