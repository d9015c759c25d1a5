"""Tier 3: what is left, by similarity in context.

Rounds, from sure to doubtful: each round scores the candidates in the light of the links before it, finds the best
assignment, and keeps the links that are sure enough. Nothing is forced: a clause without a likely partner stays alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from crdiff.align.alignment import RunnerUp
from crdiff.align.assignment import best_pairs
from crdiff.align.candidates import Candidates
from crdiff.align.citations import Citations
from crdiff.align.context import Context
from crdiff.align.headings import link_by_content
from crdiff.align.matching import Matching, Proof
from crdiff.align.score import Score, likelihood, score
from crdiff.align.vocabulary import Vocabulary
from crdiff.align.wordings import Wordings

TIER = "similar"
_SURE = 0.98
_CUT = 0.33
_CUT_HEADING = 0.5
_BENEFIT = 0.5
_ROUNDS = (0.85, 0.5, _CUT)
Pair = tuple[int, int]


def link_similar(matching: Matching, vocabulary: Vocabulary, citations: Citations) -> None:
    """Link what is left, the sure pairs first: their neighbours, and the words they changed, help the doubtful ones."""
    _link_round(matching, Candidates(matching, vocabulary), Wordings(matching, vocabulary), citations, _SURE)
    link_by_content(matching, vocabulary)
    vocabulary.learn(_changed_words(matching))
    link_doubtful(matching, vocabulary, citations, _ROUNDS)


def link_doubtful(
    matching: Matching, vocabulary: Vocabulary, citations: Citations, cuts: Sequence[float] = (_CUT,)
) -> None:
    """Link what reaches each of `cuts` in turn, the last again and again: links made give others the context they lacked."""
    candidates, wordings = Candidates(matching, vocabulary), Wordings(matching, vocabulary)
    for cut in cuts:
        while _link_round(matching, candidates, wordings, citations, cut):
            link_by_content(matching, vocabulary)
            if cut > cuts[-1]:
                break


def _changed_words(matching: Matching) -> list[tuple[frozenset[str], frozenset[str]]]:
    return [
        (matching.old.words(old), matching.new.words(new))
        for old, new in matching.pairs()
        if matching.proofs[old].tier == TIER
    ]


def _link_round(
    matching: Matching, candidates: Candidates, wordings: Wordings, citations: Citations, cut: float
) -> bool:
    """Link what is sure enough; return whether anything was."""
    context = Context(matching)
    citations.refresh()
    scores = {
        (old, new): score(wordings.of(old, new), context.place(old, new), citations.testimony(old, new))
        for old in matching.free_old()
        for new in candidates.of(old)
    }
    rivals = Rivals(scores)
    found_any = False
    for old, new in best_pairs({pair: found.odds + _BENEFIT for pair, found in scores.items()}):
        confidence = rivals.likelihood(old, new)
        if confidence >= (max(cut, _CUT_HEADING) if matching.old.headings[old] else cut):
            evidence = describe(scores[old, new])
            matching.link(old, new, Proof(TIER, evidence, round(confidence, 4), rivals.runner_up(old, new)))
            found_any = True
    return found_any


class Rivals:
    """The candidates of one round against one another."""

    def __init__(self, scores: dict[Pair, Score]) -> None:
        self._scores = scores
        self._of_old: dict[int, list[Pair]] = {}
        self._of_new: dict[int, list[Pair]] = {}
        self._sum_old: dict[int, float] = {}
        self._sum_new: dict[int, float] = {}
        for pair, found in scores.items():
            odds = found.plain
            self._of_old.setdefault(pair[0], []).append(pair)
            self._of_new.setdefault(pair[1], []).append(pair)
            self._sum_old[pair[0]] = self._sum_old.get(pair[0], 0.0) + odds
            self._sum_new[pair[1]] = self._sum_new.get(pair[1], 0.0) + odds

    def likelihood(self, old: int, new: int) -> float:
        """Return the share of the odds that the pair gets among all candidates of both clauses, and "none"."""
        found = self._scores[old, new]
        rivals = self._sum_old[old] + self._sum_new[new] - 2 * found.plain
        return likelihood(found.odds, max(0.0, rivals))

    def runner_up(self, old: int, new: int) -> RunnerUp | None:
        """Return the best other candidate of either clause."""
        others = [pair for pair in (*self._of_old[old], *self._of_new[new]) if pair != (old, new)]
        if not others:
            return None
        best = max(others, key=lambda pair: (self._scores[pair].odds, (-pair[0], -pair[1])))
        return RunnerUp(*best, round(self.likelihood(*best), 4))


def describe(found: Score) -> tuple[str, ...]:
    """Return in words what speaks for a pair."""
    wording, place = found.wording, found.place
    said = [f"{wording.likeness:.2f} likeness, {wording.containment:.2f} containment"]
    if place.parent == 1.0:
        said.append("its parent corresponds")
    elif place.chapter >= 0.5:
        said.append("its chapter corresponds")
    if place.before or place.after:
        said.append("both neighbours correspond" if place.before and place.after else "a neighbour corresponds")
    if place.children >= 0.5:
        said.append("the clauses under it correspond")
    if wording.example >= 0.5:
        said.append("its examples are alike")
    if found.testimony.cited:
        said.append(
            f"cited by the same {found.testimony.cited} or more clauses"
            if found.testimony.cited > 1
            else "cited by the same clause"
        )
    if found.testimony.cites:
        said.append("cites the same")
    if place.number:
        said.append("the number corresponds")
    return tuple(said)
