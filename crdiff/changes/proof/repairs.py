"""Repairs of characters that a carrier lost."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain, product, zip_longest

from crdiff.changes.english import NUMERIC
from crdiff.changes.keyed_text import KeyedText

_LOST = frozenset("?\ufffd")
# Stands for a lost character that cannot have been nothing, and for a cited number, which is never repaired.
_SOMETHING = "\ufffc"
_LOST_MARK = re.compile(f"(\\s*[?\ufffd{_SOMETHING}]\\s*)")
_ANY_MARK = "(?:[\"'-]{1,2}|[^\\x00-\\x7f\ufffc]{1,2})"
# Words of either text that one repair covers: "Creature ? Goblin" is three, a lost quote inside them makes four.
_REPAIR_MAX = 4
_WITHOUT_MEANING = re.compile(r"[_™®]|\((?:tm|r)\)", re.IGNORECASE)

# A word of the old text and one of the new text: those right after a repair.
_Ends = tuple[int, int]


def repairs(old: KeyedText, old_span: tuple[int, int], new: KeyedText, new_span: tuple[int, int]) -> Iterator[_Ends]:
    """Yield where each text goes on after words that one of them lost characters of; none where nothing was lost.

    The spans are the words, half-open, that are left to look at. Source: 2009-05-01 prints "?" for 124 dashes
    ("rules 409.1f?h").
    """
    (old_at, old_stop), (new_at, new_stop) = old_span, new_span
    old_last, new_last = min(old_at + _REPAIR_MAX, old_stop), min(new_at + _REPAIR_MAX, new_stop)
    if not is_lossy(old.words[old_at:old_last]) and not is_lossy(new.words[new_at:new_last]):
        return
    for old_size, new_size in _sizes(old_last - old_at, new_last - new_at):
        ends = old_at + old_size, new_at + new_size
        if is_repair(_carried(old, old_at, ends[0]), _carried(new, new_at, ends[1])):
            yield ends


@cache
def _sizes(old: int, new: int) -> list[tuple[int, int]]:
    """Return how many words of either side may pair, up to `old` and `new`; sizes with none on one side come last."""
    return sorted(product(range(old + 1), range(new + 1)), key=lambda sizes: 0 in sizes)


def _carried(wording: KeyedText, start: int, stop: int) -> str:
    """Return words as a carrier has them, with one space for any and without marks that have no meaning.

    A lost character that cannot have been nothing is `_SOMETHING`, and so is a cited number: how that is printed does
    not tell which clause it names.
    """
    words = [
        _SOMETHING if at in wording.cited or (word in _LOST and _stood_for_something(wording, at)) else word
        for at, word in enumerate(wording.words[start:stop], start)
    ]
    gaps = [_WITHOUT_MEANING.sub("", gap) for gap in wording.gaps[start + 1 : stop]]
    return " ".join("".join(chain.from_iterable(zip_longest(words, gaps, fillvalue=""))).split())


def _stood_for_something(wording: KeyedText, at: int) -> bool:
    """Whether the lost character at `at` was no mere sign such as a trade mark.

    It divided two words ("cards?even" in 2009-05-01) or stood alone between them ("Creature ? Goblin"), or it may have
    been the minus sign of a number ("[?4]" in 2022-10-07).
    """
    before, after = bool(wording.gaps[at]), bool(wording.gaps[at + 1])
    previous, following = wording.keys[max(at - 1, 0)], wording.keys[min(at + 1, len(wording.keys) - 1)]
    if before and after:
        return True
    is_inside = previous[-1].isalnum() and (following[0].isalnum() or following[0] in "[{")
    return not (before or after) and (is_inside or bool(NUMERIC.fullmatch(following)))


def is_lossy(words: Sequence[str]) -> bool:
    """Whether a mark that may stand for a lost character is one of the words."""
    return not _LOST.isdisjoint(words)


def is_repair(before: str, after: str) -> bool:
    """Whether one of the two is the other with characters lost: ``player?s`` and ``player’s``, ``?`` and ``—``."""
    return _restores(before, after) or _restores(after, before)


def _restores(damaged: str, whole: str) -> bool:
    return bool(_LOST_MARK.search(damaged)) and bool(_repair_of(damaged).fullmatch(whole))


@lru_cache(maxsize=4096)
def _repair_of(damaged: str) -> re.Pattern[str]:
    """Return what `damaged` may have read: a lost character was a quote, a dash, a letter beyond ASCII, or nothing.

    Spaces come and go around a lost dash, and nowhere else.
    """
    pieces = _LOST_MARK.split(damaged)
    pieces[::2] = map(re.escape, pieces[::2])
    pieces[1::2] = [rf"\s*{_ANY_MARK}{'' if _SOMETHING in mark else '?'}\s*" for mark in pieces[1::2]]
    return re.compile("".join(pieces), re.IGNORECASE)
