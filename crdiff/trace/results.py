"""What a run of checks found, and the JSON value of ``crdiff.checks/1``.

The value, with releases in time order, clauses by the last release that has them and their number there, checks by id::

    {"schema": "crdiff.checks/1",
     "summary": {"clauses": 0, "covered": 0, "informational": 0, "uncovered": 0, "suspect": 0, "context changed": 0,
                 "unknown": 0, "not played": 0, "unproved": 0, "predated": 0, "orphaned": 0, "pending": 0, "checks": 0,
                 "runs": 0, "failed": 0},
     "releases": [{"release": "2008-02-01", "clauses": 0, …the counts of states…, "behaviours": ["…in force"]}],
     "clauses": [{"lineage": "2003-10-01-507.3a", "number": "720.5a",        # in the newest release that has it
                  "state": "covered", "reason": "",                          # why it is informational
                  "releases": [{"release": "2008-02-01", "number": "507.3a", "state": "covered", "checks": ["id"]}]}],
     "checks": [{"id": "tests/rules/test_costs.py::test_…", "name": "the controlled players mana pays",
                 "title": "first line of the docstring", "description": "the rest of it",
                 "source": {"path": "tests/rules/test_costs.py", "line": 12, "text": "def test_…"},
                 "clauses": [{"named": "720.5a", "release": "2024-06-07", "says": "", "lineage": "2003-10-01-507.3a",
                              "state": "covered", "today": "720.5a in 2024-06-07", "problem": ""}],
                 "runs": [{"release": "2008-02-01", "outcome": "passed|failed|skipped|not run", "message": "",
                           "clauses": [{"lineage": "…", "number": "507.3a", "state": "covered",
                                         "since": "2005-08-01", "context": []}],
                           "proof": {"holds": true, "unproved": [], "foreign": [],
                                     "reds": [{"behaviour": "…", "was_on": true, "lineages": ["…"], "failure": "…"}]}}],
                 "proved": true}],                                           # null where there is nothing to prove
     "behaviours": [{"behaviour": "…", "lineages": ["…"], "releases": ["…in which it is in force"]}]}

A clause counts once in `summary`, under the worst of its states in the releases of the run: suspect, uncovered, context
changed, unknown, predated, covered, not played. `unknown` in `summary` also counts the links of which no clause is
known. `since` of a run's clause is the first release held that says what it says, "" where its text is not held;
`context` names what changed around it. `proof` is null for a check that does not play on the
model, or that did not pass.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from crdiff.errors import CorpusError
from crdiff.game.rules import Behaviour
from crdiff.history.lineage import Lineage
from crdiff.model.number import ClauseNumber
from crdiff.trace.links import Binding, link, today
from crdiff.trace.proof import InversionProof, clauses_behind
from crdiff.trace.reviews import Review
from crdiff.trace.scope import Scope, clauses_in_scope, reasons_by_lineage
from crdiff.trace.states import (
    OF_A_CLAUSE,
    WORST_FIRST,
    State,
    context_of,
    state_of_clause,
    state_of_link,
    without_clause,
)
from crdiff.trace.switches import rule_set
from crdiff.trace.timeline import ClauseName, InForce, Timeline, release_name, release_named

SCHEMA = "crdiff.checks/1"
PASSED = "passed"
NOT_RUN = "not run"


@dataclass(frozen=True, slots=True)
class Run:
    """A check played under the rules of one release. `outcome`: passed, failed, skipped or not run."""

    release: date
    outcome: str = NOT_RUN
    message: str = ""
    proof: InversionProof | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """A check: who it is (`id` as pytest names it), where it stands, the clauses it names, what came of it.

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


@dataclass(frozen=True, slots=True)
class CheckCoverage:
    """Everything that states are worked out from. `releases`: those asked about, oldest first."""

    timeline: Timeline
    releases: tuple[date, ...]
    checks: tuple[Check, ...]
    reviews: tuple[Review, ...] = ()
    scope: Scope = field(default_factory=Scope)
    _reviews_of: Mapping[str, Sequence[Review]] = field(init=False, repr=False, compare=False)
    _links: dict[ClauseName, Binding] = field(init=False, repr=False, compare=False, default_factory=dict)
    _states: dict[tuple[str, ClauseName, date], State] = field(
        init=False, repr=False, compare=False, default_factory=dict
    )

    def __post_init__(self) -> None:
        """Index the reviews by their check."""
        found: dict[str, list[Review]] = defaultdict(list)
        for review in self.reviews:
            found[review.check].append(review)
        object.__setattr__(self, "_reviews_of", found)

    def links(self, check: Check) -> tuple[Binding, ...]:
        """Return the links of a check to the clauses it names."""
        for name in check.clauses:
            if name not in self._links:
                self._links[name] = link(self.timeline, name)
        return tuple(self._links[name] for name in check.clauses)

    def state(self, check: Check, of: Binding, release: date) -> State:
        """Return the state of one link in one release."""
        key = check.id, of.name, release
        if key not in self._states:
            standing = of.stands_in(self.timeline, release)
            self._states[key] = state_of_link(self.timeline, of, standing, self._reviews(check), release)
        return self._states[key]

    def context(self, check: Check, of: Binding, release: date) -> tuple[str, ...]:
        """Return what changed around a link whose context changed: numbers, and terms in quotation marks."""
        return context_of(self.timeline, of, self._reviews(check), release)

    def _reviews(self, check: Check) -> Sequence[Review]:
        return self._reviews_of.get(check.id, ())


