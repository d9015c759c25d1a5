"""The table of exit codes: 0 done, 1 only where asked for, 2 could not run, for each command and each failure."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from clean_text import CLEAN, broken

from crdiff.cli.app import COMMANDS

Run = Callable[..., CompletedProcess[bytes]]

TAKING_TEXTS = {
    "parse": ("{}",),
    "diff": ("{}", "718-markdown"),
    "diff, other way": ("718-markdown", "{}"),
    "explain": ("{}", "718-markdown", "718.1"),
    "lint": ("{}",),
    "lint against": ("718-markdown", "--against", "{}"),
    "review": ("718-markdown", "{}"),
    "review, other way": ("{}", "718-markdown"),
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


@pytest.fixture
def failures(tmp_path: Path) -> None:
    """Put into the folder of the commands what no command can read."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "empty.txt").write_bytes(b"")
    (tmp_path / "noise.txt").write_bytes(bytes(range(256)))
    (tmp_path / "letter.txt").write_text("Dear editor,\nthe rules are attached.\n", "utf-8")


@pytest.mark.usefixtures("failures")
@pytest.mark.parametrize("failure", FAILURES)
@pytest.mark.parametrize("command", TAKING_TEXTS)
def test_a_failed_load_ends_with_2_and_never_says_no_differences(crdiff: Run, command: str, failure: str) -> None:
    arguments = [word.replace("{}", FAILURES[failure]) for word in TAKING_TEXTS[command]]
    done = crdiff(re.match(r"\w+", command)[0], *arguments)  # type: ignore[index]
    assert (done.returncode, done.stdout) == (2, b"")
    assert len(done.stderr.decode().splitlines()) == 1
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_an_option_that_does_not_exist_ends_with_2(crdiff: Run, command: str) -> None:
    done = crdiff(command, "--no-such-option")
    assert (done.returncode, done.stdout) == (2, b"")
    assert len(done.stderr.decode().splitlines()) == 1


@pytest.mark.parametrize("command", COMMANDS)
def test_help_ends_with_0(crdiff: Run, command: str) -> None:
    done = crdiff(command, "--help")
    assert (done.returncode, done.stderr) == (0, b"")


OLD = CLEAN
NEW = broken(("at any time.", "whenever they like."))
DIFF = [
    (OLD, (), 0),
    (NEW, (), 0),
    (OLD, ("--exit-code",), 0),
    (NEW, ("--exit-code",), 1),
    (NEW, ("--exit-code", "--only", "moved"), 0),
    (NEW, ("--fail-on", "any"), 1),
    (NEW, ("--fail-on", "review"), 1),
    (NEW, ("--fail-on", "undetermined"), 0),
    (NEW, ("--fail-on", "review", "--hide", "review"), 0),
]


@pytest.mark.parametrize(("new", "options", "code"), DIFF)
def test_a_difference_ends_with_1_only_where_asked_for(
    crdiff: Run, tmp_path: Path, new: str, options: tuple[str, ...], code: int
) -> None:
    (tmp_path / "old.txt").write_text(OLD, "utf-8")
    (tmp_path / "new.txt").write_text(new, "utf-8")
    for form in ("text", "github"):
        assert crdiff("diff", "old.txt", "new.txt", "--format", form, *options).returncode == code


def test_an_answer_that_cannot_be_written_ends_with_2(crdiff: Run, tmp_path: Path) -> None:
    (tmp_path / "rules.txt").write_text(CLEAN, "utf-8")
    for arguments in (("lint", "rules.txt"), ("diff", "rules.txt", "rules.txt"), ("review", "rules.txt", "rules.txt")):
        done = crdiff(*arguments, "-o", "nowhere/answer")
        assert done.returncode == 2, arguments
        assert len(done.stderr.decode().splitlines()) == 1
