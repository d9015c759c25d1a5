"""The page on checks, and checks opened: which clauses are tested in which releases."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.checks.check_results import CheckResults
from crdiff.pages.checks.check_titles import name_of, title_of
from crdiff.pages.checks.state_icons import icon_of
from crdiff.pages.drawing.flow import heading
from crdiff.pages.engines.played import PlayedBy, played_by
from crdiff.pages.frame import address
from crdiff.pages.frame.english import counted, numeral, sentence
from crdiff.pages.frame.render import Head, render
from crdiff.reports.phrases import counted as figures
from crdiff.trace.report import CheckedPlace, CheckResult, CheckRun, ClauseResult, MutantCount, NamedClause
from crdiff.trace.results import accept_command
from crdiff.trace.stretches import stretches

STATES = {
    "covered": "a check plays it and passes, reviewed against this wording",
    "covered, unproved": "a check plays it and passes; nothing shows that the check can fail",
    "suspect": "its wording has changed since the check was reviewed",
    "context changed": "what it cites, or what the glossary says of it, has changed since the check was reviewed",
    "failed": "a check fails",
    "predated": "its checks were reviewed against a later wording",
    "informational": "nothing in it can be played; the reason is given",
    "uncovered": "no check plays it",
    "unknown": "the text that would decide is not on this site",
    "not played": "in force, and its checks were not played under these rules",
    "absent": "not in force",
}
WORST_FIRST = (
    "orphaned",
    "pending",
    "suspect",
    "context changed",
    "unknown",
    "predated",
    "not played",
    "covered, unproved",
)
"""The states of a link that a page shows in place of covered."""
TO_READ = ("suspect", "context changed")
"""The states that end when somebody has read what changed and accepts it."""
_MATRIX_COLUMNS = 12
"""With more releases than this, the states of a clause are given as stretches of releases, not in columns."""


@dataclass(frozen=True, slots=True)
class StateView:
    """A state of a clause or a check through some releases: `when` in words, `icon` and `state` always together."""

    when: str
    state: str
    icon: str


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """A clause in all releases of the run.

    `states`: in each release the state of its checks, ``absent`` where it is not in force. `stretches`: the same told
    for neighbouring releases at once.
    """

    id: str
    number: str
    title: str
    href: str
    reason: str
    states: tuple[str, ...]
    stretches: tuple[StateView, ...]


@dataclass(frozen=True, slots=True)
class RunView:
    """A check in neighbouring releases with the same outcome: when, its clauses' numbers there, what came of it.

    `accept` is the command that records a review where the link is suspect, "" elsewhere.
    """

    when: str
    numbers: str
    icon: str
    outcome: str
    state: str
    message: str
    accept: str


@dataclass(frozen=True, slots=True)
class RedView:
    """A behaviour of the model that turned the check red: switched off or on, in which releases, and how it failed."""

    behaviour: str
    switched: str
    when: str
    failure: str


@dataclass(frozen=True, slots=True)
class CheckView:
    """A check opened; `clauses` are (as named, address or "")."""

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
    reds: tuple[RedView, ...]


@dataclass(frozen=True, slots=True)
class CheckRow:
    """A check in the list of all; `href` opens it on the page of a clause, `problem` says why there is none.

    `clauses` names them by release: "102.2, 104.3a (2024-06-07)".
    """

    icon: str
    state: str
    title: str
    href: str
    clauses: str
    problem: str


@dataclass(frozen=True, slots=True)
class ClauseChecks:
    """What the page of a clause shows of checks; `reason` says why the clause is informational, "" otherwise.

    `stipulated` says what its scenarios take for granted. `mutants` counts, in words, the mutants of the model that
    were tried and noticed, "" where none were; `survivors` are those that no check noticed. `elsewhere` are the checks
    shown in full on the page of another clause, which they name first: 57 play 507.3, a page of 240 kB.
    `engines` are those whose tests name the clause.
    """

    reason: str
    stipulated: str
    mutants: str
    survivors: tuple[str, ...]
    checks: tuple[CheckView, ...]
    elsewhere: tuple[CheckRow, ...] = ()
    engines: tuple[PlayedBy, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckGroup:
    """The checks of the clauses of one subsection, under its newest number and title; `said` counts them."""

    number: str
    title: str
    said: str
    checks: tuple[CheckRow, ...]


@dataclass(frozen=True, slots=True)
class ChecksView:
    """What `checks/checks.html` shows.

    `releases` are (name, address of its coverage, counts in words, date); `states` are those that occur. `is_matrix`:
    whether there are few enough releases to give each a column.
    """

    lead: str
    lacking: str
    releases: tuple[tuple[str, str, str, str], ...]
    is_matrix: bool
    rows: tuple[MatrixRow, ...]
    states: tuple[tuple[str, str], ...]
    groups: tuple[CheckGroup, ...]


def checks_page(archive: ArchiveIndex) -> bytes:
    """Return the page on checks; without results, or without those of the newest text, it says how to get them."""
    head = Head(
        address=address.CHECKS,
        title="Checks · crdiff",
        description="Executable checks of the Magic Comprehensive Rules, and their results in each release.",
        part=address.CHECKS,
        data=address.as_json(address.CHECKS) if archive.checks else "",
    )
    return render("checks/checks.html", head, _view(archive, archive.checks) if archive.checks else None)


def checks_on(lineage: str, archive: ArchiveIndex) -> ClauseChecks | None:
    """Return what the page of a clause shows of checks, None where the results say nothing of the clause.

    A clause that no check plays is shown so: its badge leads there too.
    """
    results = archive.checks
    clause = results.by_lineage.get(lineage) if results else None
    checks = results.checks_of(lineage) if results else ()
    engines = played_by(lineage, archive)
    if clause is None and not checks and not engines:
        return None
    page = archive.clause_page(lineage)
    here = {check.id for check in checks if _shown_on(check, archive) in {"", page}}
    views = tuple(view_check(check, archive) for check in checks if check.id in here)
    rows = tuple(_check_row(check, archive) for check in checks if check.id not in here)
    if clause is None:
        return ClauseChecks("", "", "", (), views, rows, engines)
    survivors = clause.mutants.survivors if clause.mutants else ()
    return ClauseChecks(clause.reason, clause.stipulated, _mutants(clause.mutants), survivors, views, rows, engines)


def _mutants(count: MutantCount | None) -> str:
    if count is None or not count.tried:
        return ""
    tried = f"{counted(count.tried, 'mutant')} of the model (one small change each to what these checks play)"
    unnoticed = len(count.survivors)
    passive = "is noticed" if unnoticed == 1 else "are noticed"
    survive = f"{numeral(unnoticed)} {passive} by no check" if unnoticed else "each is noticed by some check"
    return sentence(
        f"{tried} {'was' if count.tried == 1 else 'were'} tried:"
        f" these checks notice {numeral(count.noticed)}, and {survive}"
    )


def view_check(check: CheckResult, archive: ArchiveIndex) -> CheckView:
    """Return a check as pages show it."""
    state = _state(check)
    dates = archive.checks.dates if archive.checks else tuple(run.release for run in check.runs)
    return CheckView(
        id=address.fragment(check.id),
        icon=icon_of(state),
        state=_say(check, state),
        title=title_of(check),
        description=check.description,
        clauses=_clauses(check, archive),
        runs=tuple(_runs(check, dates)),
        source=f"{check.source.path}:{check.source.line}",
        text=check.source.text,
        proof=_proof(check),
        reds=tuple(_reds(check, dates)),
    )


def state_in(place: CheckedPlace, results: CheckResults) -> str:
    """Return the state of a clause in one release, ``failed`` where a check of it fails."""
    return "failed" if results.failures_in(place) else place.state


def count_states(places: list[str]) -> str:
    """Return states with their counts, in the order of `STATES`: ``33 covered, 3 informational``."""
    return ", ".join(f"{places.count(state)} {state.replace(',', ' but')}" for state in STATES if state in places)


def _view(archive: ArchiveIndex, results: CheckResults) -> ChecksView:
    newest = "" if archive.is_recorded else archive.newest.isoformat()
    rows = tuple(_row(clause, archive, results) for clause in results.clauses)
    is_matrix = len(results.dates) <= _MATRIX_COLUMNS
    seen = {state for row in rows for state in row.states if is_matrix or state != "absent"}
    return ChecksView(
        lead=_lead(results),
        lacking=archive.release_name(archive.newest) if newest and newest not in results.dates else "",
        releases=tuple(_release(release, results, archive) for release in results.dates),
        is_matrix=is_matrix,
        rows=rows,
        states=tuple((state, words) for state, words in STATES.items() if state in seen),
        groups=tuple(_groups(results, archive)),
    )


def _release(release: str, results: CheckResults, archive: ArchiveIndex) -> tuple[str, str, str, str]:
    places = [place for clause in results.clauses for place in clause.releases if place.release == release]
    counts = count_states([state_in(place, results) for place in places])
    return name_of(release, archive), address.coverage(release), counts, release


def _groups(results: CheckResults, archive: ArchiveIndex) -> Iterator[CheckGroup]:
    """Yield the checks by the subsection that their first clause is in, or was last."""
    found: defaultdict[tuple[int, str], list[CheckResult]] = defaultdict(list)
    for check in results.checks:
        found[_subsection(check, archive)].append(check)
    for (number, title), inside in sorted(found.items(), key=lambda item: str(item[0][0])):
        rows = tuple(_check_row(check, archive) for check in inside)
        states = Counter(map(_state, inside))
        said = ", ".join(f"{count} {state.replace(',', ' but')}" for state, count in sorted(states.items()))
        yield CheckGroup(str(number or ""), title, f"{figures(len(rows), 'check')}: {said}", rows)


def _subsection(check: CheckResult, archive: ArchiveIndex) -> tuple[int, str]:
    """Return number and title of the subsection of a check, 0 for one whose clauses have no page."""
    for clause in check.clauses:
        if followed := archive.lineages.get(clause.lineage or ""):
            run = followed.runs[-1]
            return run.number.subsection, heading(ClauseNumber(run.number.subsection), run.last, archive)[0]
    return 0, "Clauses without a page here"


def _check_row(check: CheckResult, archive: ArchiveIndex) -> CheckRow:
    state = _state(check)
    return CheckRow(
        icon=icon_of(state),
        state=_say(check, state),
        title=title_of(check),
        href=opened_at(check, archive),
        clauses="; ".join(_by_release(check)),
        problem=next((each.problem for each in check.clauses if each.problem), ""),
    )


def opened_at(check: CheckResult, archive: ArchiveIndex) -> str:
    """Return the address of a check shown in full, "" where none of the clauses it names has a page."""
    page = _shown_on(check, archive)
    return f"{page}#{address.fragment(check.id)}" if page else ""


def _shown_on(check: CheckResult, archive: ArchiveIndex) -> str:
    """Return the page that shows a check in full: of the first clause it names that has one, "" where none has."""
    return next((where for _, where in _clauses(check, archive) if where), "")


def _clauses(check: CheckResult, archive: ArchiveIndex) -> tuple[tuple[str, str], ...]:
    """Return each clause as the check names it, with the address of its page or ""."""
    return tuple(
        (
            (f"{each.named} of {each.release}" if each.release else each.named) + _narrowed(each),
            archive.clause_page(each.lineage),
        )
        for each in check.clauses
    )


def _by_release(check: CheckResult) -> Iterator[str]:
    """Yield the clauses that a check names of each release: nearly all checks name those of one."""
    for release, clauses in groupby(check.clauses, key=lambda each: each.release):
        numbers = ", ".join(each.named + _narrowed(each) for each in clauses)
        yield f"{numbers} ({release})" if release else numbers


def _narrowed(clause: NamedClause) -> str:
    return f" where it says “{clause.says}”" if clause.says else ""


def _lead(results: CheckResults) -> str:
    states: list[str] = [clause.state for clause in results.clauses]
    covered = states.count("covered")
    runs = sum(len(check.runs) for check in results.checks)
    failed = sum(run.outcome == "failed" for check in results.checks for run in check.runs)
    said = [
        f"{numeral(covered) if covered else 'none'} of {counted(len(states), 'clause')}"
        f" {'is' if covered < 2 else 'are'} covered",
        f"{counted(len(results.checks), 'check')} ran {figures(runs, 'time')} in all,"
        " each once under every release that has its clauses"
        + (f"; {numeral(failed)} failed" if failed else "; none failed"),
    ]
    if suspects := states.count("suspect"):
        said.insert(1, f"{numeral(suspects)} {'is' if suspects == 1 else 'are'} suspect")
    if around := states.count("context changed"):
        said.insert(-1, f"the context of {numeral(around)} has changed")
    return " ".join(sentence(part) for part in said)


def _row(clause: ClauseResult, archive: ArchiveIndex, results: CheckResults) -> MatrixRow:
    told = {place.release: state_in(place, results) for place in clause.releases}
    return MatrixRow(
        id=address.fragment(f"c{clause.lineage}"),
        number=clause.number,
        title=archive.title(clause.lineage) if clause.lineage in archive.lineages else "",
        href=archive.clause_page(clause.lineage),
        reason=clause.reason,
        states=tuple(told.get(release, "absent") for release in results.dates),
        stretches=tuple(StateView(str(each), each.told, icon_of(each.told)) for each in stretches(results.dates, told)),
    )


def _state(check: CheckResult) -> str:
    """Return the worst that can be said of a check."""
    if any(run.outcome == "failed" for run in check.runs):
        return "failed"
    states = [clause.state for clause in check.clauses]
    return next((state for state in WORST_FIRST if state in states), "covered")


def _say(check: CheckResult, state: str) -> str:
    passed = sum(run.outcome == "passed" for run in check.runs)
    if state in {"covered", "not played"} and not check.runs:
        return "Not in force in these releases"
    return {
        "failed": "Fails",
        "covered": f"Passes in {counted(passed, 'release')}",
        "covered, unproved": f"Passes in {counted(passed, 'release')}; nothing shows that it can fail",
        "suspect": "Suspect: a wording has changed since the check was reviewed",
        "context changed": "Context changed: what its clauses cite, or the glossary, now says something else",
        "unknown": "Unknown: the text that would decide is not on this site",
    }.get(state, state.capitalize())


def _runs(check: CheckResult, dates: tuple[str, ...]) -> Iterator[RunView]:
    by_release = {run.release: run for run in check.runs}
    told = {release: (run.outcome, run.message, _to_tell(run)) for release, run in by_release.items()}
    for stretch in stretches(dates, told):
        outcome, message, played = stretch.told
        to_read = [number for number, state in played if state in TO_READ]
        inside = (by_release[release] for release in dates if stretch.covers(release))
        yield RunView(
            when=str(stretch),
            numbers=_first_and_last(list(map(_numbers, inside))),
            icon=_icon(played) if outcome == "passed" else icon_of(outcome),
            outcome=outcome,
            state=", ".join(f"{number} {state}" for number, state in played),
            message=message,
            accept=accept_command(to_read[0], stretch.last, (check.id,)) if to_read else "",
        )


def _icon(played: tuple[tuple[str, str], ...]) -> str:
    """Return the icon of a check that passed: that of the worst state of its clauses."""
    states = [state for _, state in played]
    return next((icon_of(state) for state in (*TO_READ, "unknown") if state in states), "covered")


def _to_tell(run: CheckRun) -> tuple[tuple[str, str], ...]:
    """Return the clauses that are not simply covered, each with its state."""
    return tuple((each.number, each.state) for each in run.clauses if each.state != "covered")


def _first_and_last(numbers: Sequence[str]) -> str:
    return numbers[0] if numbers[0] == numbers[-1] else f"{numbers[0]} first, {numbers[-1]} last"


def _numbers(run: CheckRun) -> str:
    return ", ".join(each.number for each in run.clauses)


def _reds(check: CheckResult, dates: tuple[str, ...]) -> Iterator[RedView]:
    """Yield what switching did, each behaviour once; with the releases where it did not do so in all of them."""
    proofs = {run.release: run.proof for run in check.runs if run.proof}
    found: dict[tuple[str, bool], dict[str, str]] = {}
    for release, proof in proofs.items():
        for red in proof.reds:
            found.setdefault((red.behaviour, red.was_on), {})[release] = red.failure
    for (behaviour, was_on), failures in found.items():
        is_always = len(failures) == len(proofs)
        when = "" if is_always else "; ".join(map(str, stretches(dates, dict.fromkeys(failures, True))))
        newest = failures[max(failures)]
        yield RedView(behaviour, "off" if was_on else "on", when, newest)


def _proof(check: CheckResult) -> str:
    if check.proved is None:
        return "Unproved: it does not use the model, so nothing shows that it can fail."
    if check.proved:
        return "Proved able to fail: when the rule behind its clauses is reversed in the model, it fails."
    return "Not proved able to fail: it is counted as an error."
