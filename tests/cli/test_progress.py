"""Progress of long work: for a person at a terminal, and for nobody else."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path


def at_a_terminal(*arguments: str | Path) -> tuple[str, str]:
    """Run a command whose standard error is a terminal; return what it writes there and on standard output."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "crdiff", *map(str, arguments)]
    environment = os.environ | {"TERM": "xterm", "COLUMNS": "80"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, env=environment) as process:
        os.close(theirs)
        assert process.stdout
        answer = process.stdout.read().decode()
        shown = b""
        while True:
            try:
                shown += os.read(ours, 1024)
            except OSError:  # the other end is closed and everything is read
                break
    os.close(ours)
    return shown.decode(), answer


def test_adding_and_building_show_a_bar_at_a_terminal(small_files: Path, tmp_path: Path) -> None:
    shown, answer = at_a_terminal("corpus", "add", small_files, "--corpus", tmp_path / "home")
    assert "adding texts" in shown
    assert "4/4" in shown
    assert "4 texts: 4 added" in answer
    shown, answer = at_a_terminal("corpus", "build", "--corpus", tmp_path / "home")
    assert "bringing the store up to date" in shown
    assert "3 pairs aligned" in answer


def test_a_question_shows_a_bar_only_while_the_store_is_brought_up_to_date(small_files: Path, tmp_path: Path) -> None:
    at_a_terminal("corpus", "add", small_files, "--corpus", tmp_path / "home")
    shown, _ = at_a_terminal("history", "507.4", "--corpus", tmp_path / "home")
    assert "bringing the store up to date" in shown
    assert at_a_terminal("history", "507.4", "--corpus", tmp_path / "home")[0] == ""


def test_quiet_shows_no_bar(small_files: Path, tmp_path: Path) -> None:
    assert at_a_terminal("corpus", "add", small_files, "--quiet", "--corpus", tmp_path / "home")[0] == ""
