"""A rewording as a proof applies it: old words, and the new words that replace them."""

from __future__ import annotations

from msgspec import Struct

ANY = "…"
"""In a pattern: one to `GAP_MAX` kept words of the same sentence."""
GAP_MAX = 10
"""Kept words between the two halves of a rewording ("remove … from the game" -> "exile …"): room for an object
such as "the creature or noncreature artifact card and all tokens"."""


class Pattern(Struct, frozen=True):
    """A rewording as keys: `old` becomes `new`. One `ANY` may stand in both. `plural`: its subject turns plural.

    `rewording` is the index of the rewording of which this is a form.
    """

    old: tuple[str, ...]
    new: tuple[str, ...]
    plural: bool = False
    rewording: int = 0


def halves(keys: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the words before `ANY` and those after it; all of them and none where there is no gap."""
    if ANY not in keys:
        return keys, ()
    middle = keys.index(ANY)
    return keys[:middle], keys[middle + 1 :]


def shared(old: tuple[str, ...], new: tuple[str, ...]) -> tuple[int, int]:
    """Return how many words two wordings begin and end with alike."""
    shorter = min(len(old), len(new))
    start = 0
    while start < shorter and old[start] == new[start]:
        start += 1
    end = 0
    while end < shorter - start and old[-1 - end] == new[-1 - end]:
        end += 1
    return start, end
