"""One clause left over beside a changed pair, and whether it belongs to the pair.

The cuts were set by reading what they let through on eight pairs of releases between 2003-05-26 and 2022-11-18; below
them, chapters that share a pattern (keywords, steps, layers) bring forth false parts.
"""

from __future__ import annotations

from msgspec import Struct

_COVER = 0.55
_COVER_OF_ALL = 0.5
_COVER_ANEW = 0.4
_RECALL_ANEW = 0.1
_NEARLY_ALL = 0.75
_RECALL = 0.4
_CLEAR = 0.6
_MOSTLY = 0.65
_SOME = 0.33
_FAIR = 0.6
_FAIR_RECALL = 0.45
"""A leftover with less of both is believed under a partner only: of 35 such on 121 pairs about half were none, as 115.7
of 2009-07-11, which shares words with 408.1b; 203.2c of 2003-07-01, under 203.2, is one.
"""
_LITTLE = 0.5
_SEVERAL = 0.9
_MUCH = 2.0
_FRESH = 0.45
_FRESH_OF_TAKEN = 0.3
LEAST = _FRESH_OF_TAKEN
"""No clause less of which is in a source is part of it: what moved is in it."""


class Leftover(Struct, frozen=True):
    """A clause without partner beside a changed pair of `source`, a clause of the other side.

    `cover` is the share of its words that the source has, `moved` the weight of those that the partners of the source
    do not have, `recall` their share of all such words, `fresh` their share of the clause. `is_twin`: it says the whole
    source again, as a partner does. `is_beside`: it stands with, over or under a partner. `is_under`: one of these
    is its parent. `is_taken`: it has a partner
    of its own; what that one accounts for is not counted as moved. `is_old`: it is an old clause, which is less often
    without heir than a new one without origin. `is_anew`: both chapters were written anew, so that less is invented.
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
    def is_part(self) -> bool:
        """Whether the clause more likely belongs to the pair than to nothing."""
        if self.is_taken:
            return self.is_beside and self.fresh >= _FRESH_OF_TAKEN and self.moved >= _MUCH and self.recall >= _RECALL
        if self.is_twin or (self.moved >= 2 * _MUCH and self.fresh >= _FRESH):
            return True
        if not self.is_under and self.cover < _FAIR and self.recall < _FAIR_RECALL:
            return False
        if self.is_anew and self.is_beside and not self.is_old and self.cover >= _COVER_ANEW and self.moved >= _MUCH:
            return self.recall >= _RECALL_ANEW
        if self.cover < (_COVER if self.recall < _NEARLY_ALL else _COVER_OF_ALL):
            return False
        if not self.is_beside:
            return self.moved >= _MUCH and self.recall >= _RECALL
        if self.moved >= _MUCH:
            return self.cover >= _CLEAR or self.recall >= _SOME
        if self.cover >= _MOSTLY:
            return self.moved >= _LITTLE
        return self.moved >= (_LITTLE if self.is_old else _SEVERAL) and self.recall >= _RECALL

    @property
    def strength(self) -> tuple[float, int]:
        """What the best explanation of a clause, and the best leftover of a source, are chosen by."""
        return self.cover + self.moved, -self.source

    @property
    def confidence(self) -> float:
        """How sure it is, 0.0-1.0."""
        return round(min(0.9, 0.3 + self.cover / 2), 4)
