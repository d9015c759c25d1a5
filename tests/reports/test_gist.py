"""A change in about five words: true of the change, and no more than that."""

from __future__ import annotations

from made_change import made_change, redlined
from table import table

from crdiff.changes.change import Change, ExampleChange, ExamplePlace, Op, Quoted, Segment, Structure
from crdiff.reports.labels import gist


def change(marked: str, structure: Structure = Structure.SAME, old: int = 1, **parts: object) -> Change:
    clause = Quoted("702.19b", "", "", (), 1)
    return made_change(structure, old=(clause,) * old, new=(clause,), redline=redlined(marked), **parts)


@table
def test_what_changed_is_said_in_about_five_words(marked: str, said: str) -> None:
    """The second is 702.19b of 2023-04-14."""
    assert gist(change(marked)) == said


def test_a_text_that_keeps_little_is_rewritten() -> None:
    """702.19b of 2009-07-11 keeps half of its text, with two clauses merged in; what keeps less than that is new."""
    assert gist(change("Once all «is done, nothing of it stays|ends, no word is left of it».")) == "rewritten"


def test_clauses_that_came_in_are_named_first() -> None:
    merged = change("One «two|three» four five six seven.", Structure.MERGED, old=3)
    assert gist(merged) == "two clauses merged in; “three” for “two”"


def test_a_long_passage_is_cut_between_words() -> None:
    text = "It says what it said before, at some length, «|and says now with many more words than fit »and goes on."
    assert gist(change(text)) == "“and says now with many more…” added"


def test_where_only_examples_changed_they_are_counted() -> None:
    place = ExamplePlace("702.19b", 0)
    added = ExampleChange(None, place, (Segment(Op.INSERTED, "A card."),))
    changed = ExampleChange(place, place, redlined("A «card|spell»."))
    assert gist(change("All stays.", examples=(added, changed))) == "one example added, one example changed"


def test_of_the_one_example_that_changed_its_words_are_told() -> None:
    place = ExamplePlace("702.19b", 0)
    example = ExampleChange(place, place, redlined("Draw two «land cards|lands» from it."))
    assert gist(change("All stays.", examples=(example,))) == "in the example, “lands” for “land cards”"
