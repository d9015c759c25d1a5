"""Having pytest play or collect checks, and taking over what its plugin reports."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import TYPE_CHECKING

import click
from msgspec import Struct

from crdiff.cli.options import DATE, asks_corpus, gathered, option
from crdiff.cli.output import Output, progress
from crdiff.errors import CrdiffError, UsageError
from crdiff.output.long_work import Progress
from crdiff.store.texts.home import SCENARIOS, Chosen, chosen_corpus, scenarios_folder

if TYPE_CHECKING:
    from crdiff.trace.report import CheckReport

_ROOT = re.compile(r"^rootdir: (.+)$", re.MULTILINE)
# What ends a line of pytest's where it counts: tests played, and all of them.
_COUNT = re.compile(r"\[ *(\d+)/(\d+)\]$")
# Exit codes of pytest for which there is a report, or nothing to report.
_PASSED, _FAILED, _NOTHING = 0, 1, 5
# The plugins that play what comes with crdiff.
_OWN_PLUGINS = ("crdiff.pytest_plugin", "crdiff.pytest_plugin.uncollected")
# Variables that tell pytest what a user wants of tests of their own.
_OF_THE_USER = ("PYTEST_ADDOPTS", "PYTEST_PLUGINS")


class Asked(Struct, frozen=True):
    """What to play: files and folders, releases (ISO dates; none: every release held), the corpus they come from.

    Without `tests` it is the checks that come with crdiff.
    """

    tests: tuple[str, ...]
    releases: tuple[str, ...]
    corpus: Chosen


class Played(Struct, frozen=True, dict=True):
    """What came of it: the report as JSON, JUnit's XML where that is the answer, the corpus, the root of the checks.

    `has_failed` says whether a check failed, one that names no clause included.
    """

    raw: bytes
    junit: bytes
    corpus: Chosen
    root: Path
    has_failed: bool

    @cached_property
    def report(self) -> CheckReport:
        """The report: thirty megabytes to read if it is on every release, so only where somebody looks into it."""
        from crdiff.trace.report import read_report

        return read_report(self.raw)


def _asked(paths: tuple[str, ...], releases: tuple[str, ...], corpus: str | None) -> Asked:
    return Asked(tests_at(paths), releases, chosen_corpus(corpus))


# Adds PATHS, ``--at`` and ``--corpus``; the command gets them as one `asked`.
plays_checks = gathered(
    "asked",
    _asked,
    click.argument("paths", nargs=-1),
    option("--at releases", "Under the rules of this release only (repeatable).", multiple=True, type=DATE),
    asks_corpus,
)


def tests_at(paths: tuple[str, ...]) -> tuple[str, ...]:
    """Return the tests that PATHS stand for: without any those of a project that keeps checks where crdiff does."""
    return paths or ((SCENARIOS,) if Path(SCENARIOS).is_dir() else ())


def is_pytest_installed() -> bool:
    """Whether checks can be played here: pytest comes with the extra ``checks``."""
    return importlib.util.find_spec("pytest") is not None


def require_pytest() -> None:
    """Raise `UsageError` where pytest is not installed."""
    if not is_pytest_installed():
        raise UsageError("pytest is not installed", remedy="pip install 'crdiff[checks]' brings it")


def play(
    asked: Asked,
    output: Output,
    *,
    collect_only: bool = False,
    options: Sequence[str] = (),
    meanwhile: Callable[[], None] = lambda: None,
) -> Played:
    """Return what came of playing the checks, or only of collecting them; `options` are more ones of the plugin's.

    `meanwhile` is done here while pytest works. A person at a terminal sees how far it is, and what pytest says of
    checks that fail. Raises `CrdiffError` where pytest is missing, finds no check, or cannot begin, and what
    `meanwhile` raises, which ends pytest.
    """
    require_pytest()
    with TemporaryDirectory() as folder, progress(output, "playing checks") as shown:
        report, junit = Path(folder, "checks.json"), Path(folder, "junit.xml")
        wanted = [f"--crdiff-report={report}", *options]
        wanted += [f"--junit-xml={junit}"] if output.form == "junit" else []
        command = _command(asked, [*wanted, "--collect-only"] if collect_only else wanted, Path(folder))
        done = _run(command, _environment(asked), shown, meanwhile)
        if done.returncode == _NOTHING or (done.returncode in {_PASSED, _FAILED} and not report.is_file()):
            raise CrdiffError(f"no check in {' '.join(asked.tests)}", "tests with the marker pytest.mark.clause")
        if done.returncode not in {_PASSED, _FAILED}:
            raise CrdiffError(f"pytest could not run: {_complaint(done)}")
        played = Played(
            raw=report.read_bytes(),
            junit=junit.read_bytes() if junit.is_file() else b"",
            corpus=asked.corpus,
            root=_root(asked, done.stdout),
            has_failed=done.returncode == _FAILED,
        )
    if played.has_failed and output.form == "text" and sys.stderr.isatty():
        output.note(done.stdout)
    if asked.corpus.note:
        output.note(f"crdiff: {asked.corpus.note}")
    return played


def _command(asked: Asked, options: Sequence[str], folder: Path) -> list[str]:
    # A path that stands by itself would have pytest look for its root, which names the checks, beside the corpus too.
    corpus = f"--crdiff-corpus={asked.corpus.folder}" if asked.corpus.folder else "--crdiff-built-in"
    releases = [f"--crdiff-release={release}" for release in asked.releases]
    tests = [*asked.tests] or _own_checks(folder)
    count = ["-o", "console_output_style=count"]
    return [sys.executable, "-m", "pytest", "-m", "clause", "-ra", *count, corpus, *releases, *options, *tests]


def _own_checks(folder: Path) -> list[str]:
    """Return the options that play what comes with crdiff as it is meant, whatever project the current folder is of."""
    settings = folder / "pytest.ini"
    settings.write_text(
        "[pytest]\naddopts = --import-mode=importlib -p no:cacheprovider -p no:unraisableexception\n", "utf-8"
    )
    root = scenarios_folder()
    tests = root / SCENARIOS
    options = {"-c": settings, "--rootdir": root, "--confcutdir": tests}
    plugins = [word for name in _OWN_PLUGINS for word in ("-p", name)]
    return [*(word for option, value in options.items() for word in (option, str(value))), *plugins, str(tests)]


def _environment(asked: Asked) -> Mapping[str, str]:
    unbuffered = {**os.environ, "PYTHONUNBUFFERED": "1"}
    if asked.tests:
        return unbuffered
    kept = {name: value for name, value in unbuffered.items() if name not in _OF_THE_USER}
    return kept | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}


def _run(
    command: Sequence[str], environment: Mapping[str, str], shown: Progress | None, meanwhile: Callable[[], None]
) -> subprocess.CompletedProcess[str]:
    """Return what pytest printed and how it ended; tell `shown` how many tests it has played."""
    with TemporaryFile("w+", encoding="utf-8", errors="replace") as errors:
        with subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=errors, encoding="utf-8", errors="replace"
        ) as process:
            try:
                meanwhile()
                printed = "".join(_followed(process.stdout or (), shown))
            except BaseException:
                process.kill()
                raise
        errors.seek(0)
        return subprocess.CompletedProcess(command, process.returncode, printed, errors.read())


def _followed(lines: Iterable[str], shown: Progress | None) -> Iterator[str]:
    for line in lines:
        if shown and (count := _COUNT.search(line.rstrip())):
            shown(int(count[1]), int(count[2]))
        yield line


def _complaint(done: subprocess.CompletedProcess[str]) -> str:
    """Return the line in which pytest, or Python, says what is wrong."""
    lines = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith(("ERROR", "E  "))]
    return (errors or lines or ["it says nothing"])[-1].removeprefix("ERROR").strip(" :")


def _root(asked: Asked, printed: str) -> Path:
    """Return the folder that checks are named from; of a project's own, pytest says which one it is."""
    if not asked.tests:
        return scenarios_folder()
    found = _ROOT.search(printed)
    return Path(found[1]) if found else Path.cwd()
