"""What checks say of one release: every clause that they set out to cover, its state, its checks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.checks.check_results import CheckResults
from crdiff.pages.checks.check_titles import name_of, title_of
from crdiff.pages.checks.checks import STATES, TO_READ, WORST_FIRST, count_states, opened_at, state_in
from crdiff.pages.checks.state_icons import icon_of
from crdiff.pages.frame import address
from crdiff.pages.frame.english import counted, sentence
from crdiff.pages.frame.render import Head, render
from crdiff.trace.report import CheckedPlace, CheckResult, CheckRun, ClauseResult
from crdiff.trace.results import accept_command


@dataclass(frozen=True, slots=True)
class Scenario:
    """A check in one release: its title, where it is shown in full, its result, the command that accepts it."""

    title: str
    href: str
    icon: str
    state: str
    accept: str


@dataclass(frozen=True, slots=True)
class CoverageRow:
    """A clause in one release; `reason` says why it is informational."""

    id: str
    number: str
    title: str
    href: str
    icon: str
    state: str
    reason: str
    scenarios: tuple[Scenario, ...]


@dataclass(frozen=True, slots=True)
class CoverageView:
    """What `checks/coverage.html` shows; `before` and `after` are the neighbouring releases: (name, date)."""

    release: str
    lead: str
    states: tuple[tuple[str, str], ...]
    rows: tuple[CoverageRow, ...]
    before: tuple[str, str] | None
    after: tuple[str, str] | None


def coverage_pages(archive: ArchiveIndex) -> Iterator[tuple[str, bytes]]:
    """Yield the page of each release of the run of checks with its address; none without results."""
    if archive.checks is None:
        return
    for release in archive.checks.dates:
        yield address.coverage(release), _page(release, archive, archive.checks)


def _page(release: str, archive: ArchiveIndex, results: CheckResults) -> bytes:
    name = name_of(release, archive)
    head = Head(
        address=address.coverage(release),
        title=f"Checks under the rules of {name} · crdiff",
        description=f"Results of executable checks of the Magic Comprehensive Rules under {name}.",
        part=address.CHECKS,
        data=address.as_json(address.CHECKS),
    )
    return render("checks/coverage.html", head, _view(release, archive, results))


def _view(release: str, archive: ArchiveIndex, results: CheckResults) -> CoverageView:
    standing = sorted(results.places_in(release), key=lambda pair: ClauseNumber.parse(pair[1].number))
    rows = tuple(_row(clause, place, archive, results) for clause, place in standing)
    dates = results.dates
    at = dates.index(release)
    names = [(name_of(each, archive), each) for each in dates]
    return CoverageView(
        release=names[at][0],
        lead=_lead(rows, len({check for _, place in standing for check in place.checks})),
        states=tuple((state, words) for state, words in STATES.items() if any(row.state == state for row in rows)),
        rows=rows,
        before=names[at - 1] if at else None,
        after=names[at + 1] if at + 1 < len(dates) else None,
    )


def _lead(rows: tuple[CoverageRow, ...], played: int) -> str:
    said = count_states([row.state for row in rows])
    return f"{sentence(counted(len(rows), 'clause')).rstrip('.')}: {said}. {sentence(counted(played, 'check'))}"


def _row(clause: ClauseResult, place: CheckedPlace, archive: ArchiveIndex, results: CheckResults) -> CoverageRow:
    state = state_in(place, results)
    href = archive.clause_page(clause.lineage)
    ran = ((results.by_id[check], results.runs_of(check, place.release)) for check in place.checks)
    return CoverageRow(
        id=f"r{place.number}",
        number=place.number,
        title=archive.title(clause.lineage) if clause.lineage in archive.lineages else "",
        href=href,
        icon=icon_of(state),
        state=state,
        reason=clause.reason if state == "informational" else "",
        scenarios=tuple(_scenario(check, runs[0], clause, place, archive) for check, runs in ran),
    )


def _scenario(
    check: CheckResult, run: CheckRun, clause: ClauseResult, place: CheckedPlace, archive: ArchiveIndex
) -> Scenario:
    states = [played.state for played in run.clauses if played.lineage == clause.lineage]
    state = next((state for state in WORST_FIRST if state in states), "covered")
    is_to_read = run.outcome == "passed" and state in TO_READ
    beside = state.removeprefix("covered").removeprefix(", ")
    return Scenario(
        title=title_of(check),
        href=opened_at(check, archive),
        icon=icon_of(state if run.outcome == "passed" else run.outcome),
        state=f"passed, {beside}" if run.outcome == "passed" and beside else run.outcome,
        accept=accept_command(place.number, place.release, (check.id,)) if is_to_read else "",
    )
