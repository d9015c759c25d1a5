"""The page on checks, checks opened, and the page of one release: which clauses are tested in which releases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import groupby
from typing import Any

from crdiff.model.number import ClauseNumber
from crdiff.pages import address
from crdiff.pages.archive_index import Addresses, ArchiveIndex, CheckResults
from crdiff.pages.english import counted, sentence
from crdiff.pages.flow import heading
from crdiff.pages.lives import Calendar, Lives
from crdiff.pages.render import beside, page
from crdiff.pages.whole_book import engine_badge, icon_of, name_of, played_by, title_of
from crdiff.reports.phrases import counted as figures
from crdiff.reports.phrases import listed, numeral
from crdiff.text.groups import by_key
from crdiff.trace.links import stretches
from crdiff.trace.report import CheckedPlace, CheckResult, CheckRun, ClauseResult, NamedClause
from crdiff.trace.results import accept_command

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
}
# The states of a link that a page shows in place of covered.
_WORST_FIRST = (
    "orphaned",
    "pending",
    "suspect",
    "context changed",
    "unknown",
    "predated",
    "not played",
    "covered, unproved",
)
# The states that end when somebody has read what changed and accepts it.
_TO_READ = ("suspect", "context changed")


def checks_page(archive: ArchiveIndex) -> tuple[str, bytes]:
    """Return the page on checks; without results, or without those of the newest text, it says how to get them."""
    results = _results(archive, archive.checks) if archive.checks else None
    return page(
        "checks/checks.html",
        address.CHECKS,
        "Checks",
        "Executable checks of the Magic Comprehensive Rules, and their results in each release.",
        data=address.as_json(address.CHECKS) if archive.checks else "",
        results=results,
    )


def checks_on(lineage: str, archive: ArchiveIndex) -> dict[str, object] | None:
    """Return what `checks/check.html` shows on the page of a clause, None where the results say nothing of the clause.

    A clause that no check plays is shown so: its badge leads there too. `elsewhere` are the checks shown in full on the
    page of another clause, which they name first: 57 play 507.3, a page of 240 kB.
    """
    results = archive.checks
    clause = results.by_lineage.get(lineage) if results else None
    checks = results.naming.get(lineage, ()) if results else ()
    engines = played_by(lineage, archive)
    if clause is None and not checks and not engines:
        return None
    here = {check.id for check in checks if _shown_on(check, archive) in {"", archive.clause_page(lineage)}}
    newest = results.report.dates[-1] if results else ""
    by_time = by_key((_is_of(check, newest), check) for check in checks)
    life, now = archive.lineages[lineage], by_time.get(True, ())
    return {
        "clause": clause,
        "rules": _rules(newest, archive),
        "is_old": newest < archive.newest.isoformat(),
        "is_reworded": newest < life.phrasings[-1].first.isoformat(),
        "in_force": life.in_force,
        "held": listed([str(each) for each in clause.held]) if clause else "",
        "outcomes": Counter(check.runs[-1].outcome for check in now),
        "to_read": sum(_state(check) in _TO_READ for check in now),
        "now": [_in_full(check, archive) for check in now if check.id in here],
        "earlier": [_in_full(check, archive) for check in by_time.get(False, ()) if check.id in here],
        "elsewhere": [_in_a_list(check, archive) for check in checks if check.id not in here],
        "engines": engines,
    }


def _is_of(check: CheckResult, newest: str) -> bool:
    return bool(check.runs) and check.runs[-1].release == newest


def _rules(newest: str, calendar: Calendar) -> str:
    """Return what the newest rules are called that checks ran under: a site may know later ones, and a draft."""
    is_newest = newest in {"", calendar.newest.isoformat()}
    return "today’s rules" if is_newest else f"the rules of {name_of(newest, calendar)}"


def _in_full(check: CheckResult, archive: ArchiveIndex) -> dict[str, object]:
    """Return a check opened; `clauses` are (as named, address or ""), `reds` what switching the model did."""
    dates = archive.checks.report.dates if archive.checks else tuple(run.release for run in check.runs)
    return {
        "check": check,
        **_standing_of(check, archive),
        "clauses": _clauses(check, archive),
        "runs": list(_runs(check, dates)),
        "proof": _PROOFS[check.proved],
        "reds": list(_reds(check, dates)),
    }


def _state_in(place: CheckedPlace, results: CheckResults) -> str:
    """Return the state of a clause in one release, ``failed`` where a check of it fails."""
    return "failed" if any(run.outcome == "failed" for run in results.runs_in(place)) else place.state


def _states_in(release: str, results: CheckResults) -> list[str]:
    return [_state_in(place, results) for _, place in results.places.get(release, ())]


def _count_states(places: list[str]) -> str:
    """Return states with their counts, in the order of `STATES`: ``33 covered, 3 informational``."""
    return ", ".join(f"{places.count(state)} {state.replace(',', ' but')}" for state in STATES if state in places)


def _results(addresses: ArchiveIndex, results: CheckResults) -> dict[str, object]:
    """Return what the page shows of results; `releases` are (name, address of its coverage, counts in words, date)."""
    newest = "" if addresses.is_recorded else addresses.newest.isoformat()
    return {
        "lead": _lead(results),
        "lacking": addresses.release_name(addresses.newest) if newest and newest not in results.report.dates else "",
        "releases": [
            (name_of(day, addresses), address.coverage(day), _count_states(_states_in(day, results)), day)
            for day in results.report.dates
        ],
        "groups": list(_groups(results, addresses)),
    }


def _groups(results: CheckResults, addresses: ArchiveIndex) -> Iterator[dict[str, object]]:
    """Yield what is tested by subject, the subsection that a clause is in, or was last: its clauses and its checks.

    `clauses` are by what is said of them under the newest rules of the run; a check is where its first clause is.
    """
    checks = by_key((_subject(check.clauses[:1], addresses), check) for check in results.report.checks)
    clauses = by_key((_subject((clause,), addresses), clause) for clause in results.report.clauses)
    for subject in sorted({*checks, *clauses}, key=lambda each: str(each[0] or "")):
        number, title = subject
        told = by_key((_standing(each, results), each) for each in clauses.get(subject, ()))
        yield {
            "number": str(number or ""),
            "title": title,
            "said": ", ".join(f"{numeral(len(told[words]))} {words}" for words in _STANDINGS if words in told),
            "clauses": [
                (words, [(each.number, addresses.clause_page(each.lineage), each.extent) for each in told[words]])
                for words in _STANDINGS
                if words in told
            ],
            "checks": [_in_a_list(check, addresses) for check in checks.get(subject, ())],
        }


_STANDINGS = ("held", "failing", "to be read again", "not covered", "with nothing to play", "of earlier rules")


def _standing(clause: ClauseResult, results: CheckResults) -> str:
    """Return what is to be said of a clause today, one of `_STANDINGS`."""
    place = clause.releases[-1]
    if place.release != results.report.dates[-1]:
        return "of earlier rules"
    state = _state_in(place, results)
    told = {"failed": "failing", "informational": "with nothing to play", **dict.fromkeys(_TO_READ, "to be read again")}
    return told.get(state, "held" if state.startswith("covered") else "not covered")


def _subject(clauses: Sequence[NamedClause | ClauseResult], lives: Lives) -> tuple[ClauseNumber | None, str]:
    """Return number and title of the subsection of a clause, no number for one that has no page."""
    for clause in clauses:
        if followed := lives.lineages.get(clause.lineage or ""):
            run = followed.runs[-1]
            return run.number.subsection, heading(run.number.subsection, run.last, lives)[0]
    return None, "Clauses without a page here"


def _in_a_list(check: CheckResult, addresses: ArchiveIndex) -> dict[str, object]:
    """Return a check as lists name it, its clauses by release: ``102.2, 104.3a (2024-06-07)``."""
    return {
        **_standing_of(check, addresses),
        "href": _opened_at(check, addresses),
        "clauses": "; ".join(_by_release(check)),
        "problem": next((each.problem for each in check.clauses if each.problem), ""),
    }


def _opened_at(check: CheckResult, addresses: Addresses) -> str:
    """Return the address of a check shown in full, "" where none of the clauses it names has a page."""
    where = _shown_on(check, addresses)
    return f"{where}#{address.fragment(check.id)}" if where else ""


def _shown_on(check: CheckResult, addresses: Addresses) -> str:
    """Return the page that shows a check in full: of the first clause it names that has one, "" where none has."""
    return next((where for _, where in _clauses(check, addresses) if where), "")


def _clauses(check: CheckResult, addresses: Addresses) -> tuple[tuple[str, str], ...]:
    """Return each clause as the check names it, with the address of its page or ""."""
    named = ((f"{each.named} of {each.release}" if each.release else each.named, each) for each in check.clauses)
    return tuple((said + _narrowed(each), addresses.clause_page(each.lineage)) for said, each in named)


def _by_release(check: CheckResult) -> Iterator[str]:
    """Yield the clauses that a check names of each release: nearly all checks name those of one."""
    for release, clauses in groupby(check.clauses, key=lambda each: each.release):
        numbers = ", ".join(each.named + _narrowed(each) for each in clauses)
        yield f"{numbers} ({release})" if release else numbers


def _narrowed(clause: NamedClause) -> str:
    return f" where it says “{clause.says}”" if clause.says else ""


def _lead(results: CheckResults) -> str:
    states: list[str] = [clause.state for clause in results.report.clauses]
    covered = states.count("covered")
    runs = sum(len(check.runs) for check in results.report.checks)
    failed = sum(run.outcome == "failed" for check in results.report.checks for run in check.runs)
    said = [
        f"{numeral(covered) if covered else 'none'} of {counted(len(states), 'clause')}"
        f" {'is' if covered < 2 else 'are'} covered",
        f"{counted(len(results.report.checks), 'check')} ran {figures(runs, 'time')} in all,"
        " each once under every release that has its clauses"
        + (f"; {numeral(failed)} failed" if failed else "; none failed"),
    ]
    if to_read := sum(map(states.count, _TO_READ)):
        said.insert(1, f"{numeral(to_read)} {'is' if to_read == 1 else 'are'} to be read again")
    return " ".join(sentence(part) for part in said)


def _state(check: CheckResult) -> str:
    """Return the worst that can be said of a check under the last rules that it was played under."""
    if any(run.outcome == "failed" for run in check.runs):
        return "failed"
    states = [clause.state for clause in (check.runs[-1].clauses if check.runs else check.clauses)]
    found = next((state for state in _WORST_FIRST if state in states), "covered")
    return "covered" if found == "predated" else found


def _standing_of(check: CheckResult, archive: ArchiveIndex) -> dict[str, str]:
    """Return the title of a check, and what a reader of today's rules wants to know of it, in words of everyday."""
    newest = archive.checks.report.dates[-1] if archive.checks else ""
    state, is_of_now = _state(check), _is_of(check, newest)
    where = [f"under {_rules(newest, archive)}"] if is_of_now else []
    early = sum(any(each.state == "predated" for each in run.clauses) for run in check.runs)
    if others := len(check.runs) - is_of_now:
        these = "all" if early == others else numeral(early)
        worded = f"; in {these} of these a rule that it plays had other words" if early else ""
        where.append(f"in {counted(others, 'earlier release')}{worded}")
    passes = f"Passes {', and '.join(where)}" if where else "Not played: no release here has the wording it is about"
    said = {
        "failed": "Fails",
        "covered": passes,
        "not played": passes,
        "covered, unproved": f"{passes}; nothing shows that it can fail",
        "suspect": f"{passes}; nobody has reviewed it since a wording changed",
        "context changed": f"{passes}; nobody has reviewed it since a rule that it relies on, or the glossary, changed",
        "unknown": "Unknown: the text that would decide is not on this site",
    }
    icon = icon_of("predated" if state == "covered" and not is_of_now else state)
    return {"title": title_of(check), "icon": icon, "state": said.get(state, state.capitalize())}


