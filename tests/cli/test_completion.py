"""What the shells offer while a command is being typed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete
from table import table_at_once

from crdiff.cli.app import app
from crdiff.cli.options import VARIABLE, Offered
from crdiff.lint.registry import BY_ID
from crdiff.reports.schemas import SCHEMAS
from tests.abroad.command_lines import leaves
from tests.cli.conftest import Run


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch, archive: Path) -> Callable[..., list[str]]:
    """Return a function that gives what is offered after some words, the last of them half typed."""

    def offers(*words: str, home: Path | None = None) -> list[str]:
        monkeypatch.setenv("CRDIFF_HOME", str(home or archive))
        *before, incomplete = words
        return [item.value for item in ShellComplete(app, {}, "crdiff", VARIABLE).get_completions(before, incomplete)]

    return offers


@table_at_once
def test_words_that_begin_so_are_offered(words: str, found: str, offered: Callable[..., list[str]]) -> None:
    assert offered(*words.split()) == found.split()


def test_every_check_and_every_schema_is_offered(offered: Callable[..., list[str]]) -> None:
    assert offered("lint", "x", "--select", "") == list(BY_ID)
    assert offered("schema", "") == list(SCHEMAS)


def test_without_texts_the_facts_that_come_with_crdiff_are_offered(
    offered: Callable[..., list[str]], tmp_path: Path
) -> None:
    assert "720.6" in offered("history", "720.", home=tmp_path / "none")
    assert offered("diff", "la", home=tmp_path / "none") == ["la"], "files: nothing is held that could be the latest"
    assert not (tmp_path / "none").exists()


def test_nothing_is_offered_from_a_store_that_is_damaged(offered: Callable[..., list[str]], tmp_path: Path) -> None:
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "2003-10-01.x.txt.json").write_text("{}")
    (tmp_path / "store.sqlite").write_text("no store")
    assert offered("history", "7", home=tmp_path) == []


def test_what_takes_a_number_a_release_or_a_text_offers_some() -> None:
    """A new command is completed like the others."""
    named = {"number", "old", "new", "text", "draft", "since", "at", "as_of", "dialect", "against"}
    # git calls git-diff, with files of its own
    for path, command in leaves():
        for parameter in command.params if command.name != "git-diff" else ():
            if parameter.name in named and not isinstance(parameter.type, click.Choice):
                assert isinstance(parameter.type, Offered), f"{path} {parameter.name}"


def test_each_shell_gets_its_script_and_is_answered_in_its_form(crdiff: Run, archive: Path) -> None:
    """Bash and zsh name the word by its place, fish says what has been typed of it."""
    for shell, at, said in (
        ("bash", "2", "plain,712.1\n"),
        ("zsh", "2", "plain\n712.1\n_\n"),
        ("fish", "712", "plain,712.1\n"),
    ):
        done = crdiff(**{VARIABLE: f"{shell}_source"})
        assert (done.returncode, done.stderr) == (0, b"")
        assert f"{VARIABLE}={shell}_complete".encode() in done.stdout
        assert b"Usage" not in done.stdout
        line = {"COMP_WORDS": "crdiff history 712", "COMP_CWORD": at}
        done = crdiff(**{VARIABLE: f"{shell}_complete", **line, "CRDIFF_HOME": str(archive)})
        assert (done.returncode, done.stderr) == (0, b"")
        assert said in done.stdout.decode()


def test_a_line_that_is_wrong_is_answered_with_silence(crdiff: Run) -> None:
    for words in ("crdiff nonsense x", "crdiff diff --nonsense x", "crdiff corpus nonsense x"):
        done = crdiff(**{VARIABLE: "bash_complete", "COMP_WORDS": words, "COMP_CWORD": "2"})
        assert (done.stdout.strip(), done.stderr) == (b"", b"")


@pytest.mark.skipif(not shutil.which("bash"), reason="bash is not installed")
def test_bash_completes_with_the_script_that_it_was_given(tmp_path: Path, archive: Path) -> None:
    """The script of crdiff is loaded as site/commands.md says, and its function called as bash calls it."""
    program = tmp_path / "crdiff"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m crdiff "$@"\n')
    program.chmod(0o755)
    script = (
        f'eval "$({VARIABLE}=bash_source crdiff)"\n'
        "COMP_WORDS=(crdiff history 712.1); COMP_CWORD=2; _crdiff_completion crdiff\n"
        'printf "%s\\n" "${COMPREPLY[@]}"\n'
    )
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "CRDIFF_HOME": str(archive)}
    done = subprocess.run(["bash", "-c", script], capture_output=True, env=environment, check=False)
    assert done.stdout.decode().split() == ["712.1", "712.1a"]
