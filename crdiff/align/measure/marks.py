"""Copies of a text told apart by marks: which new copy each old copy must be.

A mark names a feature of the place of a copy in terms of the new text, such as "under 702.9" or "after 702.9c". An old
and a new copy correspond where they share a mark, and are settled where neither shares one with a third. What a link
settles in its turn is looked for beside that link only, so that the work grows with the copies and not with the pairs
of them: a text printed a thousand times on both sides makes a million pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from msgspec import Struct

from crdiff.align.matching import Matching
from crdiff.align.side import ReleaseSide
from crdiff.model.number import ClauseNumber

Mark = tuple[str | int | ClauseNumber, ...]
"""What a copy is known by under a claim; copies of different texts have no mark in common."""


class CopyPlace(NamedTuple):
    """The place of a copy in terms of the new text: its masked text, its number, and the clauses around it.

    `above`, `before` and `after` (its siblings) and `chapter` are indices of new clauses: -1 where there is no such
    clause, None where an old one has no heir yet, so that nothing is known.
    """

    key: str
    number: ClauseNumber
    above: int | None
    before: int | None
    after: int | None
    chapter: int | None


def _old_place(matching: Matching, at: int) -> CopyPlace:
    """Return the place of an old copy as the links made so far show it."""
    side = matching.old
    around = [side.parents[at], side.before[at], side.after[at], side.chapters[at]]
    above, before, after, chapter = (old if old < 0 else _known_heir(matching, old) for old in around)
    return CopyPlace(side.keys[at], side.numbers[at], above, before, after, chapter)


def _known_heir(matching: Matching, old: int) -> int | None:
    heir = matching.heir[old]
    return heir if heir >= 0 else None


def _new_place(side: ReleaseSide, at: int) -> CopyPlace:
    return CopyPlace(
        side.keys[at], side.numbers[at], side.parents[at], side.before[at], side.after[at], side.chapters[at]
    )


class Claim(Struct, frozen=True):
    """A reason to take an old and a new copy for one, in words, with its confidence and the marks of a place."""

    reason: str
    confidence: float
    marks: Callable[[CopyPlace], Iterable[Mark]]


class _MarkedSide:
    """The copies of one side by their marks, and the marks by copy."""

    def __init__(self, marks: Callable[[int], Iterable[Mark]], copies: Iterable[int]) -> None:
        self._marks = marks
        self._holders: dict[Mark, dict[int, None]] = {}
        self._held: dict[int, tuple[Mark, ...]] = {}
        for at in copies:
            self.put(at)

    def __contains__(self, at: int) -> bool:
        return at in self._held

    def put(self, at: int) -> None:
        """Add a copy under the marks that it has now."""
        self._held[at] = tuple(self._marks(at))
        for mark in self._held[at]:
            self._holders.setdefault(mark, {})[at] = None

    def drop(self, at: int) -> tuple[Mark, ...]:
        """Remove a copy; return the marks that it had."""
        marks = self._held.pop(at)
        for mark in marks:
            del self._holders[mark][at]
        return marks

    def marks(self, at: int) -> tuple[Mark, ...]:
        """Return the marks of a copy."""
        return self._held[at]

    def holders(self, mark: Mark) -> dict[int, None]:
        """Return the copies that have a mark, in the order in which they came to it."""
        return self._holders.get(mark, {})

    def only_holder(self, marks: Iterable[Mark]) -> int | None:
        """Return the one copy that has any of `marks`; None where there is none or a second."""
        found: int | None = None
        for mark in marks:
            holders = self.holders(mark)
            if len(holders) > 1:
                return None
            for at in holders:
                if found is not None and found != at:
                    return None
                found = at
        return found


class Copies:
    """The open copies of texts that both sides have, as one claim sees them; `settled` pairs them, `link` follows up.

    Texts are asked in the order in which they first occur, in rounds; what a link settles is asked in the same round
    where its text comes later.
    """

    def __init__(
        self, matching: Matching, claim: Claim, olds: Mapping[str, Sequence[int]], news: Mapping[str, Sequence[int]]
    ) -> None:
        both = [key for key in olds if key and key in news]
        self._matching = matching
        self._old = _MarkedSide(
            lambda at: claim.marks(_old_place(matching, at)), (at for key in both for at in olds[key])
        )
        self._new = _MarkedSide(
            lambda at: claim.marks(_new_place(matching.new, at)), (at for key in both for at in news[key])
        )
        self._ranks = {key: rank for rank, key in enumerate(both)}
        self._asked: dict[tuple[int, int], set[int]] = {}
        self._queue: list[tuple[int, int]] = []
        for key in both:
            self._ask(olds[key], (0, -1))

    def settled(self) -> Iterator[tuple[int, int]]:
        """Yield pairs that are settled; each is to be linked before the next is asked for."""
        while self._queue:
            turn = heappop(self._queue)
            pairs = [pair for old in sorted(self._asked.pop(turn)) if (pair := self._pair(old))]
            yield from pairs
            touched: set[int] = set()
            for old, new in pairs:
                touched |= self._touched_by(old, new)
            self._ask(touched, turn)

    def _pair(self, old: int) -> tuple[int, int] | None:
        if old not in self._old:
            return None
        new = self._new.only_holder(self._old.marks(old))
        if new is None or self._old.only_holder(self._new.marks(new)) != old:
            return None
        return old, new

    def _ask(self, olds: Iterable[int], turn: tuple[int, int]) -> None:
        """Have old copies looked at: in the round of `turn` where their text comes later, else in the next."""
        for old in olds:
            rank = self._ranks[self._matching.old.keys[old]]
            place = turn[0] + (rank <= turn[1]), rank
            if place not in self._asked:
                self._asked[place] = set()
                heappush(self._queue, place)
            self._asked[place].add(old)

    def _touched_by(self, old: int, new: int) -> set[int]:
        """Return the old copies that may be settled since a pair was linked: they lost rivals or won marks."""
        touched: set[int] = set()
        for mark in self._old.drop(old):
            touched |= self._freed(mark)
        for mark in self._new.drop(new):
            touched |= self._freed(mark)
        for near in self._marked_by(old):
            if near in self._old:
                marks = self._old.drop(near)
                self._old.put(near)
                if marks != self._old.marks(near):
                    touched.add(near)
                    for mark in marks:
                        touched |= self._freed(mark)
        return touched

    def _freed(self, mark: Mark) -> set[int]:
        """Return the old copies to look at again since a mark lost a holder: none while two are left on a side."""
        olds, news = self._old.holders(mark), self._new.holders(mark)
        if (olds and len(news) > 1) or (news and len(olds) > 1):
            return set()
        partners = (self._old.only_holder(self._new.marks(new)) for new in news)
        return {*olds, *(old for old in partners if old is not None)}

    def _marked_by(self, old: int) -> Iterator[int]:
        """Yield the old clauses whose marks depend on the heir of one: its neighbours, and those under it."""
        side = self._matching.old
        yield from (at for at in (side.before[old], side.after[old]) if at >= 0)
        yield from side.children[old]
        if side.chapters[old] == old:
            at = old + 1
            while at < len(side) and side.chapters[at] == old:
                yield at
                at += 1
