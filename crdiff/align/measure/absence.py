"""The confidence that a clause left alone has no partner, and what comes nearest to being one."""

from __future__ import annotations

from msgspec import Struct

from crdiff.align.alignment import RunnerUp
from crdiff.align.measure.confidence import (
    ADDED_ANEW_MAX,
    ADDED_MAX,
    REMOVED_ANEW_MAX,
    REMOVED_MAX,
    UNDETERMINED_MIN,
    UNPAID_MAX,
)
from crdiff.align.measure.scorer import Rivals
from crdiff.align.state import PassState


class Absence(Struct, frozen=True):
    """Confidence (0.0-1.0) that there is no partner, and the best of those that could have been one."""

    confidence: float
    runner_up: RunnerUp | None


class Absences(Struct, frozen=True):
    """By index, for the old clauses that have no heir and the new ones that have no origin."""

    old: dict[int, Absence]
    new: dict[int, Absence]


def weigh_absences(state: PassState) -> Absences:
    """Return the confidence that each open clause has no partner.

    Two things speak against it: the candidates with which it has something in common, and a sentence of its own that
    stands in the other text and that no link accounts for. An old clause that seems to have no heir has one more often
    than a new clause has an origin: much is merged, and new rules are new. Both confidences are lower in a chapter that
    was written anew.
    """
    matching, upheaval, scorer = state.matching, state.upheaval, state.scorer
    scores = scorer.open_scores() if scorer else {}
    rivals = Rivals({pair: score for pair, score in scores.items() if scorer and scorer.may_be_one(*pair)})
    removed, added = {}, {}
    for old in matching.open_old():
        is_anew = upheaval.has_old(old) and not matching.old.headings[old]
        most = REMOVED_ANEW_MAX if is_anew else REMOVED_MAX
        removed[old] = _absence(*rivals.absence_of_old(old), most, state.unpaid_old.get(old))
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
