"""Rows of the store as they are kept: wordings, changes, and the figures of a release."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from crdiff.changes.change import Change, Part
from crdiff.history.news import Size
from crdiff.model.clause import Clause
from crdiff.store.archive.schema import pack


class WordingRow(msgspec.Struct, frozen=True):
    """What a clause or a glossary entry says, as printed; `part` is ``rules`` or ``glossary``."""

    fingerprint: str
    title: str
    text: str
    examples: tuple[str, ...]
    part: str


class ChangeRow(Struct, frozen=True):
    """A change as the store keeps it: numbers of its main clauses or "", and in `body` all of it as JSON."""

    part: str
    structure: str
    review: bool
    old: str
    new: str
    body: bytes


class Figures(msgspec.Struct, frozen=True):
    """How many changes there are, how many clauses they add, remove and revoke, how many are for a person to read."""

    changes: int = 0
    added: int = 0
    removed: int = 0
    revoked: int = 0
    review: int = 0


def rule_wording(fingerprint: str, clause: Clause) -> WordingRow:
    """Return what a clause of the rules says, as the store keeps it."""
    return WordingRow(fingerprint, clause.title, clause.text, clause.examples, Part.RULES)


def figures_of_size(size: Size) -> Figures:
    """Return the figures of a release that are known."""
    return Figures(size.changes, size.added, size.removed, size.revoked, size.to_read)


def row_of_change(change: Change) -> ChangeRow:
    """Return a change as the store keeps it."""
    old, new = (side[0].number if side else "" for side in (change.old, change.new))
    return ChangeRow(change.part, change.structure, change.for_review, old, new, pack(change))
