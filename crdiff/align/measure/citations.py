"""Cross-references as evidence for and against a pair.

A clause and its heir that cite two clauses in the same place show that the two are one; a candidate that cites what the
clause cited is likelier than one that cites another clause. Only changed texts count: a text that still cites the same
number does not show where that clause went.
"""

from __future__ import annotations

from collections import Counter, defaultdict

from msgspec import Struct

from crdiff.align.matching import Matching
from crdiff.align.side import ReleaseSide
from crdiff.annotate.cross_references import cross_references
from crdiff.model.number import ClauseNumber

_REFERENCES_MAX = 2
"""References (count) that count for or against a pair: the third shows no more than the first two."""


class Testimony(Struct, frozen=True):
    """References for and against a pair: each a count, 2 at most.

    `cites`: references of the old clause whose targets became targets of the new one; `cites_other`: those that became
    other clauses. `cited`: linked clauses that cite both; `cited_apart`: those that cite only one of them.
    """

    cites: int
    cites_other: int
    cited: int
    cited_apart: int


class Citations:
    """The references of both sides as indices, read when they are needed."""

    def __init__(self, matching: Matching) -> None:
        self._matching = matching
        self._at = {id(side): _places(side) for side in (matching.old, matching.new)}
        self._known: dict[tuple[int, int], tuple[int, ...]] = {}
        self._votes: Counter[tuple[int, int]] = Counter()
        self._from: dict[int, int] = {}
        self._to: dict[int, int] = {}
        self._turns = -1

    def refresh(self) -> None:
        """Take note of the links made since, if any."""
        if self._turns == self._matching.turns:
            return
        self._turns = self._matching.turns
        self._votes = self._count_votes()
        cast_from: dict[int, int] = defaultdict(int)
        cast_to: dict[int, int] = defaultdict(int)
        for (old, new), count in self._votes.items():
            cast_from[old] += count
            cast_to[new] += count
        self._from, self._to = cast_from, cast_to

    def votes(self, old: int, new: int) -> tuple[int, int]:
        """Return how many references confirm a pair, and how many give either clause another partner."""
        confirmed = self._votes.get((old, new), 0)
        return confirmed, self._from.get(old, 0) + self._to.get(new, 0) - 2 * confirmed

    def testimony(self, old: int, new: int) -> Testimony:
        """Return the references for and against a pair."""
        cited, apart = self.votes(old, new)
        heir = self._matching.heir
        targets = self.targets(self._matching.old, old)
        known = {heir[target] for target in targets if target >= 0 and heir[target] >= 0} if targets else None
        if not known:
            return Testimony(0, 0, min(cited, _REFERENCES_MAX), min(apart, _REFERENCES_MAX))
        cites = len(known.intersection(self.targets(self._matching.new, new)))
        return Testimony(
            min(cites, _REFERENCES_MAX),
            min(len(known) - cites, _REFERENCES_MAX),
            min(cited, _REFERENCES_MAX),
            min(apart, _REFERENCES_MAX),
        )

    def targets(self, side: ReleaseSide, index: int) -> tuple[int, ...]:
        """Return the clauses that a clause cites, in order, -1 for a number that does not exist."""
        key = id(side), index
        found = self._known.get(key)
        if found is None:
            at, text = self._at[id(side)], side.texts[index]
            found = self._known[key] = tuple(at.get(mention.number, -1) for mention in cross_references(text))
        return found

    def _count_votes(self) -> Counter[tuple[int, int]]:
        """Return how often linked clauses cite each pair in the same place. A number that does not exist casts no vote.

        Source: 421.4 of 2005-08-01 still cites 102.6, which had become 102.4b: that is no evidence against the two.
        """
        matching = self._matching
        cast: list[tuple[int, int]] = []
        for old, new in matching.pairs():
            if matching.old.texts[old] == matching.new.texts[new]:
                continue
            cited_old, cited_new = self.targets(matching.old, old), self.targets(matching.new, new)
            if len(cited_old) == len(cited_new):
                cast += {pair for pair in zip(cited_old, cited_new, strict=True) if min(pair) >= 0}
        return Counter(cast)


def _places(side: ReleaseSide) -> dict[ClauseNumber, int]:
    at: dict[ClauseNumber, int] = {}
    for index, number in enumerate(side.numbers):
        at.setdefault(number, index)
    return at
