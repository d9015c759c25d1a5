"""Two versions of crdiff, or many threads, on one corpus: answers are the same and nothing is rewritten."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from pathlib import Path
from random import Random
from threading import Barrier
from typing import Any

import msgspec
import pytest

from crdiff import __version__
from crdiff.align.alignment import Break
from crdiff.changes.change import Change, Rewording
from crdiff.corpus import Corpus
from crdiff.errors import CrdiffError, StoreError
from crdiff.history.chain import ChainStep
from crdiff.store.archive import index, schema
from crdiff.store.archive.schema import Layout, pack, unpack
from crdiff.store.build.build import Figures
from crdiff.store.texts import corpus_folder
from crdiff.store.texts.corpus_folder import INDEX, STORE
from crdiff.store.texts.home import chosen_corpus
from tests.conftest import Filled
from tests.small_releases import CHOICES, RELEASES

FIRST, *_, LAST = RELEASES
# Fingerprints of code, as long as a note shows them.
ONE, OTHER = "0badcafe", "5eaf00d5"
NOTE = (
    f"the store was built by another version of crdiff ({__version__}, code {{}});"
    " 'crdiff corpus build' brings it up to date"
)

Turn = Callable[[str], None]


@pytest.fixture
def turn(monkeypatch: pytest.MonkeyPatch) -> Turn:
    """Return a function that lets the version with the given fingerprint of its code go on."""

    def take(code: str) -> None:
        monkeypatch.setattr(corpus_folder, "code_fingerprint", lambda: code)

    return take


def bytes_of(folder: Path) -> tuple[bytes, bytes]:
    return (folder / STORE).read_bytes(), (folder / INDEX).read_bytes()


def test_two_versions_that_ask_by_turns_do_not_change_a_byte_of_the_store(filled: Filled, turn: Turn) -> None:
    folder = filled().folder
    turn(ONE)
    with Corpus(folder) as corpus:
        said = corpus.history("710.3")
    built = bytes_of(folder)
    for code in (OTHER, ONE, OTHER):
        turn(code)
        with Corpus(folder) as corpus:
            assert corpus.history("710.3") == said
            note = "" if code == ONE else NOTE.format(ONE)
            assert (corpus.note, chosen_corpus(folder).note) == (note, note)
            assert corpus.search("player")
        assert bytes_of(folder) == built


def test_another_version_that_is_asked_builds_where_texts_changed(
    filled: Filled, small_files: Path, turn: Turn
) -> None:
    corpus = filled(FIRST)
    turn(ONE)
    corpus.build()
    turn(OTHER)
    corpus.add(small_files / f"{LAST}.txt")
    assert corpus.note == ""
    assert [str(day) for day in corpus.releases] == [FIRST, LAST]


def test_a_store_with_other_tables_stays_as_it_is_with_a_clear_error(
    filled: Filled, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = filled()
    corpus.build()
    built = bytes_of(corpus.folder)
    for module in (schema, index):
        monkeypatch.setattr(module, "VERSION", schema.VERSION + 1)
    with pytest.raises(StoreError, match="'crdiff corpus build --force' makes it again"):
        Corpus(corpus.folder).history("710.3")
    assert bytes_of(corpus.folder) == built


def test_a_value_packed_in_a_form_that_is_not_known_is_an_error_of_the_store() -> None:
    with pytest.raises(StoreError, match="another version of crdiff"):
        unpack(pack({"title": 1}), Layout)


def shape(described: Any, homes: dict[str, Any]) -> Any:
    """Return a JSON schema without the names and docstrings of the classes that it describes."""
    if isinstance(described, list):
        return [shape(one, homes) for one in described]
    if not isinstance(described, dict):
        return described
    if "$ref" in described:
        return shape(homes[described["$ref"].rpartition("/")[2]], homes)
    named = [key for key in ("title", "description") if isinstance(described.get(key), str)]
    return {key: shape(one, homes) for key, one in described.items() if key not in named}


def test_the_version_of_the_tables_is_raised_with_every_change_of_what_is_kept() -> None:
    """Other code reads a store by this version alone. Where this fails, raise `VERSION` and write the new sum here."""
    packed = shape(*msgspec.json.schema_components([Layout, ChainStep, Change, Rewording, Break, Figures]))
    kept = msgspec.json.encode((packed, schema.tables("kept"), schema.tables("published")), order="sorted")
    assert (schema.VERSION, blake2b(kept, digest_size=8).hexdigest()) == (7, "77f6b7cce50c1778")


# one corpus and many threads: each gets the answers of one thread, and nothing is called damaged that is whole


THREADS = 8
QUESTIONS = 25


def asked(corpus: Corpus, seed: int, amount: int) -> Iterator[str]:
    """Yield the answers to so many mixed questions."""
    random = Random(seed)
    numbers = sorted({number for clauses in RELEASES.values() for number in clauses} | {"999.9"})
    for _ in range(amount):
        number, day = random.choice(numbers), random.choice(list(RELEASES))
        questions = (
            lambda: corpus.history(number),  # noqa: B023 - asked at once
            lambda: corpus.number(number),  # noqa: B023
            lambda: corpus.show(number, day),  # noqa: B023
            lambda: corpus.blame(number),  # noqa: B023
            lambda: corpus.search("turn", day),  # noqa: B023
            lambda: corpus.identify(CHOICES),
            lambda: corpus.in_force(day),  # noqa: B023
            corpus.stats,
        )
        try:
            yield repr(random.choice(questions)())
        except CrdiffError as error:
            yield f"{type(error).__name__}: {error}"


@pytest.mark.parametrize("days", [tuple(RELEASES), ()], ids=["texts", "facts alone"])
def test_eight_threads_get_the_answers_of_one(filled: Filled, tmp_path: Path, days: tuple[str, ...]) -> None:
    """The first questions come at once: the store is built, opened and mapped by one thread only."""
    folder = filled(*days).folder if days else tmp_path / "none"
    together = Barrier(THREADS)

    def answers(seed: int) -> list[str]:
        together.wait()
        return list(asked(corpus, seed, QUESTIONS))

    with Corpus(folder) as corpus, ThreadPoolExecutor(THREADS) as threads:
        found = list(threads.map(answers, range(THREADS)))
    with Corpus(folder) as corpus:
        assert found == [list(asked(corpus, seed, QUESTIONS)) for seed in range(THREADS)]


def test_a_store_that_another_thread_closed_is_not_called_damaged(filled: Filled) -> None:
    corpus = filled()
    archive = corpus.archive
    with ThreadPoolExecutor(1) as thread:
        thread.submit(corpus.close).result()
    with pytest.raises(StoreError, match=r"closed database.*ask again") as caught:
        archive.lineage(0)
    assert "damaged" not in str(caught.value)
    assert corpus.stats()
