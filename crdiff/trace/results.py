"""Checks with their runs, the states of their links, and the report made of them (`crdiff.trace.report`)."""

from __future__ import annotations

import shlex
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache, cached_property, partial

from msgspec import Struct, field
from msgspec.structs import replace

from crdiff.game.rules import Behaviour, RuleSet
from crdiff.model.number import ClauseNumber
from crdiff.text.groups import by_key
from crdiff.trace.beside import Review, Scope, clauses_in_scope, reasons_by_lineage
from crdiff.trace.links import Binding, link, today
from crdiff.trace.report import (
    BehaviourResult,
    CheckedPlace,
    CheckProof,
    CheckReport,
    CheckResult,
    CheckRun,
    CheckSource,
    ClauseResult,
    NamedClause,
    Outcome,
    PlayedClause,
    ReleaseResult,
    RunSummary,
)
from crdiff.trace.sentences import rule_sentences, sentences_held
from crdiff.trace.states import (
    OF_A_CLAUSE,
    WORST_FIRST,
    ReviewedWording,
    State,
    context_of,
    readings_of,
    state_of_clause,
    state_of_link,
    without_clause,
)
from crdiff.trace.switches import clauses_behind, rule_set
from crdiff.trace.timeline import ClauseName, InForce, Timeline, release_name, release_named

# Outcomes with which a check covers its clauses.
_PLAYED_WELL = {"passed", "not run"}
# States of links that count in the summary though no clause in scope has them.
_OF_NO_CLAUSE = {State.UNKNOWN, State.ORPHANED, State.PENDING}


class Run(Struct, frozen=True):
    """A check played under the rules of one release. `outcome`: passed, failed, skipped or not run."""

    release: date
    outcome: Outcome = "not run"
    message: str = ""
    proof: CheckProof | None = None


class Check(Struct, frozen=True):
    """A check: its `id` as pytest gives it, its docstring, its source, the clauses it names, and its runs.

    `line` counts from 1, `text` is its source. `runs` are in the order of the releases.
    """

    id: str
    title: str
    description: str
    path: str
    line: int
    text: str
    clauses: tuple[ClauseName, ...]
    runs: tuple[Run, ...] = ()

    @property
    def name(self) -> str:
        """The name of the test function as words."""
        return self.id.rpartition("::")[2].removeprefix("test_").replace("_", " ")

    @property
    def proved(self) -> bool | None:
        """Whether every proof made holds; None where none was."""
        proofs = [run.proof for run in self.runs if run.proof]
        return all(proof.holds for proof in proofs) if proofs else None


class CheckCoverage(Struct, frozen=True, dict=True):
    """Everything that determines the states of links. `releases`: those to report on, oldest first."""

    timeline: Timeline
    releases: tuple[date, ...]
    checks: tuple[Check, ...]
    reviews: tuple[Review, ...] = ()
    scope: Scope = field(default_factory=Scope)

    @cached_property
    def rules(self) -> Mapping[date, RuleSet]:
        """The behaviours in force in each release to report on."""
        return {release: rule_set(self.timeline, release) for release in self.releases}

    @cached_property
    def _readings(self) -> Callable[[str, Binding], tuple[ReviewedWording, ...]]:
        reviews = by_key((review.check, review) for review in self.reviews)
        return cache(lambda check, of: readings_of(self.timeline, of, reviews.get(check, ())))

    @cached_property
    def _states(self) -> Callable[[str, Binding, date], State]:
        return cache(lambda check, of, release: state_of_link(self.timeline, of, self._readings(check, of), release))

    @cached_property
    def _link(self) -> Callable[[ClauseName], Binding]:
        return cache(partial(link, self.timeline))

    def links(self, check: Check) -> tuple[Binding, ...]:
        """Return the links of a check to the clauses it names."""
        return tuple(map(self._link, check.clauses))

    def state(self, check: Check, of: Binding, release: date) -> State:
        """Return the state of one link in one release."""
        return self._states(check.id, of, release)

    def context(self, check: Check, of: Binding, release: date) -> tuple[str, ...]:
        """Return what changed around a link whose context changed: numbers, and terms in quotation marks."""
        return context_of(self.timeline, of, self._readings(check.id, of), release)


def report_of(coverage: CheckCoverage) -> CheckReport:
    """Return the report of a run."""
    checks = sorted(coverage.checks, key=lambda check: check.id)
    clauses = _clauses(coverage, checks)
    shown = tuple(_check(coverage, check) for check in checks)
    return CheckReport(
        summary=_summary(clauses, shown),
        releases=tuple(_releases(coverage, clauses)),
        clauses=clauses,
        checks=shown,
        behaviours=tuple(_behaviours(coverage)),
    )


