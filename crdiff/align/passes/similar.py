"""Reworded clauses, by similarity in context, and which old example became which new one."""

from __future__ import annotations

from collections import defaultdict

from crdiff.align.alignment import ExampleLink, ExampleRef, examples_in_order
from crdiff.align.matching import Grounds, Matching
from crdiff.align.measure import cuts
from crdiff.align.measure.cuts import Cut
from crdiff.align.measure.score import Score, best_pairs
from crdiff.align.measure.scorer import Rivals, Scorer
from crdiff.align.passes.glossary_and_front import Pairing
from crdiff.align.side import ReleaseSide, mask_numbers
from crdiff.align.state import PassState
from crdiff.text.normalise import fold_typography
from crdiff.text.words import Words

TIER = "similar"
# Candidates by its words that a clause gets in the first round (count): a sure partner is among so few.
_FIRST_CANDIDATES = 3
# Rounds of doubtful links (count): 3 are the most that the releases take, but a row of doubtful siblings, each lending
# context to the next, could go on for as many rounds as it has clauses.
_DOUBTFUL_ROUNDS_MAX = 25


def link_sure(state: PassState) -> None:
    """Link the sure pairs, whose neighbours and changed words help the others, then those likely in their light."""
    matching, lexicon = state.matching, state.lexicon
    if not (matching.open_old() or matching.open_new()):
        return
    _link_round(state, Scorer(matching, lexicon, state.citations, _FIRST_CANDIDATES), cuts.SIMILAR_SURE_MIN)
    lexicon.learn(_changed_words(matching))
    state.scorer = Scorer(matching, lexicon, state.citations)
    _link_round(state, state.scorer, cuts.SIMILAR_LIKELY_MIN)


def link_doubtful(state: PassState) -> None:
    """Link the pairs likelier than not, then doubtful ones, round after round while new links lend others context."""
    matching, scorer = state.matching, state.scorer
    if not scorer:
        return
    _link_round(state, scorer, cuts.SIMILAR_EVEN_MIN)
    is_revised = False
    for _ in range(_DOUBTFUL_ROUNDS_MAX):
        if _link_round(state, scorer, cuts.SIMILAR_DOUBTFUL_MIN):
            continue
        if is_revised:
            return
        _part_outdone(matching, scorer)
        is_revised = True
    reason = f"the search ended after {_DOUBTFUL_ROUNDS_MAX} rounds"
    matching.note_bound(matching.open_old(), matching.open_new(), reason)


def _part_outdone(matching: Matching, scorer: Scorer) -> None:
    """Take the pairs apart that a clause without partner outdoes in the light of the links made after them.

    Source: 3.2.1.1 of Disney Lorcana's rules of 2025-10-31 was linked by its words before its parent was, under whose
    heir it went on.
    """
    scorer.refresh()
    outdone = [
        old
        for old, new in matching.pairs()
        if matching.grounds[old].tier == TIER
        and (rival := max((scorer.score(old, other).odds for other in scorer.candidates(old)), default=0.0)) > 0.0
        and rival > scorer.score(old, new).odds
    ]
    for old in outdone:
        matching.unlink(old)


def _changed_words(matching: Matching) -> list[tuple[Words, Words]]:
    return [
        (matching.old.words(old), matching.new.words(new))
        for old, new in matching.pairs()
        if matching.grounds[old].tier == TIER
    ]


def _link_round(state: PassState, scorer: Scorer, cut: Cut) -> bool:
    """Link the pairs that are sure enough; return whether there were any."""
    matching = state.matching
    if not (matching.open_old() and matching.open_new()):
        return False
    scorer.refresh()
    scores = scorer.open_scores()
    rivals = Rivals(scores)
    found_any = False
    for old, new in best_pairs({pair: found.odds + cuts.LINK_BENEFIT for pair, found in scores.items()}):
        found, confidence = scores[old, new], rivals.likelihood(old, new)
        is_heading = matching.old.headings[old]
        least = max(cut, cuts.SIMILAR_EVEN_MIN) if is_heading or _is_elsewhere(matching, old, found) else cut
        is_of_one_level = not is_heading or matching.old.nodes[old].kind == matching.new.nodes[new].kind
        if (
            confidence < least
            or not scorer.may_be_one(old, new)
            or not (is_of_one_level or cut <= cuts.SIMILAR_EVEN_MIN)
        ):
            continue
        second = rivals.runner_up(old, new)
        matching.link(old, new, Grounds(TIER, describe(found), round(confidence, 4), second, (least,)))
        found_any = True
    return found_any


