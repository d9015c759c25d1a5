"""Reads, lints and compares hostile inputs, and reports each that ends in a traceback, hangs or eats memory.

    python -m benchmarks.fuzz --count 200000 --state build/fuzz

Input N is made from the number N alone. A run goes on where the last one stopped: the folder of the state holds the
count, what was found, and the inputs that found it.
"""

from __future__ import annotations

import argparse
import re
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import FrameType
from xml.etree import ElementTree as ET

import msgspec.json

from benchmarks.fuzz_inputs import Hostile, hostile
from crdiff.align.engine import align_releases
from crdiff.changes.compare import compare
from crdiff.dialects.registry import read, read_lines
from crdiff.errors import CrdiffError
from crdiff.lint import lint
from crdiff.lint.registry import CHECKS
from crdiff.model.release import Release
from crdiff.reports.ci_forms import github, junit, sarif
from crdiff.reports.diff import diff_json, diff_markdown, diff_results, diff_text
from crdiff.reports.html_files import diff_html, review_html
from crdiff.reports.lint import Linted, LintReport, lint_markdown, lint_results, lint_text
from crdiff.reports.release import release_json, release_text, release_tree
from crdiff.reports.review import review, review_text
from crdiff.reports.terminal import Style
from crdiff.reports.view import View, view
from tests.small_releases import RELEASES
from tests.small_releases import release_text as small_text

SECONDS = 10
"""CPU seconds after which an input counts as one that hangs."""

MEMORY = 500 << 20
"""Bytes that a run may use beyond those of its modules."""

_HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
_EVERY = 500
"""After so many inputs the count is written down."""


class HangError(Exception):
    """An input took too long."""


class UnsafeError(Exception):
    """A report holds a character that a terminal obeys or nobody sees."""


@dataclass(frozen=True, slots=True)
class Failure:
    """An input that was not taken well: its number, what it was, the traceback."""

    number: int
    hostile: Hostile
    trace: str


def attack(number: int) -> Failure | None:
    """Return how the input with this number failed, None where it was read and reported, or refused in one line."""
    made = hostile(number)
    try:
        with _limited():
            _take(made, number)
    except Exception:
        return Failure(number, made, traceback.format_exc())
    return None


def _take(made: Hostile, number: int) -> None:
    try:
        release = read(made.raw, made.name)
    except CrdiffError as error:
        _safe(str(error.at(made.name)), lines=1)
        return
    _safe(release_tree(release))
    _FORMS[number % len(_FORMS)](release, made)


def _safe(report: str, lines: int = 0) -> None:
    if (found := _HIDDEN.search(report)) or (lines and report.count("\n") >= lines):
        what = f"{found[0]!r} in {report[max(0, found.start() - 40) : found.start() + 40]!r}" if found else report
        raise UnsafeError(what)


@cache
def _base() -> Release:
    """Return the text that all are compared with."""
    return read(small_text("2009-07-11", RELEASES["2009-07-11"]), "base.txt")


def _compared(release: Release) -> View:
    return view(compare(align_releases(_base(), release)))


def _linted(release: Release, made: Hostile) -> LintReport:
    found = lint(release, _base(), lines=read_lines(made.raw, made.name))
    return LintReport((Linted(made.name, made.name, release, (_base(),), found),), CHECKS)


def _as_texts(release: Release, made: Hostile) -> None:
    _safe(diff_text(_compared(release)))
    _safe(diff_text(_compared(release), Style(side_by_side=True)))
    _safe(lint_text(_linted(release, made)))


def _as_comments(release: Release, made: Hostile) -> None:
    _safe(diff_markdown(_compared(release)))
    _safe(lint_markdown(_linted(release, made)))


def _as_results(release: Release, made: Hostile) -> None:
    for results in (diff_results(_compared(release), made.name), lint_results(_linted(release, made))):
        _safe(github(results))
        ET.fromstring(junit(results))
        msgspec.json.decode(sarif(results))


def _as_pages(release: Release, _made: Hostile) -> None:
    _safe(diff_html(_compared(release), side_by_side=True))


def _as_review(release: Release, made: Hostile) -> None:
    found = review(_compared(release), _linted(release, made).findings)
    _safe(review_text(found))
    _safe(review_html(found))


def _as_json(release: Release, _made: Hostile) -> None:
    msgspec.json.decode(release_json(release))
    msgspec.json.decode(diff_json(_compared(release)))
    _safe(release_text(release))


_FORMS: tuple[Callable[[Release, Hostile], None], ...] = (
    *(_as_texts, _as_texts, _as_json, _as_comments, _as_results, _as_json, _as_review, _as_pages),
)
"""What is done with an input that could be read: one of these, in turn."""


@contextmanager
def _limited() -> Iterator[None]:
    def hang(_signal: int, _frame: FrameType | None) -> None:
        raise HangError(f"more than {SECONDS} s of CPU")

    before = signal.signal(signal.SIGPROF, hang)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def limit_memory() -> None:
    """Make this process fail with `MemoryError` where it asks for much more than it has."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[0]) if sys.platform == "linux" else 0
    if pages:
        resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + MEMORY, resource.RLIM_INFINITY))


def main() -> int:
    """Attack with the inputs that the state has not counted yet; exit with 1 where any run of it found something."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--count", type=int, default=10_000, help="the number of the last input")
    asked.add_argument("--state", type=Path, required=True, help="the folder that holds count and findings")
    given = asked.parse_args()
    given.state.mkdir(parents=True, exist_ok=True)
    counted = given.state / "count"
    begin = int(counted.read_text("ascii")) if counted.exists() else 0
    limit_memory()
    for number in range(begin, given.count):
        failure = attack(number)
        if failure:
            (given.state / f"{number}.input").write_bytes(failure.hostile.raw)
            (given.state / f"{number}.txt").write_text(f"{failure.hostile.name}\n{failure.trace}", "utf-8", "replace")
            print(f"{number}: {failure.trace.splitlines()[-1][:200]}", flush=True)
        if (number + 1) % _EVERY == 0 or number + 1 == given.count:
            counted.write_text(str(number + 1), "ascii")
    found = len(list(given.state.glob("*.input")))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    print(f"{max(begin, given.count):,} inputs, {found:,} failures; {time.process_time():.0f} s of CPU, {peak:,} MB")
    return int(found > 0)


if __name__ == "__main__":
    sys.exit(main())
