"""The places in which a redline differs, for sentences that say what a change did."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from crdiff.changes.change import Op, Segment


class WordEdit(NamedTuple):
    """What stood in one place of a text, and what stands there now; "" for nothing."""

    old: str
    new: str


def word_edits(redline: Sequence[Segment]) -> tuple[WordEdit, ...]:
    """Return the places in which a redline differs; what is deleted and inserted in one place is one edit."""
    found: list[WordEdit] = []
    old = new = ""
    for op, text in (*redline, Segment(Op.KEPT, "")):
        if op is Op.DELETED:
            old += text
        elif op is Op.INSERTED:
            new += text
        elif old or new:
            found.append(WordEdit(old, new))
            old = new = ""
    return tuple(found)
