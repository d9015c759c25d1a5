"""What was costly is worked out once, and again only when it is made from something else."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

import pytest

from crdiff.history.lineage import Term
from crdiff.output.memory import Memory


@dataclass(frozen=True)
class Found:
    """A costly result, with a string of a type of its own."""

    term: Term
    day: date


FOUND = (Found(Term("Mana Burn"), date(2009, 7, 11)),)


def test_a_result_comes_back_as_it_was_worked_out() -> None:
    memory = Memory()
    assert memory.recall("source", tuple[Found, ...], lambda: FOUND) == FOUND
    later = Memory({note.name: note.content for note in memory.notes()})
    again = later.recall("source", tuple[Found, ...], lambda: pytest.fail("worked out twice"))
    assert (again, type(again[0].term)) == (FOUND, Term)
    assert later.recall("another source", tuple[Found, ...], tuple) == ()


def test_what_nobody_asks_for_any_more_is_forgotten() -> None:
    memory = Memory({"old": '"words"', "asked": '"others"'})
    assert memory.recall("asked", str, str) == "others"
    assert [note.name for note in memory.notes()] == ["asked"]


def test_each_result_is_noted_once_however_often_it_is_asked_for() -> None:
    memory = Memory()
    for source in ("one", "other", "one"):
        memory.recall(source, str, str)
    assert [note.name for note in memory.notes()] == ["one", "other"]
    memory.recall("third", str, str)
    memory.recall("one", str, lambda: pytest.fail("worked out twice"))
    assert [note.name for note in memory.notes()] == ["third"]
