"""The table of exit codes: 0 done, 1 only where asked for, 2 could not run, for each command and each failure."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from clean_text import CLEAN
from click import Context

from crdiff.cli.app import LazyGroup, app
from tests.cli.conftest import Run

Process = subprocess.Popen[bytes]

TAKING_TEXTS = {
    "parse": ("{}",),
    "diff": ("{}", "718-markdown"),
    "diff, other way": ("718-markdown", "{}"),
    "explain": ("{}", "718-markdown", "718.1"),
    "lint": ("{}",),
    "lint against": ("718-markdown", "--against", "{}"),
    "review": ("718-markdown", "{}"),
    "review, other way": ("{}", "718-markdown"),
    "renumber": ("letter.txt", "--against", "{}"),
}
"""Commands that take a text -> their arguments, ``{}`` where a text goes that fails to load."""

FAILURES = {
    "a missing file": "./nowhere.txt",
    "a folder": "./folder",
    "an empty file": "./empty.txt",
    "no text": "./noise.txt",
    "no rules": "./letter.txt",
    "a release not held": "2009-07-11",
    "an edition that does not exist": "718-markdwon",
    "a revision that does not exist": "git:nowhere:rules.txt",
}


def _wrong(done: CompletedProcess[bytes]) -> str:
    """Return how a run that cannot be done ended, where it did not end with 2, no answer and one line; else ""."""
    is_right = (done.returncode, done.stdout) == (2, b"") and len(done.stderr.splitlines()) == 1
    return "" if is_right and b"Traceback" not in done.stderr else f"{done.args}: {done.returncode}, {done.stderr!r}"


def _all_wrong(ended: Iterable[CompletedProcess[bytes]]) -> list[str]:
    return [wrong for done in ended if (wrong := _wrong(done))]


def test_a_failed_load_ends_with_2_and_never_says_no_differences(crdiff: Run, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "empty.txt").write_bytes(b"")
    (tmp_path / "noise.txt").write_bytes(bytes(range(256)))
    (tmp_path / "letter.txt").write_text("Dear editor,\nthe rules are attached.\n", "utf-8")
    calls = (
        [command.partition(",")[0].split()[0], *(word.replace("{}", failure) for word in words)]
        for command, words in TAKING_TEXTS.items()
        for name, failure in FAILURES.items()
        if command == "diff" or name in {"a missing file", "no rules"}  # what reads a text is the same for all
    )
    assert _all_wrong(crdiff(*call) for call in calls) == []


def test_an_option_that_does_not_exist_ends_with_2_and_help_with_0(crdiff: Run) -> None:
    assert _all_wrong(crdiff(command, "--no-such-option") for command in app.places) == []
    helped = {command: crdiff(command, "--help") for command in app.places}
    assert [name for name, done in helped.items() if (done.returncode, done.stderr) != (0, b"")] == []


ANSWERING: dict[str, tuple[str, ...]] = {
    "parse": ("718-markdown",),
    "diff": ("718-markdown", "720-mtg-wiki"),
    "explain": ("718-markdown", "720-mtg-wiki", "718.1"),
    "lint": ("718-markdown",),
    "review": ("718-markdown", "720-mtg-wiki"),
    "corpus list": (),
    "corpus add": ("rules.txt",),
    "corpus verify": (),
    "corpus build": (),
    "corpus export": (),
    "history": ("720.5",),
    "number": ("507.4",),
    "show": ("720",),
    "renumbering": ("2009-05-01", "2009-07-11"),
    "search": ("control",),
    "schema": ("diff",),
    "identify": ("rules.txt",),
}
"""Commands that answer without any text added -> arguments with which they do."""

ELSEWHERE = {
    "corpus fetch": "needs a server: tests/cli/test_corpus.py",
    "corpus remove": "needs texts: tests/cli/test_corpus.py",
    "blame": "needs texts: tests/cli/test_asking.py",
    "whatsnew": "needs texts: tests/cli/test_asking.py",
    "stats": "needs texts: tests/cli/test_asking.py",
    "checks run": "plays tests: tests/cli/test_checks.py",
    "checks status": "plays tests: tests/cli/test_checks.py",
    "checks show": "plays tests: tests/cli/test_checks.py",
    "checks import": "reads results of tests: tests/cli/test_checks_import.py",
    "checks mutate": "plays tests: tests/cli/test_checks_mutate.py",
    "checks accept": "plays tests: tests/cli/test_checks.py",
    "site build": "writes a folder: tests/cli/test_site.py",
    "site serve": "does not end: tests/cli/test_site.py",
    "git-diff": "answers git: tests/cli/test_git.py",
    "cite check": "tests/cli/test_cite.py",
    "cite update": "tests/cli/test_cite.py",
    "cite date": "tests/cli/test_cite_answers.py",
    "cite list": "tests/cli/test_cite_answers.py",
    "cite explain": "tests/cli/test_cite_answers.py",
    "cite baseline": "tests/cli/test_cite_git.py",
    "corpus choose": "tests/cli/test_corpus_texts.py",
    "corpus name": "tests/cli/test_corpus_texts.py",
    "renumber": "needs a draft: tests/cli/test_renumber.py",
    "help": "prints the help of another command: tests/cli/test_asking.py",
}
"""The commands that are not among `ANSWERING`, and why."""


def _leaves() -> Iterator[str]:
    for name in app.places:
        command = app.get_command(Context(app), name)
        yield from (f"{name} {below}" for below in command.places) if isinstance(command, LazyGroup) else (name,)


def test_every_command_is_tried_or_excused() -> None:
    assert {*ANSWERING, *ELSEWHERE} == set(_leaves())
    assert not ANSWERING.keys() & ELSEWHERE.keys()


@pytest.fixture
def answering(crdiff: Run, tmp_path: Path) -> Callable[..., CompletedProcess[bytes]]:
    """Return a function that runs a command of `ANSWERING` in a folder with a small text, on a corpus of its own."""
    (tmp_path / "rules.txt").write_text(CLEAN, "utf-8")
    return lambda command, *options: crdiff(*command.split(), *ANSWERING[command], *options, CRDIFF_HOME=command)


def test_an_answer_that_cannot_be_written_ends_with_2_and_names_the_place(answering: Run) -> None:
    ended = [answering(command, "--quiet", "-o", "nowhere/answer") for command in ANSWERING]
    assert _all_wrong(ended) == []
    assert {done.stderr for done in ended} == {b"nowhere/answer: no such file or directory\n"}


def test_a_reader_that_stops_reading_is_no_error(tmp_path: Path) -> None:
    with _started(tmp_path, "corpus", "export", "--quiet") as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_ends_with_2(tmp_path: Path) -> None:
    with (
        Path("/dev/full").open("wb") as full,
        _started(tmp_path, "history", *ANSWERING["history"], "--quiet", stdout=full) as process,
    ):
        assert process.stderr
        assert process.stderr.read() == b"standard output: no space left on device\n"
        assert process.wait(timeout=60) == 2


@pytest.mark.skipif(os.name == "nt", reason="no signals to send")
def test_an_interrupted_run_ends_with_130_and_a_line(tmp_path: Path) -> None:
    with _started(tmp_path, "diff", "718-markdown", "-", stdin=subprocess.PIPE) as process:
        _wait_until_reading(process)
        assert _interrupted(process) == 130
        assert process.stdout
        assert process.stderr
        assert (process.stdout.read(), process.stderr.read().strip()) == (b"", b"crdiff: interrupted")


def _wait_until_reading(process: Process) -> None:
    """Fill the pipe and go on: more than it holds goes in only when the run reads."""
    assert process.stdin
    process.stdin.write(b"7. Additional Rules\n" * 10_000)
    process.stdin.flush()


def _interrupted(process: Process) -> int:
    """Interrupt a process as a person would, again where it was just about to read, and return its exit code."""
    for _ in range(60):
        process.send_signal(signal.SIGINT)
        try:
            return process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            continue
    raise AssertionError("it goes on")


def _started(folder: Path, *arguments: str, **streams: Any) -> Process:
    environment = {**os.environ, "CRDIFF_HOME": str(folder / "home")}
    wanted = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams}
    return subprocess.Popen([sys.executable, "-m", "crdiff", *arguments], cwd=folder, env=environment, **wanted)


BAD_DATES = {
    "parse": ("--as-of", "2009-13-45"),
    "diff": ("718-markdown", "--as-of=soon"),
    "explain": ("718-markdown", "--as-of", "20090711", "718.1"),
    "lint": ("718-markdown", "--against", "2009-02-30"),
    "review": ("718-markdown", "--as-of", "11.7.2009"),
    "show": ("720", "--at", "2009-13-45"),
    "blame": ("720.5", "--at", "yesterday"),
    "renumbering": ("2009-13-45", "2009-07-11"),
    "whatsnew": ("--since", "2009-13-45"),
    "corpus fetch": ("--release", "2009-13-45"),
    "corpus remove": ("2009-13-45",),
}


def test_what_is_no_date_ends_with_2(crdiff: Run) -> None:
    assert _all_wrong(crdiff(*command.split(), *words, "--quiet") for command, words in BAD_DATES.items()) == []


ASKING = ("history", "number", "show", "renumbering", "search", "corpus list", "corpus verify", "corpus build")


def test_a_corpus_that_cannot_be_used_ends_with_2(answering: Run) -> None:
    assert _all_wrong(answering(command, "--quiet", "--corpus", "rules.txt") for command in ASKING) == []


UNKNOWN = {
    "explain": ("718-markdown", "720-mtg-wiki", "999.9"),
    "history": ("999.9",),
    "number": ("seven",),
    "show": ("999.9",),
    "blame": ("999.9",),
    "schema": ("dif",),
    "lint": ("718-markdown", "--select", "stale"),
    "diff": ("718-markdown", "720-mtg-wiki", "--only", "moooved"),
}


def test_a_name_that_nothing_has_ends_with_2(crdiff: Run) -> None:
    assert _all_wrong(crdiff(command, *words, "--quiet") for command, words in UNKNOWN.items()) == []


def test_a_mistake_of_ours_ends_with_2_and_not_with_a_difference(tmp_path: Path) -> None:
    """Python ends with 1 for an error that nobody caught, which a job would take for a finding."""
    program = (
        "import sys, crdiff.cli.comparing as parse; from crdiff.cli.app import run\n"
        "def fail(*_): raise KeyError('nobody\\nforesaw')\n"
        "parse.read_text = fail\n"
        "sys.exit(run(['parse', '718-markdown']))"
    )
    for asked, lines in (("", 1), ("1", 5)):
        environment = {**os.environ, "CRDIFF_TRACEBACK": asked}
        done = subprocess.run(
            [sys.executable, "-c", program], cwd=tmp_path, env=environment, capture_output=True, check=False
        )
        assert (done.returncode, done.stdout) == (2, b"")
        assert b"KeyError" in done.stderr
        assert len(done.stderr.splitlines()) >= lines
        assert ("Traceback" in done.stderr.decode()) == bool(asked)
