"""Read wordings and changes from the store, and compare each row with its checksum."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from crdiff.history.thread import PlacedStay
from crdiff.store.archive.packed import damaged, sum_of
from crdiff.store.archive.schema import apart, fingerprint_at

WORDING = "wording.id, wording.part, wording.title, wording.text, wording.examples, wording.sum"
"""The columns of a wording, as `said` takes them."""
CHANGE = (
    "change.pair, change.ordinal, change.part, change.structure, change.review, change.old, change.new, change.body,"
    " change.sum"
)
"""The columns of a change, as `checked_change` takes them."""

STAY = "first, last, number, copy, wording, node"
"""The columns of a stay, as `stay_of` takes them."""


class Said(NamedTuple):
    """A wording as printed."""

    title: str
    text: str
    examples: tuple[str, ...]


class KeptChange(NamedTuple):
    """A change as the store keeps it: row of its pair, place in it, numbers of its main clauses or "", body."""

    pair: int
    ordinal: int
    part: str
    structure: str
    review: int
    old: str
    new: str
    body: bytes


def said(row: Sequence[Any]) -> Said:
    """Return what the columns `WORDING` of a row say. Raises `StoreError` where they were changed."""
    if sum_of(*row[:-1]) != row[-1]:
        raise damaged()
    return Said(row[2], row[3], apart(row[4]))


def checked_change(row: Sequence[Any]) -> KeptChange:
    """Return what the columns `CHANGE` of a row say. Raises `StoreError` where they were changed."""
    if not isinstance(row[-2], bytes) or sum_of(*row[:-2], body=row[-2]) != row[-1]:
        raise damaged()
    return KeptChange(*row[:-1])


def stay_of(row: Sequence[Any]) -> PlacedStay:
    """Return the stay with the columns `STAY`."""
    first, last, number, copy, wording, node = row
    return PlacedStay(first, last, number, fingerprint_at(wording), copy, node)


def every_wording(connection: sqlite3.Connection) -> dict[int, Said]:
    """Return row -> wording. Raises `StoreError` where one was changed."""
    return wordings(connection.execute(f"SELECT {WORDING} FROM wording"))


def wordings(rows: Iterable[Sequence[Any]]) -> dict[int, Said]:
    """Return row -> wording, given their columns `WORDING`."""
    return {row[0]: said(row) for row in rows}
