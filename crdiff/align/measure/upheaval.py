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
