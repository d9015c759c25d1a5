"""The whole book: which clauses of a release whose tests claim, and coverage as of the text before a draft."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from crdiff.changes.compare import compare_releases
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Release
from crdiff.text.groups import by_key
from crdiff.trace.beside import Review
from crdiff.trace.engines import FAILED, EngineOutcome, PlayedEngine
from crdiff.trace.following import followed, until, with_text
from crdiff.trace.report import CheckReport
from crdiff.trace.results import CheckCoverage
from crdiff.trace.states import State
from crdiff.trace.timeline import Timeline, release_name

# States of a clause in the scope of checks that none of them plays.
_PLAYED_BY_NONE = {State.UNCOVERED, State.INFORMATIONAL}
_OUTCOMES: tuple[EngineOutcome, ...] = ("passed", "failed", "skipped")
# Clauses of a release: number by lineage, in order.
Numbers = Mapping[str, ClauseNumber]


class BookCell(Struct, frozen=True):
    """What one player says of one clause: the `state`, as of an `EngineClause`, and its tests by outcome.

    `since` is the first release that words the clause otherwise than the player's, None unless it is suspect. `proved`
    counts the tests that were proved able to fail.
    """

    state: str
    since: date | None
    passed: int
    failed: int
    skipped: int
    proved: int

    @property
    def tests(self) -> int:
        """How many tests name the clause."""
        return self.passed + self.failed + self.skipped


class BookPlayer(Struct, frozen=True):
    """An engine, or a set of checks: what it says of each clause that it names, by lineage."""

    name: str
    cells: Mapping[str, BookCell]

    def named(self, among: Numbers) -> int:
        """Return how many of some clauses it names."""
        return sum(lineage in self.cells for lineage in among)

    def count(self, among: Numbers) -> Mapping[str, int]:
        """Return how many of some clauses are in which state."""
        return Counter(self.cells[lineage].state for lineage in among if lineage in self.cells)


class WholeBook(Struct, frozen=True, dict=True):
    """The rules and subrules in force in `release`, and who plays them."""

    release: date
    clauses: Numbers
    players: tuple[BookPlayer, ...]

    def part(self, number: ClauseNumber) -> Numbers:
        """Return the clauses under a section or subsection."""
        return self._parts[number]

    @cached_property
    def _parts(self) -> Mapping[ClauseNumber, Numbers]:
        placed = ((part, each) for each in self.clauses.items() for part in (each[1].section, each[1].subsection))
        return {part: dict(inside) for part, inside in by_key(placed).items()}

    @cached_property
    def sections(self) -> tuple[ClauseNumber, ...]:
        """The sections that have clauses, in order."""
        return tuple(sorted(number for number in self._parts if number.is_section))

    @cached_property
    def subsections(self) -> tuple[ClauseNumber, ...]:
        """The subsections that have clauses, in order."""
        return tuple(sorted(number for number in self._parts if not number.is_section))

    def claimed(self, among: Numbers) -> Numbers:
        """Return those of some clauses that a test names."""
        return {
            lineage: number
            for lineage, number in among.items()
            if any(lineage in player.cells for player in self.players)
        }

    @property
    def states(self) -> frozenset[str]:
        """The states that occur, of clauses of the book."""
        return frozenset(state for player in self.players for state in player.count(self.clauses))

    def nobody(self, among: Numbers) -> tuple[ClauseNumber, ...]:
        """Return the numbers of those of some clauses that no test names."""
        claimed = self.claimed(among)
        return tuple(number for lineage, number in among.items() if lineage not in claimed)


def clauses_of_book(timeline: Timeline, release: date) -> Numbers:
    """Return the rules and subrules of `release`; headings are none."""
    return {
        lineage: number
        for lineage, number in timeline.numbers_in(release)
        if not number.is_heading and timeline.standing(lineage, release)
    }


def engine_player(played: PlayedEngine) -> BookPlayer:
    """Return an engine as a player."""
    cells: dict[str, BookCell] = {}
    for lineage, clause in played.clauses.items():
        passed, failed, skipped = (clause.outcomes[outcome] for outcome in _OUTCOMES)
        cells[lineage] = BookCell(clause.state, clause.since, passed, failed, skipped, clause.proved)
    return BookPlayer(played.results.name, cells)


def checks_player(report: CheckReport, release: date) -> BookPlayer:
    """Return the checks of a report as a player; a clause of which a check fails is ``failed``."""
    at = release_name(release)
    runs = {(check.id, run.release): (run.outcome, check.proved) for check in report.checks for run in check.runs}
    cells: dict[str, BookCell] = {}
    for clause in report.clauses:
        place = next((place for place in clause.releases if place.release == at), None)
        if place is None or place.state in _PLAYED_BY_NONE:
            continue
        found = [runs[check, at] for check in place.checks if (check, at) in runs]
        outcomes = Counter(outcome for outcome, _ in found)
        passed, failed, skipped = (outcomes[outcome] for outcome in _OUTCOMES)
        proved = sum(bool(each) for _, each in found)
        cells[clause.lineage] = BookCell(FAILED if failed else place.state, None, passed, failed, skipped, proved)
    return BookPlayer("checks", cells)


def coverage_before(
    coverage: CheckCoverage, text: Release, release: date, newest: Iterable[Release] = ()
) -> CheckCoverage:
    """Return `coverage` up to `release`, with every clause of its `text`.

    `newest` are the texts of the newest release known: where `release` is later they are compared with `text`, so that
    clauses are followed into it. A review against a release later than both does not count: its
    wording is unknown here.
    """
    timeline = coverage.timeline
    reviews = (*coverage.reviews, *_written(coverage))
    last = max(timeline.newest, release)
    if release < timeline.newest:
        timeline = until(timeline, release)
    elif release > timeline.newest:
        before = timeline.newest
        for quoted in newest:
            timeline = followed(timeline, compare_releases(quoted, text), before, release)
    known = tuple(review for review in reviews if review.release <= last)
    return replace(coverage, timeline=with_text(timeline, text, release), reviews=known)


def _written(coverage: CheckCoverage) -> Iterator[Review]:
    """Yield the wordings that the checks were written against as reviews, which outlast the end of a timeline."""
    for check in coverage.checks:
        for link in coverage.links(check):
            written = link.name.release or coverage.timeline.newest
            wording = coverage.timeline.wordings.get((link.lineage or "", written))
            if link.lineage and wording:
                yield Review(check.id, link.lineage, written, wording.fingerprint, "written against it")
