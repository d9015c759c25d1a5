"""The index of wordings beside a store is made with it, and again where it is missing, damaged or of other texts."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from crdiff.store.archive.words import WORDS
from tests.conftest import Filled
from tests.small_releases import CHOICES

TEXT = f"A forum said: {CHOICES} {CHOICES}"


def test_a_build_makes_the_index(filled: Filled) -> None:
    with filled() as corpus:
        corpus.build()
        assert (corpus.folder / WORDS).exists()


@pytest.mark.parametrize(
    "damage",
    [
        lambda raw: raw[:0],
        lambda raw: raw[:-1],
        lambda raw: raw[:100],
        lambda raw: raw[:-20] + bytes([raw[-20] ^ 1]) + raw[-19:],
        lambda raw: b"another" + raw,
        lambda raw: b"\xff" * len(raw),
    ],
    ids=["empty", "cut short", "cut at the head", "one bit", "another state", "other bytes"],
)
def test_a_damaged_index_is_made_again(filled: Filled, damage: object) -> None:
    with filled() as corpus:
        corpus.build()
        path = corpus.folder / WORDS
        whole = path.read_bytes()
        path.write_bytes(damage(whole))  # type: ignore[operator]
        corpus.close()
        answer = corpus.identify(TEXT)
        assert path.read_bytes() == whole
        path.unlink()
        corpus.close()
        assert corpus.identify(TEXT) == answer
        assert path.read_bytes() == whole


def test_the_index_is_sent_to_other_processes_as_an_address(filled: Filled) -> None:
    with filled() as corpus:
        sent = pickle.dumps(corpus.words)
        assert len(sent) < 1000
        assert pickle.loads(sent).identify(TEXT) == corpus.identify(TEXT)


WORK = """
import sys
import crdiff.store.archive.words
from crdiff.corpus import Corpus
corpus = Corpus(sys.argv[1])
corpus.archive
print("ready", flush=True)
sys.stdin.read(1)
corpus.words
"""
KILLED_TIMES = 12


def _made(folder: Path, seconds: float | None) -> float:
    """Make the index in another process, killed after so many seconds; return how long it worked."""
    with subprocess.Popen(
        [sys.executable, "-c", WORK, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
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


def test_an_index_whose_making_is_killed_is_whole_or_not_there(filled: Filled) -> None:
    with filled() as corpus:
        corpus.build()
        path = corpus.folder / WORDS
        answer, whole, files = corpus.identify(TEXT), path.read_bytes(), sorted(corpus.folder.iterdir())
        path.unlink()
        needed = _made(corpus.folder, None)
        chance = random.Random(17)
        for _ in range(KILLED_TIMES):
            path.unlink()
            _made(corpus.folder, chance.uniform(0, needed))
            assert not path.exists() or path.read_bytes() == whole
            corpus.close()
            assert corpus.identify(TEXT) == answer
            assert path.read_bytes() == whole
        corpus.build()
        assert sorted(corpus.folder.iterdir()) == files
