"""The page of a subsection of the whole book: what every engine says of each clause, and what nobody claims."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.checks.state_icons import icon_of
from crdiff.pages.drawing.flow import heading
from crdiff.pages.engines.played import state_words
from crdiff.pages.frame import address
from crdiff.pages.frame.english import clipped
from crdiff.pages.frame.render import Head, render
from crdiff.text.hidden import shown_on_a_line
from crdiff.trace.book import BookCell, BookPlayer, Numbers, WholeBook

_CELLS_MOST = 1_000
"""Cells of a table on one page: each takes 150 bytes, a page up to 200 kB. 702 has 700 clauses."""
PLAYERS_MOST = 12
"""Columns of players in a table: more make no table that a person reads. The data have them all."""
_TITLE_MAX = 60
"""Characters of what a clause is about."""
Cell = tuple[str, str, str]
"""What a player says of a clause: the icon, the state, the tests in words; all "" for nothing."""


@dataclass(frozen=True, slots=True)
class ClaimedRow:
    """A clause with a cell for each player."""

    number: str
    title: str
    href: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class BookPart:
    """What `engines/book_part.html` shows; `nobody` are (number, address), `pages` (number from 1, address)."""

    number: str
    title: str
    href: str
    lead: str
    players: tuple[str, ...]
    rows: tuple[ClaimedRow, ...]
    nobody: tuple[tuple[str, str], ...]
    pages: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class _Claimed:
    """A subsection that somebody claims clauses of, its clauses, the players who do, and the rows of each page."""

    number: ClauseNumber
    part: Numbers
    players: tuple[BookPlayer, ...]
    pages: tuple[tuple[str, ...], ...]

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses of the pages."""
        return tuple(address.part_of_book(self.number, at) for at in range(len(self.pages)))


def part_pages(book: WholeBook, archive: ArchiveIndex) -> Iterator[tuple[str, bytes]]:
    """Yield a page, or several of a long table, for each subsection that anybody claims a clause of."""
    for number in book.subsections:
        part = book.part(number)
        claimed = tuple(book.claimed(part))
        players = tuple(player for player in book.players if player.named(part))[:PLAYERS_MOST]
        size = max(_CELLS_MOST // max(len(players), 1), 1)
        pages = tuple(claimed[at : at + size] for at in range(0, len(claimed), size))
        found = _Claimed(number, part, players, pages)
        for at, where in enumerate(found.addresses):
            yield where, _page(found, at, archive)


def player_name(player: BookPlayer) -> str:
    """Return what a player is called in the head of a column."""
    return shown_on_a_line(player.name)


def _page(claimed: _Claimed, at: int, archive: ArchiveIndex) -> bytes:
    number = claimed.number
    title, rules = heading(number, archive.newest, archive)
    named = {lineage for page in claimed.pages for lineage in page}
    nobody = ((str(each), address.clause(lineage)) for lineage, each in claimed.part.items() if lineage not in named)
    view = BookPart(
        number=str(number),
        title=title,
        href=rules,
        lead=f"Tests claim {len(named):,} of {len(claimed.part):,} clauses.",
        players=tuple(player_name(player) for player in claimed.players),
        rows=tuple(_row(lineage, claimed, archive) for lineage in claimed.pages[at]),
        nobody=tuple(nobody) if at == 0 else (),
        pages=tuple(enumerate(claimed.addresses, 1)) if len(claimed.pages) > 1 else (),
    )
    head = Head(
        address=claimed.addresses[at],
        title=f"Who tests {number} {title}{f', page {at + 1}' if at else ''} · crdiff",
        description=f"Which tests of engines play {number} {title} of the Magic Comprehensive Rules, clause by clause.",
        part=address.CHECKS,
    )
    return render("engines/book_part.html", head, view)


def _row(lineage: str, claimed: _Claimed, archive: ArchiveIndex) -> ClaimedRow:
    title = clipped(archive.title(lineage), _TITLE_MAX)
    cells = tuple(_cell(player.cells.get(lineage)) for player in claimed.players)
    return ClaimedRow(str(claimed.part[lineage]), title, address.checks_on(lineage), cells)


def _cell(cell: BookCell | None) -> Cell:
    if cell is None:
        return "", "", ""
    outcomes = (("passed", cell.passed), ("failed", cell.failed), ("skipped", cell.skipped))
    tests = ", ".join(f"{count} {outcome}" for outcome, count in outcomes if count)
    return icon_of(cell.state), state_words(cell.state, cell.since), tests