def checks_json(coverage: CheckCoverage) -> dict[str, Any]:
    """Return the value of ``crdiff.checks/1`` for a run, in the shape this module describes."""
    checks = sorted(coverage.checks, key=lambda check: check.id)
    clauses = _clauses(coverage, checks)
    shown = [_check(coverage, check) for check in checks]
    return {
        "schema": SCHEMA,
        "summary": _summary(clauses, shown),
        "releases": [_release(coverage, clauses, release) for release in coverage.releases],
        "clauses": clauses,
        "checks": shown,
        "behaviours": _behaviours(coverage),
    }


def read_checks(value: Mapping[str, Any]) -> tuple[Check, ...]:
    """Return the checks in a value that `checks_json` made, outcomes included and proofs left out.

    Raises `CorpusError` for any other value.
    """
    if value.get("schema") != SCHEMA:
        raise CorpusError(f"no results of checks but {value.get('schema')!r}", SCHEMA)
    return tuple(
        Check(
            id=check["id"],
            title=check["title"],
            description=check["description"],
            path=check["source"]["path"],
            line=check["source"]["line"],
            text=check["source"]["text"],
            clauses=tuple(ClauseName.of(of["named"], of["release"], of["says"]) for of in check["clauses"]),
            runs=tuple(Run(release_named(run["release"]), run["outcome"], run["message"]) for run in check["runs"]),
        )
        for check in value["checks"]
    )


def reviews_of(coverage: CheckCoverage, lineage: str, release: date, reason: str) -> tuple[Review, ...]:
    """Return the reviews that accept the wording of `lineage` in `release`, and what stands around it.

    They are of the checks that name it and are not covered there; of all that name it where every one is covered.
    """
    wording = coverage.timeline.wordings.get((lineage, release))
    if wording is None:
        return ()
    linked = [(check, of) for check in coverage.checks for of in coverage.links(check) if of.lineage == lineage]
    named = [(check, of) for check, of in linked if of.stands_in(coverage.timeline, release)]
    open_ = [(check, of) for check, of in named if coverage.state(check, of, release) is not State.COVERED]
    return tuple(Review(check.id, lineage, release, wording.fingerprint, reason) for check, _ in open_ or named)


def accept_command(number: str, release: str) -> str:
    """Return the command that accepts the wording of `number` in `release` after a review."""
    return f'crdiff checks accept {number} --release {release} --reason "…"'


def _clauses(coverage: CheckCoverage, checks: Sequence[Check]) -> list[dict[str, Any]]:
    linked = [(check, of) for check in checks for of in coverage.links(check)]
    reasons = reasons_by_lineage(coverage.timeline, coverage.scope)
    rows: dict[str, dict[str, Any]] = {}
    named = {of.lineage for check, of in linked if of.lineage and check.runs}
    for release in coverage.releases:
        for standing in clauses_in_scope(coverage.timeline, coverage.scope, release, named):
            row = rows.setdefault(standing.lineage, {"lineage": standing.lineage, "releases": []})
            row["number"] = str(standing.number)
            row["releases"].append(_clause_in(coverage, linked, standing, release, reasons))
    for lineage, row in rows.items():
        states = {place["state"] for place in row["releases"]}
        row["state"] = next(state.value for state in WORST_FIRST if state.value in states)
        row["reason"] = reasons.get(lineage, "")
    in_order = sorted(
        rows.values(), key=lambda row: (row["releases"][-1]["release"], ClauseNumber.parse(row["number"]))
    )
    return [{key: row[key] for key in ("lineage", "number", "state", "reason", "releases")} for row in in_order]


def _clause_in(
    coverage: CheckCoverage,
    linked: Iterable[tuple[Check, Binding]],
    standing: InForce,
    release: date,
    reasons: Mapping[str, str],
) -> dict[str, Any]:
    named = [(check, of) for check, of in linked if of.lineage == standing.lineage]
    outcomes = [_outcome(check, release) for check, _ in named]
    here = [each for each, outcome in zip(named, outcomes, strict=True) if outcome]
    passed = [each for each, outcome in zip(named, outcomes, strict=True) if outcome in {PASSED, NOT_RUN}]
    state = state_of_clause(coverage.state(check, of, release) for check, of in passed)
    if standing.lineage in reasons and state is State.UNCOVERED:
        state = State.INFORMATIONAL
    if not here and not coverage.scope.clauses:
        state = State.NOT_PLAYED
    ids = [check.id for check, _ in here]
    return {"release": release_name(release), "number": str(standing.number), "state": state.value, "checks": ids}


def _outcome(check: Check, release: date) -> str:
    """Return what came of a check in a release, "" where it is not one of its runs."""
    return next((run.outcome for run in check.runs if run.release == release), "")


