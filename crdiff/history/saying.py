"""What a clause says, apart from marks and the numbers it cites, and which wordings readers count."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import NamedTuple

from crdiff.changes.change import Facet, Structure
from crdiff.model.number import DOTTED, NUMBERS
from crdiff.text.normalise import fold_typography
from crdiff.text.same_words import mended, words_alone

# A number that a clause cites. Source: 702.160a of 2023-04-14, "See 718".
_CITED = re.compile(
    rf"{NUMBERS.dotted}(?:-[a-z0-9]{{1,3}}\b)?"
    rf"|(?:(?<=rule |ules |tion )|(?<=\W[Ss]ee ))(?:{DOTTED}\b|{NUMBERS.digits}\b(?!\.\d))"
)
# What hardly half of all texts have.
_DIGIT = re.compile(r"\d")


def saying(title: str, text: str) -> str:
    """Return the words of a wording, equal for wordings that say the same: rule numbers do not count."""
    folded = fold_typography(f"{title}\n{text}")
    return words_alone(_CITED.sub("#", f" {folded}") if _DIGIT.search(folded) else folded)


# Changes that are of the text of several clauses. Source: 117.1 of 2009-10-01 gave a sentence to 117.1a, which all of
# them together leave as it was.
PARTED = frozenset({Structure.SPLIT, Structure.MERGED})
# The respects in which words differ, be it those of the examples alone.
_FACETS_OF_WORDS = frozenset({Facet.TERMINOLOGY, Facet.ENUMERATION, Facet.WORDING})


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
    said = cache(lambda at: readings[at].saying())
    begins: list[bool] = []
    counted = 0
    for at, reading in enumerate(readings):
        may_begin = reading.is_parted or may_differ(reading.facets)
        begins.append(at == 0 or (may_begin and _differs(said, counted, at, len(readings))))
        if begins[-1]:
            counted = at
    return tuple(begins)


def _differs(said: Callable[[int], str], counted: int, at: int, end: int) -> bool:
    """Whether the words at a place differ from those counted last, for longer than a misprint."""
    before, now = said(counted), said(at)
    return before != now and not (at + 1 < end and mended(before, now, said(at + 1)) == before)


def may_differ(facets: Collection[Facet]) -> bool:
    """Whether words can differ in a wording that differs in these respects; where none is known, they can."""
    return not facets or not _FACETS_OF_WORDS.isdisjoint(facets)
