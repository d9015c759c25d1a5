"""Proofs: by which steps an old text becomes the new one, as values that can be applied again."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct


class Means(StrEnum):
    """The means of a proof: what may differ while the clause says the same."""

    TYPOGRAPHY = "typography"
    PUNCTUATION = "punctuation"
    REFERENCE = "reference"
    REWORDING = "rewording"


class Step(Struct, frozen=True):
    """The old characters from `start` to `stop - 1` become `text`; offsets count in the old text, from 0."""

    means: Means
    start: int
    stop: int
    text: str


class Proof(Struct, frozen=True):
    """The steps for the wording of a clause, and for each of its examples in the order of the change."""

    wording: tuple[Step, ...]
    examples: tuple[tuple[Step, ...], ...] = ()


def apply(steps: Iterable[Step], text: str) -> str:
    """Return the new text that `steps`, which come in order and do not overlap, make of `text`: the law of a proof."""
    pieces: list[str] = []
    at = 0
    for step in steps:
        pieces += (text[at : step.start], step.text)
        at = step.stop
    return "".join((*pieces, text[at:]))
