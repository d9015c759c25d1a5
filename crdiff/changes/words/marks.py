"""Dashes that mean something: minus signs, and hyphens that only join two words."""

from __future__ import annotations

import re

from crdiff.changes.keyed_text import KeyedText

NUMERIC = re.compile(r"[\dxyzn*]+|\{.*\}")
"""The key of a number or of a symbol that may count something: "4", "x", "{2}"."""

_HYPHENS = frozenset("-‐‑")
_PREFIXES = frozenset(("non", "un", "re", "anti"))
"""Prefixes that a hyphen may divide from their word: "non-Human Wizard"."""


def is_sign(wording: KeyedText, at: int) -> bool:
    """Whether the word is a minus sign: a dash beside a number, or with nothing on one side of it."""
    if wording.keys[at] != "-":
        return False
    around = (*wording.keys[max(at - 1, 0) : at], *wording.keys[at + 1 : at + 2])
    return len(around) < 2 or any(NUMERIC.fullmatch(other) for other in around)


def is_loose(wording: KeyedText, at: int) -> bool:
    """Whether the dash is a hyphen between two whole words that mean the same without it."""
    if wording.words[at] not in _HYPHENS or is_sign(wording, at) or wording.gaps[at] or wording.gaps[at + 1]:
        return False
    before, after = wording.keys[at - 1], wording.keys[at + 1]
    return before.isalpha() and after.isalpha() and before not in _PREFIXES
