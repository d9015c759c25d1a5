"""Which wordings readers count: those whose words changed.

A phrasing lasts while the words of the clause itself stay the same. Typography, marks lost in a file, references,
misprints that were mended, and examples change without beginning another one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from crdiff.changes.change import Facet, Structure
from crdiff.text.same_words import mended

PARTED = frozenset({Structure.SPLIT, Structure.MERGED})
"""Changes that are of the text of several clauses. Source: 117.1 of 2009-10-01 gave a sentence to 117.1a, which all of
them together leave as it was."""
_FACETS_OF_WORDS = frozenset({Facet.TERMINOLOGY, Facet.ENUMERATION, Facet.WORDING})
"""The respects in which words differ, be it those of the examples alone."""


class FacetsAndSaying(NamedTuple):
    """A wording as it is judged: in what it differs from the one before, and what reads its words.

    `saying` returns a form that is equal for wordings that say the same; it is asked only where the facets leave it
    open. Of a clause that `is_parted`, because it gave or took text, they are those of all the text, wherever it stands
    now, and leave it open.
    """

    facets: Collection[Facet]
    saying: Callable[[], str]
    is_parted: bool = False


def begin_phrasings(readings: Sequence[FacetsAndSaying]) -> tuple[bool, ...]:
    """Return of each wording, in time order, whether it begins a phrasing; the first one does.

    Source: 507.3b changed in typography alone in 2008-05-01; 702.19b in an example alone in 2013-02-01.
    """
    begins: list[bool] = []
    counted = 0
    for at in range(len(readings)):
        begins.append(at == 0 or _differs(readings, counted, at))
        if begins[-1]:
            counted = at
    return tuple(begins)


def may_differ(facets: Collection[Facet]) -> bool:
    """Whether words can differ in a wording that differs in these respects; where none is known, they can."""
    return not facets or not _FACETS_OF_WORDS.isdisjoint(facets)


def _differs(readings: Sequence[FacetsAndSaying], counted: int, at: int) -> bool:
    """Whether the words of `readings[at]` differ from those `counted` last, for longer than a misprint."""
    if not readings[at].is_parted and not may_differ(readings[at].facets):
        return False
    before, now = readings[counted].saying(), readings[at].saying()
    return before != now and not (at + 1 < len(readings) and mended(before, now, readings[at + 1].saying()) == before)
