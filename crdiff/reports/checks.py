"""What checks say: a run of them, who plays the whole book, which a draft concerns, mutants, reviews, other engines."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from difflib import get_close_matches
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from crdiff.errors import CorpusError, UnknownNumber
from crdiff.history.lineage import Lineage
from crdiff.model.number import ClauseNumber
from crdiff.reports.answer import AnswerRow, Count, Day, Document, row_of
from crdiff.reports.labels import became
from crdiff.reports.phrases import counted, in_lines, listed
from crdiff.reports.review import ReviewConcern
from crdiff.text.groups import by_key
from crdiff.trace.beside import Review
from crdiff.trace.book import BookCell, WholeBook
from crdiff.trace.drafts import Concern, Concerned, Undecided
from crdiff.trace.engines import FAILED, GONE, STANDINGS, EngineClause, EngineResults, engine_clauses
from crdiff.trace.links import Stretch, stretches
from crdiff.trace.mutants import MutationResults, mutants_by_clause
from crdiff.trace.report import CheckReport, CheckResult, ClauseResult
from crdiff.trace.results import accept_command
from crdiff.trace.states import COUNTED, State
from crdiff.trace.timeline import Timeline

# Tests named on a line; the JSON has them all.
_NAMED_MAX = 3
# Lines on tests whose clauses are unknown, or on clauses nobody claims, before the rest is counted.
_LINES_MAX = 200


@in_lines
def imported_text(results: EngineResults, timeline: Timeline) -> Iterator[str]:
    """Return what was read of an engine: its clauses by state, and every name that cites no clause of its release."""
    clauses = engine_clauses(results, timeline, timeline.newest)
    tests = counted(len(results.tests), "test")
    verb = "cite" if any(link.by == "citation" for test in results.tests for link in test.clauses) else "name"
    named = f"{tests} of {results.read:,} {verb}{'s' * (len(results.tests) == 1)}"
    yield f"{results.name}: {named} {counted(len(clauses), 'clause')}: {_outcomes(results)}"
    yield f"under the rules of {timeline.newest}: {_states(Counter(each.state for each in clauses.values()))}"
    yield from _switched(results)
    yield from _clauses(clauses, timeline, results.release)
    yield from _problems(results)


def _problems(results: EngineResults) -> Iterator[str]:
    """Yield a line for each number that names no clause of its release, with what is right and the tests."""
    named = ((test.full_name, each) for test in results.tests for each in test.clauses if each.problem)
    found = by_key(((each.number, each.release, each.problem), name) for name, each in named)
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
    for lineage, lineage_id, clause in sorted(found, key=lambda row: row[0].runs[-1].number.path if row[0] else ()):
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

    # checks, or an engine with its release in brackets.
    name: str
    # Clauses that its tests name.
    clauses: Count
    # How many of them are in which state.
    states: dict[str, Count]


class CoveredSection(AnswerRow, frozen=True):
    """A section or a subsection."""

    number: str
    clauses: Count
    # Clauses by player.
    claimed: dict[str, Count]
    nobody: Count


class Claim(AnswerRow, frozen=True):
    """What the tests of a player say of a clause."""

    player: str
    # How the clause stands: a state of crdiff.checks/1, or failed, or not in force.
    state: str
    # The first release that words a suspect clause differently from the release of the engine.
    since: Day | None
    passed: Count
    failed: Count
    skipped: Count
    # Tests proved able to fail.
    proved: Count


class ClaimedClause(AnswerRow, frozen=True):
    """A clause that tests name."""

    lineage: str
    number: str
    by: tuple[Claim, ...]


class CoverageAnswer(Document, frozen=True, tag="crdiff.coverage/1"):
    """Whose tests claim which rules and subrules of a release, as crdiff checks status --all and the site write it."""

    main = "claimed.by"
    release: Day
    # Rules and subrules in force, headings left out.
    clauses: Count
    players: tuple[CoveragePlayer, ...]
    # The sections, then the subsections.
    sections: tuple[CoveredSection, ...]
    # The clauses that tests name, in order.
    claimed: tuple[ClaimedClause, ...]
    # The numbers of the clauses that no test names.
    nobody: tuple[str, ...]


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


# Clauses named on one line; the JSON has them all.
_CONCERNED_MAX = 5


class ConcernRow(AnswerRow, frozen=True):
    """A check, and the clause for which a draft concerns it."""

    # Id of the check.
    check: str
    # Id of the clause's lineage.
    lineage: str
    state: Literal["suspect", "orphaned", "context changed"]
    # Number in the text the draft was made from.
    old: str
    # Number in the draft; null where it is gone.
    new: str | None
    # What changed around a clause whose context changed: numbers of cited clauses, and terms of the glossary in
    # quotation marks.
    because: tuple[str, ...]


class UndecidedRow(AnswerRow, frozen=True):
    """A check of which it cannot be known."""

    # Id of the check.
    check: str
    # The clause as the check names it.
    named: str
    why: str


CONCERNS = "crdiff.concerns/1"


class ConcernsAnswer(Document, frozen=True, tag=CONCERNS):
    """Which checks a draft concerns, as crdiff checks status --against --format json writes it."""

    main = "concerns"
    concerns: tuple[ConcernRow, ...]
    # Numbers in the draft of new clauses in scope, which no check plays.
    uncovered: tuple[str, ...]
    # Checks of which it cannot be known whether the draft concerns them, because a text is not held.
    undecided: tuple[UndecidedRow, ...]


@in_lines
def concerns_text(found: Concerned) -> Iterator[str]:
    """Return a line for each check that has to be looked at again, the count first; then what cannot be decided."""
    around = [concern for concern in found.concerns if concern.state is State.CONTEXT_CHANGED]
    checks = {concern.check.id for concern in found.concerns}
    unknown = {row.check.id for row in found.undecided}
    rest = f" for certain; of {len(unknown):,} it is unknown" if unknown else ""
    yield f"The draft concerns {_counted(checks)}{rest}."
    for concern in found.concerns:
        if concern.state is not State.CONTEXT_CHANGED:
            yield f"  {concern.state}: {became(str(concern.old), str(concern.new or ''))}, {concern.check.id}"
    yield from _around(around)
    yield from (f"  uncovered: {number} is new, and no check plays it" for number in found.uncovered)
    yield from _undecided(found.undecided)


def concerns_answer(found: Concerned) -> ConcernsAnswer:
    """Return the same as an answer; `new` is null where the draft has no such clause."""
    concerns = (row_of(ConcernRow, each, check=each.check.id, lineage=each.link.lineage) for each in found.concerns)
    undecided = (row_of(UndecidedRow, each, check=each.check.id, named=each.link.name) for each in found.undecided)
    return row_of(ConcernsAnswer, found, concerns=concerns, undecided=undecided)


def read_concerns(raw: bytes, path: str = "") -> ConcernsAnswer:
    """Return the answer that `raw` is as JSON, unknown keys ignored.

    Raises `CorpusError` where it is not ``crdiff.concerns/1``; `path` is for the error.
    """
    try:
        return msgspec.json.decode(raw, type=ConcernsAnswer)
    except (msgspec.MsgspecError, RecursionError) as error:
        expected = "JSON of crdiff.concerns/1, as 'crdiff checks status --against DRAFT --format json' writes it"
        raise CorpusError(f"not a file of concerns ({error!s:.200})", expected, path=path) from None


def as_reviewed(rows: Iterable[ConcernRow]) -> tuple[ReviewConcern, ...]:
    """Return the rows as a review has them."""
    return tuple(ReviewConcern(row.check, row.state, row.old, row.because) for row in rows)


def _counted(checks: Iterable[str]) -> str:
    count = len(set(checks))
    return counted(count, "check") if count else "no check"


def _around(concerns: Iterable[Concern]) -> Iterator[str]:
    """Yield a line for each thing that changed around checked clauses."""
    for because, rows in by_key((each.because, each) for each in concerns).items():
        numbers = listed(tuple(dict.fromkeys(str(row.old) for row in rows)), _CONCERNED_MAX)
        checks = _counted(row.check.id for row in rows)
        yield f"  {State.CONTEXT_CHANGED}: {numbers}, {checks}: {listed(because)} would say something else"


def _undecided(rows: Iterable[Undecided]) -> Iterator[str]:
    """Yield a line for each reason why it cannot be known whether checks are concerned."""
    for why, of_why in by_key((row.why, row) for row in rows).items():
        names = listed(tuple(dict.fromkeys(str(row.link.name) for row in of_why)), _CONCERNED_MAX)
        yield f"  {State.UNKNOWN}: {names}, {_counted(row.check.id for row in of_why)}: {why}"


# A state, the release since which the clause says what it says, what changed around it.
_Told = tuple[str, str, tuple[str, ...]]
_TO_READ = (State.SUSPECT, State.CONTEXT_CHANGED)


class ToRead(Struct, frozen=True):
    """A wording of a clause, or what changed around it, that its checks were not held against.

    `number` is that in the last of the releases, `because` what changed around the clause, `checks` their ids.
    """

    state: str
    number: str
    releases: Stretch[_Told]
    is_current: bool
    because: tuple[str, ...]
    checks: tuple[str, ...]

    def __str__(self) -> str:
        """Return the line that reports it, with the one command that accepts it."""
        because = f" (changed: {listed(self.because, _NAMED_MAX)})" if self.because else ""
        said = f"{self.state}: {self.number} {self._when()}{because}"
        accept = accept_command(self.number, self.releases.last, self.checks)
        return (
            f"{said}, {counted(len(self.checks), 'check')}: {listed(self.checks, _NAMED_MAX)}; once reviewed: {accept}"
        )

    def _when(self) -> str:
        if self.releases.count == 1:
            return f"of {self.releases.first}"
        count = f"({self.releases.count} releases)"
        if self.is_current:
            return f"since {self.releases.first} {count}"
        return f"of {self.releases.first} to {self.releases.last} {count}"


def to_read(report: CheckReport) -> tuple[ToRead, ...]:
    """Return what a report leaves to read, by the last release concerned, then in the report's order."""
    releases = report.dates
    found: dict[tuple[str, Stretch[_Told]], list[str]] = defaultdict(list)
    numbers: dict[tuple[str, str], str] = {}
    for check in report.checks:
        for lineage, told in _told(check, numbers).items():
            for stretch in stretches(releases, told):
                found[lineage, stretch].append(check.id)
    rows = [
        ToRead(
            stretch.told[0],
            numbers[lineage, stretch.last],
            stretch,
            stretch.last == releases[-1],
            stretch.told[2],
            tuple(dict.fromkeys(checks)),
        )
        for (lineage, stretch), checks in found.items()
    ]
    return tuple(sorted(rows, key=lambda row: row.releases.last))


