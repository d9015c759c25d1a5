"""Where a chapter was written anew, clauses were taken apart and put together; elsewhere they were dropped."""

from __future__ import annotations

from msgspec.structs import replace

from crdiff.align.matching import Matching
from crdiff.align.measure.context import Upheaval
from crdiff.align.passes.same_text import link_unique_texts
from crdiff.align.side import ReleaseSide
from crdiff.align.state import PassState
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Coverage, Release
from tests.align.conftest import Made

OLD = {
    "414": "Countering Spells and Abilities",
    "414.1": "To counter a spell is to move the spell from the stack to its owner's graveyard.",
    "414.2": "Countering doesn't refund mana.",
}
NEW = {
    "701": "Keyword Actions",
    "701.5": "Counter",
    "701.5a": "To counter a spell or ability means to cancel it, removing it from the stack.",
}


def upheaval_between(old: Release, new: Release) -> Upheaval:
    state = PassState(Matching(ReleaseSide(old), ReleaseSide(new)))
    link_unique_texts(state)
    return state.upheaval


def test_an_excerpt_does_not_show_where_its_clauses_went(made: Made) -> None:
    excerpt = replace(made(OLD), coverage=Coverage((ClauseNumber.parse("414"),)))
    assert not upheaval_between(excerpt, made(NEW)).has(1, 2)
