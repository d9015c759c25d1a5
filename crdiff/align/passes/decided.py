"""Links that were decided by hand."""

from __future__ import annotations

from crdiff.align.matching import OVERRIDE, Branch, Grounds
from crdiff.align.overrides import Override
from crdiff.align.side import ReleaseSide
from crdiff.align.state import PassState
from crdiff.errors import OverrideError
from crdiff.model.number import ClauseNumber


def apply_overrides(state: PassState) -> None:
    """Settle what was decided by hand. Raises `OverrideError` where one does not fit the texts or another."""
    matching = state.matching
    for override in state.overrides:
        old = [_find(matching.old, number, override, "old") for number in override.old]
        new = [_find(matching.new, number, override, "new") for number in override.new]
        if any(not matching.is_open_old(at) for at in old) or any(not matching.is_open_new(at) for at in new):
            raise OverrideError("an override decides on a clause that another has decided on", line=override.line)
        grounds = Grounds(OVERRIDE, (f"decided by hand: {override.reason}",), 1.0)
        if old and new:
            matching.link(old[0], new[0], grounds)
            for one, other in [(old[0], at) for at in new[1:]] + [(at, new[0]) for at in old[1:]]:
                matching.add_branch(Branch(one, other, grounds))
        matching.close(old[0 if not new else 1 :], new[0 if not old else 1 :], grounds)


def _find(side: ReleaseSide, number: ClauseNumber, override: Override, which: str) -> int:
    try:
        return side.numbers.index(number)
    except ValueError:
        what = f"an override names {number}, which the {which} text does not have"
        raise OverrideError(what, "a clause of that release", line=override.line) from None
