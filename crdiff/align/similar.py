"""Tier 3: what is left, by similarity in context.

Candidates share rare words, or stand where the clause stood. Each pair is scored symmetrically from its wording and its
place; the best assignment wins, and nothing is forced: a clause without a likely partner stays alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp

from crdiff.align.assignment import best_pairs
from crdiff.align.matching import Matching, Proof
from crdiff.text.similarity import containment, likeness, rarity, weigh

TIER = "similar"
_CUT = 0.5
_RARE = 40
_CANDIDATES = 12


@dataclass(frozen=True, slots=True)
class Score:
    """How likely two clauses are partners (0.0-1.0) and the features it was made from."""

    total: float
    likeness: float
    containment: float
    parent: int
    neighbours: int
    same_number: bool


def link_similar(matching: Matching) -> None:
    """Link what is left: first the sure pairs, whose neighbours profit, then the best assignment of the rest."""
    if not (matching.free_old() and matching.free_new()):
        return
    weights = rarity(side.words(i) for side in (matching.old, matching.new) for i in range(len(side)))
    for cut in (0.95, 0.8, _CUT):
        scores = _scores(matching, weights)
        gains = {pair: score.total - _CUT for pair, score in scores.items() if score.total > _CUT}
        for old, new in best_pairs(gains):
            score = scores[old, new]
            if score.total >= cut:
                matching.link(old, new, Proof(TIER, _evidence(score), round(score.total, 4)))


def _evidence(score: Score) -> tuple[str, ...]:
    said = [f"{score.likeness:.2f} likeness, {score.containment:.2f} containment"]
    if score.parent > 0:
        said.append("its parent corresponds" if score.parent > 1 else "its chapter corresponds")
    if score.neighbours:
        said.append(f"{score.neighbours} of 2 neighbours correspond")
    if score.same_number:
        said.append("same number")
    return tuple(said)


def _scores(matching: Matching, weights: dict[str, float]) -> dict[tuple[int, int], Score]:
    found: dict[tuple[int, int], Score] = {}
    index: dict[str, list[int]] = {}
    free_new = matching.free_new()
    for new in free_new:
        for word in matching.new.words(new):
            index.setdefault(word, []).append(new)
    by_number = {matching.new.numbers[new]: new for new in free_new}
    mass_old = {old: weigh(matching.old.words(old), weights) for old in matching.free_old()}
    mass_new = {new: weigh(matching.new.words(new), weights) for new in free_new}
    for old in mass_old:
        for new in _candidates(matching, old, index, weights, by_number):
            shared = weigh(matching.old.words(old) & matching.new.words(new), weights)
            found[old, new] = _score(matching, old, new, shared, mass_old[old], mass_new[new])
    return found


def _candidates(
    matching: Matching, old: int, index: dict[str, list[int]], weights: dict[str, float], by_number
) -> list[int]:
    shared: dict[int, float] = {}
    for word in sorted(matching.old.words(old), key=lambda w: (-weights.get(w, 1.0), w)):
        holders = index.get(word, ())
        if len(holders) <= _RARE:
            for new in holders:
                shared[new] = shared.get(new, 0.0) + weights.get(word, 1.0)
    best = sorted(shared, key=lambda new: (-shared[new], new))[:_CANDIDATES]
    parent = matching.old.parents[old]
    if parent >= 0 and matching.heir[parent] >= 0:
        best.extend(new for new in matching.new.children[matching.heir[parent]] if matching.origin[new] < 0)
    if matching.old.numbers[old] in by_number:
        best.append(by_number[matching.old.numbers[old]])
    return sorted(set(best))


def _score(matching: Matching, old: int, new: int, shared: float, mass_old: float, mass_new: float) -> Score:
    alike, inside = likeness(shared, mass_old, mass_new), containment(shared, mass_old, mass_new)
    parent = _parent(matching, old, new)
    neighbours = _neighbours(matching, old, new)
    same_number = matching.old.numbers[old] == matching.new.numbers[new]
    heading = matching.old.is_heading(old) != matching.new.is_heading(new)
    z = (
        -6.0
        + 7.0 * alike
        + 2.5 * inside
        + (-2.0, 0.0, 0.8, 1.6)[parent + 1]
        + 0.7 * neighbours
        + 0.3 * same_number
        - 3 * heading
    )
    return Score(1 / (1 + exp(-z)), alike, inside, parent, neighbours, same_number)


def _parent(matching: Matching, old: int, new: int) -> int:
    """Return 2 where the parents are partners, 1 where the chapters are, -1 where both are partners of others."""
    if matching.parents_linked(old, new):
        return 2
    one, other = matching.old.subsection(old), matching.new.subsection(new)
    if matching.heir[one] == other:
        return 1
    return -1 if matching.heir[one] >= 0 and matching.origin[other] >= 0 else 0


def _neighbours(matching: Matching, old: int, new: int) -> int:
    count = 0
    for olds, news in ((matching.old.before, matching.new.before), (matching.old.after, matching.new.after)):
        one, other = olds[old], news[new]
        if one >= 0 and other >= 0:
            count += matching.heir[one] == other
    return count
