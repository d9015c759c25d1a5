"""Tier 4, last part: what stands twice since its chapter was taken apart.

Only a clause that moved leaves copies. Where it stayed in its place, a clause made on its pattern is new: 614.16d of
2017-04-28 says of "can't" effects what 614.12 goes on saying of replacement effects.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from crdiff.align.matching import Matching, Part, Proof
from crdiff.align.measure.context import Context
from crdiff.align.measure.rare_words import RareWords
from crdiff.align.measure.sentences import LONG
from crdiff.align.measure.vocabulary import Vocabulary
from crdiff.align.overrides import TIER as OVERRIDE
from crdiff.align.passes.same_text import TIER as SAME
from crdiff.text.similarity import likeness

TIER = "copied"
_HOLDERS = 90
_BEST = 3
_ALL = 0.92
"""How much of a copy the old clause says: 0.93 of 605.3a of 2009-07-11, but less of 903.7 of 2022-11-18, which only
follows the pattern of 101.3 of 2008-02-01.
"""
_MOSTLY = 0.7
_RIVAL = 0.1


class _Copy(Struct, frozen=True):
    """An old clause that a new one may repeat: how alike they are, and which share of the words of either is shared."""

    old: int
    likeness: float
    of_old: float
    of_new: float


def link_copies(matching: Matching, vocabulary: Vocabulary) -> None:
    """Link new clauses without origin to the clause that they repeat, which has its heir elsewhere.

    Source: 409.2a of 2009-05-01 spoke of spells and abilities; 601.3a of 2009-07-11 says the same of spells, 602.3a of
    abilities.
    """
    fresh = [new for new in matching.open_new() if not matching.new.headings[new] and not matching.origins(new)]
    moved = [old for old, new in matching.pairs() if _has_moved(matching, old, new)] if fresh else []
    if not moved:
        return
    same = {matching.old.keys[old]: old for old in moved}
    holders = RareWords(vocabulary, _HOLDERS, _BEST)
    for old in moved:
        if matching.proofs[old].tier != SAME:
            holders.put(old, matching.old.words(old))
    context = Context(matching)
    for new in fresh:
        exact = same.get(matching.new.keys[new])
        candidates = holders.sharing(matching.new.words(new)) if exact is None else [exact]
        found = _repeated(matching, vocabulary, candidates, new)
        if found and not context.other_keyword(found.old, new) and not context.torn(found.old, new):
            number, heir = matching.old.numbers[found.old], matching.new.numbers[matching.heir[found.old]]
            evidence = f"{found.of_new:.0%} of its words are in {number}, which went on in {heir} too"
            matching.add_part(Part(found.old, new, Proof(TIER, (evidence,), round(found.likeness, 4))))


def _has_moved(matching: Matching, old: int, new: int) -> bool:
    has_moved = matching.old.numbers[old] != matching.new.numbers[new] and not matching.old.headings[old]
    return has_moved and matching.proofs[old].tier != OVERRIDE


def _repeated(matching: Matching, vocabulary: Vocabulary, olds: Iterable[int], new: int) -> _Copy | None:
    """Return the clause that a new one repeats nearly whole; None where there is none, or another is nearly as like."""
    if vocabulary.mass(matching.new.words(new)) < LONG:
        return None
    found = sorted((_measure(matching, vocabulary, old, new) for old in olds), key=lambda one: (-one.likeness, one.old))
    if not found or found[0].of_new < _ALL or found[0].of_old < _MOSTLY:
        return None
    return None if len(found) > 1 and found[1].likeness > found[0].likeness - _RIVAL else found[0]


def _measure(matching: Matching, vocabulary: Vocabulary, old: int, new: int) -> _Copy:
    one, other = matching.old.words(old), matching.new.words(new)
    shared, mass_old, mass_new = vocabulary.shared(one, other), vocabulary.mass(one), vocabulary.mass(other)
    return _Copy(old, likeness(shared, mass_old, mass_new), shared / (mass_old or 1.0), shared / (mass_new or 1.0))
