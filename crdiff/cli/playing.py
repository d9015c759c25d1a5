"""Having pytest play or collect checks, and taking over what its plugin reports."""

from __future__ import annotations

import functools
import json
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from crdiff.cli import completing
from crdiff.cli.options import Function, corpus_option
from crdiff.cli.output import Output
from crdiff.errors import CrdiffError

TESTS = "tests/rules"
"""Where checks are looked for if nobody says where."""
_ROOT = re.compile(r"^rootdir: (.+)$", re.MULTILINE)
_PASSED, _FAILED, _NOTHING = 0, 1, 5
"""Exit codes of pytest for which there is a report, or nothing to report."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What to play: files and folders, releases (ISO dates; none: every release held), the corpus they come from."""

    paths: tuple[str, ...]
    releases: tuple[str, ...]
    corpus: str | None


@dataclass(frozen=True, slots=True)
class Played:
    """What came of it: the value of ``crdiff.checks/1``, JUnit's XML, the folder that checks are named from.

    `has_failed` says whether a check failed, one that names no clause included.
    """

    report: dict[str, Any]
    junit: bytes
    root: Path
    has_failed: bool


def plays_checks(function: Function) -> Function:
    """Add PATHS, ``--release`` and ``--corpus``; the command gets them as one `asked`."""

    @functools.wraps(function)
    def gathered(*, paths: tuple[str, ...], releases: tuple[str, ...], corpus: str | None, **options: Any) -> Any:
        return function(asked=Asked(paths, releases, corpus), **options)

    releases = click.option(
        "--release",
        "releases",
        multiple=True,
        metavar="DATE",
        shell_complete=completing.releases,
        help="Under the rules of this release only (repeatable).",
    )
    return click.argument("paths", nargs=-1)(releases(corpus_option(gathered)))


def play(asked: Asked, output: Output, *, collect_only: bool = False) -> Played:
    """Return what came of playing the checks, or only of collecting them.

    Raises `CrdiffError` where pytest is missing, finds no check, or cannot begin.
    """
    with TemporaryDirectory() as folder:
        report, junit = Path(folder, "checks.json"), Path(folder, "junit.xml")
        options = ["--crdiff-report", str(report), "--junit-xml", str(junit)]
        done = _pytest(asked, [*options, "--collect-only"] if collect_only else options)
        if output.form == "text" and sys.stderr.isatty():
            output.note(done.stdout)
        if done.returncode == _NOTHING or (done.returncode in {_PASSED, _FAILED} and not report.is_file()):
            raise CrdiffError(f"no check in {' '.join(_paths(asked))}", "tests with the marker pytest.mark.clause")
        if done.returncode not in {_PASSED, _FAILED}:
            raise CrdiffError(f"pytest could not run: {_complaint(done)}")
        found = json.loads(report.read_bytes())
        return Played(
            found, junit.read_bytes() if junit.is_file() else b"", _root(done.stdout), done.returncode == _FAILED
        )


def _paths(asked: Asked) -> Sequence[str]:
    return asked.paths or ([TESTS] if Path(TESTS).is_dir() else ["."])


def _pytest(asked: Asked, options: Sequence[str]) -> subprocess.CompletedProcess[str]:
    corpus = ["--crdiff-corpus", asked.corpus] if asked.corpus else []
    releases = [option for release in asked.releases for option in ("--crdiff-release", release)]
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-m",
        "clause",
        "-ra",
        *corpus,
        *releases,
        *options,
        *_paths(asked),
    ]
    return subprocess.run(command, capture_output=True, check=False, encoding="utf-8")


def _complaint(done: subprocess.CompletedProcess[str]) -> str:
    """Return the line in which pytest, or Python, says what is wrong."""
    lines = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith(("ERROR", "E  "))]
    return (errors or lines or ["it says nothing"])[-1].removeprefix("ERROR").strip(" :")


def _root(printed: str) -> Path:
    found = _ROOT.search(printed)
    return Path(found[1]) if found else Path.cwd()