def _runs(check: CheckResult, dates: tuple[str, ...]) -> Iterator[dict[str, object]]:
    """Yield the check in neighbouring releases with the same outcome, and how a review of it is recorded."""
    by_release = {run.release: run for run in check.runs}
    told = {release: (run.outcome, run.message, _to_tell(run)) for release, run in by_release.items()}
    for stretch in stretches(dates, told):
        outcome, message, played = stretch.told
        inside = [by_release[release] for release in dates if stretch.covers(release)]
        first, last = (", ".join(each.number for each in run.clauses) for run in (inside[0], inside[-1]))
        worst = next((state for state in (*_TO_READ, "unknown") if state in {state for _, state in played}), "covered")
        to_read = [number for number, state in played if state in _TO_READ]
        yield {
            "when": stretch,
            "numbers": first if first == last else f"{first} first, {last} last",
            "icon": icon_of(worst if outcome == "passed" else outcome),
            "outcome": outcome,
            "state": ", ".join(f"{number} {state}" for number, state in played),
            "message": message,
            "accept": accept_command(to_read[0], stretch.last, (check.id,)) if to_read else "",
        }


def _to_tell(run: CheckRun) -> tuple[tuple[str, str], ...]:
    """Return the clauses that are not simply covered, each with its state."""
    return tuple((each.number, each.state) for each in run.clauses if each.state != "covered")


