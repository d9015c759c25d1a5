"""Parts found by their sentences: splits and merges in which a whole sentence moved to another clause.

A clause was split where another clause than its heir continues one of its sentences better than the heir does; merged,
where one of its sentences continues another clause better than its origin. Clauses of the same text were neither split
nor merged.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from heapq import heapify, heappop, heappush

from msgspec import Struct

from crdiff.align.matching import OPEN, Branch, Grounds, Matching
from crdiff.align.measure import cuts
from crdiff.align.measure.context import Context
from crdiff.align.measure.cuts import Cut
from crdiff.align.measure.families import blanked
from crdiff.align.measure.lexicon import Lexicon
from crdiff.align.measure.sentences import Sentences, SentenceWords
from crdiff.align.measure.upheaval import Upheaval
from crdiff.align.overrides import TIER as OVERRIDE
from crdiff.align.passes.same_text import TIER as SAME
from crdiff.text.similarity import Words

TIER = "sentences"


class SentencePair(Struct, frozen=True):
    """A new sentence that continues an old one outside the heir: how well it fits, the weight of the shared words.

    `is_copy`: the heir may contain it too. `is_twin`: a second pair of sentences differs from this one only in words
    that exclude one another, as "attack" and "block" do.
    """

    one: SentenceWords
    other: SentenceWords
    fit: float
    shared: float
    is_copy: bool = False
    is_twin: bool = False


class _Overlap(Struct, frozen=True):
    """The sentences that an old and a new clause have in common, and their share of either clause.

    `has_heir` and `has_origin`: whether they have other partners. `as_it_was`: the fit from which a sentence counts as
    unchanged.
    """

    pairs: list[SentencePair]
    of_old: float
    of_new: float
    has_heir: bool
    has_origin: bool
    as_it_was: Cut

    @property
    def best(self) -> float:
        """How well the best of the sentences fit, 0.0-1.0."""
        return max(pair.fit for pair in self.pairs)

    @property
    def cuts(self) -> tuple[Cut, ...]:
        """The cuts that the two pass as parts of each other; none where too little is in common."""
        if self.pairs[0].is_twin:
            return (cuts.TWIN_SHARE_MIN,) if max(self.of_old, self.of_new) >= cuts.TWIN_SHARE_MIN else ()
        if self.has_heir and self.has_origin:
            least = cuts.CROSSING_SHARE_MIN if self.best >= cuts.FIT_COPY_MIN else cuts.PART_SHARE_MIN
            return (least,) if max(self.of_old, self.of_new) >= least else ()
        if any(pair.fit >= self.as_it_was and pair.shared >= cuts.LONG_SENTENCE_MIN for pair in self.pairs):
            return self.as_it_was, cuts.LONG_SENTENCE_MIN
        if self.has_heir or self.has_origin:
            share = self.of_new if self.has_heir else self.of_old
            return (cuts.PART_SHARE_MIN,) if share >= cuts.PART_SHARE_MIN else ()
        return self._between_open()

    def _between_open(self) -> tuple[Cut, ...]:
        if max(self.of_old, self.of_new) < cuts.PAIR_SHARE_MIN:
            return ()
        if self.best >= cuts.FIT_PAIR_MIN:
            return cuts.FIT_PAIR_MIN, cuts.PAIR_SHARE_MIN
        if self.best >= cuts.FIT_PAIR_OF_HALVES_MIN and min(self.of_old, self.of_new) >= cuts.PAIR_SHARE_MIN:
            return cuts.FIT_PAIR_OF_HALVES_MIN, cuts.PAIR_SHARE_MIN
        return ()


def link_parts_by_sentences(matching: Matching, lexicon: Lexicon, upheaval: Upheaval) -> None:
    """Add splits and merges beside the main links, those of the greatest weight first."""
    found = _sentences_of_changed(matching, lexicon)
    waiting = _sentence_pairs(matching, found)
    queue: list[tuple[float, int, int]] = []
    for (old, new), pairs in waiting.items():
        queue.append((-_weight(pairs), old, new))
    heapify(queue)
    while queue:
        expected, old, new = heappop(queue)
        pairs = _unexplained(matching, found, waiting[old, new])
        weight = _weight(pairs)
        if weight < -expected - 1e-9:
            heappush(queue, (-weight, old, new))
            waiting[old, new] = pairs
        elif weight >= cuts.PART_WEIGHT_MIN:
            _accept(matching, found, lexicon, pairs, upheaval)
    _elect_main_heirs(matching, found)


def _sentences_of_changed(matching: Matching, lexicon: Lexicon) -> Sentences:
    old, new = matching.old, matching.new
    changed_old = [at for at in range(len(old)) if not old.headings[at] and _is_changed(matching, at)]
    changed_new = [
        at
        for at, origin in enumerate(matching.origin)
        if not new.headings[at] and (origin == OPEN or (origin >= 0 and _is_changed(matching, origin)))
    ]
    return Sentences(matching, lexicon, changed_old, changed_new)


def _is_changed(matching: Matching, old: int) -> bool:
    """Whether an old clause has sentences that its heir does not surely account for."""
    return matching.is_open_old(old) or (matching.heir[old] >= 0 and matching.grounds[old].tier not in {SAME, OVERRIDE})


def _sentence_pairs(matching: Matching, found: Sentences) -> dict[tuple[int, int], list[SentencePair]]:
    """Return by pair of clauses that are no partners the sentences that fit well enough for their places."""
    context = Context(matching)
    candidates = found.candidates(matching, context)
    sources: dict[SentenceWords, dict[int, float]] = defaultdict(dict)
    for one, other, fit in candidates:
        sources[other][one.clause] = max(fit, sources[other].get(one.clause, 0.0))
    twins = _twins((one, other) for one, other, fit in candidates if fit >= cuts.FIT_NEAR_MIN)
    grouped: dict[tuple[int, int], list[SentencePair]] = {}
    for one, other, fit in candidates:
        old, new = one.clause, other.clause
        if fit < cuts.FIT_NEAR_MIN or matching.heir[old] == new or context.other_keyword(old, new):
            continue
        both_settled = not (matching.is_open_old(old) or matching.is_open_new(new))
        is_open = matching.is_open_old(old) and matching.is_open_new(new)
        if both_settled and one.is_example and other.is_example:
            continue  # 202.3f and 202.3g of 2021-02-15 have like examples, and each went on as itself
        shared = found.shared(one, other)
        needed = fit - cuts.FIT_LEAD_MIN
        is_only = all(rival < needed for clause, rival in sources[other].items() if clause != old)
        has_place = context.is_near(old, new) and not context.torn(old, new)
        is_twin = is_open and (one, other) in twins
        if has_place or is_twin or (is_only and fit >= cuts.FIT_FAR_MIN and shared >= cuts.FAR_WEIGHT_MIN):
            is_long = fit >= cuts.FIT_COPY_MIN and shared >= cuts.LONG_SENTENCE_MIN
            is_copy = is_long and is_only and _chapter_split(matching, context, old, new)
            grouped.setdefault((old, new), []).append(SentencePair(one, other, fit, shared, is_copy, is_twin))
    return dict(sorted(grouped.items()))


def _twins(found: Iterable[tuple[SentenceWords, SentenceWords]]) -> set[tuple[SentenceWords, SentenceWords]]:
    """Return the pairs of sentences beside which another pair differs only in words that exclude one another.

    Source: 308.5a of 2003-05-26, on attacking alone, and 309.4a, on blocking alone, became the two sentences of 306.4
    of 2003-07-01.
    """
    grouped: dict[tuple[Words, Words], set[tuple[SentenceWords, SentenceWords]]] = defaultdict(set)
    for one, other in found:
        before, after = blanked(one.words), blanked(other.words)
        if before != one.words and after != other.words and not one.is_example:
            grouped[before, after].add((one, other))
    return {
        pair
        for pairs in grouped.values()
        for pair in pairs
        if any(pair[0].clause != one.clause and pair[1].words != other.words for one, other in pairs)
    }


def _chapter_split(matching: Matching, context: Context, old: int, new: int) -> bool:
    """Whether both the chapter of an old clause's heir and that of the new clause continue its chapter."""
    heir = matching.heir[old]
    chapters = matching.new.chapters
    return heir >= 0 and chapters[heir] != chapters[new] and context.is_near(old, new) and context.is_near(old, heir)


