"""A store that a disk, a crash or a person spoiled: noticed before anything is answered from it, and named."""

from __future__ import annotations

import random
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crdiff.corpus import Corpus
from crdiff.errors import NoStoreError, StoreError
from crdiff.store.archive.archive import Archive
from crdiff.store.archive.index import line_of, read_index, write_index
from crdiff.store.archive.integrity import check_store
from crdiff.store.archive.questions import blamed, last_held, news, passage, renumbering, search, sizes
from crdiff.store.archive.schema import (
    EXAMPLES_APART,
    checked_change,
    fingerprint_at,
    pack,
    row_of,
    said,
    sum_of,
    unpack,
)
from crdiff.store.texts.corpus_folder import INDEX, STORE, StoreState, read_state
from tests.conftest import Filled
from tests.small_releases import RELEASES

Question = Callable[[Archive], object]


def _blamed(archive: Archive, number: str) -> object:
    lineage = archive.lineage(archive.find(number))
    return blamed(archive, lineage, last_held(lineage), number)


def questions(dates: tuple[date, ...], number: str, words: str) -> Mapping[str, Question]:
    """Return the questions to ask of an archive with those `dates`, about a number and words that it has."""
    last = len(dates) - 1
    return {
        "history": lambda archive: archive.lineage(archive.find(number)),
        "number": lambda archive: archive.uses(number),
        "blame": lambda archive: _blamed(archive, number),
        "show": lambda archive: passage(archive, None, None),
        "whatsnew": lambda archive: news(archive, dates[-3], ()),
        "search": lambda archive: search(archive, words, None, 20),
        "stats": sizes,
        "renumbering": lambda archive: renumbering(archive, 0, last),
    }


@contextmanager
def spoiled(path: Path, count: int, chance: random.Random) -> Iterator[None]:
    """Change `count` bytes of a file for a while."""
    before = path.read_bytes()
    places = [chance.randrange(len(before)) for _ in range(count)]
    after = bytearray(before)
    for place in places:
        after[place] ^= chance.randrange(1, 256)
    path.write_bytes(after)
    try:
        yield
    finally:
        path.write_bytes(before)


def outcome(store: Path, ask: Question, right: object) -> str:
    """Return what comes of a question: ``right``, ``refused``, or what should never be."""
    try:
        with closing(Archive.open(store)) as archive:
            return "right" if ask(archive) == right else "wrong"
    except StoreError as error:
        return "refused" if len(str(error).splitlines()) == 1 and store.stem in str(error) else f"unclear: {error}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def outcomes(
    corpus: Path, asked: Mapping[str, Question], copies: int, count: int, seed: int
) -> Counter[tuple[str, str]]:
    """Spoil the store of a corpus so many times; return (question, what came of it) -> how often."""
    chance = random.Random(seed)
    store = corpus / STORE
    with closing(Archive.open(store)) as archive:
        right = {name: ask(archive) for name, ask in asked.items()}
    found: Counter[tuple[str, str]] = Counter()
    for copy in range(copies):
        with spoiled(corpus / INDEX if copy % 6 == 5 else store, count, chance):
            found.update((name, outcome(store, ask, right[name])) for name, ask in asked.items())
    return found


FIRST, SECOND, THIRD, LAST = RELEASES


def change_store(corpus: Corpus, statement: str) -> None:
    """Build the store of a corpus and do something to its rows."""
    corpus.build()
    corpus.close()
    with closing(sqlite3.connect(corpus.folder / STORE)) as store, store:
        store.execute(statement)


@pytest.mark.parametrize(("copies", "count"), [(60, 1), (60, 10), (30, 100)])
def test_no_answer_is_given_from_a_spoiled_store_unless_it_is_right(filled: Filled, copies: int, count: int) -> None:
    corpus = filled()
    corpus.build()
    asked = questions(tuple(RELEASES), "710.3", "player")
    found = outcomes(corpus.folder, asked, copies, count, seed=count)
    assert {came for _, came in found} <= {"right", "refused"}
    assert sum(found.values()) == copies * len(asked)
    assert {name for name, came in found if came == "refused"} == set(asked)


@pytest.mark.parametrize(
    ("table", "ask"),
    [
        ("wording", lambda corpus: corpus.history("710.3")),
        ("change", lambda corpus: corpus.history("710.3")),
        ("change", lambda corpus: corpus.news(FIRST)),
        ("pair", lambda corpus: corpus.news(FIRST)),
    ],
)
def test_a_row_that_is_gone_is_missed(filled: Filled, table: str, ask: Callable[[Corpus], object]) -> None:
    corpus = filled()
    change_store(corpus, f"DELETE FROM {table}")
    with pytest.raises(StoreError, match=rf"{STORE}: the store is damaged; expected .*build --force"):
        ask(corpus)
    assert corpus.verify() != ()


