"""What a run of checks found, as JSON and for a terminal: outcomes, coverage, findings, mutants, reviews."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches

from msgspec import Struct
from msgspec.structs import replace

from crdiff.errors import UnknownNumber
from crdiff.reports.answer import AnswerRow, Day, Document, row_of
from crdiff.reports.phrases import counted, in_lines, listed
from crdiff.trace.beside import Review
from crdiff.trace.links import Stretch, stretches
from crdiff.trace.mutants import MutationResults, mutants_by_clause
from crdiff.trace.report import CheckReport, CheckResult, ClauseResult
from crdiff.trace.results import accept_command
from crdiff.trace.states import COUNTED, State

_Told = tuple[str, str, tuple[str, ...]]
"""A state, the release since which the clause says what it says, what changed around it."""
_TO_READ = (State.SUSPECT, State.CONTEXT_CHANGED)
_NAMED_MAX = 3
"""Checks or citations named on one line; the JSON has them all."""


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


_RARE = {State.COVERED_UNPROVED, State.UNKNOWN, State.NOT_PLAYED}
"""States counted only where they occur."""


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
    yield f"  {clause.number:8} {clause.state}{reason} ({counted(checks, 'check')})"
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

    check: str
    """Id of the check."""
    lineage: str
    """Id of the clause's lineage."""
    release: Day
    """Effective date."""
    wording: str
    """Fingerprint of the wording."""
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