def checks_of(report: CheckReport) -> tuple[Check, ...]:
    """Return the checks of a report, outcomes included and proofs left out."""
    return tuple(
        Check(
            id=check.id,
            title=check.title,
            description=check.description,
            path=check.source.path,
            line=check.source.line,
            text=check.source.text,
            clauses=tuple(ClauseName.of(of.named, of.release, of.says) for of in check.clauses),
            runs=tuple(Run(release_named(run.release), run.outcome, run.message) for run in check.runs),
        )
        for check in report.checks
    )


def reviews_of(coverage: CheckCoverage, lineage: str, release: date, reason: str) -> tuple[Review, ...]:
    """Return the reviews that accept the wording of `lineage` in `release`, and its context.

    They are of the checks that name it and are not covered there; of all that name it where every one is covered.
    """
    wording = coverage.timeline.wordings.get((lineage, release))
    if wording is None:
        return ()
    linked = [(check, of) for check in coverage.checks for of in coverage.links(check) if of.lineage == lineage]
    named = [(check, of) for check, of in linked if of.stands_in(coverage.timeline, release)]
    open_ = [(check, of) for check, of in named if coverage.state(check, of, release) is not State.COVERED]
    return tuple(Review(check.id, lineage, release, wording.fingerprint, reason) for check, _ in open_ or named)


def accept_command(number: str, release: str, checks: Iterable[str]) -> str:
    """Return the command that accepts the wording of `number` in `release` after a review, for `checks` by their ids.

    It names their files: without PATHS, checks outside of ``tests/rules`` would not be found.
    """
    files = dict.fromkeys(check.partition("::")[0] for check in checks)
    return f'crdiff checks accept {number} {shlex.join(files)} --at {release} --reason "…"'


# A check, one of its links, and its runs by release.
_Linked = tuple[Check, Binding, Mapping[date, Run]]


def _clauses(coverage: CheckCoverage, checks: Sequence[Check]) -> tuple[ClauseResult, ...]:
    linked = [(check, of) for check in checks for of in coverage.links(check)]
    runs_of = {check.id: {run.release: run for run in check.runs} for check in checks}
    by_lineage = by_key((of.lineage or "", (check, of, runs_of[check.id])) for check, of in linked)
    reasons = reasons_by_lineage(coverage.timeline, coverage.scope.informational)
    stipulated = reasons_by_lineage(coverage.timeline, coverage.scope.stipulated)
    named = {of.lineage for check, of in linked if of.lineage and check.runs}
    places: dict[str, list[CheckedPlace]] = defaultdict(list)
    for release in coverage.releases:
        for standing in clauses_in_scope(coverage.timeline, coverage.scope, release, named):
            place = _clause_in(coverage, by_lineage.get(standing.lineage, ()), standing, release)
            is_informational = place.state is State.UNCOVERED and standing.lineage in reasons
            places[standing.lineage].append(replace(place, state=State.INFORMATIONAL) if is_informational else place)
    held = {
        lineage: _held(coverage, by_lineage.get(lineage, ()), lineage, release_named(at[-1].release))
        for lineage, at in places.items()
    }
    in_order = sorted(places.items(), key=lambda row: (row[1][-1].release, ClauseNumber.parse(row[1][-1].number)))
    return tuple(
        ClauseResult(
            lineage,
            at[-1].number,
            min((place.state for place in at), key=WORST_FIRST.index),
            reasons.get(lineage, ""),
            tuple(at),
            stipulated.get(lineage, ""),
            sentences=held[lineage][0],
            held=held[lineage][1],
        )
        for lineage, at in in_order
    )


def _held(
    coverage: CheckCoverage, linked_to: Iterable[_Linked], lineage: str, release: date
) -> tuple[int, tuple[int, ...]]:
    """Return how many sentences a clause has in a release, and which of them checks hold that pass there."""
    wording = coverage.timeline.wordings.get((lineage, release))
    passing = ((check, of) for check, of, runs in linked_to if release in runs and runs[release].outcome == "passed")
    held = (each for check, of in passing for each in _holds(coverage, check, of, (release,)))
    return len(rule_sentences(wording.text)) if wording else 0, tuple(sorted(set(held)))


def _holds(coverage: CheckCoverage, check: Check, of: Binding, releases: Sequence[date]) -> tuple[int, ...]:
    """Return the sentences that a check holds in the newest of some releases whose text is held."""
    texts = [each.text for day in releases if (each := coverage.timeline.wordings.get((of.lineage or "", day)))]
    said = f"{check.name} {check.title} {check.description}"
    return sentences_held(texts[-1], of.name.says, said) if texts else ()


