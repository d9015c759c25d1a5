"""A clause with all under it as a release has it, as text and as ``crdiff.show/1``."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from crdiff.history.passage import Entry, Passage, Shown
from crdiff.reports import terminal
from crdiff.reports.answer import AnswerRow, Count, Day, Document, json_of, row_of
from crdiff.reports.phrases import counted
from crdiff.reports.style import PLAIN, Style


class ShownClause(AnswerRow, frozen=True):
    """A clause as a release has it."""

    number: str
    """Of a clause, as printed, without a trailing full stop."""
    title: str
    text: str | None
    """Null where the text is not held."""
    examples: tuple[str, ...]
    depth: Count
    """Levels below what was asked for."""
    lineage: str
    """Id of a lineage: its first known place, such as 2003-10-01-507.3b."""
    revoked: Day | None
    """Release in which it became a notice that its rule is gone; null where it is none."""


class PassageAnswer(Document, frozen=True, tag="crdiff.show/1"):
    """A part of a release, as crdiff show --format json writes it."""

    main = "clauses"
    release: Day
    asked: str | None
    """The number, place, title or term asked for, null for the whole release."""
    number: str | None
    """The number it has in the release; null for the whole release and for a glossary entry alone."""
    clauses: tuple[ShownClause, ...]
    """In document order."""
    entry: Entry | None
    """The glossary entry of the name asked for, null where there is none."""
    left_out: Count = 0
    """How many clauses are not among them; only where a limit or an outline was asked for."""


def passage_text(passage: Passage, style: Style = PLAIN) -> str:
    """Return the clauses as the rules print them, wrapped, then the glossary entry."""
    return "".join(f"{line}\n" for line in _lines(passage, style))


def _lines(passage: Passage, style: Style) -> Iterator[str]:
    for place, clause in enumerate(passage.clauses):
        if place:
            yield ""
        yield from _clause(clause, style)
    if passage.left_out:
        yield from ("", f"({counted(passage.left_out, 'clause')} left out)")
    if passage.entry:
        if passage.clauses:
            yield ""
        yield terminal.bold(passage.entry.term, style.colour)
        yield from _wrapped(passage.entry.text, style, 0)


def _clause(clause: Shown, style: Style) -> Iterator[str]:
    paragraphs = [paragraph for paragraph in (clause.title, *clause.text.split("\n")) if paragraph]
    said = paragraphs if clause.is_held else ["(the text is not held)"]
    label = str(clause.number) if clause.number.letter else f"{clause.number}."
    lines = [line for paragraph in said for line in _wrapped(paragraph, style, len(label) + 1)]
    yield f"{terminal.bold(label, style.colour)} {lines[0] if lines else ''}".rstrip()
    yield from lines[1:]
    for example in clause.examples:
        yield from _wrapped(example, style, 0)


def _wrapped(text: str, style: Style, first: int) -> Iterator[str]:
    """Yield `text` in lines, room for `first` columns left before the first one."""
    for paragraph in text.split("\n"):
        lines = wrap(paragraph, style.width, initial_indent=" " * first, break_long_words=False, break_on_hyphens=False)
        yield from (line.lstrip() for line in lines)


def passage_answer(passage: Passage) -> PassageAnswer:
    """Return the clauses in document order, each with its depth below what was asked for."""
    clauses = tuple(row_of(ShownClause, each, text=each.text if each.is_held else None) for each in passage.clauses)
    return row_of(PassageAnswer, passage, clauses=clauses)


def passage_json(passage: Passage) -> bytes:
    """Return the same as JSON."""
    return json_of(passage_answer(passage))
