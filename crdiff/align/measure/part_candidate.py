"""A clause without partner as a candidate part of a changed pair, and the cuts by which it is one.

The cuts were set by reading the parts that they accept on eight pairs of releases between 2003-05-26 and 2022-11-18;
below them, chapters that share a pattern (keywords, steps, layers) produce false parts.
"""

from __future__ import annotations

from msgspec import Struct

from crdiff.align.measure import cuts
from crdiff.align.measure.cuts import Cut


class PartCandidate(Struct, frozen=True):
    """A clause without partner beside a changed pair of `source`, a clause of the other side.

    `cover` is the share of its words that the source has, `moved` the weight of those that the partners of the source
    do not have, `recall` their share of all such words, `fresh` their share of the clause. `is_twin`: it repeats the
    whole source, as a partner does. `is_beside`: it is a sibling, parent or child of a partner. `is_under`: its parent
    is a partner. `is_taken`: it has a partner of its own, whose words do not count as moved. `is_old`: it is an old
    clause; fewer of these lack an heir than new ones lack an origin. `is_anew`: both chapters were written anew, so
    that less in them is new.
    """

    clause: int
    source: int
    cover: float
    moved: float
    recall: float
    fresh: float
    is_twin: bool
    is_beside: bool
    is_under: bool
    is_taken: bool
    is_old: bool
    is_anew: bool

    @property
    def cuts(self) -> tuple[Cut, ...]:
        """The cuts that the clause passes as a part of the source; none where it more likely belongs to nothing."""
        if self.is_taken:
            return self._of_linked() if self.is_beside else ()
        if self.is_twin:
            return cuts.TWIN_SAID_MIN, cuts.TWIN_OWN_MIN
        if found := _passed((self.moved, cuts.MOVED_OWN_MIN), (self.fresh, cuts.FRESH_MIN)):
            return found
        if not self.is_under and self.cover < cuts.COVER_ASIDE_MIN and self.recall < cuts.RECALL_ASIDE_MIN:
            return ()
        if self.is_anew and self.is_beside and not self.is_old:
            anew = _passed((self.cover, cuts.COVER_ANEW_MIN), (self.moved, cuts.MOVED_MUCH_MIN))
            if anew:
                return (*anew, cuts.RECALL_ANEW_MIN) if self.recall >= cuts.RECALL_ANEW_MIN else ()
        covered = cuts.COVER_OF_NEARLY_ALL_MIN if self.recall >= cuts.RECALL_NEARLY_ALL_MIN else cuts.COVER_MIN
        return self._of_covered() if self.cover >= covered else ()

    def _of_linked(self) -> tuple[Cut, ...]:
        return _passed(
            (self.fresh, cuts.FRESH_OF_LINKED_MIN), (self.moved, cuts.MOVED_MUCH_MIN), (self.recall, cuts.RECALL_MIN)
        )

    def _of_covered(self) -> tuple[Cut, ...]:
        if not self.is_beside:
            return _passed((self.moved, cuts.MOVED_MUCH_MIN), (self.recall, cuts.RECALL_MIN)) or _passed(
                (self.moved, cuts.MOVED_SOME_MIN),
                (self.cover, cuts.COVER_ELSEWHERE_MIN),
                (self.recall, cuts.RECALL_ELSEWHERE_MIN),
            )
        if self.moved >= cuts.MOVED_MUCH_MIN:
            return _passed((self.cover, cuts.COVER_OF_MUCH_MIN)) or _passed((self.recall, cuts.RECALL_OF_MUCH_MIN))
        if self.cover >= cuts.COVER_OF_LITTLE_MIN:
            return _passed((self.moved, cuts.MOVED_LITTLE_MIN), (self.cover, cuts.COVER_OF_LITTLE_MIN))
        least = cuts.MOVED_LITTLE_MIN if self.is_old else cuts.MOVED_SOME_MIN
        return _passed((self.moved, least), (self.recall, cuts.RECALL_MIN))

    @property
    def strength(self) -> tuple[float, int]:
        """The order of candidates: by the greatest, the best explanation of a clause and the best part of a source."""
        return self.cover + self.moved, -self.source

    @property
    def confidence(self) -> float:
        """The raw confidence, 0.0-1.0."""
        return round(min(0.9, 0.3 + self.cover / 2), 4)


def _passed(*claims: tuple[float, Cut]) -> tuple[Cut, ...]:
    """Return the cuts of all claims where each figure reaches its cut, none where one does not."""
    return tuple(cut for _, cut in claims) if all(figure >= cut for figure, cut in claims) else ()