def test_a_word_that_the_index_has_lost_is_missed(filled: Filled) -> None:
    corpus = filled()
    change_store(corpus, "INSERT INTO wording_index (wording_index) VALUES ('delete-all')")
    with pytest.raises(StoreError, match="the store is damaged"):
        corpus.search("player")
    assert corpus.history("710.3").runs


def test_nothing_is_published_from_rows_that_were_spoiled(filled: Filled, small_files: Path) -> None:
    corpus = filled(FIRST, SECOND, THIRD)
    change_store(corpus, "UPDATE wording SET text = replace(text, 'concede', 'win') WHERE text LIKE '%concede%'")
    corpus.add(small_files / f"{LAST}.txt")
    with pytest.raises(StoreError, match="the store is damaged"):
        corpus.build()
    corpus.build(rebuild=True)
    assert corpus.verify() == ()


@pytest.mark.parametrize("name", [STORE, INDEX])
def test_either_half_of_the_store_can_be_deleted_at_any_time(filled: Filled, name: str) -> None:
    corpus = filled()
    before = list(corpus.lineages())
    corpus.close()
    (corpus.folder / name).unlink()
    assert list(corpus.lineages()) == before
    assert corpus.verify() == ()


# verifying a store names what was changed in it


def test_a_wording_that_was_changed_is_named_by_its_row(filled: Filled) -> None:
    corpus = filled()
    corpus.build()
    with sqlite3.connect(corpus.folder / STORE) as store:
        (row,) = store.execute("SELECT id FROM wording ORDER BY id LIMIT 1").fetchone()
        store.execute("UPDATE wording SET title = title || '!' WHERE id = ?", (row,))
    store.close()
    found = list(check_store(corpus.folder))
    assert found[0].path == STORE
    assert f"row {row} was changed" in found[0].what


# values in the store have a checksum, and so have rows


@given(st.dictionaries(st.integers(), st.text(st.characters(codec="utf-8"))))
def test_a_value_that_is_packed_is_unpacked(value: dict[int, str]) -> None:
    assert unpack(pack(value), dict[int, str]) == value


@given(st.integers(0, 10_000), st.integers(1, 255))
def test_a_packed_value_that_was_altered_is_noticed(at: int, mask: int) -> None:
    raw = bytearray(pack({"text": "Each player may."}))
    raw[at % len(raw)] ^= mask
    with pytest.raises(StoreError, match="the store is damaged"):
        unpack(bytes(raw), dict[str, str])


def test_a_column_that_is_not_bytes_is_damage() -> None:
    with pytest.raises(StoreError, match="the store is damaged"):
        unpack("text", dict)


def test_a_row_that_was_altered_is_noticed() -> None:
    columns = (7, "rules", "Title", "A text.", EXAMPLES_APART.join(("one", "two")))
    assert said((*columns, sum_of(*columns))).examples == ("one", "two")
    change = (1, 0, "rules", "same", 0, "100.1", "100.1")
    row = (*change, b"body", sum_of(*change, body=b"body"))
    assert checked_change(row).body == b"body"
    for read, spoiled in ((said, (8, *columns[1:], sum_of(*columns))), (checked_change, (2, *row[1:]))):
        with pytest.raises(StoreError, match="the store is damaged"):
            read(spoiled)


@given(st.integers(0, 2**64 - 1))
def test_a_fingerprint_names_a_row_of_sqlite(number: int) -> None:
    row = row_of(f"{number:016x}")
    assert -(2**63) <= row < 2**63
    assert fingerprint_at(row) == f"{number:016x}"


# the file of the published tables is read whole or not at all


STATE = StoreState("ab" * 16, "cd" * 8, "0.1.0")


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """Return the path of a store with an index beside it."""
    path = tmp_path / STORE
    write_index(path, b"an image" * 40_000, 7, str(STATE))
    return path


def test_an_index_states_what_it_was_made_from(store: Path) -> None:
    index = read_index(store)
    assert (read_state(index.state), index.tables, index.line) == (STATE, 7, line_of(store))


@pytest.mark.parametrize("at", [0, 200_000, -120, -1])
def test_every_byte_of_an_index_counts(store: Path, at: int) -> None:
    path = store.with_name(INDEX)
    raw = bytearray(path.read_bytes())
    raw[at] ^= 1
    path.write_bytes(raw)
    with pytest.raises(StoreError, match=rf"{INDEX}: "):
        read_index(store)


def test_where_there_is_no_index_there_is_no_store(tmp_path: Path) -> None:
    assert line_of(tmp_path / STORE) == b""
    with pytest.raises(NoStoreError):
        read_index(tmp_path / STORE)


def test_the_state_of_an_older_crdiff_is_of_other_texts() -> None:
    assert read_state("ab" * 16) == StoreState("ab" * 16, "", "")
