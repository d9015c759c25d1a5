"""How sure it is that a clause left alone has no partner, and which candidate comes nearest."""

from __future__ import annotations

from msgspec import Struct

from crdiff.align.alignment import RunnerUp
from crdiff.align.confidence import ADDED_AT_MOST, REMOVED_AT_MOST
from crdiff.align.matching import Matching
from crdiff.align.scorer import Rivals


class Absence(Struct, frozen=True):
    """Confidence (0.0-1.0) that there is no partner, and the best of those that could have been one."""

    confidence: float
    runner_up: RunnerUp | None


class Absences(Struct, frozen=True):
    """By index, for the old clauses that have no heir and the new ones that have no origin."""

    old: dict[int, Absence]
    new: dict[int, Absence]


def weigh_absences(matching: Matching, rivals: Rivals) -> Absences:
    """Return how sure it is of each open clause that it has no partner among the candidates left.

    An old clause that seems to have no heir has one more often than a new clause has an origin: much is merged, and new
    rules are new.
    """
    return Absences(
        {old: _absence(*rivals.absence_of_old(old), REMOVED_AT_MOST) for old in matching.open_old()},
        {new: _absence(*rivals.absence_of_new(new), ADDED_AT_MOST) for new in matching.open_new()},
    )


def _absence(likelihood: float, runner_up: RunnerUp | None, at_most: float) -> Absence:
    return Absence(round(at_most * likelihood, 4), runner_up)
