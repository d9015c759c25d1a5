"""The confidence that a clause left alone has no partner, and what comes nearest to being one."""

from __future__ import annotations

from crdiff.align.alignment import RunnerUp
from crdiff.align.matching import Grounds
from crdiff.align.measure import cuts
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


def weigh_absences(state: PassState) -> tuple[dict[int, Grounds], dict[int, Grounds]]:
    """Return by index on what grounds old clauses have no heir and new ones no origin, decided or still open.

    Two things speak against it: the candidates with which it has something in common, and a sentence of its own that
    stands in the other text and that no link accounts for. An old clause that seems to have no heir has one more often
    than a new clause has an origin: much is merged, and new rules are new. Both confidences are lower in a chapter that
    was written anew.
    """
    matching, upheaval, scorer = state.matching, state.upheaval, state.scorer
    scores = scorer.open_scores() if scorer else {}
    rivals = Rivals({pair: score for pair, score in scores.items() if scorer and scorer.may_be_one(*pair)})
    removed, added = dict(matching.absences_old), dict(matching.absences_new)
    for old in matching.open_old():
        most = REMOVED_ANEW_MAX if old in upheaval.old else REMOVED_MAX
        found = rivals.absence_of_old(old), state.unpaid_old.get(old), matching.bounds_old.get(old)
        removed[old] = _absence("removed", most, *found)
    for new in matching.open_new():
        most = ADDED_ANEW_MAX if new in upheaval.new else ADDED_MAX
        found = rivals.absence_of_new(new), state.unpaid_new.get(new), matching.bounds_new.get(new)
        added[new] = _absence("added", most, *found)
    return removed, added


def _absence(
    tier: str, at_most: float, best: tuple[float, RunnerUp | None], unpaid: RunnerUp | None, bound: str | None
) -> Grounds:
    """Return the grounds of an absence: no surer than at most, and never less sure than its runner-up."""
    likelihood, rival = best
    confidence = max(min(at_most, UNPAID_MAX if unpaid else 1.0) * likelihood, UNDETERMINED_MIN)
    second = max(filter(None, (rival, unpaid)), key=lambda one: one.score, default=None)
    reason = "no other clause is similar enough" if second else "no clause that was added or removed resembles it"
    if second:
        second = RunnerUp(second.old, second.new, round(min(second.score, 1 - confidence), 4))
    missed = (cuts.SIMILAR_DOUBTFUL_MIN,) if second else ()
    return Grounds(tier, (reason, bound) if bound else (reason,), round(confidence, 4), second, missed)
