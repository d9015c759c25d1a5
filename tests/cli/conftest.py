"""Running the command line as its users do: as a process."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from commands import run_command
from msgspec.structs import replace
from small_excerpt import make_corpus, make_prose
from writing_commands import run_in, write_inputs

from crdiff.corpus import Corpus
from crdiff.store.embedded.corpus import load_corpus
from tests.small_releases import release_text

Run = Callable[..., "subprocess.CompletedProcess[bytes]"]

EXCERPT = """\
These rules are effective as of {date}.

7. Additional Rules

720. Controlling Another Player

720.1. Some cards allow a player to control another player during that player’s next turn.

720.1a Multiple player-controlling effects that affect the same player overwrite each other.

720.2. Two cards allow a player to control another player for a limited duration.
Example: The controller of Mindslaver chooses which creatures attack.

720.3. Only control of the player changes. See rule 104.3a.
"""


PLAYING = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_PLUGINS": "crdiff.pytest_plugin"}
"""Keeps a run of pytest from loading all other plugins that are installed for the tests, which takes a second."""


@pytest.fixture
def crdiff(tmp_path: Path) -> Run:
    """Return a function that runs ``crdiff ARGUMENT…`` in an empty folder with no corpus but the embedded one."""

    def run(*arguments: str | Path, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
        around = {**os.environ, **PLAYING, "CRDIFF_HOME": str(tmp_path / "home"), **environment}
        return run_command(arguments, tmp_path, around, stdin)

    return run


@pytest.fixture
def texts(tmp_path: Path) -> tuple[Path, Path]:
    """Return two small texts that differ in one word of 720.3 and in one new clause."""
    old, new = tmp_path / "old.txt", tmp_path / "new.txt"
    before = EXCERPT.format(date="June 7, 2024")
    old.write_text(before, "utf-8")
    after = before.replace("Only control", "Just control").replace("June 7", "July 30")
    new.write_text(f"{after}\n720.4. A player may gain control of themselves.\n", "utf-8")
    return old, new


def built(folder: Path, releases: Mapping[str, Mapping[str, str]]) -> Path:
    """Return the folder of a corpus of small releases, built."""
    for day, clauses in releases.items():
        (folder / f"{day}.txt").write_bytes(release_text(day, clauses))
    with Corpus(folder / "home") as corpus:
        corpus.add(folder)
        corpus.build()
    return folder / "home"


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
    for module in ("site_files", "site_pages"):
        patch.setattr(f"crdiff.cli.{module}.prose_folder", lambda: prose)


def build_little(patch: pytest.MonkeyPatch, prose: Path) -> None:
    """Have sites built of `prose` and the notes on one clause and on what is played: what comes with crdiff takes long.

    This is for sites of an archive: without one, editions are what a site is about.
    """
    known = load_corpus()
    notes = (note for note in known.annotations if note.plays or "2003-10-01-507.1" in note.lineages)
    little = replace(known, annotations=tuple(notes), editions=())
    for module in ("site_plugin", "store.embedded.corpus"):
        patch.setattr(f"crdiff.{module}.load_corpus", lambda *_: little)
    _use_prose(patch, prose)


@pytest.fixture
def little_site(monkeypatch: pytest.MonkeyPatch, prose_of_three_pages: Path) -> None:
    """Have sites of archives built with little of what comes with crdiff, where that is not what a test is about."""
    build_little(monkeypatch, prose_of_three_pages)


@pytest.fixture
def small_known(monkeypatch: pytest.MonkeyPatch, prose_of_three_pages: Path) -> None:
    """Have sites built of a small corpus in place of the embedded one, and of three hand-written pages."""
    monkeypatch.setattr("crdiff.store.embedded.corpus.load_corpus", lambda *_: make_corpus())
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
