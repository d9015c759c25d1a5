"""A clause with all under it as a release has it, as text and as ``crdiff.show/1``."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from crdiff.history.passage import Passage, Shown
from crdiff.reports import terminal
from crdiff.reports.indented import Json, indented
from crdiff.reports.style import PLAIN, Style

SCHEMA = "crdiff.show/1"


def passage_text(passage: Passage, style: Style = PLAIN) -> str:
    """Return the clauses as the rules print them, wrapped, then the glossary entry."""
    return "".join(f"{line}\n" for line in _lines(passage, style))


def _lines(passage: Passage, style: Style) -> Iterator[str]:
    for place, clause in enumerate(passage.clauses):
        if place:
            yield ""
        yield from _clause(clause, style)
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


def passage_json(passage: Passage) -> bytes:
    """Return the clauses as JSON, in document order, each with its depth below what was asked for."""
    answer = {
        "release": passage.release,
        "asked": passage.asked or None,
        "number": str(passage.number) if passage.number else None,
        "clauses": [_object(clause) for clause in passage.clauses],
        "entry": {"term": passage.entry.term, "text": passage.entry.text} if passage.entry else None,
    }
    return indented(SCHEMA, answer)


def _object(clause: Shown) -> Json:
    return {
        "number": str(clause.number),
        "title": clause.title,
        "text": clause.text if clause.is_held else None,
        "examples": clause.examples,
        "depth": clause.depth,
        "lineage": clause.lineage,
        "revoked": clause.revoked,
    }
