"""Tier 4, last part: clauses without heir whose say was left to a clause that has an origin of its own.

Where a chapter was written anew, what was said twice is said once: 200.6a of 2009-05-01, on the owner of a permanent,
went because 214.4, which became 110.2 of 2009-07-11, says the same. Elsewhere a clause that goes is dropped: 810.7a of
2018-01-19 is told as removed although 805.10a says the same, as it did for a year beside it.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import exp, sqrt

from crdiff.align.matching import Matching, Part, Proof
from crdiff.align.measure.context import Context
from crdiff.align.measure.rare_words import RareWords
from crdiff.align.measure.score import likelihood
from crdiff.align.measure.scorer import Scorer
from crdiff.align.measure.upheaval import Upheaval
from crdiff.align.measure.vocabulary import Vocabulary
from crdiff.align.overrides import TIER as OVERRIDE
from crdiff.align.passes.similar import describe

TIER = "restated"
_HOLDERS = 400
_BEST = 12
_ANEW = 3.0
"""What having been written anew is worth, as a logarithm of odds; any value from 2.5 to 3.5 does as well."""
_ELSEWHERE = 1.0
_MOST = 0.7
_SOME = 0.45
"""Of 507.4, which went with mana burn, 0.41 to 0.43 is in what 507.3d became."""
_CUT = 0.45
_TRUST = 0.65
"""Of 45 such links that were read, two in three were right: the figure says less than that of a pair."""


class _Restater:
    """The search for what the clauses `left` said: by their rarest words, in new chapters that were written anew."""

    def __init__(
        self, matching: Matching, vocabulary: Vocabulary, scorer: Scorer, upheaval: Upheaval, left: Iterable[int]
    ) -> None:
        scorer.refresh()
        self._matching = matching
        self._vocabulary = vocabulary
        self._scorer = scorer
        self._context = Context(matching)
        wanted = frozenset().union(*(vocabulary.with_heirs(matching.old.words(old)) for old in left))
        self._holders = RareWords(vocabulary, _HOLDERS, _BEST)
        for new, is_heading in enumerate(matching.new.headings):
            if not is_heading and upheaval.has_new(new):
                words = matching.new.words(new)
                self._holders.put(new, wanted & words, sqrt(2.0 + vocabulary.mass(words)))

    def proof(self, old: int) -> tuple[int, Proof] | None:
        """Return the new clause that most likely says what an old one said, and why; None where nothing does."""
        met = self._holders.sharing(self._matching.old.words(old))
        candidates = [(odds, new) for new in met if (odds := self._odds(old, new)) is not None]
        if not candidates:
            return None
        best, new = max(candidates)
        rivals = sum(exp(odds) for odds, other in candidates if other != new)
        share = likelihood(best, rivals)
        if share < _CUT:
            return None
        evidence = f"{self._cover(old, new):.0%} of {self._matching.old.numbers[old]} is said there"
        return new, Proof(TIER, (evidence, *describe(self._scorer.score(old, new))), round(_TRUST * share, 4))

    def _odds(self, old: int, new: int) -> float | None:
        """Return the logarithm of the odds that an old clause was left to a new one, None where that can't be."""
        found = self._scorer.score(old, new)
        if found.place.torn >= 1.0 or found.wording.clashes:
            return None
        cover = self._cover(old, new)
        if self._context.is_near(old, new):
            return found.odds + _ANEW if cover >= _SOME else None
        return found.odds + _ANEW - _ELSEWHERE if cover >= _MOST else None

    def _cover(self, old: int, new: int) -> float:
        words = self._matching.old.words(old)
        return self._vocabulary.shared(words, self._matching.new.words(new)) / (self._vocabulary.mass(words) or 1.0)


def link_restated(matching: Matching, vocabulary: Vocabulary, scorer: Scorer, upheaval: Upheaval) -> None:
    """Link the clauses that nothing continues to the clause that says what they said, the surest first."""
    headings = matching.old.headings
    left = [
        old for old in matching.open_old() if upheaval.has_old(old) and not matching.heirs(old) and not headings[old]
    ]
    if not left:
        return
    decided = {at for at, proof in matching.proofs.items() if proof.tier == OVERRIDE}
    restater = _Restater(matching, vocabulary, scorer, upheaval, left)
    found = [(old, *settled) for old in left if (settled := restater.proof(old))]
    for old, new, proof in sorted(found, key=lambda one: (-one[2].confidence, one[0])):
        origins = matching.origins(new)
        if any(origin in decided for origin in origins):
            continue
        if matching.origin[new] >= 0:
            matching.add_part(Part(old, new, proof))
        elif matching.is_open_new(new) and not origins:
            matching.link(old, new, proof)
