"""What the tests of engines say of clauses, for a terminal, and who tests which rule, as JSON."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import date

from crdiff.history.lineage import Lineage
from crdiff.model.number import ClauseNumber
from crdiff.reports.answer import AnswerRow, Count, Day, Document, row_of
from crdiff.reports.phrases import counted, in_lines, listed
from crdiff.trace.book import BookCell, WholeBook
from crdiff.trace.engines import FAILED, GONE, STANDINGS, EngineClause, EngineResults, engine_clauses
from crdiff.trace.states import State
from crdiff.trace.timeline import Timeline

_NAMED_MAX = 3
"""Tests named on a line; the JSON has them all."""
_LINES_MAX = 200
"""Lines on tests whose clauses are unknown, or on clauses nobody claims, before the rest is counted."""


@in_lines
def imported_text(results: EngineResults, timeline: Timeline) -> Iterator[str]:
    """Return what was read of an engine: its clauses by state, and every name that cites no clause of its release."""
    clauses = engine_clauses(results, timeline, timeline.newest)
    tests = counted(len(results.tests), "test")
    named = f"{tests} of {results.read:,} {'names' if len(results.tests) == 1 else 'name'}"
    yield f"{results.name}: {named} {counted(len(clauses), 'clause')}: {_outcomes(results)}"
    yield f"under the rules of {timeline.newest}: {_states(Counter(each.state for each in clauses.values()))}"
    yield from _switched(results)
    yield from _clauses(clauses, timeline, results.release)
    yield from _problems(results)


def _problems(results: EngineResults) -> Iterator[str]:
    """Yield a line for each number that names no clause of its release, with what is right and the tests."""
    found: dict[tuple[str, date, str], list[str]] = defaultdict(list)
    for test in results.tests:
        for each in test.clauses:
            if each.problem:
                found[each.number, each.release, each.problem].append(test.full_name)
    for at, ((number, release, problem), names) in enumerate(found.items()):
        if at == _LINES_MAX:
            yield f"  and {len(found) - _LINES_MAX:,} more"
            return
        said = problem if problem.startswith(number) else f"{number} of {release}: {problem}"
        yield f"  {said}; named by {counted(len(names), 'test')}: {listed(names, _NAMED_MAX)}"


@in_lines
def problems_text(results: EngineResults) -> Iterable[str]:
    """Return these lines after the name of the engine; "" where there is nothing to tell."""
    lines = list(_problems(results))
    return ("", f"{results.name} names:", *lines) if lines else ()


@in_lines
def claimed_text(book: WholeBook) -> Iterator[str]:
    """Return the clauses that anybody's tests name, with what each player says of them."""
    claimed = book.claimed(book.clauses)
    yield f"{len(claimed):,} of {_size(book)} are claimed:"
    for lineage, number in claimed.items():
        said = (f"{player.name}: {_cell(player.cells[lineage])}" for player in book.players if lineage in player.cells)
        yield f"  {number!s:8} {'; '.join(said)}"


def _cell(cell: BookCell) -> str:
    since = f" since {cell.since}" if cell.since else ""
    outcomes = {"passed": cell.passed, "failed": cell.failed, "skipped": cell.skipped}
    tests = ", ".join(f"{count:,} {outcome}" for outcome, count in outcomes.items() if count)
    return f"{cell.state}{since}" + (f" ({tests})" if tests else "")


@in_lines
def book_text(book: WholeBook) -> Iterator[str]:
    """Return whose tests claim the rules and subrules of a release: in all, by section; and which nobody claims."""
    everything, nobody = book.clauses, book.nobody(book.clauses)
    yield f"{len(nobody):,} of {_size(book)} are claimed by nobody:"
    for each in book.players:
        yield f"  {each.name}: {each.named(everything):,}, {_states(each.count(everything))}"
    yield from ("", *_table(book), "", "Nobody claims:")
    for subsection in book.subsections:
        part = book.part(subsection)
        if unclaimed := book.nobody(part):
            yield f"  {subsection}: {_unclaimed(unclaimed, len(part))}"


