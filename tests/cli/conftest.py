"""Running the command line as its users do: as a process."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from shutil import copytree, rmtree
from subprocess import CompletedProcess
from types import MappingProxyType
from typing import Any

import pytest
from commands import run_command
from jsonschema import Draft202012Validator
from msgspec.structs import replace
from small_archive import Releases, fill
from small_excerpt import make_corpus, make_prose
from writing_commands import HOME, run_in, write_inputs

from crdiff.corpus import Corpus
from crdiff.reports.schemas import schema
from crdiff.store.embedded.corpus import load_corpus
from tests.small_releases import RELEASES

EXCERPT = Path(__file__).with_name("excerpt.txt").read_text("utf-8")


# Keeps a run of pytest from loading all other plugins that are installed for the tests, which takes a second.
PLAYING = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_PLUGINS": "crdiff.pytest_plugin"}


class Run:
    """Runs ``crdiff ARGUMENT…`` in a folder, with no corpus but the embedded one unless a variable names another."""

    def __init__(self, folder: Path, *first: str | Path, **environment: str) -> None:
        self.folder = folder
        self.first = first
        self.environment = {"CRDIFF_HOME": str(folder / "home"), **environment}

    def of(self, *first: str | Path, **environment: str) -> Run:
        """Return what runs a command that begins with these words, with these variables."""
        return Run(self.folder, *first, **environment)

    def __call__(self, *arguments: str | Path, stdin: bytes = b"", **environment: str) -> CompletedProcess[bytes]:
        around = {**os.environ, **PLAYING, **self.environment, **environment}
        return run_command((*self.first, *arguments), self.folder, around, stdin)

    def text(self, *arguments: str | Path, **given: Any) -> str:
        """Return the answer of a run that is done and notes nothing."""
        done = self(*arguments, **given)
        assert (done.returncode, done.stderr) == (0, b"")
        return done.stdout.decode()

    def printed(self, *arguments: str | Path, **given: Any) -> str:
        """Return the answer of a run that could be done, whatever it notes and finds."""
        done = self(*arguments, **given)
        assert done.returncode in {0, 1}, done.stderr.decode()
        return done.stdout.decode()

    def json(self, *arguments: str | Path, code: int = 0, **given: Any) -> Any:
        """Return the answer as JSON, which keeps the schema that it names."""
        done = self(*arguments, "--format", "json", **given)
        assert done.returncode == code, done.stderr.decode()
        assert "--quiet" not in arguments or not done.stderr
        answer = json.loads(done.stdout)
        name = answer["schema"].removeprefix("crdiff.").removesuffix("/1")
        Draft202012Validator(json.loads(schema(name))).validate(answer)
        return answer

    def refused(self, *arguments: str | Path, **given: Any) -> str:
        """Return the one line of a run that could not be done and gives no answer."""
        done = self(*arguments, **given)
        assert (done.returncode, done.stdout) == (2, b""), done.args
        (line,) = done.stderr.decode().splitlines()
        assert "Traceback" not in line
        return line


@pytest.fixture
def crdiff(tmp_path: Path) -> Run:
    """Return what runs ``crdiff ARGUMENT…`` in an empty folder with no corpus but the embedded one."""
    return Run(tmp_path)


@pytest.fixture
def texts(tmp_path: Path) -> tuple[Path, Path]:
    """Return two small texts that differ in one word of 720.3 and in one new clause."""
    old, new = tmp_path / "old.txt", tmp_path / "new.txt"
    before = EXCERPT.format(date="June 7, 2024")
    old.write_text(before, "utf-8")
    after = before.replace("Only control", "Just control").replace("June 7", "July 30")
    new.write_text(f"{after}\n720.4. A player may gain control of themselves.\n", "utf-8")
    return old, new


def built(folder: Path, releases: Releases, glossaries: Releases = MappingProxyType({})) -> Path:
    """Return the folder of a corpus of small releases, built, some with glossaries of their own."""
    with Corpus(fill(folder / "home", releases, glossaries)) as corpus:
        corpus.build()
    return folder / "home"


# The first two of the small releases.
TWO = {day: RELEASES[day] for day in ("2003-10-01", "2009-07-11")}


@pytest.fixture(scope="session")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a corpus of two releases, built; no test changes it."""
    return built(tmp_path_factory.mktemp("two"), TWO)


@pytest.fixture(scope="session")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a corpus of the four small releases, built; no test changes it."""
    return built(tmp_path_factory.mktemp("four"), RELEASES)


@pytest.fixture(scope="session")
def prose_of_three_pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of hand-written pages, as few as the others link to."""
    folder = tmp_path_factory.mktemp("prose")
    for page in make_prose():
        (folder / page.path).write_text(page.markdown, "utf-8")
    return folder


@pytest.fixture
def little_prose(monkeypatch: pytest.MonkeyPatch, prose_of_three_pages: Path) -> None:
    """Have sites built with three hand-written pages, where these are not what a test is about: they take a second."""
    _use_prose(monkeypatch, prose_of_three_pages)


def _use_prose(patch: pytest.MonkeyPatch, prose: Path) -> None:
    patch.setattr("crdiff.cli.site_pages.prose_folder", lambda: prose)


def build_little(patch: pytest.MonkeyPatch, prose: Path) -> None:
    """Have sites built of `prose` and the notes on one clause and on what is played: what comes with crdiff takes long.

    This is for sites of an archive: without one, editions are what a site is about.
    """
    known = load_corpus()
    notes = (note for note in known.annotations if note.plays or "2003-10-01-507.1" in note.lineages)
    little = replace(known, annotations=tuple(notes), editions=())
    for module in ("site_plugin", "store.embedded.corpus"):
        patch.setattr(f"crdiff.{module}.load_corpus", lambda *_, **_named: little)
    _use_prose(patch, prose)


@pytest.fixture
def little_site(monkeypatch: pytest.MonkeyPatch, prose_of_three_pages: Path) -> None:
    """Have sites of archives built with little of what comes with crdiff, where that is not what a test is about."""
    build_little(monkeypatch, prose_of_three_pages)


@pytest.fixture
def small_known(monkeypatch: pytest.MonkeyPatch, prose_of_three_pages: Path) -> None:
    """Have sites built of a small corpus in place of the embedded one, and of three hand-written pages."""
    monkeypatch.setattr("crdiff.store.embedded.corpus.load_corpus", lambda *_, **_named: make_corpus())
    _use_prose(monkeypatch, prose_of_three_pages)


@pytest.fixture(scope="session")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with what the commands read and a built corpus; no test changes it."""
    folder = tmp_path_factory.mktemp("writing")
    write_inputs(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("CRDIFF_HOME", "home")
        assert run_in("corpus add given -q") == run_in("corpus build -q") == 0
    return folder


VICTIM = b"somebody else's"


@pytest.fixture
def fresh(inputs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Path]:
    """Return what gives a fresh copy of the inputs, as the current folder, beside a file of somebody else's."""
    top = tmp_path / "top"
    monkeypatch.setenv("CRDIFF_HOME", HOME)

    def copied() -> Path:
        rmtree(top, ignore_errors=True)
        copied = copytree(inputs, top / "here")
        (top / "victim").write_bytes(VICTIM)
        monkeypatch.chdir(copied)
        return copied

    return copied
