"""Recognise a clause that arrives as one that was removed earlier.

A release may leave out a clause that the next one has again, and so may our copy of a release: the text of
2003-05-26 lacks 410.4, 500.4 and 502.9g, which stand before and after it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from crdiff.text.similarity import likeness
from crdiff.text.words import counted_words

_WORDS_THAT_TELL = 5
"""Count of words from which on a text identifies a clause by itself; a shorter one needs the same parent too.

Headings are shorter, and many are alike. Source: dozens of rules of 2009-07-11 are headed "General".
"""
_SHARE_OF_THE_SAME = 0.75
"""Share of words in common from which on a clause with the old number and the old parent is the same clause.

Lower than in the returns that are known, with room for a sentence that changed meanwhile.
Source: 410.4 and 500.4 of 2003-07-01 have 0.88 and 0.89 of their words in common with those of 2003-03-15.
"""


@dataclass(frozen=True, slots=True)
class LastStanding:
    """What identifies a clause on its return: what it says, its number, the thread of the clause above it."""

    saying: str
    number: str
    parent: int


class Removed:
    """The clauses that were removed so far and have not come back, each with its thread."""

    def __init__(self) -> None:
        self._gone: dict[int, LastStanding] = {}

    def __bool__(self) -> bool:
        return bool(self._gone)

    def remember(self, thread: int, standing: LastStanding) -> None:
        """Note that the clause of `thread` is gone; `standing` describes it in its last release."""
        self._gone[thread] = standing

    def returned(self, arrived: LastStanding) -> int | None:
        """Return the thread of the one removed clause that `arrived` is, which is then no longer gone."""
        thread = _the_one(self._saying_the_same(arrived))
        if thread is None:
            thread = _the_one(self._akin(arrived))
        if thread is not None:
            del self._gone[thread]
        return thread

    def _saying_the_same(self, arrived: LastStanding) -> list[int]:
        """Return those that said the same, those under the same parent if there are any."""
        same = [thread for thread, gone in self._gone.items() if gone.saying == arrived.saying]
        siblings = [thread for thread in same if self._gone[thread].parent == arrived.parent]
        return siblings or (same if len(arrived.saying.split()) >= _WORDS_THAT_TELL else [])

    def _akin(self, arrived: LastStanding) -> list[int]:
        """Return those with the same number under the same parent that said nearly the same."""
        words = frozenset(counted_words(arrived.saying))
        return [
            thread
            for thread, gone in self._gone.items()
            if (gone.number, gone.parent) == (arrived.number, arrived.parent)
            and len(words) >= _WORDS_THAT_TELL
            and _share(words, frozenset(counted_words(gone.saying))) >= _SHARE_OF_THE_SAME
        ]


def _the_one(threads: Iterable[int]) -> int | None:
    found = list(threads)
    return found[0] if len(found) == 1 else None


def _share(one: frozenset[str], other: frozenset[str]) -> float:
    return likeness(len(one & other), len(one), len(other))
