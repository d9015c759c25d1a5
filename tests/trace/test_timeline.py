"""Which clause a name means, and where it stands."""

from __future__ import annotations

import pytest
from soon import ends_soon

from crdiff.checks.inputs import known_timeline
from crdiff.errors import UnknownNumber, UnknownRelease
from crdiff.trace.timeline import ClauseName, Timeline
from tests.support.days import in_force, on


@pytest.mark.parametrize(
    "written",
    ["100.1@2001-01-01", "100.1@2002-02-02", "200.5@2003-03-03", "200.5", "2001-01-01-100.1", "2003-03-03-200.5"],
)
def test_a_clause_is_named_by_a_number_of_any_release_by_its_id_or_an_alias(small: Timeline, written: str) -> None:
    assert small.find(ClauseName.parse(written)).id == "2001-01-01-100.1"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("100.2", r"100\.2 is not a clause of 2003-03-03; expected 100\.2 of 2001-01-01 to 2002-02"),
        ("200.6", r"expected 200\.5"),
        ("702.9", "expected a clause of the corpus"),  # hardly a figure in common
        ("2001-01-01-100.3", "expected 2001-01-01-100"),
    ],
)
def test_a_name_of_no_clause_is_answered_with_what_is_near(small: Timeline, wrong: str, said: str) -> None:
    with pytest.raises(UnknownNumber, match=said):
        small.find(ClauseName(wrong))


@pytest.mark.parametrize(
    ("wrong", "near"), [("1999-04-23-502.999", "1999-04-23-502."), ("2031-01-01-704.5k", "-704.5k")]
)
def test_an_unknown_lineage_is_answered_at_once_in_a_whole_archive(wrong: str, near: str) -> None:
    """Files of results may name thousands."""
    known = known_timeline()
    with pytest.raises(UnknownNumber):
        known.find(ClauseName("1999-04-23-999.9"))
    with ends_soon():
        for _ in range(200):
            with pytest.raises(UnknownNumber) as caught:
                known.find(ClauseName(wrong))
    named = caught.value.expected.split(", ")
    assert len(named) == 3
    assert all(near in each for each in named)


def test_the_clauses_in_force_come_in_the_order_of_their_numbers(small: Timeline) -> None:
    assert [str(clause.number) for clause in in_force(small, on("2002-02-02"))] == ["100.1", "100.2"]
    assert [str(clause.number) for clause in in_force(small, on("2003-03-03"))] == ["200.5"]


def test_a_clause_is_in_force_between_the_releases_held_without_a_wording(small: Timeline) -> None:
    standing = small.standing("2001-01-01-100.1", on("2001-06-06"))
    assert standing is not None
    assert (str(standing.number), standing.wording) == ("100.1", None)
    assert not standing.says("player")


def test_a_release_that_is_not_held_is_answered_with_the_nearest_ones_that_are(small: Timeline) -> None:
    with pytest.raises(UnknownRelease, match="such as 2001-01-01 or 2002-02-02"):
        small.require_release("2001-06-06")


def test_the_newest_two_releases_held_have_names(small: Timeline) -> None:
    assert small.require_release("latest") == on("2003-03-03")
    assert small.require_release("previous") == on("2002-02-02")


def test_every_edition_of_the_embedded_corpus_has_its_clauses_with_their_wordings(embedded: Timeline) -> None:
    counts = {
        release: sum(each.wording is not None for each in in_force(embedded, release)) for release in embedded.releases
    }
    assert counts == {on("2008-02-01"): 12, on("2014-05-01"): 14, on("2021-07-23"): 14, on("2024-06-07"): 35}