def _told(check: CheckResult, numbers: dict[tuple[str, str], str]) -> Mapping[str, Mapping[str, _Told]]:
    """Return what is to be read of each lineage in each release, and note its `numbers` there."""
    found: dict[str, dict[str, _Told]] = defaultdict(dict)
    for run in check.runs:
        for of in run.clauses:
            if of.state in _TO_READ:
                found[of.lineage][run.release] = (of.state, of.since, of.context)
                numbers[of.lineage, run.release] = of.number
    return found


# States counted only where they occur.
_RARE = {State.COVERED_UNPROVED, State.UNKNOWN, State.NOT_PLAYED}


@in_lines
def outcomes_text(report: CheckReport) -> Iterator[str]:
    """Return what became of the checks: how many passed, and each one that did not with its reason."""
    outcomes = Counter(run.outcome for check in report.checks for run in check.runs)
    said = ", ".join(f"{count:,} {outcome}" for outcome, count in sorted(outcomes.items())) or "none played"
    yield f"{counted(len(report.checks), 'check')} in {counted(len(report.releases), 'release')}: {said}"
    releases = report.dates
    for check in report.checks:
        runs = (run for run in check.runs if run.outcome != "passed")
        for stretch in stretches(releases, {run.release: (run.outcome, run.message) for run in runs}):
            outcome, message = stretch.told
            yield f"  {outcome}: {check.id} under {stretch}: {message}"
    yield from _faults(report)


