"""A build that is killed leaves the store as it was or complete; the next run finds nothing wrong.

Adding and fetching that is killed leaves texts whole or not at all; the next run goes on from there.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random

import pytest
from killing import run_until

from crdiff.corpus import Corpus
from crdiff.errors import NoStoreError
from crdiff.reports.history import history_line
from crdiff.store.archive.archive import Archive
from crdiff.store.texts.corpus_folder import STORE
from tests.conftest import Filled, Texts
from tests.small_releases import RELEASES
from tests.store.server import Site, serving, slowly

FIRST, SECOND, THIRD, LAST = RELEASES


def published(folder: Path) -> bytes:
    """Return what a reader finds in the store as it is, nothing brought up to date."""
    try:
        with closing(Archive.open(folder / STORE)) as archive:
            return b"".join(history_line(archive.lineage(index)) for index in archive.lineages())
    except NoStoreError:
        return b""


def work(folder: Path, kind: str) -> None:
    """Build, add or fetch."""
    corpus = Corpus(folder)
    if kind == "add":
        corpus.add(folder.parent / "given")
    elif kind == "fetch":
        corpus.fetch(pause=0)
    else:
        corpus.build(rebuild=kind == "rebuild")


def kill_at_random(filled: Filled, times: int, seed: int) -> Iterator[tuple[str, bytes, bytes, bytes]]:
    """Kill builds of three kinds at random points; yield kind, what was before, what would be complete, what is."""
    chance = Random(seed)
    peaceful = filled(name="in-peace").folder
    whole = run_until(lambda: work(peaceful, "from nothing"))
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
        run_until(partial(work, corpus.folder, kind), chance.randint(1, whole * 3 // 2))
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
    chance = Random(seed)
    folders = {kind: corpus_to_fetch(tmp_path / kind, site).folder for kind in ("add", "fetch")}
    whole = {kind: run_until(partial(work, folder, kind)) for kind, folder in folders.items()}
    seen = set()
    for number in range(times):
        kind = ("add", "fetch")[number % 2]
        corpus = corpus_to_fetch(tmp_path / f"killed-{number}", site)
        run_until(partial(work, corpus.folder, kind), chance.randint(1, whole[kind]))
        held = corpus.texts.held()
        assert all(corpus.texts.read_bytes(text) == texts[text.release] for text in held)
        work(corpus.folder, kind)
        assert [text.release for text in corpus.texts.held()] == list(RELEASES)
        assert corpus.verify() == ()
        seen.add((kind, len(held)))
    return seen


MANY = pytest.mark.whole


@pytest.mark.parametrize(("times", "seed"), [(4, 1), pytest.param(16, 2, marks=MANY)])
@pytest.mark.usefixtures("small_files")
def test_adding_and_fetching_that_is_killed_loses_nothing_and_leaves_nothing(
    tmp_path: Path, small_texts: Texts, site: Site, times: int, seed: int
) -> None:
    seen = texts_killed(tmp_path, small_texts, site, times, seed)
    assert times < 16 or any(0 < count < len(RELEASES) for _, count in seen), "no kill came while texts were added"


@pytest.mark.parametrize(("times", "seed"), [(6, 1), pytest.param(9, 2, marks=MANY)])
def test_a_build_that_is_killed_leaves_the_store_as_it_was_or_complete(filled: Filled, times: int, seed: int) -> None:
    seen = {is_complete for _, is_complete in outcomes(filled, times, seed)}
    assert times < 9 or seen == {True, False}, "the kills all came too early or too late"
