"""How likely two clauses are one: features, weights and odds, and the set of pairs of the largest sum."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from math import exp
from operator import add

from msgspec import Struct

from crdiff.align.measure.context import PlaceMatch

# Odds: the sum that the other features need before a pair is as likely as none.
BIAS = -11.25
# Odds: the words in common, at the whole share of both clauses.
LIKENESS = 9.5
# Odds: the words in common, at the whole share of the shorter clause.
CONTAINMENT = 6.0
# Odds: the parents, where they are partners.
PARENT = 1.75
# Odds: the chapters, where the other took over all of the smaller one.
CHAPTER = 0.75
# Odds: one keyword or step that both are under.
NAMED = 0.5
# Odds: siblings before and after that correspond, so that nothing else can have taken the place.
ALONE = 2.25
# Odds: the clause printed before, or after, that corresponds.
NEIGHBOUR = 0.5
# Odds: the same number.
NUMBER = 1.0
# Odds: different keywords that the two name. Source: 502.14d of 2004-06-01, on snow-covered lands, is not on
# vigilance.
TORN = -4.5
# Odds: each clause that both cite, up to two.
CITES = 1.0
# Clauses (count) cited by both that count for a pair: the third shows no more than the first two.
CITES_MAX = 2
# Odds: each other place where the same two patterns are found, up to two. Source: 511.2 of 2016-08-26 became 511.1 as
# 503.2 became 503.1.
FAMILY = 1.5
# Other places (count) that count for a pair: a family of two says less than one of three, one of ten no more.
FAMILY_PLACES_MAX = 2

# What `crdiff explain` calls the terms of the odds: the bias, the wording, the place, the references.
_FEATURES = (
    *("needed", "likeness", "containment", "parent", "chapter", "keyword", "only candidate in its place"),
    *("neighbours", "number", "other keyword", "cites the same", "same rewriting elsewhere"),
)


class WordingMatch(Struct, frozen=True):
    """How alike the words of two clauses are, whatever their places.

    `likeness` and `containment` are 0.0-1.0 (see `crdiff.text.words`).
    """

    likeness: float
    containment: float


class Score(Struct, frozen=True):
    """The features of a pair, and the odds that it is one clause against its being none: `odds` is their logarithm.

    `cites` counts the clauses that both cite, `alike` the other places where the patterns of the two are found.
    """

    wording: WordingMatch
    place: PlaceMatch
    cites: int
    alike: int
    odds: float

    @property
    def plain(self) -> float:
        """The odds themselves, not their logarithm."""
        return exp(min(self.odds, 40.0))

    def breakdown(self) -> tuple[tuple[str, float], ...]:
        """Return each feature by name with what it adds to the odds; they sum to `odds`."""
        return tuple(zip(_FEATURES, _worths(self.wording, self.place, self.cites, self.alike), strict=True))


def score(wording: WordingMatch, place: PlaceMatch, cites: int, alike: int = 0) -> Score:
    """Return the score of a pair with these features."""
    return Score(wording, place, cites, alike, reduce(add, _worths(wording, place, cites, alike)))


def _worths(wording: WordingMatch, place: PlaceMatch, cites: int, alike: int) -> tuple[float, ...]:
    """Return what each feature adds to the odds, in the order of `_FEATURES`."""
    return (
        BIAS,
        LIKENESS * wording.likeness,
        CONTAINMENT * wording.containment,
        PARENT * place.parent,
        CHAPTER * place.chapter,
        NAMED * place.named,
        ALONE * place.alone,
        NEIGHBOUR * (place.before + place.after),
        NUMBER * place.number,
        TORN * place.torn,
        CITES * min(cites, CITES_MAX),
        FAMILY * min(alike, FAMILY_PLACES_MAX),
    )


Pair = tuple[int, int]


def best_pairs(gains: Mapping[Pair, float]) -> list[Pair]:
    """Return the pairs made, sorted. Only gains above 0 count; of equal ones that of the smaller items comes first."""
    met_old: set[int] = set()
    met_new: set[int] = set()
    found: list[Pair] = []
    for old, new in sorted(gains, key=lambda pair: (-gains[pair], pair)):
        if gains[old, new] > 0 and old not in met_old and new not in met_new:
            met_old.add(old)
            met_new.add(new)
            found.append((old, new))
    return sorted(found)
