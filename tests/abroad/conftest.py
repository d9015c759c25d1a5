"""Archives that crdiff does not meet at home: none, one, the newest alone, releases to come, texts without a date."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from next_release import Answers, next_release

from crdiff.cli.app import run
from crdiff.corpus import Corpus
from tests.small_releases import RELEASES, release_text

_NUMBER = re.compile(r"^(\d{3}\.\d+[a-z]) ", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Done:
    """How a command ended: its exit code, and what it wrote."""

    code: int
    out: str
    err: str


@dataclass(frozen=True)
class Abroad:
    """An archive away from home.

    `home` is the folder of the corpus, `files` the texts in it by date, oldest first; `draft` is a text that the
    archive does not have, without a date.
    """

    home: Path
    files: Mapping[str, Path]
    draft: Path

    @property
    def newest(self) -> str:
        """The date of the newest release held."""
        return max(self.files)

    @property
    def number(self) -> str:
        """A number that the newest release has: its last subrule."""
        return _NUMBER.findall(self.files[self.newest].read_text("utf-8-sig"))[-1] if self.files else "720.5a"

    def crdiff(self, *arguments: str | Path) -> Done:
        """Run ``crdiff ARGUMENT…`` on the archive."""
        return crdiff(*arguments, home=self.home)

    def answer(self, *arguments: str | Path) -> dict[str, Any]:
        """Run a command that has to succeed on the archive, and return its answer as JSON."""
        return answer(*arguments, home=self.home)


def crdiff(*arguments: str | Path, home: Path | None = None) -> Done:
    """Run ``crdiff ARGUMENT…`` in this process: a start-up for each of some thousand commands would cost minutes.

    Without `home` there is no corpus but what comes with crdiff. Lines are not folded, as in a pipe.
    """
    where = str(home or Path(os.devnull).parent / "no-such-corpus")
    environment = {"CRDIFF_HOME": where, "CRDIFF_TRACEBACK": "1", "COLUMNS": ""}
    with _streams() as (out, err), mock.patch.dict(os.environ, environment):
        code = run([str(argument) for argument in arguments])
    return Done(code, out.getvalue().decode(), err.getvalue().decode())


def answer(*arguments: str | Path, home: Path | None = None) -> dict[str, Any]:
    """Run a command that has to succeed and return its answer as JSON."""
    done = crdiff(*arguments, "--format", "json", home=home)
    assert done.code in {0, 1}, (arguments, done.err)
    found: dict[str, Any] = json.loads(done.out)
    return found


@contextmanager
def _streams() -> Iterator[tuple[BytesIO, BytesIO]]:
    out, err = BytesIO(), BytesIO()
    text_out, text_err = (TextIOWrapper(raw, "utf-8", newline="\n", write_through=True) for raw in (out, err))
    with redirect_stdout(text_out), redirect_stderr(text_err):
        yield out, err
    text_out.detach()
    text_err.detach()


# Date -> a text of that release.
Texts = Mapping[str, bytes]


def archive(folder: Path, texts: Texts, draft: bytes, *variants: bytes) -> Abroad:
    """Return the archive of `texts`, and of `variants` of releases among them, made in `folder`."""
    given = folder / "given"
    given.mkdir(parents=True)
    files = {day: given / f"{day}.txt" for day in sorted(texts)}
    for day, file in files.items():
        file.write_bytes(texts[day])
    others = [given / f"variant-{index}.txt" for index, _ in enumerate(variants)]
    for file, raw in zip(others, variants, strict=True):
        file.write_bytes(raw)
    (folder / "draft.txt").write_bytes(draft)
    if files:
        with Corpus(folder / "home") as corpus:
            corpus.add(*files.values(), *others)
            assert corpus.archive
    return Abroad(folder / "home", files, folder / "draft.txt")


def undated(raw: bytes) -> bytes:
    """Return a text without the line that says from when it is effective."""
    return b"\n".join(line for line in raw.splitlines() if b"effective as of" not in line)


SMALL_NEXT, SMALL_ANSWERS = next_release(RELEASES["2014-05-01"])
SMALL_SECOND, SECOND_ANSWERS = next_release(SMALL_NEXT, "Forgotten Turns")
_SMALL: Texts = {day: release_text(day, clauses) for day, clauses in RELEASES.items()} | {
    "2027-03-05": release_text("2027-03-05", SMALL_NEXT),
    "2027-09-03": release_text("2027-09-03", SMALL_SECOND),
    "2012-03-10": release_text("2012-03-10", RELEASES["2009-10-01"]),
    "2031-01-01": release_text("2031-01-01", RELEASES["2014-05-01"]),
}
# Small archives: what is special about them -> the releases they have.
SMALL = {
    "none": (),
    "one": ("2009-07-11",),
    "three": ("2003-10-01", "2009-07-11", "2014-05-01"),
    "oldest only": ("2003-10-01",),
    "newest only": ("2014-05-01",),
    "newest and the next two": ("2014-05-01", "2027-03-05", "2027-09-03"),
    "a date that the catalog does not know": ("2009-10-01", "2012-03-10", "2014-05-01"),
    "a date after the catalog ends": ("2014-05-01", "2031-01-01"),
    "a gap in a recorded lineage": ("2003-10-01", "2014-05-01", "2027-03-05"),
    "two texts of one date": ("2009-07-11", "2014-05-01"),
}


@pytest.fixture(scope="session")
def small_archives(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Abroad]:
    """Return a function that makes one of the `SMALL` archives, each once."""
    made: dict[str, Abroad] = {}

    def make(kind: str) -> Abroad:
        if kind not in made:
            texts = {day: _SMALL[day] for day in SMALL[kind]}
            changed = release_text("2009-07-11", RELEASES["2009-07-11"] | {"710.2": "A person decides."})
            variants = [changed] if kind == "two texts of one date" else []
            folder = tmp_path_factory.mktemp("small")
            made[kind] = archive(folder, texts, undated(_SMALL["2027-03-05"]), *variants)
        return made[kind]

    return make


@dataclass(frozen=True, slots=True)
class Future:
    """A text made of the newest official release, and what is true of it."""

    text: bytes
    answers: Answers
    reworded: frozenset[str]


@pytest.fixture(scope="session")
def future(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], Future]:
    """Return a function that makes the next release of a seed, effective in 2027, with its answers."""
    folder = tmp_path_factory.mktemp("future")

    def make(seed: int) -> Future:
        text, answers = folder / f"{seed}.txt", folder / f"{seed}.json"
        if not text.exists():
            script = shared / "eval" / "future.py"
            options = ["--date", f"2027-0{seed}-05", "--seed", str(seed), "-o", text, "--answers", answers]
            subprocess.run([sys.executable, script, newest_text(shared), *options], check=True, capture_output=True)
        true = json.loads(answers.read_text())
        stale = frozenset(tuple(row) for row in true["stale"])
        added, removed = frozenset(true["added"]), frozenset(true["removed"])
        return Future(text.read_bytes(), Answers(true["moved"], added, removed, stale), frozenset(true["reworded"]))

    return make


def newest_text(shared: Path) -> Path:
    """Return the newest official text there is."""
    return max((shared / "cr").glob("*.txt"))
