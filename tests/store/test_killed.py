"""A build that is killed leaves the store as it was or complete; the next run finds nothing wrong."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from crdiff.errors import NoStoreError
from crdiff.reports.history_json import history_line
from crdiff.store.archive import Archive
from crdiff.store.corpus import Corpus
from crdiff.store.state import STORE
from tests.small_releases import RELEASES
from tests.store.conftest import Filled

BUILD = """
import sys
import crdiff.store.build, crdiff.store.tasks
from crdiff.store.corpus import Corpus
print("ready", flush=True)
sys.stdin.read(1)
Corpus(sys.argv[1]).build(rebuild=sys.argv[2] == "rebuild")
"""
FIRST, SECOND, THIRD, LAST = RELEASES


def published(folder: Path) -> bytes:
    """Return what a reader finds in the store as it is, nothing brought up to date."""
    try:
        with closing(Archive.open(folder / STORE)) as archive:
            return b"".join(history_line(archive.life(index)) for index in archive.lineages())
    except NoStoreError:
        return b""


def run(folder: Path, kind: str, seconds: float | None) -> float:
    """Build in another process, killed after so many seconds of work; return how long it ran."""
    command = [sys.executable, "-c", BUILD, str(folder), kind]
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


def test_a_build_killed_at_some_points_leaves_the_store_as_it_was_or_complete(filled: Filled) -> None:
    assert outcomes(filled, 9, seed=1)


@pytest.mark.slow
def test_a_build_killed_at_two_hundred_points_leaves_the_store_as_it_was_or_complete(filled: Filled) -> None:
    seen = outcomes(filled, 200, seed=2)
    both = {(kind, is_complete) for kind in ("from nothing", "one more") for is_complete in (True, False)}
    assert both <= seen, "the kills all came too early or too late to test anything"