def _unexplained(matching: Matching, found: Sentences, pairs: list[SentencePair]) -> list[SentencePair]:
    """Return the pairs that the links made so far do not explain.

    The heir may contain the copy too: 419.2 of 2009-05-01 was copied to both chapters that 419 became. A twin always
    says a little of what the other does.
    """
    left = []
    for pair in pairs:
        explained = found.explained(pair.other, matching.origins(pair.other.clause))
        kept = found.kept(pair.one, matching.heirs(pair.one.clause))
        gain = -cuts.FIT_GAIN_MIN if pair.is_copy else cuts.FIT_GAIN_MIN
        if pair.is_twin or (pair.fit >= explained + cuts.FIT_GAIN_MIN and pair.fit >= kept + gain):
            left.append(pair)
    return left


def _weight(pairs: list[SentencePair]) -> float:
    """Return the weight of what the pairs have in common, no sentence counted for more than its best match."""
    gone: dict[SentenceWords, float] = {}
    come: dict[SentenceWords, float] = {}
    for pair in pairs:
        gone[pair.one] = max(pair.shared, gone.get(pair.one, 0.0))
        come[pair.other] = max(pair.shared, come.get(pair.other, 0.0))
    return min(sum(gone.values()), sum(come.values()))


def _accept(
    matching: Matching, found: Sentences, lexicon: Lexicon, pairs: list[SentencePair], upheaval: Upheaval
) -> None:
    """Link the clauses of `pairs` where they share enough, as a branch where one of them has a partner."""
    old, new = pairs[0].one.clause, pairs[0].other.clause
    weight = min(_weight(pairs), lexicon.shared(matching.old.words(old), matching.new.words(new)))
    overlap = _Overlap(
        pairs,
        weight / found.mass_old(old),
        weight / found.mass_new(new),
        matching.heir[old] >= 0,
        matching.origin[new] >= 0,
        cuts.FIT_VERBATIM_ANEW_MIN if upheaval.has(old, new) else cuts.FIT_VERBATIM_MIN,
    )
    passed = overlap.cuts
    if not passed or max(len(matching.heirs(old)), len(matching.origins(new))) >= cuts.PARTNERS_MAX:
        return
    count = len({pair.other for pair in pairs})
    sentences = "1 sentence" if count == 1 else f"{count} sentences"
    shares = f"{overlap.of_old:.0%} of {matching.old.numbers[old]}, {overlap.of_new:.0%} of {matching.new.numbers[new]}"
    grounds = Grounds(TIER, (f"{sentences} in common: {shares}",), round(overlap.best, 4), cuts=passed)
    if overlap.has_heir or overlap.has_origin:
        matching.add_branch(Branch(old, new, grounds))
    else:
        matching.link(old, new, grounds)


