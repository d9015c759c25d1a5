"""New clauses that repeat an old one which moved: texts printed twice since their chapter was taken apart.

Only a clause that moved leaves copies. Where it kept its place, a clause made on its pattern is new: 614.16d of
2017-04-28 says of "can't" effects what 614.12 goes on saying of replacement effects.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from crdiff.align.matching import Branch, Grounds, Matching
from crdiff.align.measure import cuts
from crdiff.align.measure.context import Context
from crdiff.align.measure.lexicon import Lexicon
from crdiff.align.measure.rare_words import RareWords
from crdiff.align.overrides import TIER as OVERRIDE
from crdiff.align.passes.same_text import TIER as SAME
from crdiff.text.similarity import likeness

TIER = "copied"
_TEXTS_MET = 90
"""Texts that the rarest words find before no further word is looked up (count)."""
_CANDIDATES_MAX = 3
"""Old clauses that one new clause is compared with (count): a clause that it repeats shares most of its words."""


class _Copy(Struct, frozen=True):
    """An old clause that a new one may repeat: how alike they are, and the share of the words of each in the other."""

    old: int
    likeness: float
    of_old: float
    of_new: float


def link_copies(matching: Matching, lexicon: Lexicon) -> None:
    """Link new clauses without origin to the clause that they repeat, which has its heir elsewhere.

    Source: 409.2a of 2009-05-01 spoke of spells and abilities; 601.3a of 2009-07-11 says the same of spells, 602.3a of
    abilities.
    """
    fresh = [new for new in matching.open_new() if not matching.new.headings[new] and not matching.origins(new)]
    moved = [old for old, new in matching.pairs() if _has_moved(matching, old, new)] if fresh else []
    if not moved:
        return
    same = {matching.old.keys[old]: old for old in moved}
    holders = RareWords(lexicon, _TEXTS_MET, _CANDIDATES_MAX)
    for old in moved:
        if matching.grounds[old].tier != SAME:
            holders.put(old, matching.old.words(old))
    context = Context(matching)
    for new in fresh:
        exact = same.get(matching.new.keys[new])
        candidates = holders.sharing(matching.new.words(new)) if exact is None else [exact]
        found = _repeated(matching, lexicon, candidates, new)
        if found and not context.other_keyword(found.old, new) and not context.torn(found.old, new):
            number, heir = matching.old.numbers[found.old], matching.new.numbers[matching.heir[found.old]]
            evidence = f"{found.of_new:.0%} of its words are in {number}, which also continued as {heir}"
            grounds = Grounds(TIER, (evidence,), round(found.likeness, 4), cuts=(cuts.COPY_SAID_MIN, cuts.COPY_OF_MIN))
            matching.add_branch(Branch(found.old, new, grounds))


def _has_moved(matching: Matching, old: int, new: int) -> bool:
    has_moved = matching.old.numbers[old] != matching.new.numbers[new] and not matching.old.headings[old]
    return has_moved and matching.grounds[old].tier != OVERRIDE


def _repeated(matching: Matching, lexicon: Lexicon, olds: Iterable[int], new: int) -> _Copy | None:
    """Return the clause that a new one repeats nearly whole; None where there is none, or a second nearly as alike."""
    if lexicon.mass(matching.new.words(new)) < cuts.LONG_SENTENCE_MIN:
        return None
    found = sorted((_measure(matching, lexicon, old, new) for old in olds), key=lambda one: (-one.likeness, one.old))
    if not found or found[0].of_new < cuts.COPY_SAID_MIN or found[0].of_old < cuts.COPY_OF_MIN:
        return None
    return None if len(found) > 1 and found[1].likeness > found[0].likeness - cuts.COPY_LEAD_MIN else found[0]


def _measure(matching: Matching, lexicon: Lexicon, old: int, new: int) -> _Copy:
    one, other = matching.old.words(old), matching.new.words(new)
    shared, mass_old, mass_new = lexicon.shared(one, other), lexicon.mass(one), lexicon.mass(other)
    return _Copy(old, likeness(shared, mass_old, mass_new), shared / (mass_old or 1.0), shared / (mass_new or 1.0))
