"""The confidence that a clause left alone has no partner, and what comes nearest to being one."""

from __future__ import annotations

from msgspec import Struct

from crdiff.align.alignment import RunnerUp
from crdiff.align.measure.confidence import (
    ADDED_ANEW_MAX,
    ADDED_MAX,
    DECIDED_MIN,
    REMOVED_ANEW_MAX,
    REMOVED_MAX,
    UNDETERMINED_MIN,
    UNPAID_MAX,
)
from crdiff.align.measure.score import likelihood
from crdiff.align.measure.scorer import Rivals, Scorer
from crdiff.align.state import PassState
from crdiff.text.nearest import RareWords
from crdiff.text.similarity import likeness

_WORTH_OF_PLACE = 0.1
"""Likeness (share of the words) for which a chapter that corresponds makes up."""


class Absence(Struct, frozen=True):
    """Confidence (0.0-1.0) that there is no partner, and the best of those that could have been one."""

    confidence: float
    runner_up: RunnerUp | None


class Absences(Struct, frozen=True):
    """By index, for the old clauses that have no heir and the new ones that have no origin."""

    old: dict[int, Absence]
    new: dict[int, Absence]


class _Nearest:
    """The new clause nearest to an old one, whatever origin it has; a chapter that corresponds counts too."""

    def __init__(self, state: PassState, scorer: Scorer) -> None:
        self._side = state.matching
        self._lexicon = state.lexicon
        self._scorer = scorer
        self._index = RareWords(state.lexicon)
        for new, is_heading in enumerate(self._side.new.headings):
            if not is_heading:
                self._index.put(new, self._side.new.words(new), self._side.new.chapters[new])

    def to(self, old: int) -> RunnerUp | None:
        words, near = self._side.old.words(old), self._scorer.context.near_chapters(old)
        mass = self._lexicon.mass(words)

        def nearness(new: int) -> float:
            others = self._side.new.words(new)
            found = likeness(self._lexicon.shared(words, others), mass, self._lexicon.mass(others))
            return found + _WORTH_OF_PLACE * (self._side.new.chapters[new] in near)

        new = max(self._index.sharing(words, near), key=nearness, default=None)
        return None if new is None else RunnerUp(old, new, likelihood(self._scorer.score(old, new).odds, 0.0))


def weigh_absences(state: PassState) -> Absences:
    """Return the confidence that each open clause has no partner.

    Two things speak against it: the candidates with which it has something in common, and a sentence of its own that
    stands in the other text and that no link accounts for. An old clause that seems to have no heir has one more often
    than a new clause has an origin: much is merged, and new rules are new. Both confidences are lower in a chapter that
    was written anew. Where the absence of an old clause is doubted, the runner-up is the clause nearest to it, whatever
    origin that has: it may have been merged into it.
    """
    matching, upheaval, scorer = state.matching, state.upheaval, state.scorer
    scores = scorer.open_scores() if scorer else {}
    rivals = Rivals({pair: score for pair, score in scores.items() if scorer and scorer.may_be_one(*pair)})
    removed, added = {}, {}
    nearest: _Nearest | None = None
    for old in matching.open_old():
        is_anew = upheaval.has_old(old) and not matching.old.headings[old]
        most = REMOVED_ANEW_MAX if is_anew else REMOVED_MAX
        unpaid = state.unpaid_old.get(old)
        removed[old] = _absence(*rivals.absence_of_old(old), most, unpaid)
        if scorer and removed[old].confidence < DECIDED_MIN and not unpaid:
            nearest = nearest or _Nearest(state, scorer)
            removed[old] = _absence(removed[old].confidence, nearest.to(old), 1.0, None)
    for new in matching.open_new():
        is_anew = upheaval.has_new(new) and not matching.new.headings[new]
        most = ADDED_ANEW_MAX if is_anew else ADDED_MAX
        added[new] = _absence(*rivals.absence_of_new(new), most, state.unpaid_new.get(new))
    return Absences(removed, added)


def _absence(likelihood: float, rival: RunnerUp | None, at_most: float, unpaid: RunnerUp | None) -> Absence:
    """Return the absence of a clause: no surer than at most, and never less sure than its runner-up."""
    found = max(min(at_most, UNPAID_MAX if unpaid else 1.0) * likelihood, UNDETERMINED_MIN)
    second = max(filter(None, (rival, unpaid)), key=lambda one: one.score, default=None)
    if second:
        second = RunnerUp(second.old, second.new, round(min(second.score, 1 - found), 4))
    return Absence(round(found, 4), second)