@in_lines
def states_text(report: CheckReport) -> Iterator[str]:
    """Return how every clause stands, after the counts: under each its numbers, and its state where that is another."""
    summary = report.summary
    shown = [(summary.count(state), state.in_a_list) for state in COUNTED if state not in _RARE or summary.count(state)]
    shown += [(summary.unproved, "unproved")] if summary.unproved else []
    counts = ", ".join(f"{count:,} {state}" for count, state in shown)
    yield from (f"{counted(summary.clauses, 'clause')}: {counts}", "")
    releases = report.dates
    for clause in report.clauses:
        yield from _clause(clause, releases)
    yield from (f"  {row}" for row in to_read(report))
    yield from _faults(report)


def scenarios_of(report: CheckReport, number: str) -> CheckReport:
    """Return the part of a report on the clauses called `number` in a release of the run; counts stay as they are.

    `number` may be the id of a lineage. Raises `UnknownNumber` where no clause in scope had that number.
    """
    clauses = tuple(
        each
        for each in report.clauses
        if each.lineage == number or any(place.number == number for place in each.releases)
    )
    if not clauses:
        raise UnknownNumber(f"no check and no scope names {number}", _near(report, number))
    lineages = {clause.lineage for clause in clauses}
    checks = tuple(each for each in report.checks if any(of.lineage in lineages for of in each.clauses))
    return replace(report, clauses=clauses, checks=checks)


