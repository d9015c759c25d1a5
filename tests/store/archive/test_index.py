"""The file of the published tables is read whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from crdiff.errors import NoStoreError, StoreError
from crdiff.store.archive.index import line_of, read_index, write_index
from crdiff.store.archive.state import INDEX, STORE, StoreState, read_state

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
