"""Where a chapter was written anew, clauses were taken apart and put together; elsewhere they were dropped."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from crdiff.align.alignment import Alignment
from crdiff.align.matching import Matching
from crdiff.align.measure.context import Upheaval
from crdiff.align.passes.same_text import link_unique_texts
from crdiff.align.side import ReleaseSide
from crdiff.align.state import PassState
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Coverage, Release
from tests.align.conftest import Made
from tests.align.test_controlling_another_player import partners


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("200.6a", "110.2"),  # the owner of a permanent was told twice
        ("401.2", "111.1"),  # so was when a spell stops being one
        ("408.1e", "405.1"),  # what goes on top of the stack
        ("414.1", "701.5a"),  # what it is to counter a spell
    ],
)
def test_what_was_said_twice_goes_where_it_is_still_said(
    aligned: Callable[[str, str], Alignment], old: str, new: str
) -> None:
    heirs, _ = partners(aligned("2009-05-01", "2009-07-11"))
    assert heirs[old] == [new]


def test_mana_burn_went_although_its_chapter_was_written_anew(aligned: Callable[[str, str], Alignment]) -> None:
    heirs, _ = partners(aligned("2009-05-01", "2009-07-11"))
    assert heirs["507.4"] == []


def test_a_clause_that_goes_from_a_chapter_that_stays_is_removed(aligned: Callable[[str, str], Alignment]) -> None:
    """805.10a had said the same as 810.7a for a year when 810.7a went."""
    heirs, _ = partners(aligned("2018-01-19", "2018-04-27"))
    assert heirs["810.7a"] == []


@pytest.mark.parametrize(
    ("jump", "old", "new"),
    [
        ("2009-05-01 2009-07-11", "502.11d", ["702.19m"]),  # bands with other, not intimidate (702.11c)
        ("2004-06-01 2004-10-01", "502.14d", []),  # snow-covered, not vigilance (502.14c)
    ],
)
def test_a_subrule_that_names_its_keyword_does_not_go_to_another(
    aligned: Callable[[str, str], Alignment], jump: str, old: str, new: list[str]
) -> None:
    heirs, _ = partners(aligned(*jump.split()))
    assert heirs[old] == new


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


def test_a_chapter_is_written_anew_where_few_texts_stay(made: Made) -> None:
    assert upheaval_between(made(OLD), made(NEW)).has(1, 2)
    assert not upheaval_between(made(OLD), made(OLD)).has(1, 1)


def test_an_excerpt_does_not_show_where_its_clauses_went(made: Made) -> None:
    excerpt = replace(made(OLD), coverage=Coverage((ClauseNumber.parse("414"),)))
    assert not upheaval_between(excerpt, made(NEW)).has(1, 2)
