"""The page on checks: which clauses a test holds to account in which release, and every check opened."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from crdiff.pages import address
from crdiff.pages.badges import ICONS
from crdiff.pages.check_results import CheckResult, CheckResults, ClauseResult, Place, Red
from crdiff.pages.english import counted, numeral, sentence
from crdiff.pages.library import Library
from crdiff.pages.render import Head, render

STATES = {
    "covered": "a check plays it and passes, reviewed against this wording",
    "suspect": "its wording changed since the check was reviewed",
    "failed": "a check fails",
    "predated": "its checks were reviewed against a later wording",
    "informational": "nothing in it could be played; the reason is recorded",
    "uncovered": "no check plays it",
    "absent": "not in force",
}


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """A clause in all releases of the run: in each the state of its checks, ``absent`` where it is not in force."""

    id: str
    number: str
    title: str
    href: str
    reason: str
    states: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RunView:
    """A check in one release."""

    release: str
    icon: str
    words: str
    message: str


@dataclass(frozen=True, slots=True)
class CheckView:
    """A check opened; `clauses` are (number and release as named, address or "")."""

    id: str
    icon: str
    state: str
    title: str
    description: str
    clauses: tuple[tuple[str, str], ...]
    runs: tuple[RunView, ...]
    source: str
    text: str
    proof: str
    reds: tuple[Red, ...]


@dataclass(frozen=True, slots=True)
class CheckRow:
    """A check in the list of all; `href` opens it on the page of a clause, `problem` says why there is none."""

    id: str
    icon: str
    state: str
    title: str
    href: str
    clauses: tuple[tuple[str, str], ...]
    problem: str


@dataclass(frozen=True, slots=True)
class CheckGroup:
    """The checks of one module, under its name in words."""

    title: str
    checks: tuple[CheckRow, ...]


@dataclass(frozen=True, slots=True)
class ChecksView:
    """What `checks.html` shows; `releases` head the columns of the matrix, `states` are those that occur in it."""

    lead: str
    releases: tuple[str, ...]
    rows: tuple[MatrixRow, ...]
    states: tuple[tuple[str, str], ...]
    groups: tuple[CheckGroup, ...]


def checks_page(library: Library) -> bytes:
    """Return the page on checks; without results it says how to get them."""
    head = Head(
        address=address.CHECKS,
        title="Checks · crdiff",
        description="Executable checks bound to clauses of the Comprehensive Rules, and what they say in each release.",
        part=address.CHECKS,
        data=address.as_json(address.CHECKS) if library.checks else "",
    )
    return render("checks.html", head, _view(library, library.checks) if library.checks else None)


def view_check(check: CheckResult, library: Library) -> CheckView:
    """Return a check as pages show it."""
    state = _state(check)
    proofs = [run.proof for run in check.runs if run.proof]
    return CheckView(
        id=address.fragment(check.id),
        icon=ICONS[state],
        state=_say(check, state),
        title=check.title or sentence(check.name),
        description=check.description,
        clauses=_clauses(check, library),
        runs=tuple(_run(run.release, run.outcome, run.message) for run in check.runs),
        source=f"{check.source.path}:{check.source.line}",
        text=check.source.text,
        proof=_proof(check),
        reds=proofs[-1].reds if proofs else (),
    )


def _view(library: Library, results: CheckResults) -> ChecksView:
    releases = tuple(release.release for release in results.releases)
    rows = tuple(_row(clause, releases, library, results) for clause in results.clauses)
    seen = {state for row in rows for state in row.states}
    return ChecksView(
        lead=_lead(results),
        releases=releases,
        rows=rows,
        states=tuple((state, words) for state, words in STATES.items() if state in seen),
        groups=tuple(_groups(results, library)),
    )


def _groups(results: CheckResults, library: Library) -> Iterator[CheckGroup]:
    for path, checks in groupby(results.checks, key=lambda check: check.source.path):
        name = path.rpartition("/")[2].removesuffix(".py").removeprefix("test_").replace("_", " ")
        yield CheckGroup(sentence(name).rstrip("."), tuple(_check_row(check, library) for check in checks))


def _check_row(check: CheckResult, library: Library) -> CheckRow:
    state = _state(check)
    clauses = _clauses(check, library)
    opened = next((where for _, where in clauses if where), "")
    return CheckRow(
        id=address.fragment(check.id),
        icon=ICONS[state],
        state=_say(check, state),
        title=check.title or sentence(check.name),
        href=f"{opened}#{address.fragment(check.id)}" if opened else "",
        clauses=clauses,
        problem=next((each.problem for each in check.clauses if each.problem), ""),
    )


def _clauses(check: CheckResult, library: Library) -> tuple[tuple[str, str], ...]:
    """Return each clause as the check names it, with the address of its page or ""."""
    return tuple(
        (
            f"{each.named} of {each.release}" if each.release else each.named,
            address.clause(each.lineage) if each.lineage and each.lineage in library.by_id else "",
        )
        for each in check.clauses
    )


def _lead(results: CheckResults) -> str:
    states = [clause.state for clause in results.clauses]
    covered = states.count("covered")
    runs = sum(len(check.runs) for check in results.checks)
    failed = sum(run.outcome == "failed" for check in results.checks for run in check.runs)
    said = [
        f"{numeral(covered)} of {counted(len(states), 'clause')} {'is' if covered == 1 else 'are'} covered",
        f"{counted(len(results.checks), 'check')} ran {runs} times, once for each release held in which they stand"
        + (f"; {numeral(failed)} failed" if failed else "; none failed"),
    ]
    if suspects := states.count("suspect"):
        said.insert(1, f"{numeral(suspects)} {'is' if suspects == 1 else 'are'} suspect")
    return " ".join(sentence(part) for part in said)


def _row(clause: ClauseResult, releases: tuple[str, ...], library: Library, results: CheckResults) -> MatrixRow:
    lineage = library.by_id.get(clause.lineage)
    places = {place.release: place for place in clause.releases}
    return MatrixRow(
        id=address.fragment(f"c{clause.lineage}"),
        number=clause.number,
        title=lineage.title if lineage else "",
        href=address.clause(clause.lineage) if lineage else "",
        reason=clause.reason,
        states=tuple(_state_in(places.get(release), results) for release in releases),
    )


def _state_in(place: Place | None, results: CheckResults) -> str:
    if place is None:
        return "absent"
    return "failed" if results.failures_in(place) else place.state


def _state(check: CheckResult) -> str:
    """Return the worst that can be said of a check."""
    if any(run.outcome == "failed" for run in check.runs):
        return "failed"
    states = [clause.state for clause in check.clauses]
    return next((state for state in ("orphaned", "pending", "suspect", "predated") if state in states), "covered")


def _say(check: CheckResult, state: str) -> str:
    passed = sum(run.outcome == "passed" for run in check.runs)
    return {
        "failed": "Fails",
        "covered": f"Passes in {counted(passed, 'release')}",
        "suspect": "Suspect: a wording changed since it was reviewed",
    }.get(state, state.capitalize())


def _run(release: str, outcome: str, message: str) -> RunView:
    icon = {"passed": "covered", "failed": "failed"}.get(outcome, "pending")
    return RunView(release, icon, outcome, message)


def _proof(check: CheckResult) -> str:
    if check.proved is None:
        return "Nothing to prove: it does not play on the model."
    if check.proved:
        return "Proved able to fail: with the rule behind its clauses switched the other way it goes red."
    return "Not proved able to fail: it is counted as an error."