def scenarios_text(report: CheckReport) -> str:
    """Return every clause of a report with the scenarios that play it, each with what came of it."""
    releases = report.dates
    lines: list[str] = []
    for clause in report.clauses:
        lines += _clause(clause, releases)
        for check in report.checks:
            if any(of.lineage == clause.lineage for of in check.clauses):
                lines += ["", *_scenario(check, clause.lineage, releases)]
        lines.append("")
    return "\n".join(lines)


def _scenario(check: CheckResult, lineage: str, releases: Sequence[str]) -> Iterator[str]:
    source = check.source
    yield f"    {check.name} ({source.path}:{source.line})"
    if check.title:
        yield f"      {check.title}"
    told = {
        run.release: (run.outcome, next((c.state for c in run.clauses if c.lineage == lineage), ""))
        for run in check.runs
    }
    for stretch in stretches(releases, told):
        outcome, state = stretch.told
        yield f"      {outcome} in {stretch}" + (f": {state}" if state not in {"", "covered"} else "")
    proofs = [run.proof for run in check.runs if run.proof]
    for behaviour in dict.fromkeys(red.behaviour for proof in proofs for red in proof.reds):
        yield f"      red when switched: {behaviour}"


def _near(report: CheckReport, number: str) -> str:
    known = {place.number for clause in report.clauses for place in clause.releases}
    return ", ".join(get_close_matches(number, sorted(known), n=3, cutoff=0.5)) or "a clause that a check plays"


def _clause(clause: ClauseResult, releases: Sequence[str]) -> Iterator[str]:
    places = clause.releases
    checks = len({check for place in places for check in place.checks})
    reason = f": {clause.reason}" if clause.reason else ""
    extent = f", {clause.extent}" if clause.extent else ""
    yield f"  {clause.number:8} {clause.state}{extent}{reason} ({counted(checks, 'check')})"
    told = {place.release: (place.number, place.state) for place in places}
    for stretch in stretches(releases, told):
        number, state = stretch.told
        yield f"  {'':8} {number:8} {stretch}" + (f": {state}" if state != clause.state else "")


def _faults(report: CheckReport) -> Iterator[str]:
    """Yield what is wrong with a check itself: no such clause, nothing that could make it fail."""
    for check in report.checks:
        for of in check.clauses:
            if of.problem:
                named = f"{of.named} of {of.release}" if of.release else of.named
                yield f"  {of.state}: {check.id} names {named}: {of.problem}"
        if check.proved is False:
            yield f"  unproved: {check.id}: nothing shows that it can fail"


@in_lines
def mutants_text(results: MutationResults, report: CheckReport) -> Iterator[str]:
    """Return how many mutants the checks of each clause of a run tried and noticed, with those that none noticed."""
    tried = {place for play in results.plays for place in play.tried}
    noticed = {place for play in results.plays for place in play.noticed}
    unreached = len(results.mutants) - len(tried)
    yield f"{counted(len(tried), 'mutant')} tried: {len(noticed):,} noticed, {len(tried - noticed):,} survive"
    if unreached:
        yield f"{counted(unreached, 'mutant')} of code that no check runs"
    by_clause = mutants_by_clause(results)
    for clause in report.clauses:
        if count := by_clause.get(clause.lineage):
            survive = f", {len(count.survivors):,} survive" if count.survivors else ""
            yield f"  {clause.number:8} {count.tried:,} tried, {count.noticed:,} noticed by its checks{survive}"
            yield from (f"  {'':8} {mutant}" for mutant in count.survivors)


class AcceptedReview(AnswerRow, frozen=True):
    """A review that was recorded."""

    # Id of the check.
    check: str
    # Id of the clause's lineage.
    lineage: str
    # Effective date.
    release: Day
    # Fingerprint of the wording.
    wording: str
    reason: str


class AcceptedAnswer(Document, frozen=True, tag="crdiff.accepted/1"):
    """Reviews recorded, as crdiff checks accept --format json writes it."""

    main = "accepted"
    accepted: tuple[AcceptedReview, ...]


@in_lines
def accepted_text(reviews: Sequence[Review]) -> Iterator[str]:
    """Return a line for each check whose review was recorded."""
    for review in reviews:
        yield f"accepted: {review.check} for {review.lineage} as worded in {review.release}"


def accepted_answer(reviews: Sequence[Review]) -> AcceptedAnswer:
    """Return the reviews as an answer."""
    return row_of(AcceptedAnswer, accepted=reviews)
