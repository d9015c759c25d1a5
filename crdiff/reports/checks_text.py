"""What a run of checks found, for a terminal: outcomes of the checks, or how the clauses stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from crdiff.reports.phrases import counted
from crdiff.trace.stretches import stretches

Report = Mapping[str, Any]
"""A value of ``crdiff.checks/1``."""

_STATES = ("covered", "informational", "predated", "suspect", "uncovered", "orphaned", "pending", "unproved")


def outcomes_text(report: Report) -> str:
    """Return what became of the checks: how many passed, and each one that did not with its reason."""
    outcomes = Counter(run["outcome"] for check in report["checks"] for run in check["runs"])
    said = ", ".join(f"{count:,} {outcome}" for outcome, count in sorted(outcomes.items()))
    lines = [f"{counted(len(report['checks']), 'check')} in {counted(len(report['releases']), 'release')}: {said}"]
    lines += [
        f"  {run['outcome']}: {check['id']} under {run['release']}: {run['message']}"
        for check in report["checks"]
        for run in check["runs"]
        if run["outcome"] != "passed"
    ]
    return "\n".join([*lines, *_faults(report)]) + "\n"


def states_text(report: Report) -> str:
    """Return how every clause stands, after the counts: under each its numbers, and its state where that is another."""
    summary = report["summary"]
    counts = ", ".join(f"{summary[state]:,} {state}" for state in _STATES)
    lines = [f"{counted(summary['clauses'], 'clause')}: {counts}", ""]
    releases = [release["release"] for release in report["releases"]]
    lines += [line for clause in report["clauses"] for line in _clause(clause, releases)]
    return "\n".join([*lines, *_faults(report)]) + "\n"


def _clause(clause: Mapping[str, Any], releases: Sequence[str]) -> Iterator[str]:
    places = clause["releases"]
    checks = len({check for place in places for check in place["checks"]})
    reason = f": {clause['reason']}" if clause["reason"] else ""
    yield f"  {clause['number']:8} {clause['state']}{reason} ({counted(checks, 'check')})"
    told = {place["release"]: (place["number"], place["state"]) for place in places}
    for stretch in stretches(releases, told):
        number, state = stretch.told
        yield f"  {'':8} {number:8} {stretch}" + (f": {state}" if state != clause["state"] else "")


def _faults(report: Report) -> Iterator[str]:
    """Yield what is wrong with a check itself: no such clause, nothing that could make it fail."""
    for check in report["checks"]:
        for of in check["clauses"]:
            if of["state"] in {"orphaned", "pending"}:
                yield f"  {of['state']}: {check['id']} names {of['named']} of {of['release']}: {of['problem']}"
        if check["proved"] is False:
            yield f"  unproved: {check['id']}: nothing shows that it can fail"
