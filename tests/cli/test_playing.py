"""How pytest is asked to play checks: as little as the answer needs, and ours as they are meant."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from small_excerpt import make_results

from crdiff.cli import playing
from crdiff.cli.output import Output
from crdiff.errors import StoreError
from crdiff.store.texts.chosen import BUILT_IN
from crdiff.trace.report import read_report


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[Sequence[str]]:
    """Return the commands that pytest would have got; the results of each are the same."""
    seen: list[Sequence[str]] = []

    def run(command: Sequence[str], *_: object) -> CompletedProcess[str]:
        seen.append(command)
        report = next(word for word in command if word.startswith("--crdiff-report="))
        Path(report.partition("=")[2]).write_bytes(make_results().raw)
        return CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(playing, "_run", run)
    return seen


@pytest.mark.parametrize(("form", "is_asked"), [("text", False), ("json", False), ("junit", True)])
def test_junit_is_asked_for_where_it_is_the_answer(commands: list[Sequence[str]], form: str, is_asked: bool) -> None:
    playing.play(playing.Asked((), (), BUILT_IN), Output(form, None, True))
    (command,) = commands
    assert any(word.startswith("--junit-xml=") for word in command) is is_asked


@pytest.mark.parametrize(("tests", "is_ours"), [((), True), (("tests/rules",), False)])
def test_only_our_own_checks_are_played_without_the_garbage_collector(
    commands: list[Sequence[str]], tests: tuple[str, ...], is_ours: bool
) -> None:
    """What the tests of others make and drop may be any amount."""
    playing.play(playing.Asked(tests, (), BUILT_IN), Output("text", None, True))
    (command,) = commands
    assert ("crdiff.pytest_plugin.uncollected" in command) is is_ours


@pytest.mark.usefixtures("commands")
def test_the_report_is_handed_on_as_pytest_wrote_it() -> None:
    played = playing.play(playing.Asked((), (), BUILT_IN), Output("json", None, True))
    assert played.raw == make_results().raw
    assert played.report == read_report(played.raw)


def test_something_else_is_done_here_while_pytest_works() -> None:
    done: list[str] = []
    ended = playing._run([sys.executable, "-c", "print('played')"], os.environ, None, lambda: done.append("read"))
    assert (ended.stdout, ended.returncode, done) == ("played\n", 0, ["read"])


def test_pytest_does_not_outlive_what_fails_meanwhile(tmp_path: Path) -> None:
    """As texts that cannot be read: the error is told at once."""
    began = tmp_path / "began"
    program = f"import os, pathlib, time; pathlib.Path({str(began)!r}).write_text(str(os.getpid())); time.sleep(600)"

    def fail() -> None:
        while not (began.exists() and began.read_text()):
            time.sleep(0.01)
        raise StoreError("the store is damaged")

    with pytest.raises(StoreError):
        playing._run([sys.executable, "-c", program], os.environ, None, fail)
    with pytest.raises(ProcessLookupError):
        os.kill(int(began.read_text()), 0)
