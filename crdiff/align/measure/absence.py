"""The confidence that a clause left alone has no partner, and what comes nearest to being one."""

from __future__ import annotations

from collections import Counter

from crdiff.align.alignment import RunnerUp
from crdiff.align.matching import Grounds, Matching
from crdiff.align.measure import cuts
from crdiff.align.measure.confidence import (
    ADDED_ANEW_MAX,
    ADDED_MAX,
    REMOVED_ANEW_MAX,
    REMOVED_MAX,
    RESEMBLED_MAX,
    UNDETERMINED_MIN,
    UNPAID_MAX,
)
from crdiff.align.measure.scorer import Rivals
from crdiff.align.state import PassState


def weigh_absences(state: PassState) -> tuple[dict[int, Grounds], dict[int, Grounds]]:
    """Return by index on what grounds old clauses have no heir and new ones no origin, decided or still open.

    Two things speak against it: the candidates with which it has something in common; and a sentence of its own that no
    link accounts for and that stands in the other text, or for an old clause one like it, or clauses of a heading that
    went on elsewhere. An old clause that seems to have no heir has one more often than a new clause has an origin: much
    is merged, and new rules are new. Both confidences are lower in a chapter that was written anew.
    """
    matching, upheaval, scorer = state.matching, state.upheaval, state.scorer
    scores = scorer.open_scores() if scorer else {}
    rivals = Rivals({pair: score for pair, score in scores.items() if scorer and scorer.may_be_one(*pair)})
    removed, added = dict(matching.absences_old), dict(matching.absences_new)
    for old in matching.open_old():
        against = state.unpaid_old.get(old) or _where_clauses_went(matching, old)
        most = min(REMOVED_ANEW_MAX if old in upheaval.old else REMOVED_MAX, RESEMBLED_MAX if against else 1.0)
        removed[old] = _absence("removed", most, rivals.absence_of_old(old), against, matching.bounds_old.get(old))
    for new in matching.open_new():
        against, is_anew = state.unpaid_new.get(new), new in upheaval.new
        most = (RESEMBLED_MAX if is_anew else UNPAID_MAX) if against else ADDED_ANEW_MAX if is_anew else ADDED_MAX
        added[new] = _absence("added", most, rivals.absence_of_new(new), against, matching.bounds_new.get(new))
    return removed, added


def _where_clauses_went(matching: Matching, heading: int) -> RunnerUp | None:
    """Return the new heading with most of the clauses right under an old one; None where none of them went on."""
    children, parents = matching.old.children[heading], matching.new.parents
    went = Counter(parents[matching.heir[child]] for child in children if matching.heir[child] >= 0)
    went.pop(-1, None)
    return next((RunnerUp(heading, to, count / len(children)) for to, count in went.most_common(1)), None)


def _absence(
    tier: str, at_most: float, best: tuple[float, RunnerUp | None], against: RunnerUp | None, bound: str | None
) -> Grounds:
    """Return the grounds of an absence: no surer than at most, and never less sure than its runner-up."""
    likelihood, rival = best
    confidence = max(at_most * likelihood, UNDETERMINED_MIN)
    second = max(filter(None, (rival, against)), key=lambda one: one.score, default=None)
    reason = "no other clause is similar enough" if second else "no clause that was added or removed resembles it"
    if second:
        second = RunnerUp(second.old, second.new, round(min(second.score, 1 - confidence), 4))
    missed = (cuts.SIMILAR_DOUBTFUL_MIN,) if second else ()
    return Grounds(tier, (reason, bound) if bound else (reason,), round(confidence, 4), second, missed)
