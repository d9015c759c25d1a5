"""How the places of two clauses correspond under the links made so far: parents, chapters, neighbours, keywords."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from msgspec import Struct

from crdiff.align.matching import Matching
from crdiff.align.measure import cuts


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
