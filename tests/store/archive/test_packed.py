"""Values in the store have a checksum, and so have rows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crdiff.errors import StoreError
from crdiff.store.archive.rows_read import checked_change, said
from crdiff.store.archive.schema import EXAMPLES_APART, fingerprint_at, pack, row_of, sum_of, unpack


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
