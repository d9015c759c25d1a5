"""Where two clauses stand, seen through the links made so far: parents, chapters, neighbours, the gap between them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from crdiff.align.matching import Matching

_NEAR = 0.2


@dataclass(frozen=True, slots=True)
class Place:
    """How well the places of two clauses correspond.

    `parent`: 1.0 where the parents are partners, else the share of the siblings that went from the one parent to the
    other. `chapter`: the same for the subsections. `children`: the share of the linked clauses directly under either that
    went from the one to the other. `before`, `after`: whether the clauses directly before or after are partners. `torn`: 1.0 where they speak of different keywords, 0.25 where
    they only stand under different ones, `named` whether they are partners. `alone`: whether the siblings before and after both correspond. `number`: the same number, or the same
    last part of it under partners.
    """

    parent: float
    chapter: float
    children: float
    before: bool
    after: bool
    torn: float
    named: bool
    alone: bool
    number: bool


class Context:
    """The places of clauses as the links of a matching show them, frozen when made."""

    def __init__(self, matching: Matching) -> None:
        self._matching = matching
        old, new = matching.old, matching.new
        olds = [one for one, other in enumerate(matching.heir) if other >= 0]
        news = [matching.heir[one] for one in olds]
        self._parents = Counter(
            zip((old.parents[one] for one in olds), (new.parents[other] for other in news), strict=True)
        )
        self._chapters = Counter(
            zip((old.chapters[one] for one in olds), (new.chapters[other] for other in news), strict=True)
        )
        self._from_parent = _totals(self._parents, 0)
        self._to_parent = _totals(self._parents, 1)
        self._from_chapter = _totals(self._chapters, 0)
        self._to_chapter = _totals(self._chapters, 1)
        self._near = {
            pair
            for pair in self._chapters
            if self._share(self._chapters, self._from_chapter, self._to_chapter, *pair, 0) >= _NEAR
        }
        self._near.update(
            (one, other)
            for one, other in zip(olds, news, strict=True)
            if old.chapters[one] == one and new.chapters[other] == other
        )

    def place(self, old: int, new: int) -> Place:
        """Return how the places of an old and a new clause correspond. A link between the two does not count."""
        matching = self._matching
        linked = int(matching.heir[old] == new)
        above_old, above_new = matching.old.parents[old], matching.new.parents[new]
        parent = self._share(self._parents, self._from_parent, self._to_parent, above_old, above_new, linked)
        if above_old >= 0 and above_new >= 0 and matching.heir[above_old] == above_new:
            parent = 1.0
        return Place(
            parent=parent,
            chapter=self._chapter_share(old, new),
            children=self._children(old, new),
            before=old > 0 and new > 0 and matching.heir[old - 1] == new - 1,
            after=old + 1 < len(matching.heir) and new + 1 < len(matching.origin) and matching.heir[old + 1] == new + 1,
            torn=self._torn(old, new),
            named=above_old >= 0 and matching.heir[above_old] == above_new and matching.old.is_named_rule(above_old),
            alone=self._alone(old, new),
            number=self._same_number(old, new),
        )

    def is_near(self, old: int, new: int) -> bool:
        """Whether the chapters of two clauses correspond, be it in part."""
        return (self._matching.old.chapters[old], self._matching.new.chapters[new]) in self._near

    def _chapter_share(self, old: int, new: int) -> float:
        in_old, in_new = self._matching.old.chapters[old], self._matching.new.chapters[new]
        linked = int(self._matching.heir[old] == new)
        share = self._share(self._chapters, self._from_chapter, self._to_chapter, in_old, in_new, linked)
        return max(share, 0.5) if self._matching.heir[in_old] == in_new and in_old != old else share

    def _share(
        self,
        votes: Counter[tuple[int, int]],
        outgoing: Counter[int],
        incoming: Counter[int],
        one: int,
        other: int,
        linked: int,
    ) -> float:
        count = votes[one, other] - linked
        if count <= 0:
            return 0.0
        return count / (min(outgoing[one], incoming[other]) - linked + 1)

    def _children(self, old: int, new: int) -> float:
        count = self._parents[old, new]
        return 2 * count / (self._from_parent[old] + self._to_parent[new]) if count else 0.0

    def _torn(self, old: int, new: int) -> float:
        matching = self._matching
        above_old, above_new = matching.old.parents[old], matching.new.parents[new]
        if not self._named_apart(above_old, above_new):
            return 0.0
        if matching.heir[above_old] < 0 and matching.origin[above_new] < 0:
            return 0.0
        words_old, words_new = matching.old.words(old), matching.new.words(new)
        own_old = matching.old.words(above_old) <= words_old and not matching.old.words(above_old) <= words_new
        own_new = matching.new.words(above_new) <= words_new and not matching.new.words(above_new) <= words_old
        return 1.0 if own_old or own_new else 0.25

    def _named_apart(self, above_old: int, above_new: int) -> bool:
        matching = self._matching
        if above_old < 0 or above_new < 0 or matching.heir[above_old] == above_new:
            return False
        return matching.old.is_named_rule(above_old) and matching.new.is_named_rule(above_new)

    def other_keyword(self, old: int, new: int) -> bool:
        """Whether the clauses speak of different keywords, and the old one's did not end.

        Source: Bushido came with half the words of Rampage; but "bands with other" (502.11) merged into Banding.
        """
        above_old, above_new = self._matching.old.parents[old], self._matching.new.parents[new]
        if not self._named_apart(above_old, above_new):
            return False
        return self._matching.heir[above_old] >= 0 or self._matching.origin[above_new] < 0

    def _alone(self, old: int, new: int) -> bool:
        """Whether the siblings before correspond, and those after: nothing else can have taken this place."""
        matching = self._matching
        return (
            matching.parents_linked(old, new)
            and self._correspond(matching.old.before[old], matching.new.before[new])
            and self._correspond(matching.old.after[old], matching.new.after[new])
        )

    def _correspond(self, old: int, new: int) -> bool:
        return old == new if old < 0 or new < 0 else self._matching.heir[old] == new

    def _same_number(self, old: int, new: int) -> bool:
        """Whether the last part of the number is the same under partners, or the whole number is."""
        one, other = self._matching.old.numbers[old], self._matching.new.numbers[new]
        if one == other:
            return True
        same_end = one.letter == other.letter if one.letter or other.letter else one.rule == other.rule
        return same_end and self._matching.old.parents[old] >= 0 and self._matching.parents_linked(old, new)


def _totals(votes: Counter[tuple[int, int]], side: int) -> Counter[int]:
    totals: Counter[int] = Counter()
    for pair, count in votes.items():
        totals[pair[side]] += count
    return totals
