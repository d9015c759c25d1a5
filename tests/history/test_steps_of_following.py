"""How one lineage is made of two, how a clause comes back, and what is shown of a release."""

from __future__ import annotations

from crdiff.changes.change import Change, Op, Segment, Structure
from crdiff.changes.compare import compare
from crdiff.history.heirs import own_change
from crdiff.history.lineage import Worded
from crdiff.model.number import ClauseNumber
from tests.changes.conftest import aligned
from tests.support.days import number, on


def worded(first: str, last: str, text: str, change: Change | None = None) -> Worded[ClauseNumber]:
    """Return a wording of 100.1."""
    return Worded(on(first), on(last), number("100.1"), "", text, (), change)


def test_a_clause_that_gave_text_to_another_has_a_change_of_its_own() -> None:
    old, new = {"100.1": "One is. Two is."}, {"100.1": "One is.", "100.2": "Two is."}
    (change,) = compare(aligned(old, new, {"100.1": ["100.1", "100.2"]})).changes
    assert change.structure is Structure.SPLIT
    before = worded("2001-01-01", "2001-01-01", "One is. Two is.")
    after = worded("2002-02-02", "2002-02-02", "One is.", change)
    own = own_change(before, after)
    assert own
    assert [segment for segment in own.redline if segment.op is Op.DELETED] == [Segment(Op.DELETED, " Two is.")]
    assert own.facets == after.own_facets
    assert own_change(None, after) is change
    assert own_change(before, worded("2002-02-02", "2002-02-02", "One is.")) is None