def _reds(check: CheckResult, dates: tuple[str, ...]) -> Iterator[tuple[str, str, str, str]]:
    """Yield what switching a behaviour did, each once: behaviour, ``off`` or ``on``, when, how the check failed.

    `when` are the releases where it did not do so in all of them.
    """
    proofs = {run.release: run.proof for run in check.runs if run.proof}
    found: dict[tuple[str, bool], dict[str, str]] = {}
    for release, proof in proofs.items():
        for red in proof.reds:
            found.setdefault((red.behaviour, red.was_on), {})[release] = red.failure
    for (behaviour, was_on), failures in found.items():
        is_always = len(failures) == len(proofs)
        when = "" if is_always else "; ".join(map(str, stretches(dates, dict.fromkeys(failures, True))))
        yield behaviour, "off" if was_on else "on", when, failures[max(failures)]


_PROOFS = {
    None: "Unproved: it does not use the model, so nothing shows that it can fail.",
    True: "Proved able to fail: with a behaviour of the model turned round that its clauses decide on, it fails.",
    False: "Not proved able to fail: it is counted as an error.",
}


# one release


def coverage_pages(archive: ArchiveIndex) -> Iterator[tuple[str, bytes]]:
    """Yield the page of each release of the run of checks with its address; none without results."""
    if archive.checks is None:
        return
    names = [(name_of(release, archive), release) for release in archive.checks.report.dates]
    for index, (name, release) in enumerate(names):
        yield page(
            "checks/coverage.html",
            address.coverage(release),
            f"Checks under the rules of {name}",
            f"Results of executable checks of the Magic Comprehensive Rules under {name}.",
            data=address.as_json(address.CHECKS),
            release=name,
            **beside(index, names, lambda each: each),
            **_coverage(release, archive, archive.checks),
        )


