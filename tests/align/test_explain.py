"""Why a clause was paired as it was."""

from __future__ import annotations

import pytest

from crdiff.align.explain import explain
from crdiff.errors import UnknownNumber
from crdiff.model.number import ClauseNumber
from tests.align.conftest import excerpt_of
from tests.conftest import Official


def test_the_partner_is_shown_with_what_each_feature_was_worth(official: Official) -> None:
    old, new = excerpt_of(official("2009-05-01"), [507, 504]), excerpt_of(official("2009-07-11"), [707, 710])
    found = explain(old, new, ClauseNumber.parse("507.1"))
    (partner,) = [candidate for candidate in found.candidates if candidate.is_partner]
    assert str(partner.number) == "710.1"
    assert abs(sum(worth for _, worth in partner.features) - partner.odds) < 0.001
    assert partner == max(found.candidates, key=lambda candidate: candidate.odds)
    assert found.links[0].evidence


def test_both_texts_and_both_directions_tell_the_same(official: Official) -> None:
    old, new = excerpt_of(official("2009-05-01"), [507]), excerpt_of(official("2009-07-11"), [710])
    there = explain(old, new, ClauseNumber.parse("710.5"), "new")
    back = explain(new, old, ClauseNumber.parse("710.5"), "old")
    assert there.candidates == back.candidates
    assert [str(candidate.number) for candidate in there.candidates if candidate.is_partner] == ["507.3b"]


def test_a_removed_clause_shows_what_came_nearest_and_whose_it_is(official: Official) -> None:
    """507.4, on mana burn, went with Magic 2010."""
    found = explain(
        excerpt_of(official("2009-05-01"), [507]),
        excerpt_of(official("2009-07-11"), [710]),
        ClauseNumber.parse("507.4"),
    )
    assert found.links[0].new == ()
    assert found.candidates
    assert all(candidate.partners and not candidate.is_partner for candidate in found.candidates)


def test_of_many_candidates_the_six_best_are_shown(official: Official) -> None:
    old, new = excerpt_of(official("2009-05-01"), [507]), excerpt_of(official("2009-07-11"), [707, 710])
    shown = explain(old, new, ClauseNumber.parse("507.3b")).candidates
    assert len(shown) == 6
    assert [candidate.odds for candidate in shown] == sorted((each.odds for each in shown), reverse=True)


def test_a_number_that_the_text_does_not_have_is_an_error(official: Official) -> None:
    release = excerpt_of(official("2009-05-01"), [507])
    with pytest.raises(UnknownNumber, match=r"2009-05-01 has no clause 507\.9"):
        explain(release, release, ClauseNumber.parse("507.9"))