def _is_elsewhere(matching: Matching, old: int, found: Score) -> bool:
    """Whether the parent of a clause has an heir, but nothing in the place of the candidate corresponds to its own.

    Source: 1.9.3 of Disney Lorcana's rules of 2025-10-31, "the game state check occurs again", is not 4.6.6.3 of the
    next text, "Third, a game state check occurs", though that has no other word; its chapter went on.
    """
    above = matching.old.parents[old]
    return above >= 0 and matching.heir[above] >= 0 and not (found.place.parent or found.place.chapter)


def describe(found: Score) -> tuple[str, ...]:
    """Return in words the features that support a pair."""
    wording, place = found.wording, found.place
    elsewhere = "another place" if found.alike == 1 else f"{found.alike} other places"
    claims = (
        (f"{wording.likeness:.0%} alike, {wording.containment:.0%} of the shorter text in the other one", True),
        ("it is about the same keyword", place.named),
        ("it stands under the same clause", place.parent == 1.0 and not place.named),
        ("it is in the same subsection", place.parent < 1.0 and place.chapter >= 0.5),
        ("it is between the same clauses", place.alone),
        ("the clause before or after it is the same", (place.before or place.after) and not place.alone),
        ("the last part of its number is the same", place.number),
        ("it cites the same clauses", found.cites > 0),
        (f"the same words were replaced in {elsewhere}", found.alike > 0),
    )
    return tuple(claim for claim, is_met in claims if is_met)


def align_examples(matching: Matching) -> tuple[ExampleLink, ...]:
    """Return a link for every example of both releases.

    Equal examples of partners come first, then equal ones anywhere, so that an example may outlive its clause; then
    alike ones, where an example that stayed with its clause needs less likeness than one that left it.
    """
    (olds, texts_old), (news, texts_new) = _examples(matching.old), _examples(matching.new)
    heirs, homes = [matching.heir[one.clause] for one in olds], [other.clause for other in news]
    pairing = Pairing(len(olds), len(news))
    pairing.by_key(
        list(zip(texts_old, heirs, strict=True)), list(zip(texts_new, homes, strict=True)), "in its clause", 1.0
    )
    pairing.by_key(texts_old, texts_new, "elsewhere", 1.0)
    left = tuple(pairing.free_old)
    within: dict[int, list[int]] = defaultdict(list)
    for to in pairing.free_new:
        within[homes[to]].append(to)

    def least(at: int, to: int) -> float:
        return cuts.EXAMPLE_WITHIN_MIN if heirs[at] == homes[to] else cuts.EXAMPLE_ACROSS_MIN

    pairing.by_likeness(texts_old, texts_new, least, "it is similar", lambda at: within.get(heirs[at], ()))
    for bound in pairing.bounds:
        matching.notes_old.update((olds[at].clause, f"its examples {bound}") for at in left)
    ends = [(link.old, link.new) for link in pairing.links()]
    return examples_in_order(
        ExampleLink(None if old is None else olds[old], None if new is None else news[new]) for old, new in ends
    )


def _examples(side: ReleaseSide) -> tuple[list[ExampleRef], list[str]]:
    """Return the examples of one side, and their texts with numbers masked."""
    found = [(node.index, at, each) for node in side.nodes for at, each in enumerate(node.clause.examples)]
    return [ExampleRef(*where) for *where, _ in found], [mask_numbers(fold_typography(each)) for *_, each in found]