def _coverage(release: str, addresses: Addresses, results: CheckResults) -> dict[str, Any]:
    """Return the clauses in force in a release, in the order of the text, and the states that any of them is in."""
    standing = sorted(results.places.get(release, ()), key=lambda pair: ClauseNumber.parse(pair[1].number))
    found = [_state_in(place, results) for _, place in standing]
    played = len({check for _, place in standing for check in place.checks})
    return {
        "lead": f"{sentence(counted(len(standing), 'clause')).rstrip('.')}: {_count_states(found)}."
        f" {sentence(counted(played, 'check'))}",
        "states": [(state, words) for state, words in STATES.items() if state in found],
        "rows": [
            {
                "number": place.number,
                "title": addresses.title(clause.lineage) if clause.lineage in addresses.lineages else "",
                "href": addresses.clause_page(clause.lineage),
                "icon": icon_of(state),
                "state": state,
                "reason": clause.reason if state == "informational" else "",
                "scenarios": [_scenario(check, clause, place, addresses, results) for check in place.checks],
            }
            for (clause, place), state in zip(standing, found, strict=True)
        ],
    }


def _scenario(
    name: str, clause: ClauseResult, place: CheckedPlace, addresses: Addresses, results: CheckResults
) -> dict[str, str]:
    """Return a check in one release: where it is shown in full, its result, the command that accepts it."""
    check, run = results.by_id[name], results.runs[name, place.release][0]
    states = [played.state for played in run.clauses if played.lineage == clause.lineage]
    state = next((state for state in _WORST_FIRST if state in states), "covered")
    is_to_read = run.outcome == "passed" and state in _TO_READ
    beside = state.removeprefix("covered").removeprefix(", ")
    return {
        "title": title_of(check),
        "href": _opened_at(check, addresses),
        "icon": icon_of(state if run.outcome == "passed" else run.outcome),
        "state": f"passed, {beside}" if run.outcome == "passed" and beside else run.outcome,
        "accept": accept_command(place.number, place.release, (check.id,)) if is_to_read else "",
    }


# A state of checks: its name, the icon's name, what it says, and where the checks are shown.
Badge = dict[str, str]


def badge_at(archive: ArchiveIndex, lineage: str, day: date) -> Badge | None:
    """Return what checks say of a clause in the release of `day`, None where they say nothing."""
    results = archive.checks
    clause = results.by_lineage.get(lineage) if results else None
    place = next((place for place in clause.releases if place.release == day.isoformat()), None) if clause else None
    if results is None or place is None:  # then no check of ours plays it, and engines speak of today
        state, said = engine_badge(lineage, archive) if day == archive.newest else ("", "")
        return _badge(state, said, lineage) if state else None
    runs = results.runs_in(place)
    outcomes = [run.outcome for run in runs]
    state = "failed" if "failed" in outcomes else place.state
    is_suspect = (any(each.lineage == lineage and each.state == "suspect" for each in run.clauses) for run in runs)
    passed = outcomes.count("passed")
    count = {"failed": outcomes.count("failed"), "suspect": sum(is_suspect)}.get(state, passed)
    extent = clause.extent if clause and day == archive.newest else ""
    engines = engine_badge(lineage, archive)[1] if day == archive.newest else ""
    words = {
        "covered": figures(count, "check passes", "checks pass") if count else "checks not run",
        "covered, unproved": f"{figures(count, 'check passes', 'checks pass')}, unproved",
        "failed": f"{figures(count, 'check')} failed",
        "suspect": f"{figures(count, 'check')} suspect",
        "context changed": "context changed",
        "unknown": "unknown: no text",
        "not played": "not run here",
        "predated": "checks a later wording",
        "informational": "informational",
        "uncovered": "no check",
    }
    told = (words.get(state, state), extent if state.startswith("covered") else "", engines)
    return _badge(state, ", ".join(filter(None, told)), lineage)


def _badge(state: str, words: str, lineage: str) -> Badge:
    return {"state": state, "icon": icon_of(state), "words": words, "href": address.checks_on(lineage)}