def _check(coverage: CheckCoverage, check: Check) -> dict[str, Any]:
    links = coverage.links(check)
    runs = [_run(coverage, check, links, run) for run in check.runs]
    return {
        "id": check.id,
        "name": check.name,
        "title": check.title,
        "description": check.description,
        "source": {"path": check.path, "line": check.line, "text": check.text},
        "clauses": [_link(coverage, of, runs) for of in links],
        "runs": runs,
        "proved": check.proved,
    }


def _link(coverage: CheckCoverage, of: Binding, runs: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    lineage = coverage.timeline.lineage(of.lineage or "")
    states = {clause["state"] for run in runs for clause in run["clauses"] if clause["lineage"] == of.lineage}
    without = without_clause(of) if lineage is None else _unplayed(lineage, coverage.releases)
    worst = next((state for state in WORST_FIRST if state.value in states), without)
    return {
        "named": of.name.number,
        "release": release_name(of.name.release) if of.name.release else "",
        "says": of.name.says,
        "lineage": of.lineage,
        "state": worst.value,
        "today": today(coverage.timeline, of.name) if lineage else "",
        "problem": of.problem,
    }


def _unplayed(lineage: Lineage[ClauseNumber], releases: Iterable[date]) -> State:
    """Return the state of a link whose check was played in none of `releases`."""
    return State.UNKNOWN if any(map(lineage.is_unknown_in, releases)) else State.NOT_PLAYED


def _run(coverage: CheckCoverage, check: Check, links: Sequence[Binding], run: Run) -> dict[str, Any]:
    clauses = [
        _played(coverage, check, of, run.release, standing.number)
        for of in links
        if (standing := of.stands_in(coverage.timeline, run.release))
    ]
    proof = _proof(run.proof) if run.proof else None
    return {
        "release": release_name(run.release),
        "outcome": run.outcome,
        "message": run.message,
        "clauses": clauses,
        "proof": proof,
    }


def _played(coverage: CheckCoverage, check: Check, of: Binding, release: date, number: ClauseNumber) -> dict[str, Any]:
    state = coverage.state(check, of, release)
    context = coverage.context(check, of, release) if state is State.CONTEXT_CHANGED else ()
    senses = coverage.timeline.senses(of.lineage or "")
    since = next((release_name(each) for each, sense in senses.items() if sense == senses.get(release)), "")
    return {
        "lineage": of.lineage,
        "number": str(number),
        "state": state.value,
        "since": since,
        "context": list(context),
    }


def _proof(proof: InversionProof) -> dict[str, Any]:
    reds = [
        {
            "behaviour": red.behaviour.value,
            "was_on": red.was_on,
            "lineages": list(red.lineages),
            "failure": red.failure,
        }
        for red in proof.reds
    ]
    foreign = [red.behaviour.value for red in proof.foreign]
    return {"holds": proof.holds, "unproved": list(proof.unproved), "foreign": foreign, "reds": reds}


def _release(coverage: CheckCoverage, clauses: Iterable[Mapping[str, Any]], release: date) -> dict[str, Any]:
    places = [place for row in clauses for place in row["releases"] if place["release"] == release_name(release)]
    counts = Counter(place["state"] for place in places)
    rules = rule_set(coverage.timeline, release)
    in_force = [behaviour.value for behaviour in Behaviour if rules.has(behaviour)]
    return {
        "release": release_name(release),
        "clauses": len(places),
        **{state.value: counts[state.value] for state in OF_A_CLAUSE},
        "behaviours": in_force,
    }


def _behaviours(coverage: CheckCoverage) -> list[dict[str, Any]]:
    behind = clauses_behind(coverage.timeline)
    rules = {release: rule_set(coverage.timeline, release) for release in coverage.releases}
    return [
        {
            "behaviour": behaviour.value,
            "lineages": list(behind[behaviour]),
            "releases": [release_name(release) for release in coverage.releases if rules[release].has(behaviour)],
        }
        for behaviour in Behaviour
    ]


def _summary(clauses: Sequence[Mapping[str, Any]], checks: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    states = Counter(row["state"] for row in clauses)
    shown = {row["lineage"] for row in clauses}
    unfound = Counter(of["state"] for check in checks for of in check["clauses"] if of["lineage"] not in shown)
    outcomes = Counter(run["outcome"] for check in checks for run in check["runs"])
    return {
        "clauses": len(clauses),
        "covered": states[State.COVERED.value],
        "informational": states[State.INFORMATIONAL.value],
        "uncovered": states[State.UNCOVERED.value],
        "suspect": states[State.SUSPECT.value],
        "context changed": states[State.CONTEXT_CHANGED.value],
        "unknown": states[State.UNKNOWN.value] + unfound[State.UNKNOWN.value],
        "not played": states[State.NOT_PLAYED.value],
        "unproved": sum(check["proved"] is False for check in checks),
        "predated": states[State.PREDATED.value],
        "orphaned": unfound[State.ORPHANED.value],
        "pending": unfound[State.PENDING.value],
        "checks": len(checks),
        "runs": sum(outcomes.values()),
        "failed": outcomes["failed"],
    }
