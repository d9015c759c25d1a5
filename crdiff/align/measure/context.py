"""How the places of two clauses correspond under the links made so far: parents, chapters, neighbours, keywords."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cache
from itertools import product

from msgspec import Struct

from crdiff.align.matching import SAME, Matching
from crdiff.align.measure import cuts
from crdiff.align.side import ReleaseSide
from crdiff.text.words import Words, counted_words


class PlaceMatch(Struct, frozen=True):
    """How well the places of two clauses correspond.

    `parent`: 1.0 where the parents are partners, else the share of the siblings linked from the one parent to the
    other. `chapter`: the same for the subsections. `before`, `after`: whether the clauses printed directly beside are
    partners. `torn`: 1.0 where the clauses name different keywords, 0.25 where they are only under different ones;
    `named`: whether they are under one keyword. `alone`: whether the siblings before and after both correspond,
    so that nothing else can have taken the place. `number`: whether the number is the same, or its last part under
    parents that are partners.
    """

    parent: float
    chapter: float
    before: bool
    after: bool
    torn: float
    named: bool
    alone: bool
    number: bool


class Context:
    """The places of clauses under the links of a matching, which are counted when the context is made."""

    def __init__(self, matching: Matching) -> None:
        self._matching = matching
        old, new = matching.old, matching.new
        pairs = list(matching.pairs())
        self._parents = _Votes((old.parents[one], new.parents[other]) for one, other in pairs)
        self._chapters = _Votes((old.chapters[one], new.chapters[other]) for one, other in pairs)
        near = {pair for pair in self._chapters.pairs if self._chapters.share(*pair) >= cuts.CHAPTERS_NEAR_MIN}
        near.update(pair for pair in pairs if old.chapters[pair[0]] == pair[0] and new.chapters[pair[1]] == pair[1])
        self._near: dict[int, frozenset[int]] = defaultdict(frozenset)
        for one, other in near:
            self._near[one] |= {other}

    def place(self, old: int, new: int) -> PlaceMatch:
        """Return how the places of an old and a new clause correspond. A link between the two does not count."""
        matching = self._matching
        heir = matching.heir
        linked = int(heir[old] == new)
        above_old, above_new = matching.old.parents[old], matching.new.parents[new]
        correspond = matching.parents_linked(old, new)
        partners = correspond and above_old >= 0
        return PlaceMatch(
            parent=1.0 if partners else self._parents.share(above_old, above_new, linked),
            chapter=self._chapters.share(matching.old.chapters[old], matching.new.chapters[new], linked),
            before=old > 0 and new > 0 and heir[old - 1] == new - 1,
            after=old + 1 < len(heir) and heir[old + 1] == new + 1,
            torn=0.0 if partners else self.torn(old, new),
            named=partners and matching.old.named[above_old] and matching.old.chapters[above_old] != above_old,
            alone=correspond and self._alone(old, new),
            number=matching.numbered_alike(old, new),
        )

    def is_near(self, old: int, new: int) -> bool:
        """Whether the chapters of two clauses correspond at least in part."""
        return self._matching.new.chapters[new] in self.near_chapters(old)

    def near_chapters(self, old: int) -> frozenset[int]:
        """Return the chapters of the new text that correspond at least in part to that of an old clause."""
        return self._near[self._matching.old.chapters[old]]

    def torn(self, old: int, new: int) -> float:
        """Return 1.0 where two clauses name different keywords, 0.25 where they are only under different ones.

        A keyword that ended may go on in one that has an origin of its own. Source: 502.11d of 2009-05-01, on "bands
        with other", merged into banding, as 702.19m of 2009-07-11.
        """
        matching = self._matching
        above_old, above_new = matching.old.homes[old], matching.new.homes[new]
        if above_old < 0 or above_new < 0 or matching.heir[above_old] == above_new:
            return 0.0
        if matching.heir[above_old] < 0 <= matching.origin[above_new]:
            return 0.0
        words_old, words_new = matching.old.words(old), matching.new.words(new)
        title_old, title_new = matching.old.words(above_old), matching.new.words(above_new)
        own_old = title_old <= words_old and not title_old <= words_new
        own_new = title_new <= words_new and not title_new <= words_old
        return 1.0 if own_old or own_new else 0.25

    def _alone(self, old: int, new: int) -> bool:
        one, other = self._matching.old, self._matching.new
        return self._correspond(one.before[old], other.before[new]) and self._correspond(
            one.after[old], other.after[new]
        )

    def _correspond(self, old: int, new: int) -> bool:
        return old == new if old < 0 or new < 0 else self._matching.heir[old] == new


class _Votes:
    """How many clauses are linked from each place to each other."""

    def __init__(self, pairs: Iterable[tuple[int, int]]) -> None:
        self.pairs = Counter(pairs)
        self._from: Counter[int] = Counter()
        self._to: Counter[int] = Counter()
        for (one, other), count in self.pairs.items():
            self._from[one] += count
            self._to[other] += count

    def share(self, one: int, other: int, linked: int = 0) -> float:
        """Return the share of the smaller side linked from `one` to `other`, `linked` of them left out."""
        count = self.pairs.get((one, other), 0) - linked
        return count / (min(self._from[one], self._to[other]) - linked + 1) if count > 0 else 0.0


_COUNTERPARTS: Words = frozenset(counted_words("a an attack block attacker blocker"))
# Words in which clauses of one pattern differ, beside those of the titles above them.
_BLANKED: Words = _COUNTERPARTS.union(counted_words("first second third fourth fifth sixth seventh active defending"))


class Families:
    """How many pairs of places have the same two patterns, the one in the old text and the other in the new.

    A pattern is what the first sentence of a clause says beside the words of the titles above it. Only changed clauses
    count, under parents that are partners, and not where two clauses under one parent have the pattern.
    Source: "Second, the active player gets priority" became "The upkeep step has no turn-based actions. Once it begins,
    the active player gets priority" in 503.1 of 2016-09-30, and likewise in 511.1 and 513.1.
    """

    def __init__(self, matching: Matching) -> None:
        heir, origin = matching.heir, matching.origin
        self._old = Patterns(matching.old)
        self._new = Patterns(matching.new)
        self._places: Counter[tuple[Words, Words]] = Counter()
        olds = self._old.under(
            old
            for old, above in enumerate(matching.old.parents)
            if above >= 0 and heir[above] >= 0 and _has_changed(matching, old)
        )
        news = self._new.under(
            new
            for new, above in enumerate(matching.new.parents)
            if above >= 0 and origin[above] in olds and (origin[new] < 0 or _has_changed(matching, origin[new]))
        )
        for above, patterns in olds.items():
            self._places.update(product(patterns, news.get(heir[above], ())))

    def others(self, old: int, new: int) -> int:
        """Return in how many other places the patterns of an old and a new clause are found."""
        return max(0, self._places.get((self._old.of(old), self._new.of(new)), 0) - 1)


def _has_changed(matching: Matching, old: int) -> bool:
    return matching.heir[old] < 0 or matching.grounds[old].tier != SAME


class Patterns:
    """The patterns of the clauses of one side."""

    def __init__(self, side: ReleaseSide) -> None:
        self._side = side
        self.of = cache(self._of)

    def _of(self, index: int) -> Words:
        """Return the pattern of a clause; a title has none."""
        side = self._side
        if side.headings[index]:
            return frozenset()
        titles = (side.words(above) for above in side.ancestors[index] if side.headings[above])
        return frozenset(counted_words(side.keys[index].partition(". ")[0])).difference(_BLANKED, *titles)

    def under(self, indices: Iterable[int]) -> dict[int, list[Words]]:
        """Return by parent the patterns that only one of the clauses under it has."""
        found: dict[int, Counter[Words]] = defaultdict(Counter)
        for index in indices:
            if pattern := self.of(index):
                found[self._side.parents[index]][pattern] += 1
        return {above: [pattern for pattern, count in counts.items() if count == 1] for above, counts in found.items()}


class Upheaval:
    """The clauses, but headings, of chapters in which fewer than half of the texts stayed the same: `old` and `new`.

    Excerpts have none: they do not show where a clause went.
    """

    def __init__(self, matching: Matching) -> None:
        kept = [pair for pair in matching.pairs() if matching.grounds[pair[0]].tier == SAME]
        self.old = _rewritten(matching.old, (old for old, _ in kept))
        self.new = _rewritten(matching.new, (new for _, new in kept))

    def has(self, old: int, new: int) -> bool:
        """Whether the chapters of an old and of a new clause were both written anew."""
        return old in self.old and new in self.new


def _rewritten(side: ReleaseSide, kept: Iterable[int]) -> frozenset[int]:
    if not side.release.coverage.is_whole:
        return frozenset()
    texts = [(index, chapter) for index, chapter in enumerate(side.chapters) if not side.headings[index]]
    count = Counter(chapter for _, chapter in texts)
    same = Counter(side.chapters[index] for index in kept if not side.headings[index])
    return frozenset(index for index, chapter in texts if same[chapter] < cuts.CHAPTER_KEPT_MIN * count[chapter])
