"""What checks say of one release: every clause that they set out to cover, its state, its checks."""

from __future__ import annotations

from collections.abc import Iterator

from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.checks.check_results import CheckResults
from crdiff.pages.checks.check_titles import name_of, title_of
from crdiff.pages.checks.checks import STATES, TO_READ, WORST_FIRST, count_states, opened_at, state_in
from crdiff.pages.checks.state_icons import icon_of
from crdiff.pages.frame import address
from crdiff.pages.frame.english import counted, sentence
from crdiff.pages.frame.render import Head, page
from crdiff.trace.report import CheckedPlace, ClauseResult
from crdiff.trace.results import accept_command


def coverage_pages(archive: ArchiveIndex) -> Iterator[tuple[str, bytes]]:
    """Yield the page of each release of the run of checks with its address; none without results."""
    if archive.checks is None:
        return
    names = [(name_of(release, archive), release) for release in archive.checks.dates]
    for before, (name, release), after in zip((None, *names), names, (*names[1:], None), strict=False):
        head = Head(
            address=address.coverage(release),
            title=f"Checks under the rules of {name} · crdiff",
            description=f"Results of executable checks of the Magic Comprehensive Rules under {name}.",
            part=address.CHECKS,
            data=address.as_json(address.CHECKS),
        )
        shown = _coverage(release, archive, archive.checks)
        yield head.address, page("checks/coverage.html", head, release=name, before=before, after=after, **shown)


def _coverage(release: str, archive: ArchiveIndex, results: CheckResults) -> dict[str, object]:
    """Return the clauses in force in a release, in the order of the text, and the states that any of them is in."""
    standing = sorted(results.places_in(release), key=lambda pair: ClauseNumber.parse(pair[1].number))
    found = [state_in(place, results) for _, place in standing]
    played = len({check for _, place in standing for check in place.checks})
    return {
        "lead": f"{sentence(counted(len(standing), 'clause')).rstrip('.')}: {count_states(found)}."
        f" {sentence(counted(played, 'check'))}",
        "states": [(state, words) for state, words in STATES.items() if state in found],
        "rows": [
            {
                "id": f"r{place.number}",
                "number": place.number,
                "title": archive.title(clause.lineage) if clause.lineage in archive.lineages else "",
                "href": archive.clause_page(clause.lineage),
                "icon": icon_of(state),
                "state": state,
                "reason": clause.reason if state == "informational" else "",
                "scenarios": [_scenario(check, clause, place, archive, results) for check in place.checks],
            }
            for (clause, place), state in zip(standing, found, strict=True)
        ],
    }


def _scenario(
    name: str, clause: ClauseResult, place: CheckedPlace, archive: ArchiveIndex, results: CheckResults
) -> dict[str, str]:
    """Return a check in one release: where it is shown in full, its result, the command that accepts it."""
    check, run = results.by_id[name], results.runs_of(name, place.release)[0]
    states = [played.state for played in run.clauses if played.lineage == clause.lineage]
    state = next((state for state in WORST_FIRST if state in states), "covered")
    is_to_read = run.outcome == "passed" and state in TO_READ
    beside = state.removeprefix("covered").removeprefix(", ")
    return {
        "title": title_of(check),
        "href": opened_at(check, archive),
        "icon": icon_of(state if run.outcome == "passed" else run.outcome),
        "state": f"passed, {beside}" if run.outcome == "passed" and beside else run.outcome,
        "accept": accept_command(place.number, place.release, (check.id,)) if is_to_read else "",
    }
