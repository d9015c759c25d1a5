"""A store that a disk, a crash or a person spoiled: noticed before anything is answered from it."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from spoiling import outcomes, questions

from crdiff.corpus import Corpus
from crdiff.errors import StoreError
from crdiff.store.archive.state import INDEX, STORE
from tests.conftest import Filled
from tests.small_releases import RELEASES

FIRST, SECOND, THIRD, LAST = RELEASES
STORE_MODULES = Path(__file__).parents[3] / "crdiff" / "store"


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
    with pytest.raises(StoreError, match=rf"{STORE}: the store is damaged; expected .*build --rebuild"):
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


def test_what_is_kept_is_read_in_the_modules_that_compare_it_with_its_checksum() -> None:
    """A query elsewhere would be answered from whatever stands in the row."""
    reads = re.compile(r"(?:FROM|JOIN) (?:wording|change|pair|reading)\b")
    readers = {
        path.relative_to(STORE_MODULES).as_posix()
        for path in STORE_MODULES.rglob("*.py")
        if reads.search(path.read_text("utf-8"))
    }
    checked = {
        "archive/archive.py", "archive/at_once.py", "build/build.py", "archive/integrity.py", "archive/rows_read.py",
        "build/publish.py", "archive/search_index.py",
    }  # fmt: skip
    others = {name: len(reads.findall((STORE_MODULES / name).read_text("utf-8"))) for name in readers - checked}
    # In questions the columns WORDING twice, and rewordings and breaks, packed; in names the columns WORDING.
    assert others == {"archive/questions.py": 3, "archive/names.py": 1}


def test_a_spoiled_store_can_always_be_made_again(filled: Filled) -> None:
    corpus = filled()
    before = list(corpus.lineages())
    corpus.close()
    for name in (STORE, INDEX):
        path = corpus.folder / name
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
        with pytest.raises(StoreError, match="build --rebuild"):
            Corpus(corpus.folder).history("710.3")
        assert corpus.build(rebuild=True).releases == 4
        assert list(corpus.lineages()) == before
        corpus.close()
