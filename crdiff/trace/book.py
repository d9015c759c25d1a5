"""The whole book: of all rules and subrules of a release, which are played by whom, and which nobody plays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from crdiff.model.number import ClauseNumber
from crdiff.trace.engine_states import STANDINGS, EngineClause, engine_clauses
from crdiff.trace.engines import EngineResults
from crdiff.trace.report import CheckReport
from crdiff.trace.states import State
from crdiff.trace.timeline import Timeline, release_name

_CLAIMS_NOTHING = {State.UNCOVERED, State.INFORMATIONAL}
"""States of a clause in the scope of checks that none of them plays."""


@dataclass(frozen=True, slots=True)
class BookPlayer:
    """An engine, or a set of checks: what it says of each clause that it names, by lineage."""

    name: str
    states: Mapping[str, str]

    def count(self, state: str, among: Mapping[str, ClauseNumber]) -> int:
        """Return how many clauses are in a state, those `among` a part of the book."""
        return sum(self.states.get(lineage) == state for lineage in among)

    def named(self, among: Mapping[str, ClauseNumber]) -> int:
        """Return how many clauses it names, those `among` a part of the book."""
        return sum(lineage in self.states for lineage in among)


@dataclass(frozen=True)
class WholeBook:
    """The rules and subrules in force in `release`, number by lineage and in order, and who plays them."""

    release: date
    clauses: Mapping[str, ClauseNumber]
    players: tuple[BookPlayer, ...]

    def part(self, number: ClauseNumber) -> Mapping[str, ClauseNumber]:
        """Return the clauses under a section or subsection."""
        return {lineage: each for lineage, each in self.clauses.items() if each.within(number)}

    @cached_property
    def sections(self) -> tuple[ClauseNumber, ...]:
        """The sections that have clauses, in order."""
        return tuple(ClauseNumber(each) for each in sorted({number.section for number in self.clauses.values()}))

    @cached_property
    def subsections(self) -> tuple[ClauseNumber, ...]:
        """The subsections that have clauses, in order."""
        return tuple(ClauseNumber(each) for each in sorted({number.subsection for number in self.clauses.values()}))

    def nobody(self, among: Mapping[str, ClauseNumber]) -> tuple[ClauseNumber, ...]:
        """Return the clauses, those `among` a part of the book, that no test names."""
        return tuple(
            number for lineage, number in among.items() if not any(lineage in each.states for each in self.players)
        )


def book_of(timeline: Timeline, release: date, players: tuple[BookPlayer, ...]) -> WholeBook:
    """Return the rules and subrules of `release` with who plays them; headings are none."""
    clauses = {
        lineage: number
        for lineage, number in timeline.numbers_in(release)
        if number.rule and timeline.standing(lineage, release)
    }
    return WholeBook(release, clauses, players)


def engine_player(results: EngineResults, clauses: Mapping[str, EngineClause]) -> BookPlayer:
    """Return an engine as a player, given how its clauses stand."""
    return BookPlayer(results.name, {lineage: each.state for lineage, each in clauses.items()})


def engine_players(engines: tuple[EngineResults, ...], timeline: Timeline, release: date) -> tuple[BookPlayer, ...]:
    """Return engines as players of `release`."""
    return tuple(engine_player(each, engine_clauses(each, timeline, release)) for each in engines)


def checks_player(report: CheckReport, release: date, name: str) -> BookPlayer:
    """Return the checks of a report as a player; a clause of which a check fails is ``failed``."""
    failed = {
        (run.release, of.lineage) for check in report.checks for run in check.runs if run.outcome == "failed"
        for of in run.clauses
    }  # fmt: skip
    at = release_name(release)
    states = {
        clause.lineage: "failed" if (at, clause.lineage) in failed else place.state.value
        for clause in report.clauses
        for place in clause.releases
        if place.release == at and place.state not in _CLAIMS_NOTHING
    }
    return BookPlayer(name, states)


def counts(player: BookPlayer, among: Mapping[str, ClauseNumber]) -> dict[str, int]:
    """Return how many clauses are in which state, in a fixed order, those without any left out."""
    states = dict.fromkeys((*STANDINGS, *sorted(set(player.states.values()))))
    return {state: count for state in states if (count := player.count(state, among))}
