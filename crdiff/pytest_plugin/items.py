"""Read the check from a pytest item: its clauses and its source; and the reason of an outcome from a report."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from crdiff.errors import CrdiffError
from crdiff.trace.results import Check
from crdiff.trace.timeline import ClauseName


@contextmanager
def usage_errors(of: str = "") -> Iterator[None]:
    """Turn an error of crdiff into one of pytest's, which ends the run with one line; `of` says what it concerns."""
    try:
        yield
    except CrdiffError as error:
        raise pytest.UsageError(f"{of}: {error}" if of else str(error)) from error


def names_of(item: pytest.Item) -> tuple[ClauseName, ...]:
    """Return the clauses that the markers of a test name. Raises `pytest.UsageError` for a marker that names none."""
    names: list[ClauseName] = []
    for marker in item.iter_markers("clause"):
        unknown = set(marker.kwargs) - {"release", "says"}
        if unknown or not marker.args or not all(isinstance(number, str) for number in marker.args):
            raise pytest.UsageError(f"{item.nodeid}: {marker} does not fit clause(number, release='', says='')")
        release, says = str(marker.kwargs.get("release", "")), str(marker.kwargs.get("says", ""))
        with usage_errors(item.nodeid):
            names.extend(ClauseName.of(number, release, says) for number in marker.args)
    return tuple(dict.fromkeys(names))


def id_of(item: pytest.Item) -> str:
    """Return the id of the check that a test is: its name as pytest's, whatever it is played with."""
    name = getattr(item, "originalname", None) or item.name
    return f"{item.parent.nodeid if item.parent else ''}::{name}"


def check_of(item: pytest.Item) -> Check:
    """Return the check that a test is, without its outcome."""
    function = getattr(item, "function", None)
    title, _, description = (inspect.getdoc(function) or "").partition("\n")
    path, line, _ = item.location
    return Check(
        id=id_of(item),
        title=title,
        description=description.strip(),
        path=Path(path).as_posix(),
        line=(line or 0) + 1,
        text=inspect.getsource(function) if function else "",
        clauses=names_of(item),
    )


def message(report: pytest.TestReport) -> str:
    """Return the line of a report that says why a check failed or was skipped, "" for one that passed."""
    if report.passed:
        return ""
    if isinstance(report.longrepr, tuple):
        return report.longrepr[2].removeprefix("Skipped: ")
    lines = [line for line in report.longreprtext.splitlines() if line.strip()]
    told = [line.removeprefix("E").strip() for line in lines if line.startswith("E")]
    return next(iter(told or lines), "")
