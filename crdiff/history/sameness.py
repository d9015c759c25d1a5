"""In which respects the wordings of one clause are the same, so that any two can be compared without their texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from crdiff.changes.change import Facet
from crdiff.history.lineage import Lineage, Number_co


class SameAs(NamedTuple):
    """The first wording of the clause, counted from 0, that says the same as this one, by five measures.

    Two wordings agree by a measure if they have the same value. `typography`: the same text, typography aside.
    `references`: the same besides references that follow renumbered clauses. `proof`: known steps prove the later one
    from the earlier, so nobody needs to read it. `marks`: nothing else differs but marks, which no step may prove.
    `words`: the words of the clause itself are the same, whatever its examples say. What agrees by one of the first
    three measures agrees by the next one, too.
    """

    typography: int
    references: int
    proof: int
    marks: int
    words: int


def same_as(lineage: Lineage[Number_co], prints: Sequence[str]) -> tuple[SameAs, ...]:
    """Return for each wording of `lineage` which others say the same.

    `prints` are fingerprints of the wordings, equal where only typography differs. A wording that was changed and
    changed back agrees with itself, and so do those that are proved from it, whatever stood between.

    Source: 217.1 of 2002-10-07 has "a place where", the releases before and after it "a place that".
    """
    alike = [(prints.index(each), at) for at, each in enumerate(prints)]
    alike += _proved_steps(lineage, {Facet.TYPOGRAPHIC})
    renewed = alike + _proved_steps(lineage, {Facet.TYPOGRAPHIC, Facet.REFERENCE})
    proved = renewed + _proved_steps(lineage, set(Facet))
    steps = enumerate(lineage.wordings[1:], start=1)
    marked = proved + [(at - 1, at) for at, worded in steps if set(worded.facets) == {Facet.TYPOGRAPHIC}]
    measures = (_first_equal(pairs, len(prints)) for pairs in (alike, renewed, proved, marked))
    return tuple(map(SameAs, *measures, _phrasings(lineage)))


def _proved_steps(lineage: Lineage[Number_co], facets: set[Facet]) -> list[tuple[int, int]]:
    """Return the neighbours of which the later is proved from the earlier, differing in no other respects."""
    steps = enumerate(lineage.wordings[1:], start=1)
    return [(at - 1, at) for at, worded in steps if worded.is_mechanical and facets.issuperset(worded.facets)]


def _first_equal(pairs: Iterable[tuple[int, int]], count: int) -> list[int]:
    """Return for each of `count` wordings the first that it is joined to by `pairs`, be it through others."""
    first = list(range(count))
    for one, other in pairs:
        low, high = sorted((first[one], first[other]))
        if low != high:
            first = [low if each == high else each for each in first]
    return first


def _phrasings(lineage: Lineage[Number_co]) -> Iterator[int]:
    first = 0
    for phrasing in lineage.phrasings:
        yield from [first] * len(phrasing.wordings)
        first += len(phrasing.wordings)
