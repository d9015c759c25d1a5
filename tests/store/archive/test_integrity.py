"""Verifying a store names what was changed in it."""

from __future__ import annotations

import sqlite3

from crdiff.store.archive.integrity import check_store
from crdiff.store.archive.state import STORE
from tests.conftest import Filled


def test_a_sound_store_and_no_store_are_both_fine(filled: Filled) -> None:
    corpus = filled()
    assert list(check_store(corpus.folder)) == []
    corpus.build()
    assert list(check_store(corpus.folder)) == []


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