def _clause_in(coverage: CheckCoverage, linked_to: Iterable[_Linked], standing: InForce, release: date) -> CheckedPlace:
    named = [(check, of, runs.get(release)) for check, of, runs in linked_to]
    passed = [(check, of, run) for check, of, run in named if run and run.outcome in _PLAYED_WELL]
    ids = tuple(check.id for check, _, run in named if run)
    state = State.NOT_PLAYED
    if ids or coverage.scope.clauses:
        state = state_of_clause(_as_proved(coverage.state(check, of, release), run) for check, of, run in passed)
    return CheckedPlace(release_name(release), str(standing.number), state, ids)


def _as_proved(state: State, run: Run) -> State:
    """Return the state of a link, covered only where the check is proved able to fail."""
    is_proved = run.outcome != "passed" or (run.proof is not None and run.proof.holds)
    return state if is_proved or state is not State.COVERED else State.COVERED_UNPROVED


def _check(coverage: CheckCoverage, check: Check) -> CheckResult:
    links = coverage.links(check)
    runs = tuple(_run(coverage, check, links, run) for run in check.runs)
    return CheckResult(
        id=check.id,
        name=check.name,
        title=check.title,
        description=check.description,
        source=CheckSource(check.path, check.line, check.text),
        clauses=tuple(_link(coverage, check, of, runs) for of in links),
        runs=runs,
        proved=check.proved,
    )


def _link(coverage: CheckCoverage, check: Check, of: Binding, runs: Sequence[CheckRun]) -> NamedClause:
    lineage = coverage.timeline.lineage(of.lineage or "")
    states = {clause.state for run in runs for clause in run.clauses if clause.lineage == of.lineage}
    is_unknown = lineage is not None and any(map(lineage.is_unknown_in, coverage.releases))
    unplayed = State.UNKNOWN if is_unknown else State.NOT_PLAYED if lineage else without_clause(of)
    return NamedClause(
        named=of.name.number,
        release=release_name(of.name.release) if of.name.release else "",
        says=of.name.says,
        lineage=of.lineage,
        state=min(states, key=WORST_FIRST.index, default=unplayed),
        today=today(coverage.timeline, of) if lineage else "",
        problem=of.problem,
        holds=_holds(coverage, check, of, [release_named(run.release) for run in runs]),
    )


def _run(coverage: CheckCoverage, check: Check, links: Sequence[Binding], run: Run) -> CheckRun:
    clauses = tuple(
        _played(coverage, check, of, run, standing)
        for of in links
        if (standing := of.stands_in(coverage.timeline, run.release))
    )
    return CheckRun(release_name(run.release), run.outcome, run.message, clauses, run.proof)


def _played(coverage: CheckCoverage, check: Check, of: Binding, run: Run, standing: InForce) -> PlayedClause:
    release = run.release
    state = _as_proved(coverage.state(check, of, release), run)
    context = coverage.context(check, of, release) if state is State.CONTEXT_CHANGED else ()
    senses = coverage.timeline.senses(standing.lineage)
    said = senses.get(release)
    since = next((release_name(each) for each, sense in senses.items() if sense == said), "")
    return PlayedClause(standing.lineage, str(standing.number), state, since, context)


def _releases(coverage: CheckCoverage, clauses: Iterable[ClauseResult]) -> Iterator[ReleaseResult]:
    """Yield what became of each release: how many of its clauses have which state, and how the model played."""
    states: dict[str, Counter[State]] = defaultdict(Counter)
    for row in clauses:
        for place in row.releases:
            states[place.release][place.state] += 1
    for release in coverage.releases:
        name = release_name(release)
        rules = coverage.rules[release]
        yield ReleaseResult(
            release=name,
            clauses=states[name].total(),
            **_by_field(states[name], OF_A_CLAUSE),
            behaviours=tuple(behaviour.value for behaviour in Behaviour if behaviour in rules.behaviours),
        )


def _by_field(counts: Mapping[State, int], states: Iterable[State]) -> dict[str, int]:
    return {state.name.lower(): counts[state] for state in states}


def _behaviours(coverage: CheckCoverage) -> Iterator[BehaviourResult]:
    behind = clauses_behind(coverage.timeline)
    for behaviour in Behaviour:
        on = (release for release, rules in coverage.rules.items() if behaviour in rules.behaviours)
        releases = tuple(map(release_name, on))
        yield BehaviourResult(behaviour.value, behind[behaviour], releases)


def _summary(clauses: Sequence[ClauseResult], checks: Sequence[CheckResult]) -> RunSummary:
    shown = {row.lineage for row in clauses}
    counts = Counter(row.state for row in clauses)
    counts += Counter(
        of.state for check in checks for of in check.clauses if of.lineage not in shown and of.state in _OF_NO_CLAUSE
    )
    outcomes = Counter(run.outcome for check in checks for run in check.runs)
    return RunSummary(
        clauses=len(clauses),
        **_by_field(counts, State),
        unproved=sum(check.proved is False for check in checks),
        checks=len(checks),
        runs=sum(outcomes.values()),
        failed=outcomes["failed"],
    )
