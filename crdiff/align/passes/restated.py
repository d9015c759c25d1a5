"""Removed clauses whose content another clause, linked elsewhere, restates.

A chapter written anew states once what it stated twice: 200.6a of 2009-05-01, on the controller of a permanent, went
because 214.4, which became 110.2 of 2009-07-11, says the same. In any other chapter the clause was removed, as 810.7a
of 2018-01-19 was, although 805.10a says the same, as it did for a year beside it.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import exp, sqrt

from crdiff.align.matching import Branch, Grounds, Matching
from crdiff.align.measure import cuts
from crdiff.align.measure.cuts import Cut
from crdiff.align.measure.lexicon import Lexicon
from crdiff.align.measure.rare_words import RareWords
from crdiff.align.measure.score import clashes, likelihood
from crdiff.align.measure.scorer import Scorer
from crdiff.align.measure.sentences import SentenceWords, sentences_of
from crdiff.align.measure.upheaval import Upheaval
from crdiff.align.overrides import TIER as OVERRIDE
from crdiff.align.passes.similar import describe
from crdiff.text.similarity import likeness

TIER = "restated"
_TEXTS_MET = 400
"""Texts that the rarest words find before no further word is looked up (count): more than elsewhere, since
a restatement shares few words."""
_CANDIDATES_MAX = 12
"""Clauses weighed against one another for one that was removed (count)."""


class _Restater:
    """The search for the content of the clauses `left`, by their rarest words, in chapters written anew."""

    def __init__(
        self, matching: Matching, lexicon: Lexicon, scorer: Scorer, upheaval: Upheaval, left: Iterable[int]
    ) -> None:
        scorer.refresh()
        self._matching = matching
        self._lexicon = lexicon
        self._scorer = scorer
        self._context = scorer.context
        wanted = frozenset().union(*(lexicon.with_heirs(matching.old.words(old)) for old in left))
        self._holders = RareWords(lexicon, _TEXTS_MET, _CANDIDATES_MAX)
        for new, is_heading in enumerate(matching.new.headings):
            if not is_heading and upheaval.has_new(new):
                words = matching.new.words(new)
                self._holders.put(new, wanted & words, sqrt(2.0 + lexicon.mass(words)))

    def grounds(self, old: int) -> tuple[int, Grounds] | None:
        """Return the new clause that most likely restates an old one, and why; None where none does."""
        return self._by_words(old) or self._by_sentence(old)

    def _by_sentence(self, old: int) -> tuple[int, Grounds] | None:
        """Return the new clause that says a main sentence of an old one nearly as it was, and no other does.

        Source: 401.6 of 2009-05-01, on static abilities that apply while a spell is on the stack, is said in 604.5.
        """
        matching, lexicon = self._matching, self._lexicon
        mine = sentences_of(matching.old, old, lexicon)
        least = max(cuts.LONG_SENTENCE_MIN, cuts.PART_SHARE_MIN * sum(one.mass for one in mine))
        fits: dict[int, float] = {}
        for one in mine:
            if one.mass >= least:
                for new in self._holders.sharing(one.words):
                    if self._is_home(old, new) and self._may_fit(one, new):
                        fits[new] = max(fits.get(new, 0.0), self._fit(one, new))
        best, second = (*sorted(((fit, new) for new, fit in fits.items()), reverse=True), (0.0, -1), (0.0, -1))[:2]
        if best[0] < cuts.RESTATED_SENTENCE_MIN or best[0] < second[0] + cuts.FIT_LEAD_MIN:
            return None
        evidence = (f"1 sentence of {matching.old.numbers[old]} is restated there, with {best[0]:.0%} of its words",)
        passed = cuts.RESTATED_SENTENCE_MIN, cuts.FIT_LEAD_MIN
        return best[1], Grounds(TIER, evidence, round(cuts.RESTATED_TRUST * best[0], 4), cuts=passed)

    def _is_home(self, old: int, new: int) -> bool:
        """Whether a new clause is under no keyword or step but that of an old one."""
        home, origin = self._matching.new.homes[new], self._matching.old.homes[old]
        return home < 0 or (origin >= 0 and self._matching.heir[origin] == home)

    def _may_fit(self, one: SentenceWords, new: int) -> bool:
        """Whether a new clause says enough of an old sentence for one of its sentences to be much like it."""
        shared = self._lexicon.shared(one.words, self._matching.new.words(new))
        return likeness(shared, one.mass, shared) >= cuts.RESTATED_SENTENCE_MIN - cuts.FIT_LEAD_MIN

    def _fit(self, one: SentenceWords, new: int) -> float:
        """Return how alike an old sentence and the likest of a new clause are."""
        return max(
            (
                likeness(self._lexicon.shared(one.words, other.words), one.mass, other.mass)
                for other in sentences_of(self._matching.new, new, self._lexicon)
                if not clashes(one.words, other.words)
            ),
            default=0.0,
        )

    def _by_words(self, old: int) -> tuple[int, Grounds] | None:
        met = self._holders.sharing(self._matching.old.words(old))
        candidates = [(odds, new) for new in met if (odds := self._odds(old, new)) is not None]
        if not candidates:
            return None
        best, new = max(candidates)
        rivals = sum(exp(odds) for odds, other in candidates if other != new)
        share = likelihood(best, rivals)
        if share < cuts.RESTATED_LIKELIHOOD_MIN:
            return None
        cover = f"{self._cover(old, new):.0%} of {self._matching.old.numbers[old]} is restated there"
        evidence = (cover, *describe(self._scorer.score(old, new)))
        passed = (*self._cuts(old, new), cuts.RESTATED_LIKELIHOOD_MIN)
        return new, Grounds(TIER, evidence, round(cuts.RESTATED_TRUST * share, 4), cuts=passed)

    def _odds(self, old: int, new: int) -> float | None:
        """Return the logarithm of the odds that a new clause restates an old one; None where it cannot."""
        benefit, least = self._cuts(old, new)
        if self._cover(old, new) < least:
            return None
        found = self._scorer.score(old, new)
        return None if found.place.torn >= 1.0 or found.wording.clashes else found.odds + benefit

    def _cuts(self, old: int, new: int) -> tuple[Cut, Cut]:
        """Return the benefit of a pair, and the share of the old clause that the new one has to restate.

        A clause with an origin of its own shares words with others by chance. Source: 511.1 of 2016-09-30 came of 511.2
        of 2016-07-22 alone; 214.9c of 2003-05-26, on basic and nonbasic lands, is not in 212.6d of 2003-07-01.
        """
        is_near, has_origin = self._context.is_near(old, new), self._matching.origin[new] >= 0
        benefit = cuts.RESTATED_NEAR_BENEFIT if is_near else cuts.RESTATED_FAR_BENEFIT
        return benefit, cuts.RESTATED_FAR_MIN if has_origin or not is_near else cuts.RESTATED_NEAR_MIN

    def _cover(self, old: int, new: int) -> float:
        words = self._matching.old.words(old)
        return self._lexicon.shared(words, self._matching.new.words(new)) / (self._lexicon.mass(words) or 1.0)


def link_restated(matching: Matching, lexicon: Lexicon, scorer: Scorer, upheaval: Upheaval) -> None:
    """Link the clauses that nothing continues to the clauses that restate them, the surest first."""
    headings = matching.old.headings
    left = [
        old for old in matching.open_old() if upheaval.has_old(old) and not matching.heirs(old) and not headings[old]
    ]
    if not left:
        return
    decided = {at for at, grounds in matching.grounds.items() if grounds.tier == OVERRIDE}
    restater = _Restater(matching, lexicon, scorer, upheaval, left)
    found = [(old, *settled) for old in left if (settled := restater.grounds(old))]
    for old, new, grounds in sorted(found, key=lambda one: (-one[2].confidence, one[0])):
        origins = matching.origins(new)
        if any(origin in decided for origin in origins):
            continue
        if matching.origin[new] >= 0:
            matching.add_branch(Branch(old, new, grounds))
        elif matching.is_open_new(new) and not origins:
            matching.link(old, new, grounds)
