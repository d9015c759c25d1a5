"""A build that is killed leaves the store as it was or complete; the next run finds nothing wrong.

Adding and fetching that is killed leaves texts whole or not at all; the next run goes on from there.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from crdiff.corpus import Corpus
from crdiff.errors import NoStoreError
from crdiff.reports.history_json import history_line
from crdiff.store.archive.archive import Archive
from crdiff.store.archive.state import STORE
from tests.conftest import Filled, Texts
from tests.small_releases import RELEASES
from tests.store.server import Site, serving, slowly

WORK = """
import sys
import crdiff.store.build.build, crdiff.store.build.schedule, crdiff.store.texts.adding, crdiff.store.texts.fetch
from crdiff.corpus import Corpus
print("ready", flush=True)
sys.stdin.read(1)
corpus, kind = Corpus(sys.argv[1]), sys.argv[2]
if kind == "add":
    corpus.add(corpus.folder.parent / "given")
elif kind == "fetch":
    corpus.fetch(timeout=5, pause=0)
else:
    corpus.build(rebuild=kind == "rebuild")
"""
FIRST, SECOND, THIRD, LAST = RELEASES


def published(folder: Path) -> bytes:
    """Return what a reader finds in the store as it is, nothing brought up to date."""
    try:
        with closing(Archive.open(folder / STORE)) as archive:
            return b"".join(history_line(archive.lineage(index)) for index in archive.lineages())
    except NoStoreError:
        return b""


def run(folder: Path, kind: str, seconds: float | None) -> float:
    """Build, add or fetch in another process, killed after so many seconds of work; return how long it ran."""
    command = [sys.executable, "-c", WORK, str(folder), kind]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        process.stdout.readline()
        started = time.perf_counter()
        process.stdin.close()
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
        process.wait()
    return time.perf_counter() - started


def kill_at_random(filled: Filled, times: int, seed: int) -> Iterator[tuple[str, bytes, bytes, bytes]]:
    """Kill builds of three kinds at random points; yield kind, what was before, what would be complete, what is."""
    chance = random.Random(seed)
    whole = run(filled(name="in-peace").folder, "from nothing", None)
    for number in range(times):
        kind = ("from nothing", "one more", "rebuild")[number % 3]
        corpus = filled(*{"one more": (FIRST, SECOND, THIRD)}.get(kind, RELEASES), name=f"killed-{number}")
        before = b""
        if kind != "from nothing":
            corpus.build()
            before = published(corpus.folder)
        if kind == "one more":
            corpus.add(corpus.folder.parent / "given" / f"{LAST}.txt")
        corpus.close()
        run(corpus.folder, kind, chance.uniform(0.0, 1.5 * whole))
        after = published(corpus.folder)
        with Corpus(corpus.folder) as again:
            complete = b"".join(map(history_line, again.lineages()))
            assert again.verify() == ()
        yield kind, before, complete, after


def outcomes(filled: Filled, times: int, seed: int) -> set[tuple[str, bool]]:
    """Kill so many builds and check each; return which kinds were found complete, and which as they were."""
    complete = b"".join(map(history_line, filled(name="never-killed").lineages()))
    seen = set()
    for kind, before, made, after in kill_at_random(filled, times, seed):
        assert made == complete
        assert after in {before, complete}, kind
        seen.add((kind, after == complete))
    return seen


@pytest.fixture
def site(small_texts: Texts) -> Iterator[Site]:
    """Serve the small releases in pieces, so that a run can be killed between them."""
    with serving() as serves:
        serves.files = {f"/{day}.txt": raw for day, raw in small_texts.items()}
        serves.answers = dict.fromkeys(serves.files, slowly)
        yield serves


def corpus_to_fetch(folder: Path, site: Site) -> Corpus:
    """Return an empty corpus whose catalog has the addresses of the server."""
    folder.mkdir()
    rows = [f'[[release]]\neffective = {day}\ntxt = "{site.base}/{day}.txt"\n' for day in RELEASES]
    (folder / "catalog.toml").write_text("\n".join(rows))
    return Corpus(folder)


def texts_killed(tmp_path: Path, texts: Texts, site: Site, times: int, seed: int) -> set[tuple[str, int]]:
    """Kill adding and fetching and check each; return what was being done, and how many texts were there."""
    chance = random.Random(seed)
    whole = {kind: run(corpus_to_fetch(tmp_path / kind, site).folder, kind, None) for kind in ("add", "fetch")}
    seen = set()
    for number in range(times):
        kind = ("add", "fetch")[number % 2]
        corpus = corpus_to_fetch(tmp_path / f"killed-{number}", site)
        run(corpus.folder, kind, chance.uniform(0.0, 1.2 * whole[kind]))
        held = corpus.texts.held()
        assert all(corpus.texts.read_bytes(text) == texts[text.release] for text in held)
        run(corpus.folder, kind, None)
        assert [text.release for text in corpus.texts.held()] == list(RELEASES)
        assert corpus.verify() == ()
        assert not (corpus.folder / "fetching").exists()
        seen.add((kind, len(held)))
    return seen


def test_adding_and_fetching_killed_at_some_points_lose_nothing_and_leave_nothing(
    tmp_path: Path, small_files: Path, small_texts: Texts, site: Site
) -> None:
    assert small_files.is_dir()
    assert texts_killed(tmp_path, small_texts, site, 4, seed=1)


@pytest.mark.slow
def test_adding_and_fetching_killed_at_thirty_points_lose_nothing_and_leave_nothing(
    tmp_path: Path, small_files: Path, small_texts: Texts, site: Site
) -> None:
    assert small_files.is_dir()
    seen = texts_killed(tmp_path, small_texts, site, 30, seed=2)
    assert any(0 < count < len(RELEASES) for _, count in seen), "no kill came while texts were being added"


def test_a_build_killed_at_some_points_leaves_the_store_as_it_was_or_complete(filled: Filled) -> None:
    assert outcomes(filled, 9, seed=1)


@pytest.mark.slow
def test_a_build_killed_at_thirty_points_leaves_the_store_as_it_was_or_complete(filled: Filled) -> None:
    seen = outcomes(filled, 30, seed=2)
    assert {is_complete for _, is_complete in seen} == {True, False}, "the kills all came too early or too late"