def _elect_main_heirs(matching: Matching, found: Sentences) -> None:
    """Make the branch that took most of a clause's text its main link; a tie leaves the choice as it was.

    Source: 502.7b of 2003-05-26 went on as 502.7c for its greater part. A pair under partners gives way only to such a
    pair: 502.10i of 2009-05-01, on banding, stays the origin of 702.19m beside the longer 502.11d.
    """
    flow = {branch: found.flow(branch.old, branch.new) for branch in matching.branches}
    for branch in sorted(flow, key=lambda one: -flow[one]):
        heir, origin = matching.heir[branch.old], matching.origin[branch.new]
        if branch.grounds.tier == OVERRIDE or (heir < 0) == (origin < 0):
            continue
        rival = (branch.old, heir) if heir >= 0 else (origin, branch.new)
        has_place = matching.parents_linked(branch.old, branch.new) or not matching.parents_linked(*rival)
        said, kept = (found.verbatim(*pair) if heir >= 0 else 0.0 for pair in ((branch.old, branch.new), rival))
        has_place |= said >= cuts.VERBATIM_SHARE_MIN * found.mass_old(branch.old)
        lead = cuts.MAIN_FLOW_RATIO * (cuts.VERBATIM_WORTH if kept else 1.0) / (cuts.VERBATIM_WORTH if said else 1.0)
        if has_place and flow[branch] > lead * found.flow(*rival):
            matching.exchange(branch, *rival)
