"""Which chapters were written anew, so that their clauses were split and merged rather than removed.

Source: of the clauses of 2009-05-01 that have no heir of their own in 2009-07-11, a reader finds most of what they say
in a clause nearby; of those that go in an ordinary release, hardly any of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from crdiff.align.matching import SAME, Matching
from crdiff.align.measure import cuts
from crdiff.align.side import ReleaseSide


class Upheaval:
    """The chapters of both sides in which fewer than half of the texts stayed the same; headings do not count.

    Excerpts have none: they do not show where a clause went.
    """

    def __init__(self, matching: Matching) -> None:
        kept = [(old, new) for old, new in matching.pairs() if matching.grounds[old].tier == SAME]
        self._matching = matching
        self._old = _rewritten(matching.old, (old for old, _ in kept))
        self._new = _rewritten(matching.new, (new for _, new in kept))

    def has(self, old: int, new: int) -> bool:
        """Whether the chapters of an old and of a new clause were both written anew."""
        return self.has_old(old) and self.has_new(new)

    def has_old(self, old: int) -> bool:
        """Whether the chapter of an old clause was written anew."""
        return self._matching.old.chapters[old] in self._old

    def has_new(self, new: int) -> bool:
        """Whether the chapter of a new clause was written anew."""
        return self._matching.new.chapters[new] in self._new


def _rewritten(side: ReleaseSide, kept: Iterable[int]) -> frozenset[int]:
    if not side.release.coverage.is_whole:
        return frozenset()
    texts = Counter(chapter for chapter, heading in zip(side.chapters, side.headings, strict=True) if not heading)
    same = Counter(side.chapters[index] for index in kept if not side.headings[index])
    return frozenset(chapter for chapter, count in texts.items() if same[chapter] < cuts.CHAPTER_KEPT_MIN * count)
