"""The page on all rules and subrules of the newest release: whose tests claim which, and which nobody claims."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from crdiff.annotate.notices import is_notice
from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import ArchiveIndex, ClauseLineage
from crdiff.pages.drawing.flow import heading
from crdiff.pages.engines.book_part import PLAYERS_MOST, part_pages, player_name
from crdiff.pages.frame import address
from crdiff.pages.frame.english import clipped
from crdiff.pages.frame.render import Head, render
from crdiff.reports.coverage_json import coverage_json
from crdiff.text.hidden import shown_on_a_line
from crdiff.trace.book import BookPlayer, WholeBook, checks_player, engine_player
from crdiff.trace.engines import EngineResults

_PROBLEMS_MOST = 50
"""Tests listed for each engine whose numbers are not clauses of its release."""
_TEXT_MAX = 300
"""Characters shown of the problem with a number, and of the name of a test."""


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player: how many clauses its tests claim, and how many of those are in which state, in words."""

    name: str
    clauses: int
    states: str


@dataclass(frozen=True, slots=True)
class BookRow:
    """A section or subsection: its clauses, how many each player claims, how many nobody does."""

    number: str
    title: str
    href: str
    clauses: int
    claimed: tuple[int, ...]
    nobody: int


@dataclass(frozen=True, slots=True)
class BookProblem:
    """A test of an engine whose number is not a clause of its release, and the right number."""

    test: str
    problem: str


@dataclass(frozen=True, slots=True)
class WholeBookView:
    """What `engines/whole_book.html` shows; `problems` are (engine, tests, how many more)."""

    release: str
    lead: str
    players: tuple[PlayerLine, ...]
    others: int
    sections: tuple[BookRow, ...]
    subsections: tuple[BookRow, ...]
    problems: tuple[tuple[str, tuple[BookProblem, ...], int], ...]


def book_in(archive: ArchiveIndex) -> WholeBook | None:
    """Return who plays the rules of an archive, None where nobody does or where not all rules are known."""
    if archive.is_recorded or not (archive.checks or archive.engines):
        return None
    standing = (each for each in archive.contents.lineages if _is_rule(each))
    numbers = sorted((each.runs[-1].number, each.id) for each in standing)
    checks = [checks_player(archive.checks.report, archive.newest)] if archive.checks else []
    players = (*checks, *map(engine_player, archive.engines))
    return WholeBook(archive.newest, {lineage: number for number, lineage in numbers}, players)


def _is_rule(lineage: ClauseLineage) -> bool:
    """Whether a clause is a rule or a subrule in force; a notice is none, whether the text that it replaced is held.

    Source: 306.4 and 306.7 of 2026-04-17, revoked in 2017-09-29 and 2018-04-27.
    """
    return lineage.in_force and bool(lineage.runs[-1].number.rule) and not is_notice(lineage.wordings[-1].text)


def book_pages(archive: ArchiveIndex) -> Iterator[tuple[str, bytes]]:
    """Yield the page on the whole book, the data behind it, and the pages of the subsections that anybody claims."""
    book = book_in(archive)
    if book is None:
        return
    yield address.WHOLE_BOOK, _page(book, archive)
    yield address.as_json(address.WHOLE_BOOK), coverage_json(book)
    yield from part_pages(book, archive)


def _page(book: WholeBook, archive: ArchiveIndex) -> bytes:
    head = Head(
        address=address.WHOLE_BOOK,
        title="Who tests which rule · crdiff",
        description="Which rules and subrules of the Magic Comprehensive Rules are tested, and by whom.",
        part=address.CHECKS,
        data=address.as_json(address.WHOLE_BOOK),
    )
    return render("engines/whole_book.html", head, _view(book, archive))


def _view(book: WholeBook, archive: ArchiveIndex) -> WholeBookView:
    return WholeBookView(
        release=archive.release_name(book.release),
        lead=_lead(book),
        players=tuple(_line(player, book) for player in book.players[:PLAYERS_MOST]),
        others=max(len(book.players) - PLAYERS_MOST, 0),
        sections=tuple(_row(number, book, archive) for number in book.sections),
        subsections=tuple(_row(number, book, archive) for number in book.subsections),
        problems=tuple(filter(lambda row: row[1], (_problems(each.results) for each in archive.engines))),
    )


def _lead(book: WholeBook) -> str:
    claimed = len(book.claimed(book.clauses))
    total = len(book.clauses)
    return f"Tests claim {claimed:,} of {total:,} rules and subrules; {total - claimed:,} are claimed by nobody."


def _line(player: BookPlayer, book: WholeBook) -> PlayerLine:
    states = ", ".join(f"{count:,} {state}" for state, count in sorted(player.count(book.clauses).items()))
    return PlayerLine(player_name(player), player.named(book.clauses), states)


def _row(number: ClauseNumber, book: WholeBook, archive: ArchiveIndex) -> BookRow:
    part = book.part(number)
    named = tuple(player.named(part) for player in book.players[:PLAYERS_MOST])
    title, rules = heading(number, archive.newest, archive)
    claimed = len(book.claimed(part))
    href = address.part_of_book(number) if claimed and not number.is_section else rules
    return BookRow(str(number), title, href, len(part), named, len(part) - claimed)


def _problems(results: EngineResults) -> tuple[str, tuple[BookProblem, ...], int]:
    found = [(test.full_name, each.problem) for test in results.tests for each in test.clauses if each.problem]
    shown = tuple(BookProblem(_short(name), _short(problem)) for name, problem in found[:_PROBLEMS_MOST])
    return shown_on_a_line(results.name), shown, max(len(found) - _PROBLEMS_MOST, 0)


def _short(text: str) -> str:
    return clipped(shown_on_a_line(text), _TEXT_MAX)
