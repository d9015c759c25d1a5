"""How one lineage is made of two, how a clause comes back, and what is shown of a release."""

from __future__ import annotations

import pytest

from crdiff.changes.change import Change, Op, Segment, Structure
from crdiff.changes.compare import compare
from crdiff.history.heirs import own_change
from crdiff.history.lineage import Worded
from crdiff.history.news import Passage, Shown
from crdiff.history.weave import LastStanding, Removed
from crdiff.model.number import ClauseNumber
from tests.changes.conftest import aligned
from tests.support.days import number, on

DAYS = tuple(map(on, ("2001-01-01", "2002-02-02", "2003-03-03", "2004-04-04")))
SAID = "A player whose turn is controlled still loses life as usual"


def worded(first: str, last: str, text: str, change: Change | None = None) -> Worded[ClauseNumber]:
    """Return a wording of 100.1."""
    return Worded(on(first), on(last), number("100.1"), "", text, (), change)


def gone(*standings: LastStanding) -> Removed:
    """Return what was removed, each under its place in the list."""
    removed = Removed()
    for thread, each in enumerate(standings):
        removed.remember(thread, each)
    return removed


@pytest.mark.parametrize(
    ("removed", "arrived", "thread"),
    [
        ([LastStanding(SAID, "100.1", 7)], LastStanding(SAID, "200.9", 8), 0),
        ([LastStanding("General", "100", 7)], LastStanding("General", "200", 8), None),
        ([LastStanding("General", "100", 7)], LastStanding("General", "200", 7), 0),
        ([LastStanding(SAID, "1", 7), LastStanding(SAID, "2", 7)], LastStanding(SAID, "3", 8), None),
        ([LastStanding(SAID, "1", 7), LastStanding(SAID, "2", 8)], LastStanding(SAID, "3", 8), 1),
        ([LastStanding(SAID, "100.1", 7)], LastStanding(f"{SAID} here", "100.1", 7), 0),
        ([LastStanding(SAID, "100.1", 7)], LastStanding(f"{SAID} here", "100.2", 7), None),
        ([LastStanding(SAID, "100.1", 7)], LastStanding("Another card draws as many as it likes", "100.1", 7), None),
    ],
    ids=[
        *("the same words", "few words elsewhere", "few words under the same parent", "two said the same"),
        *("the one under the same parent", "nearly the same in its place", "and elsewhere", "other words in its place"),
    ],
)
def test_a_clause_comes_back_as_the_one_that_said_the_same(
    removed: list[LastStanding], arrived: LastStanding, thread: int | None
) -> None:
    known = gone(*removed)
    assert known.returned(arrived) == thread
    assert bool(known) is (thread is None or len(removed) > 1), "what came back is no longer gone"


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


def shown(printed: str, depth: int, title: str = "", text: str = "") -> Shown:
    """Return a clause of a passage."""
    return Shown(number(printed), title, text, ("An example.",), depth, f"2001-01-01-{printed}")


PASSAGE = Passage(
    DAYS[0],
    "100",
    number("100"),
    (shown("100", 0, "General"), shown("100.1", 1, text="A player may win."), shown("100.1a", 2, text="It is so.")),
)


def test_an_outline_has_the_topmost_clauses_and_counts_what_it_leaves_out() -> None:
    outline = PASSAGE.outlined()
    assert [(str(one.number), one.title, one.text, one.examples) for one in outline.clauses] == [
        ("100", "General", "", ()),
        ("100.1", "A player may win.", "", ()),
    ]
    assert outline.left_out == 1


def test_a_limited_passage_counts_what_it_leaves_out() -> None:
    assert PASSAGE.limited(1).left_out == 2
    assert PASSAGE.limited(1).limited(0).left_out == 3
    assert PASSAGE.limited(5) == PASSAGE
