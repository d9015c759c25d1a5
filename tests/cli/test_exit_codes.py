"""The table of exit codes: 0 done, 1 only where asked for, 2 could not run, for each command and each failure."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from crdiff.cli.app import app
from tests.cli.conftest import Run

Process = subprocess.Popen[bytes]


def test_without_a_command_the_help_is_shown_and_nothing_was_done(crdiff: Run) -> None:
    done = crdiff()
    assert (done.returncode, done.stdout, b"Read the rules:" in done.stderr) == (2, b"", True)


def test_an_option_that_does_not_exist_ends_with_2_and_help_with_0(crdiff: Run) -> None:
    for command in app.places:
        assert crdiff.refused(command, "--no-such-option")
        assert crdiff.text(command, "--help")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_ends_with_2(tmp_path: Path) -> None:
    with (
        Path("/dev/full").open("wb") as full,
        _started(tmp_path, "history", "720.5", "--quiet", stdout=full) as process,
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
