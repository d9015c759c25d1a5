"""Reworded clauses, by similarity in context.

Rounds, from sure to doubtful: each round scores the candidates in the light of the links before it, finds the best
assignment, and keeps the links that are sure enough. Nothing is forced: a clause without a likely partner stays alone.
"""

from __future__ import annotations

from crdiff.align.matching import Grounds, Matching
from crdiff.align.measure import cuts
from crdiff.align.measure.assignment import assign
from crdiff.align.measure.cuts import Cut
from crdiff.align.measure.families import rewritten_as_in
from crdiff.align.measure.score import Score
from crdiff.align.measure.scorer import Rivals, Scorer
from crdiff.align.state import PassState
from crdiff.text.similarity import Words

TIER = "similar"
_FIRST_CANDIDATES = 3
"""Candidates by its words that a clause gets in the first round (count): a sure partner is among so few."""
_DOUBTFUL_ROUNDS_MAX = 25
"""Rounds of doubtful links (count): 3 are the most that the releases take, but a row of doubtful siblings, each lending
context to the next, could go on for as many rounds as it has clauses."""


def link_sure(state: PassState) -> None:
    """Link the sure pairs first: their neighbours, and the words they changed, help the doubtful ones."""
    matching, lexicon = state.matching, state.lexicon
    if not (matching.open_old() or matching.open_new()):
        return
    _link_round(state, Scorer(matching, lexicon, state.citations, _FIRST_CANDIDATES), cuts.SIMILAR_SURE_MIN)
    lexicon.learn(_changed_words(matching))
    state.scorer = Scorer(matching, lexicon, state.citations)


def link_likely(state: PassState) -> None:
    """Link the pairs that are likely in the light of the sure ones."""
    if state.scorer:
        _link_round(state, state.scorer, cuts.SIMILAR_LIKELY_MIN)


def link_even(state: PassState) -> None:
    """Link the pairs that are likelier than not."""
    if state.scorer:
        _link_round(state, state.scorer, cuts.SIMILAR_EVEN_MIN)


def link_doubtful(state: PassState) -> None:
    """Link doubtful pairs, round after round while new links lend the others context."""
    matching, scorer = state.matching, state.scorer
    for _ in range(_DOUBTFUL_ROUNDS_MAX):
        if not scorer or not _link_round(state, scorer, cuts.SIMILAR_DOUBTFUL_MIN):
            return
    reason = f"the search ended after {_DOUBTFUL_ROUNDS_MAX} rounds"
    matching.note_bound(matching.open_old(), matching.open_new(), reason)


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
    pairs, crowded = assign({pair: found.odds + cuts.LINK_BENEFIT for pair, found in scores.items()})
    matching.note_bound(
        [old for old, _ in crowded], [new for _, new in crowded], "too many clauses alike to weigh all against all"
    )
    for old, new in pairs:
        confidence = rivals.likelihood(old, new)
        found = scores[old, new]
        least = max(cut, cuts.SIMILAR_HEADING_MIN) if matching.old.headings[old] else cut
        if confidence < least or not scorer.may_be_one(old, new):
            continue
        second = rivals.runner_up(old, new)
        matching.link(old, new, Grounds(TIER, describe(found), round(confidence, 4), second, (least,)))
        found_any = True
    return found_any


def describe(found: Score) -> tuple[str, ...]:
    """Return in words the features that support a pair."""
    wording, place, testimony = found.wording, found.place, found.testimony
    claims = (
        (f"{wording.likeness:.2f} likeness, {wording.containment:.2f} containment", True),
        ("its keyword corresponds", place.named),
        ("its parent corresponds", place.parent == 1.0 and not place.named),
        ("its chapter corresponds", place.parent < 1.0 and place.chapter >= 0.5),
        ("the clauses beside it correspond", place.alone),
        ("a neighbour corresponds", (place.before or place.after) and not place.alone),
        ("the clauses under it correspond", place.children >= 0.5),
        ("its examples are alike", wording.example >= 0.5),
        ("the number corresponds", place.number),
        ("cited by the same clause", testimony.cited == 1),
        ("cited by the same clauses", testimony.cited > 1),
        ("cites the same", testimony.cites > 0),
        (rewritten_as_in(found.alike), found.alike > 0),
    )
    return tuple(claim for claim, is_met in claims if is_met)
