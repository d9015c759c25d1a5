"""Who tests which rule, as JSON: the value of ``crdiff.coverage/1``."""

from __future__ import annotations

from collections.abc import Iterator

from crdiff.reports.answer import AnswerRow, Count, Day, Document, json_of, row_of
from crdiff.trace.book import WholeBook


class CoveragePlayer(AnswerRow, frozen=True):
    """The checks, or an engine."""

    name: str
    """checks, or an engine with its release in brackets."""
    clauses: Count
    """Clauses that its tests name."""
    states: dict[str, Count]
    """How many of them are in which state."""


class CoveredSection(AnswerRow, frozen=True):
    """A section or a subsection."""

    number: str
    clauses: Count
    claimed: dict[str, Count]
    """Clauses by player."""
    nobody: Count


class Claim(AnswerRow, frozen=True):
    """What the tests of a player say of a clause."""

    player: str
    state: str
    """How the clause stands: a state of crdiff.checks/1, or failed, or not in force."""
    since: Day | None
    """The first release that words a suspect clause differently from the release of the engine."""
    passed: Count
    failed: Count
    skipped: Count
    proved: Count
    """Tests proved able to fail."""


class ClaimedClause(AnswerRow, frozen=True):
    """A clause that tests name."""

    lineage: str
    number: str
    by: tuple[Claim, ...]


class CoverageAnswer(Document, frozen=True, tag="crdiff.coverage/1"):
    """Whose tests claim which rules and subrules of a release, as crdiff checks status --all and the site write it."""

    release: Day
    clauses: Count
    """Rules and subrules in force, headings left out."""
    players: tuple[CoveragePlayer, ...]
    sections: tuple[CoveredSection, ...]
    """The sections, then the subsections."""
    claimed: tuple[ClaimedClause, ...]
    """The clauses that tests name, in order."""
    nobody: tuple[str, ...]
    """The numbers of the clauses that no test names."""


def coverage_json(book: WholeBook) -> bytes:
    """Return the book as indented UTF-8 JSON: all that is claimed clause by clause, the rest as a list of numbers."""
    everything = book.clauses
    players = tuple(
        CoveragePlayer(player.name, player.named(everything), dict(sorted(player.count(everything).items())))
        for player in book.players
    )
    sections = tuple(
        CoveredSection(
            str(number), len(part), {player.name: player.named(part) for player in book.players}, len(book.nobody(part))
        )
        for number in (*book.sections, *book.subsections)
        if (part := book.part(number))
    )
    nobody = tuple(map(str, book.nobody(everything)))
    return json_of(CoverageAnswer(book.release, len(everything), players, sections, tuple(_claimed(book)), nobody))


def _claimed(book: WholeBook) -> Iterator[ClaimedClause]:
    for lineage, number in book.claimed(book.clauses).items():
        by = (row_of(Claim, cell, player=player.name) for player in book.players if (cell := player.cells.get(lineage)))
        yield ClaimedClause(lineage, str(number), tuple(by))
