"""Corpora of small releases."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from crdiff.store.corpus import Corpus
from tests.small_releases import RELEASES, release_text

Texts = Mapping[str, bytes]
Filled = Callable[..., Corpus]


@pytest.fixture(scope="session")
def small_texts() -> Texts:
    """Return release -> bytes."""
    return {day: release_text(day, clauses) for day, clauses in RELEASES.items()}


@pytest.fixture
def small_files(tmp_path: Path, small_texts: Texts) -> Path:
    """Return a folder with the small releases as files."""
    folder = tmp_path / "given"
    folder.mkdir()
    for day, raw in small_texts.items():
        (folder / f"{day}.txt").write_bytes(raw)
    return folder


@pytest.fixture
def filled(tmp_path: Path, small_files: Path) -> Filled:
    """Return a function that makes a corpus of the small releases named, in that order; all of them by default."""

    def fill(*days: str, name: str = "corpus") -> Corpus:
        corpus = Corpus(tmp_path / name)
        for day in days or RELEASES:
            corpus.add(small_files / f"{day}.txt")
        return corpus

    return fill