def _size(book: WholeBook) -> str:
    return f"{len(book.clauses):,} rules and subrules of {book.release}"


def _unclaimed(numbers: tuple[ClauseNumber, ...], of: int) -> str:
    """Return clauses that nobody claims: all of a subsection are not listed one by one."""
    return (
        f"all {of:,}"
        if len(numbers) == of and of > 1
        else f"{len(numbers):,} of {of:,}: {', '.join(map(str, numbers))}"
    )


def _table(book: WholeBook) -> Iterator[str]:
    names = [player.name for player in book.players]
    widths = [max(len(name), 7) for name in names]
    heads = (f"{name:>{width}}" for name, width in zip(names, widths, strict=True))
    yield "  ".join(["section", "clauses", *heads, "  nobody"])
    for section in book.sections:
        part = book.part(section)
        cells = (f"{player.named(part):>{width},}" for player, width in zip(book.players, widths, strict=True))
        yield "  ".join([f"{section!s:>7}", f"{len(part):>7,}", *cells, f"{len(book.nobody(part)):>8,}"])


def _outcomes(results: EngineResults) -> str:
    found = Counter(test.outcome for test in results.tests)
    return (
        ", ".join(f"{found[outcome]:,} {outcome}" for outcome in ("passed", "failed", "skipped") if found[outcome])
        or "none"
    )


def _states(found: Mapping[str, int]) -> str:
    known = [state for state in STANDINGS if found.get(state)]
    others = sorted(state for state in found if state not in STANDINGS and found[state])
    return ", ".join(f"{found[state]:,} {state.replace(',', ' but')}" for state in (*known, *others)) or "no clause"


def _switched(results: EngineResults) -> Iterator[str]:
    if not results.switches:
        return
    proved = sum(test.proved is True for test in results.tests)
    passed = sum(test.outcome == "passed" for test in results.tests)
    switched = counted(len(results.switches), "behaviour")
    yield f"{switched} switched off: {proved:,} of {passed:,} tests that pass are proved"
    for switch in results.switches:
        if not switch.reds:
            yield f"  without {switch.behaviour!r} every test passes"


def _clauses(clauses: Mapping[str, EngineClause], timeline: Timeline, release: date) -> Iterator[str]:
    """Yield the clauses that somebody has to look at: all that are not covered."""
    found = [
        (timeline.lineage(each), each, clause) for each, clause in clauses.items() if clause.state != State.COVERED
    ]
    for lineage, lineage_id, clause in sorted(found, key=lambda row: row[0].runs[-1].number.key if row[0] else ()):
        now = lineage.number_in(timeline.newest) if lineage else None
        written = lineage.number_in(release) if lineage else None
        number = str(now or written or lineage_id)
        then = f" (was {written})" if now and written and now != written else ""
        names = [test.full_name for test in clause.tests if test.outcome == FAILED or clause.state != FAILED]
        tests = f"{counted(len(names), 'test')}: {listed(names, _NAMED_MAX)}"
        yield f"  {number}{then} {_said(clause, lineage)}, {tests}"


def _said(clause: EngineClause, lineage: Lineage[ClauseNumber] | None) -> str:
    if clause.state == GONE and lineage and lineage.ended:
        return f"{GONE} since {lineage.ended.release}"
    return f"{clause.state} since {clause.since}" if clause.since else clause.state


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

    main = "claimed.by"
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


def coverage_answer(book: WholeBook) -> CoverageAnswer:
    """Return the book as an answer: all that is claimed clause by clause, the rest as a list of numbers."""
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
    return CoverageAnswer(book.release, len(everything), players, sections, tuple(_claimed(book)), nobody)


def _claimed(book: WholeBook) -> Iterator[ClaimedClause]:
    for lineage, number in book.claimed(book.clauses).items():
        by = (row_of(Claim, cell, player=player.name) for player in book.players if (cell := player.cells.get(lineage)))
        yield ClaimedClause(lineage, str(number), tuple(by))
