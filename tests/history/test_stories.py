"""A story is told in the words of the texts at hand; what is not at hand is left out."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from msgspec.structs import replace

from crdiff.changes.change import Op
from crdiff.history.lineage import Event, How, Lineage, NumberRun, Term, Worded
from crdiff.history.stories import ToldStretch, Turning, tell
from crdiff.model.corpus import StoryStretch
from crdiff.model.number import ClauseNumber

DAYS = tuple(date(year, 1, 1) for year in (2001, 2002, 2003, 2004, 2005))
BOTH = "All of them go."
ONE = "Each player keeps one."


def clause(
    name: str, said: Sequence[str], *, first: int = 0, origin: Sequence[Event[ClauseNumber]] = ()
) -> Lineage[ClauseNumber]:
    """Return a clause that says `said`, one text for each release from the one at `first` on, "" where none is held."""
    number = ClauseNumber.parse(name)
    there = DAYS[first : first + len(said)]
    starts = [at for at in range(len(said)) if not at or said[at] != said[at - 1]]
    ends = [*(at - 1 for at in starts[1:]), len(said) - 1]
    wordings = tuple(
        Worded(there[at], there[end], number, "", said[at], (), None, is_held=bool(said[at]))
        for at, end in zip(starts, ends, strict=True)
    )
    ended = first + len(said)
    fate: tuple[Event[ClauseNumber], ...] = (Event(How.REMOVED, DAYS[ended]),) if ended < len(DAYS) else ()
    runs = (NumberRun(there[0], there[-1], number),)
    return Lineage(name, "", runs, wordings, tuple(origin), fate, DAYS[-1])


def told(stretches: Sequence[StoryStretch], *lineages: Lineage[ClauseNumber] | Lineage[Term]) -> list[ToldStretch]:
    known = {each.id: each for each in lineages}
    return list(tell(stretches, known.get, DAYS))


def stretch(first: int, *deciding: str) -> StoryStretch:
    return StoryStretch("A title", DAYS[first], "An answer.", deciding)


def test_a_stretch_shows_how_its_clause_read_first_and_at_the_end() -> None:
    reworded = f"{BOTH[:-1]}, all."
    one = clause("704.5", [BOTH, BOTH, reworded, ONE, ONE])
    older, newer = told([stretch(0, "704.5"), stretch(3, "704.5")], one)
    (deciding,) = older.deciding
    assert deciding.first
    assert deciding.last
    assert (deciding.first.wording, deciding.first.release) == (BOTH, DAYS[0])
    assert (deciding.last.wording, deciding.last.release) == (reworded, DAYS[2])
    assert deciding.reworded == (DAYS[2],)
    assert (older.until, newer.until) == (DAYS[3], None)
    assert newer.deciding[0].last is None


def test_between_stretches_a_clause_that_changed_is_marked_up_against_its_last_words() -> None:
    one = clause("704.5", [BOTH, BOTH, BOTH, ONE, ONE])
    older, newer = told([stretch(0, "704.5"), stretch(3, "704.5")], one)
    assert older.turns == ()
    (turn,) = newer.turns
    assert turn.turning is Turning.REWORDED
    assert turn.before
    assert turn.after
    assert (turn.before.release, turn.after.release) == (DAYS[2], DAYS[3])
    assert "".join(each.text for each in turn.redline if each.op is not Op.INSERTED) == BOTH
    assert "".join(each.text for each in turn.redline if each.op is not Op.DELETED) == ONE
    _, unchanged = told([stretch(0, "704.5"), stretch(3, "704.5")], clause("704.5", [BOTH] * 5))
    assert unchanged.turns == ()


def test_clauses_that_came_and_went_are_shown_whole() -> None:
    gone, new = clause("300.3", [BOTH] * 3), clause("106.4", [ONE] * 2, first=3)
    _, newer = told([stretch(0, "300.3"), stretch(3, "106.4")], gone, new)
    assert [(turn.number, turn.turning) for turn in newer.turns] == [("106.4", "added"), ("300.3", "removed")]
    assert [{each.op for each in turn.redline} for turn in newer.turns] == [{Op.INSERTED}, {Op.DELETED}]


def test_a_clause_that_went_into_another_is_said_to_be_merged() -> None:
    gone = clause("903.12", [BOTH] * 3)
    merged = replace(gone, fate=(Event(How.MERGED, DAYS[3], "903.11"),))
    _, newer = told([stretch(0, "903.12"), stretch(3, "903.11")], merged, clause("903.11", [ONE] * 5))
    assert [turn.turning for turn in newer.turns] == ["merged"]


def test_a_clause_that_parted_from_a_deciding_one_is_marked_up_against_it() -> None:
    """But not against one that did not decide: 708.4 of 2017-04-28 parted from a rule on spells.

    Source: 903.9a of 2020-07-03 parted from 903.9.
    """
    parent = clause("903.9", [BOTH] * 5)
    part = clause("903.9a", [ONE] * 2, first=3, origin=[Event(How.SPLIT, DAYS[3], "903.9")])
    _, newer = told([stretch(0, "903.9"), stretch(3, "903.9a")], parent, part)
    assert [(turn.number, turn.turning) for turn in newer.turns] == [("903.9a", "reworded")]
    _, stranger = told([stretch(0, "100.1"), stretch(3, "903.9a")], parent, part)
    assert [turn.turning for turn in stranger.turns] == ["added"]


def test_what_no_text_at_hand_says_is_left_out() -> None:
    one = clause("704.5", ["", "", "", ONE, ONE])
    older, newer = told([stretch(0, "704.5"), stretch(3, "704.5")], one)
    assert older.deciding[0].first is None
    assert older.deciding[0].number == "704.5"
    assert newer.deciding[0].first
    assert newer.turns == ()


def test_a_stretch_of_which_only_a_later_release_is_held_is_read_there() -> None:
    one = clause("704.5", ["", "", BOTH, ONE, ONE])
    older, newer = told([stretch(0, "704.5"), stretch(3, "704.5")], one)
    assert older.deciding[0].first
    assert older.deciding[0].first.release == DAYS[2]
    assert [turn.turning for turn in newer.turns] == ["reworded"]


def test_an_entry_is_read_with_its_term() -> None:
    runs = (NumberRun(DAYS[0], DAYS[2], Term("Tribal")), NumberRun(DAYS[3], DAYS[4], Term("Kindred")))
    wordings = tuple(
        Worded(run.first, run.last, run.number, "", f"A {run.number.lower()} card.", (), None) for run in runs
    )
    entry = Lineage("tribal", "", runs, wordings, (), (), DAYS[-1])
    older, newer = told([stretch(0, "tribal"), stretch(3, "tribal")], entry)
    assert older.deciding[0].first
    assert older.deciding[0].first.wording == "Tribal\nA tribal card."
    assert [turn.number for turn in newer.turns] == ["Kindred"]
