"""The confidence that a clause left alone has no partner, and its nearest candidate."""

from __future__ import annotations

from msgspec import Struct

from crdiff.align.alignment import RunnerUp
from crdiff.align.measure.confidence import ADDED_ANEW_MAX, ADDED_MAX, REMOVED_ANEW_MAX, REMOVED_MAX
from crdiff.align.measure.scorer import Rivals
from crdiff.align.state import State


class Absence(Struct, frozen=True):
    """Confidence (0.0-1.0) that there is no partner, and the best of those that could have been one."""

    confidence: float
    runner_up: RunnerUp | None


class Absences(Struct, frozen=True):
    """By index, for the old clauses that have no heir and the new ones that have no origin."""

    old: dict[int, Absence]
    new: dict[int, Absence]


def weigh_absences(state: State) -> Absences:
    """Return the confidence that each open clause has no partner among the candidates left.

    An old clause that seems to have no heir has one more often than a new clause has an origin: much is merged, and new
    rules are new. Both confidences are lower in a chapter that was written anew.
    """
    matching, upheaval = state.matching, state.upheaval
    rivals = Rivals(state.scorer.open_scores() if state.scorer else {})
    removed, added = {}, {}
    for old in matching.open_old():
        is_anew = upheaval.has_old(old) and not matching.old.headings[old]
        most = REMOVED_ANEW_MAX if is_anew else REMOVED_MAX
        removed[old] = _absence(*rivals.absence_of_old(old), most)
    for new in matching.open_new():
        is_anew = upheaval.has_new(new) and not matching.new.headings[new]
        most = ADDED_ANEW_MAX if is_anew else ADDED_MAX
        added[new] = _absence(*rivals.absence_of_new(new), most)
    return Absences(removed, added)


def _absence(likelihood: float, runner_up: RunnerUp | None, at_most: float) -> Absence:
    return Absence(round(at_most * likelihood, 4), runner_up)
