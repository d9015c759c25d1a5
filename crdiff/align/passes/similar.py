"""Reworded clauses, by similarity in context.

Rounds, from sure to doubtful: each round scores the candidates in the light of the links before it, finds the best
assignment, and keeps the links that are sure enough. Nothing is forced: a clause without a likely partner stays alone.
"""

from __future__ import annotations

from crdiff.align.matching import Grounds, Matching
from crdiff.align.measure import cuts
from crdiff.align.measure.assignment import assign
from crdiff.align.measure.citations import Citations
from crdiff.align.measure.cuts import Cut
from crdiff.align.measure.families import rewritten_as_in
from crdiff.align.measure.lexicon import Lexicon
from crdiff.align.measure.score import Score
from crdiff.align.measure.scorer import Rivals, Scorer
from crdiff.align.passes.headings import link_by_content
from crdiff.text.similarity import Words

TIER = "similar"
_FIRST_CANDIDATES = 3
"""Candidates by its words that a clause gets in the first round (count): a sure partner is among so few."""
_DOUBTFUL_ROUNDS_MAX = 25
"""Rounds of doubtful links (count): 3 are the most that the releases take, but a row of doubtful siblings, each lending
context to the next, could go on for as many rounds as it has clauses."""


def link_similar(matching: Matching, lexicon: Lexicon, citations: Citations) -> Scorer:
    """Link what is left, the sure pairs first: their neighbours, and the words they changed, help the doubtful ones.

    Return the scorer that knows those words.
    """
    _link_round(matching, Scorer(matching, lexicon, citations, _FIRST_CANDIDATES), cuts.SIMILAR_SURE_MIN)
    link_by_content(matching, lexicon)
    lexicon.learn(_changed_words(matching))
    scorer = Scorer(matching, lexicon, citations)
    for cut in (cuts.SIMILAR_LIKELY_MIN, cuts.SIMILAR_EVEN_MIN):
        _link_round(matching, scorer, cut)
        link_by_content(matching, lexicon)
    link_doubtful(matching, lexicon, scorer)
    return scorer


def link_doubtful(matching: Matching, lexicon: Lexicon, scorer: Scorer) -> None:
    """Link doubtful pairs, round after round while new links lend the others context."""
    for _ in range(_DOUBTFUL_ROUNDS_MAX):
        if not _link_round(matching, scorer, cuts.SIMILAR_DOUBTFUL_MIN):
            return
        link_by_content(matching, lexicon)
    matching.note_bound(
        matching.open_old(), matching.open_new(), f"the search ended after {_DOUBTFUL_ROUNDS_MAX} rounds"
    )


def _changed_words(matching: Matching) -> list[tuple[Words, Words]]:
    return [
        (matching.old.words(old), matching.new.words(new))
        for old, new in matching.pairs()
        if matching.grounds[old].tier == TIER
    ]


def _link_round(matching: Matching, scorer: Scorer, cut: Cut) -> bool:
    """Link the pairs that are sure enough; return whether there were any."""
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
        if confidence >= least and not _shares_nothing(found):
            second = rivals.runner_up(old, new)
            by_place = not matching.old.headings[old] and _is_by_place(found)
            trust = min(confidence, cuts.PLACE_TRUST_MAX) if by_place else confidence
            matching.link(old, new, Grounds(TIER, describe(found), round(trust, 4), second, (least,)))
            found_any = True
    return found_any


def _shares_nothing(found: Score) -> bool:
    """Whether only place and number speak for a pair: then another clause took them over.

    Source: 700.8 of 2020-08-07, on cards of a set, went to 206.3 of 2020-09-25, and 700.8 is on a player's party.
    """
    wording, testimony = found.wording, found.testimony
    is_other = (
        wording.likeness < cuts.OWN_LIKENESS_MIN
        and wording.containment < cuts.OWN_CONTAINMENT_MIN
        and wording.example < cuts.OWN_LIKENESS_MIN
    )
    return is_other and not testimony.cited and not testimony.cites


def _is_by_place(found: Score) -> bool:
    """Whether the words of a pair say less for it than its place does.

    Source: 702.102c of 2015-03-27, on the target of an Aura spell, is not 702.102c of 2015-07-17, on when to check.
    """
    wording = found.wording
    return (
        wording.likeness < cuts.LED_BY_PLACE_LIKENESS
        and wording.containment < cuts.LED_BY_PLACE_CONTAINMENT
        and wording.example < cuts.LED_BY_PLACE_LIKENESS
    )


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
