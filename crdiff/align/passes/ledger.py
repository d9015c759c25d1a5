"""What became of every sentence: splits, merges and restatements, read off one ledger.

Every sentence of weight of a clause that changed is looked for in the changed clauses of the other text. Where the
partners of its clause do not account for it and another clause has it, the two clauses are linked: as a split, as a
merge, or as a pair where neither had a partner. The heaviest findings are booked first, and what is booked accounts for
the sentences of those after it.

Clauses of the same text are not in the ledger: they were neither split nor merged.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from heapq import heapify, heappop, heappush

from msgspec import Struct

from crdiff.align.alignment import RunnerUp
from crdiff.align.matching import OPEN, OVERRIDE, SAME, Branch, Grounds, Matching
from crdiff.align.measure import cuts
from crdiff.align.measure.context import Context
from crdiff.align.measure.cuts import Cut
from crdiff.align.measure.sentences import Sentences, SentenceWords
from crdiff.align.state import PassState
from crdiff.text.words import Words, counted_words

TIER = "sentences"
Pair = tuple[int, int]


class Posting(Struct, frozen=True):
    """A new sentence that may continue an old one: how well it fits, and the weight of the shared words.

    `is_alone`: no clause with an heir of its own has a sentence that fits the new one nearly as well. `leads`: no other
    new clause has one that fits the old one nearly as well.
    """

    one: SentenceWords
    other: SentenceWords
    fit: float
    shared: float
    is_alone: bool
    leads: bool

    @property
    def is_long(self) -> bool:
        """Whether so much is shared that the sentence is known by it."""
        return self.shared >= cuts.LONG_SENTENCE_MIN


def link_sentences(state: PassState) -> None:
    """Add splits, merges and pairs that a sentence shows, those of the greatest weight first."""
    if state.followed:
        return
    ledger = _Ledger(state)
    waiting = ledger.waiting
    queue = [(-ledger.weight(postings), old, new) for (old, new), postings in waiting.items()]
    heapify(queue)
    while queue:
        expected, old, new = heappop(queue)
        left = waiting[old, new] = [one for one in waiting[old, new] if not ledger.is_paid(one)]
        weight = ledger.weight(left)
        if weight < -expected - 1e-9:
            if weight >= cuts.PART_WEIGHT_MIN:
                heappush(queue, (-weight, old, new))
        elif weight >= cuts.PART_WEIGHT_MIN:
            ledger.book(old, new, left)
    state.unpaid_old, state.unpaid_new = ledger.unpaid()


# Words (count) by which a clause is known at its beginning.
_OPENING = 6


def keeps_opening(matching: Matching, old: int, new: int) -> bool:
    """Whether two clauses begin with the same words."""
    opening = counted_words(matching.old.keys[old])[:_OPENING]
    return len(opening) == _OPENING and counted_words(matching.new.keys[new])[:_OPENING] == opening


class _Ledger:
    """The sentences of the changed clauses on both sides, and what accounts for each under the links made so far."""

    def __init__(self, state: PassState) -> None:
        self._matching = state.matching
        self._lexicon = state.lexicon
        self._context = Context(state.matching)
        self._upheaval = state.upheaval
        self._found = Sentences(state.matching, state.lexicon, *_changed(state.matching))
        self._candidates = self._found.candidates(state.matching, self._context)
        self.waiting = self._postings()

    def _postings(self) -> dict[Pair, list[Posting]]:
        """Return by pair of clauses that are no partners the sentences that fit well enough for their places."""
        matching, context = self._matching, self._context
        candidates = self._candidates
        sources: dict[SentenceWords, dict[int, float]] = defaultdict(dict)
        targets: dict[SentenceWords, dict[int, float]] = defaultdict(dict)
        for one, other, fit in candidates:
            targets[one][other.clause] = max(fit, targets[one].get(other.clause, 0.0))
            if matching.heir[one.clause] >= 0:
                sources[other][one.clause] = max(fit, sources[other].get(one.clause, 0.0))
        grouped: dict[Pair, list[Posting]] = defaultdict(list)
        for one, other, fit in candidates:
            old, new = one.clause, other.clause
            if not self._speaks(one, other, fit):
                continue
            if matching.heir[old] == new or context.torn(old, new) or self._found.clash(one, other):
                continue
            shared = self._found.shared(one, other)
            is_open = matching.is_open_old(old) and matching.is_open_new(new)
            is_alone, leads = _leads(fit, old, sources[other]), _leads(fit, new, targets[one])
            is_known = fit >= cuts.FIT_FAR_MIN or (is_open and leads)
            if context.is_near(old, new) or (is_alone and is_known and shared >= cuts.PART_WEIGHT_MIN):
                grouped[old, new].append(Posting(one, other, fit, shared, is_alone, leads))
        return {pair: grouped[pair] for pair in sorted(grouped)}

    def _speaks(self, one: SentenceWords, other: SentenceWords, fit: float) -> bool:
        """Whether an old sentence and a new one fit well enough for what they are: an Example has to be alike.

        An Example that stays under its rule says nothing of others, and has words of many rules. Source: 202.3f and
        202.3g of 2021-02-15 have like Examples, and each went on as itself; and 4.3.6.13 of Disney Lorcana's rules says
        what an Example of 4.6.9.2 does. Where neither clause has a partner, like Examples are enough: 421.3 of
        2009-05-01 is known as 713.3 by nothing else.
        """
        if fit < cuts.RESEMBLED_MIN or (other.is_example and not self._is_alike(one, other)):
            return False
        old, new = one.clause, other.clause
        if not (one.is_example and other.is_example):
            return fit >= cuts.FIT_NEAR_MIN or (self._is_twin(old, new) and self._is_alike(one, other))
        is_open = self._matching.is_open_old(old), self._matching.is_open_new(new)
        return any(is_open) and self._context.is_near(old, new) and (all(is_open) or fit >= cuts.FIT_NEAR_MIN)

    def _is_alike(self, one: SentenceWords, other: SentenceWords) -> bool:
        return self._found.alike(one, other) >= cuts.RESEMBLED_MIN

    def unpaid(self) -> tuple[dict[int, RunnerUp], dict[int, RunnerUp]]:
        """Return by clause without partner the one that speaks against it.

        That is for an old clause the one with the sentence most like one of it, of those that say something new; for a
        new clause the one that has most of it in a sentence nobody pays, or in a chapter written anew the like.
        """
        matching, found = self._matching, self._found
        olds: dict[int, RunnerUp] = {}
        news: dict[int, RunnerUp] = {}
        gone = [old for old in matching.open_old() if not matching.heirs(old)]
        alone = [new for new in matching.open_new() if not matching.origins(new)]
        for one, other, alike in found.like_those_of(gone, matching):
            _keep_most(olds, one.clause, RunnerUp(one.clause, other.clause, alike))
        for one, other, alike in found.like_those_of(self._upheaval.new & set(alone), matching, are_new=True):
            _keep_most(news, other.clause, RunnerUp(one.clause, other.clause, alike))
        for one, other, fit in (*self._candidates, *found.nearest_of_new(alone)):
            old, new = one.clause, other.clause
            if fit < cuts.FIT_FAR_MIN or matching.origins(new) or fit <= found.kept(one, matching.heirs(old)):
                continue
            _keep_most(news, new, RunnerUp(old, new, min(1.0, found.shared(one, other) / found.new.mass(new))))
        return olds, news

    def weight(self, postings: list[Posting]) -> float:
        """Return the weight of the words that the old sentences of `postings` share with the new ones."""
        olds: Words = frozenset().union(*(each.one.words for each in postings))
        return self._lexicon.shared(olds, frozenset().union(*(each.other.words for each in postings)))

    def is_paid(self, posting: Posting) -> bool:
        """Whether the links made so far account for the sentence on either side."""
        matching, gain = self._matching, cuts.FIT_GAIN_MIN
        old, new = posting.one.clause, posting.other.clause
        heirs, origins = matching.heirs(old), matching.origins(new)
        if posting.one.is_reminder and not heirs:
            # A reminder says what another rule does: that on mana burn said that unspent mana is still lost.
            return True
        if self._is_restated(posting) or self._is_twin(old, new):
            return False
        kept = self._found.kept(posting.one, heirs)
        if posting.fit < kept + (-gain if self._is_copied(posting) else gain):
            return True
        had = self._found.explained(posting.other, origins if heirs else origins[:1])
        is_general = bool(origins) and not heirs and self._context.is_near(old, new)
        return posting.fit < had + (-cuts.FIT_LEAD_MIN if is_general else gain)

    def _is_twin(self, old: int, new: int) -> bool:
        """Whether a clause that nothing continues begins as a clause of its chapter does that has another origin.

        Source: 713.6 of 2023-02-03, on who may look at a meld card, was merged into 712.6 of 2023-04-14, which begins
        as its twin on double-faced cards did. Of the 133 pairs of releases it decides on this clause and on 404.4d of
        2009-05-01.
        """
        if self._matching.heirs(old) or not self._matching.origins(new):
            return False
        return self._context.is_near(old, new) and keeps_opening(self._matching, old, new)

    def _is_copied(self, posting: Posting) -> bool:
        """Whether a sentence that its heir keeps was printed again: beside the heir, or as its chapter was divided."""
        old, new = posting.one.clause, posting.other.clause
        heir = self._matching.heir[old]
        if heir < 0 or posting.fit < cuts.FIT_COPY_MIN or not posting.is_long or not posting.is_alone:
            return False
        side, context = self._matching.new, self._context
        if side.parents[heir] == side.parents[new]:
            return not self._matching.origins(new)
        is_divided = side.chapters[heir] != side.chapters[new] and context.is_near(old, heir)
        return is_divided and context.is_near(old, new)

    def _is_restated(self, posting: Posting) -> bool:
        """Whether a clause that nothing continues is said by one with an origin of its own, in chapters written anew.

        Such a chapter states once what was stated twice; in any other one the clause was removed.
        """
        old, new = posting.one.clause, posting.other.clause
        if self._matching.heirs(old) or self._matching.origin[new] < 0 or not self._upheaval.has(old, new):
            return False
        return posting.fit >= cuts.FIT_FAR_MIN and posting.one.mass >= cuts.LONG_SENTENCE_MIN and posting.leads

    def _is_pattern(self, posting: Posting) -> bool:
        """Whether the origin of a sibling says a new sentence better: it was made on the sibling's pattern."""
        matching, new = self._matching, posting.other.clause
        siblings = (sibling for sibling in matching.new.beside(new) if sibling != new)
        others = {origin for sibling in siblings for origin in matching.origins(sibling)[:1]} - {posting.one.clause}
        least = posting.fit + cuts.FIT_LEAD_MIN
        return least < 1.0 and self._found.said(posting.other, others) >= least

    def _share_of_all(self, new: int) -> float:
        """Return the share of a new clause that several old ones without heir have together, each in a sentence."""
        ones = [
            each
            for (old, other), postings in self.waiting.items()
            if other == new and self._matching.heir[old] in {OPEN, new}
            for each in postings
            if each.is_alone and each.leads
        ]
        return self.weight(ones) / self._found.new.mass(new) if len({each.one.clause for each in ones}) > 1 else 0.0

    def book(self, old: int, new: int, postings: list[Posting]) -> None:
        """Link two clauses where the sentences in `postings` are enough of either, as a branch beside a partner."""
        matching = self._matching
        if not matching.origins(new):
            postings = [each for each in postings if not self._is_pattern(each)]
        if not postings:
            return
        weight = self.weight(postings)
        of_old, of_new = weight / self._found.old.mass(old), weight / self._found.new.mass(new)
        best = max(each.fit for each in postings)
        has_heir, has_origin = matching.heir[old] >= 0, matching.origin[new] >= 0
        if has_heir == has_origin:
            is_told_apart = self._context.is_near(old, new) or any(each.is_long for each in postings)
            is_known = has_heir or (best >= cuts.FIT_FAR_MIN and is_told_apart)
            share = max(of_old, of_new) if is_known else max(min(of_old, of_new), self._share_of_all(new))
        elif has_heir:
            share = of_new
        else:
            share = max(of_old, self._share_of_all(new) if (matching.origin[new], new) in self.waiting else 0.0)
        is_verbatim = any(each.fit >= cuts.FIT_VERBATIM_MIN and each.is_long for each in postings)
        if is_verbatim and not (has_heir and has_origin):
            passed: tuple[Cut, ...] = (cuts.FIT_VERBATIM_MIN, cuts.LONG_SENTENCE_MIN)
        elif share >= cuts.PART_SHARE_MIN:
            passed = (cuts.PART_SHARE_MIN,)
        elif keeps_opening(matching, old, new):
            passed = (cuts.PART_WEIGHT_MIN,)
        elif share >= cuts.RESTATED_SHARE_MIN and any(map(self._is_restated, postings)):
            passed = cuts.RESTATED_SHARE_MIN, cuts.FIT_FAR_MIN
        else:
            return
        if max(len(matching.heirs(old)), len(matching.origins(new))) >= cuts.PARTNERS_MAX:
            return
        count = len({each.other for each in postings})
        sentences = "1 sentence" if count == 1 else f"{count} sentences"
        number_old, number_new = matching.old.numbers[old], matching.new.numbers[new]
        shares = f"{min(of_old, 1.0):.0%} of {number_old}, {min(of_new, 1.0):.0%} of {number_new}"
        grounds = Grounds(TIER, (f"{sentences} in common: {shares}",), round(best, 4), cuts=passed)
        if has_heir or has_origin:
            matching.add_branch(Branch(old, new, grounds))
        else:
            matching.link(old, new, grounds)


def _keep_most(found: dict[int, RunnerUp], clause: int, one: RunnerUp) -> None:
    if clause not in found or found[clause].score < one.score:
        found[clause] = one


def _leads(fit: float, clause: int, fits: Mapping[int, float]) -> bool:
    """Whether no clause but this one fits nearly as well."""
    return all(rival < fit - cuts.FIT_LEAD_MIN for other, rival in fits.items() if other != clause)


def _changed(matching: Matching) -> tuple[list[int], list[int]]:
    """Return the clauses of either side that have sentences which a partner of the same text does not account for."""
    old, new = matching.old, matching.new
    settled = {at for at, grounds in matching.grounds.items() if grounds.tier in {SAME, OVERRIDE}}
    changed_old = [
        at for at, heir in enumerate(matching.heir) if not old.headings[at] and at not in settled and heir >= OPEN
    ]
    changed_new = [
        at for at, one in enumerate(matching.origin) if not new.headings[at] and one not in settled and one >= OPEN
    ]
    return changed_old, changed_new
