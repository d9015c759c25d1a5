"""The table of exit codes: 0 done, 1 only where asked for, 2 could not run, for each command and each failure."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from clean_text import CLEAN

from crdiff.cli.app import app
from tests.cli.conftest import Run

Process = subprocess.Popen[bytes]

TAKING_TEXTS = (
    "parse {}", "diff {} 718-markdown", "diff 718-markdown {}", "explain {} 718-markdown 718.1", "lint {}",
    "lint 718-markdown --against {}", "review 718-markdown {}", "review {} 718-markdown",
    "renumber letter.txt --against {}",
)  # fmt: skip
"""Commands that take a text, with ``{}`` where a text goes that fails to load."""

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


PDF = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog >>\nendobj\n\x00\x01\x02\xff\xfe stream\n%%EOF\n"


UNREADABLE = {
    "an empty file": (b"", "empty"),
    "a file of blanks": (b" \r\n\t\n", "white space"),
    "a PDF renamed .txt": (PDF, "PDF"),
    "bytes in no encoding": (bytes(range(256)) * 8, ""),
    "a text with no rules": (b"Dear editor,\n\nthe rules are attached.\n\n1. Read them.\n", "rules"),
    "a page of HTML": (b"<!doctype html><html><body><p>404 not found</p></body></html>\n", "rules"),
}


def test_a_file_that_holds_no_rules_is_named_with_the_reason(crdiff: Run, tmp_path: Path) -> None:
    for case, (raw, reason) in UNREADABLE.items():
        (tmp_path / "rules.txt").write_bytes(raw)
        line = crdiff.refused("parse", "rules.txt")
        assert line.startswith("rules.txt: "), case
        assert reason in line, case
    (tmp_path / "rules").mkdir()
    assert crdiff.refused("parse", "nowhere.txt") == "nowhere.txt: no such file or directory"
    assert crdiff.refused("parse", "rules") == "rules: is a directory"


def test_without_a_command_the_help_is_shown_and_nothing_was_done(crdiff: Run) -> None:
    done = crdiff()
    assert (done.returncode, done.stdout, b"Commands:" in done.stderr) == (2, b"", True)


def test_a_failed_load_ends_with_2_and_never_says_no_differences(crdiff: Run, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "empty.txt").write_bytes(b"")
    (tmp_path / "noise.txt").write_bytes(bytes(range(256)))
    (tmp_path / "letter.txt").write_text("Dear editor,\nthe rules are attached.\n", "utf-8")
    for line in TAKING_TEXTS:
        for name, failure in FAILURES.items():
            if line.startswith("diff") or name in {"a missing file", "no rules"}:  # the same reads a text for all
                assert crdiff.refused(*(word.format(failure) for word in line.split()))


def test_an_option_that_does_not_exist_ends_with_2_and_help_with_0(crdiff: Run) -> None:
    for command in app.places:
        assert crdiff.refused(command, "--no-such-option")
        assert crdiff.text(command, "--help")


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
    "history": ("720.5",),
    "number": ("507.4",),
    "show": ("720",),
    "renumbering": ("2009-05-01", "2009-07-11"),
    "search": ("control",),
    "schema": ("diff",),
    "identify": ("rules.txt",),
}
"""Commands that answer without any text added -> arguments with which they do."""


@pytest.fixture
def answering(crdiff: Run, tmp_path: Path) -> Callable[..., str]:
    """Return the line that a command of `ANSWERING` ends with, in a folder with a small text."""
    (tmp_path / "rules.txt").write_text(CLEAN, "utf-8")
    return lambda command, *options: crdiff.refused(
        *command.split(), *ANSWERING[command], *options, CRDIFF_HOME=command
    )


def test_an_answer_that_cannot_be_written_ends_with_2_and_names_the_place(answering: Callable[..., str]) -> None:
    for command in ANSWERING:
        assert answering(command, "--quiet", "-o", "nowhere/answer") == "nowhere/answer: no such file or directory"


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


ASKING = ("history", "number", "show", "renumbering", "search", "corpus list", "corpus verify", "corpus build")


def test_a_corpus_that_cannot_be_used_ends_with_2(answering: Callable[..., str]) -> None:
    for command in ASKING:
        assert answering(command, "--quiet", "--corpus", "rules.txt")


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
