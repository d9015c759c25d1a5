"""The law of a proof: its steps make the new text of the old one."""

from __future__ import annotations

from collections.abc import Iterable

from crdiff.changes.change import Step


def apply(steps: Iterable[Step], text: str) -> str:
    """Return the new text that `steps`, which come in order and do not overlap, make of `text`."""
    pieces: list[str] = []
    at = 0
    for step in steps:
        pieces += (text[at : step.start], step.text)
        at = step.stop
    return "".join((*pieces, text[at:]))
