"""Texts as they are read, which were reviewed: each under a sentence in ``readings.txt``, with all that was read in it.

Given are the dialect that is asked for, ``bread`` for the made-up book, ``-`` for none, and the text. The answer is the
lines, what stands there, and its words.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from reviewed import answered

from crdiff.dialects.registry import read
from crdiff.errors import UnrecognisedText
from crdiff.model.book import Book
from crdiff.model.clause import Span
from crdiff.model.release import Release
from crdiff.model.tree import walk
from tests.conftest import Golden
from tests.marked_book import BREAD_NUMBERS

READINGS = Path(__file__).parent / "readings.txt"
_SAID = {"title": "", "called": "", "short": "", "game": "", "publisher": "", "notice": ""}
BOOKS = {"bread": Book(name="bread", **_SAID, numbers=BREAD_NUMBERS)}


def _rows(release: Release) -> Iterator[tuple[int | Span, str, str]]:
    """Yield the lines of each thing in a release, what it is, and its words."""
    yield 0, f"release {release.name}", " ".join(map(str, release.coverage.numbers)) or "whole"
    yield 0, f"read as {release.source.dialect}", release.source.dialect_reason
    yield from ((each.line, "quoted", f"{each.effective} {each.name}") for each in release.quotations)
    for part, paragraphs in (("front", release.front), ("contents", release.contents)):
        yield from ((each.lines, part, each.text) for each in paragraphs)
    for node in walk(release):
        label, clause = node.placement.printed, node.clause
        number = "" if label.rstrip(".") == str(node.number) else f" = {node.number}"
        yield (
            node.placement.lines,
            f"{clause.kind} {label}{number}",
            f"“{clause.title}”" if clause.title else clause.text,
        )
        yield from ((0, "example", each) for each in clause.examples)
    yield from ((each.lines, f"entry {each.term}", each.text) for each in release.glossary)
    yield from ((each.lines, "credits", each.text) for each in release.credits)
    for aside in release.asides:
        yield aside.lines, " ".join(filter(None, (aside.kind, aside.label, str(aside.about or "")))), aside.text
    for fact in release.facts:
        yield (
            fact.line,
            f"fact on {fact.number}",
            f"{'' if fact.example is None else 'example '}{fact.name} {fact.value}",
        )
    yield from ((each.line, f"{each.level}: {each.check}", each.message) for each in release.findings)


def _told(dialect: str, text: str) -> Iterator[str]:
    book = BOOKS.get(dialect)
    try:
        release = read(text.encode(), "text", None if book or dialect == "-" else dialect, book=book)
    except UnrecognisedText as error:
        yield f"refused: {error}"
        return
    for lines, what, words in _rows(release):
        place = f"{lines.start}-{lines.stop - 1}" if isinstance(lines, Span) else str(lines or "")
        first, *more = words.split("\n")
        yield f"{place:>6} {what:24} {first}".rstrip()
        yield from (f"{'':32}{line}" for line in more)


def test_texts_are_read_as_reviewed(golden: Golden) -> None:
    golden(READINGS, answered(READINGS, lambda given: _told(given[0], "\n".join(given[1:]))))
