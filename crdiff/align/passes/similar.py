"""Tier 3: what is left, by similarity in context.

Rounds, from sure to doubtful: each round scores the candidates in the light of the links before it, finds the best
assignment, and keeps the links that are sure enough. Nothing is forced: a clause without a likely partner stays alone.
"""

from __future__ import annotations

from crdiff.align.matching import Matching, Proof
from crdiff.align.measure.assignment import assign
from crdiff.align.measure.citations import Citations
from crdiff.align.measure.score import Score
from crdiff.align.measure.scorer import Rivals, Scorer
from crdiff.align.measure.vocabulary import Vocabulary
from crdiff.align.passes.headings import link_by_content
from crdiff.text.similarity import Words

TIER = "similar"
_SURE = 0.98
_FIRST = 3
_CUT = 0.25
_CUT_HEADING = 0.5
_BENEFIT = 1.0
_ALIKE = 0.25
_CONTAINED = 0.45
_ROUNDS = (0.85, 0.5)
_MOST_ROUNDS = 25
"""Rounds of doubtful links at most: 3 are the most that the releases take, but a row of doubtful siblings, each lending
context to the next, could go on for as many rounds as it has clauses."""


def link_similar(matching: Matching, vocabulary: Vocabulary, citations: Citations) -> Scorer:
    """Link what is left, the sure pairs first: their neighbours, and the words they changed, help the doubtful ones.

    Return the scorer that knows those words, to go on with.
    """
    _link_round(matching, Scorer(matching, vocabulary, citations, _FIRST), _SURE)
    link_by_content(matching, vocabulary)
    vocabulary.learn(_changed_words(matching))
    scorer = Scorer(matching, vocabulary, citations)
    for cut in _ROUNDS:
        _link_round(matching, scorer, cut)
        link_by_content(matching, vocabulary)
    link_doubtful(matching, vocabulary, scorer)
    return scorer


def link_doubtful(matching: Matching, vocabulary: Vocabulary, scorer: Scorer) -> None:
    """Link what may well be right, again and again while new links lend the others context."""
    for _ in range(_MOST_ROUNDS):
        if not _link_round(matching, scorer, _CUT):
            return
        link_by_content(matching, vocabulary)
    matching.note_bound(matching.open_old(), matching.open_new(), f"the search ended after {_MOST_ROUNDS} rounds")


def _changed_words(matching: Matching) -> list[tuple[Words, Words]]:
    return [
        (matching.old.words(old), matching.new.words(new))
        for old, new in matching.pairs()
        if matching.proofs[old].tier == TIER
    ]


def _link_round(matching: Matching, scorer: Scorer, cut: float) -> bool:
    """Link what is sure enough; return whether anything was."""
    if not (matching.open_old() and matching.open_new()):
        return False
    scorer.refresh()
    scores = scorer.open_scores()
    rivals = Rivals(scores)
    found_any = False
    pairs, crowded = assign({pair: found.odds + _BENEFIT for pair, found in scores.items()})
    matching.note_bound(
        [old for old, _ in crowded], [new for _, new in crowded], "too many clauses alike to weigh all against all"
    )
    for old, new in pairs:
        confidence = rivals.likelihood(old, new)
        found = scores[old, new]
        if confidence >= (max(cut, _CUT_HEADING) if matching.old.headings[old] else cut) and not _shares_nothing(found):
            evidence = describe(found)
            matching.link(old, new, Proof(TIER, evidence, round(confidence, 4), rivals.runner_up(old, new)))
            found_any = True
    return found_any


def _shares_nothing(found: Score) -> bool:
    """Whether only its place and number speak for a pair: another clause took them over.

    Source: 700.8 of 2020-08-07, on cards of a set, went to 206.3 of 2020-09-25, and 700.8 is on a player's party.
    """
    wording, testimony = found.wording, found.testimony
    is_other = wording.likeness < _ALIKE and wording.containment < _CONTAINED and wording.example < _ALIKE
    return is_other and not testimony.cited and not testimony.cites


def describe(found: Score) -> tuple[str, ...]:
    """Return in words what speaks for a pair."""
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
    )
    return tuple(said for said, holds in claims if holds)
