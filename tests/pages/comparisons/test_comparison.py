"""Which texts are compared, and the map of where their clauses went."""

from __future__ import annotations

import re

import pytest
from small_excerpt import make_excerpt

from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.comparisons.comparison import lead_of
from crdiff.pages.drawing.clause_map import map_clauses
from crdiff.store.embedded.corpus import load_corpus


@pytest.fixture(scope="module")
def embedded() -> ArchiveIndex:
    return make_excerpt(load_corpus())


def test_texts_of_one_section_are_compared_with_their_neighbours_the_first_with_the_last(
    embedded: ArchiveIndex,
) -> None:
    """The page on players quotes passages of several subsections and is compared with none of them."""
    named = [(each.alignment.old.name, each.alignment.new.name) for each in embedded.comparisons]
    assert named == [
        ("2008-02-01", "2014-05-01"),
        ("2014-05-01", "2021-07-23"),
        ("2021-07-23", "2024-06-07"),
        ("2008-02-01", "2024-06-07"),
    ]


def test_the_sentence_about_a_comparison_is_true(embedded: ArchiveIndex) -> None:
    """By hand: of eleven clauses ten came through to 720, one is gone, three are new; 718 became 720 unchanged."""
    first_to_last = lead_of(embedded.comparisons[3]).lower()
    assert first_to_last.startswith("ten of eleven clauses are still there, each under a new number")
    assert first_to_last.endswith("one was removed and three were added.")
    assert lead_of(embedded.comparisons[2]) == (
        "All thirteen clauses are still there, each under a new number, none reworded."
    )


def test_the_map_shows_every_clause_once_and_every_link(excerpt: ArchiveIndex) -> None:
    drawn = map_clauses(excerpt.comparisons[0])
    assert [(number, change) for number, _, change in drawn["old"]] == [
        ("507.1", "to-712.1"),
        ("507.1a", "to-712.1a"),
        ("507.4", "from-507.4"),
    ]
    assert [number for number, _, _ in drawn["new"]] == ["712.1", "712.1a", "712.2"]
    assert [kind for _, kind in drawn["curves"]] == ["kept", "kept", "out", "in"]


def test_curves_stay_within_the_map(embedded: ArchiveIndex) -> None:
    for comparison in embedded.comparisons:
        for path, _ in map_clauses(comparison)["curves"]:
            places = [float(number) for number in re.findall(r"[\d.]+", path)]
            assert all(0 <= place <= 100 for place in places)


def test_what_crossed_its_neighbours_is_drawn_apart(embedded: ArchiveIndex) -> None:
    """507.3b, c and d changed their order in July 2009."""
    kinds = [kind for _, kind in map_clauses(embedded.comparisons[3])["curves"]]
    assert kinds.count("cross") >= 2
    assert kinds.count("out") == 1
    assert kinds.count("in") == 3
