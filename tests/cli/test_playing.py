"""How pytest is asked to play checks: as little as the answer needs, ours as they are meant, and once for a site."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from small_excerpt import make_results

from crdiff.cli import playing
from crdiff.cli.output import Output
from crdiff.cli.site_pages import SiteTexts, Wanted, shown_results
from crdiff.errors import StoreError
from crdiff.output import fingerprints
from crdiff.store.texts.home import BUILT_IN
from crdiff.trace.report import CheckReport, read_report


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


# for a site checks are played once: what they showed is shown again until texts, checks or the model change


class _Pytest:
    """Stands in for pytest, and counts how often it plays."""

    def __init__(self, report: CheckReport) -> None:
        self.report = report
        self.times = 0
        self.fails = False

    def __call__(self, asked: playing.Asked, _: object, *, meanwhile: Callable[[], None]) -> playing.Played:
        self.times += 1
        meanwhile()
        return playing.Played(self.report.encoded(), b"", asked.corpus, Path(), has_failed=self.fails)


@pytest.fixture(scope="module")
def report() -> CheckReport:
    return read_report(make_results().raw)


@pytest.fixture
def played(report: CheckReport, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> _Pytest:
    stand_in = _Pytest(report)
    monkeypatch.setattr("crdiff.cli.site_pages.cache_folder", lambda: tmp_path / "cache")
    monkeypatch.setattr(playing, "play", stand_in)
    monkeypatch.chdir(tmp_path)
    return stand_in


def shown(tmp_path: Path) -> CheckReport:
    with shown_results(Wanted(), tmp_path / "none.json", SiteTexts(None), quiet=True) as file:
        assert file
        return read_report(file.read_bytes())


def _nowhere() -> Path:
    raise StoreError("nobody knows where the home is")


def _cut_short(folder: Path) -> None:
    (kept,) = (folder / "cache" / "checks").glob("*.played")
    kept.write_bytes(kept.read_bytes()[:100])


def _mutants(folder: Path) -> None:
    (folder / "build").mkdir()
    (folder / "build" / "mutants.json").write_bytes(b"{}")


BETWEEN: dict[str, Callable[[Path, pytest.MonkeyPatch], object]] = {
    "results of mutants": lambda folder, _: _mutants(folder),
    "other code": lambda _, patch: patch.setattr(fingerprints, "package_fingerprint", lambda: "other code"),
    "results cut short": lambda folder, _: _cut_short(folder),
    "no home": lambda _, patch: patch.setattr("crdiff.cli.site_pages.cache_folder", _nowhere),
}


@pytest.mark.parametrize("comes", BETWEEN)
def test_checks_are_played_once_until_something_comes(
    played: _Pytest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, comes: str
) -> None:
    assert shown(tmp_path) == shown(tmp_path) == played.report
    assert played.times == 1
    BETWEEN[comes](tmp_path, monkeypatch)
    assert shown(tmp_path) == played.report
    assert played.times == 2


def test_a_run_that_failed_is_played_again(played: _Pytest, tmp_path: Path) -> None:
    """A check may fail for want of memory."""
    played.fails = True
    assert shown(tmp_path) == shown(tmp_path) == played.report
    assert played.times == 2


def test_the_texts_are_read_while_checks_are_played(played: _Pytest, tmp_path: Path) -> None:
    """And where none are played by who needs the texts, which a site that stays as it is does not."""
    read: list[str] = []
    for _ in range(2):
        wanted, none = Wanted(), tmp_path / "none.json"
        with shown_results(wanted, none, SiteTexts(None), quiet=True, meanwhile=lambda: read.append("texts")):
            pass
    assert (read, played.times) == (["texts"], 1)
