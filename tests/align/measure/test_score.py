"""The odds of a pair: what each feature adds, and how candidates compare."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from crdiff.align.measure import score as weights
from crdiff.align.measure.citations import Testimony as Said
from crdiff.align.measure.context import PlaceMatch
from crdiff.align.measure.score import WordingMatch, clashes, likelihood, score
from crdiff.align.measure.scorer import Rivals
from crdiff.text.words import counted_words

WORDING = WordingMatch(0.5, 0.5, 0.0, 0)
NOWHERE = PlaceMatch(0.0, 0.0, 0.0, False, False, 0.0, False, False, False)
SILENT = Said(0, 0, 0, 0)
PLAIN = score(WORDING, NOWHERE, SILENT)


@pytest.mark.parametrize(
    ("feature", "value", "worth"),
    [
        ("parent", 1.0, weights.PARENT),
        ("chapter", 1.0, weights.CHAPTER),
        ("children", 1.0, weights.CHILDREN),
        ("before", True, weights.NEIGHBOUR),
        ("after", True, weights.NEIGHBOUR),
        ("torn", 1.0, weights.TORN),
        ("named", True, weights.NAMED),
        ("alone", True, weights.ALONE),
        ("number", True, weights.NUMBER),
    ],
)
def test_each_feature_of_a_place_adds_its_weight(feature: str, value: float, worth: float) -> None:
    found = score(WORDING, replace(NOWHERE, **{feature: value}), SILENT)
    assert found.odds - PLAIN.odds == pytest.approx(worth)


@pytest.mark.parametrize(
    ("testimony", "worth"),
    [
        (Said(2, 0, 0, 0), 2 * weights.CITES),
        (Said(0, 1, 0, 0), weights.CITES_OTHER),
        (Said(0, 0, 1, 0), weights.CITED),
        (Said(0, 0, 0, 2), 2 * weights.CITED_APART),
    ],
)
def test_each_reference_adds_its_weight(testimony: Said, worth: float) -> None:
    assert score(WORDING, NOWHERE, testimony).odds - PLAIN.odds == pytest.approx(worth)


@pytest.mark.parametrize(
    ("wording", "is_likelier"),
    [
        (WordingMatch(0.8, 0.5, 0.0, 0), True),
        (WordingMatch(0.5, 0.9, 0.0, 0), True),
        (WordingMatch(0.5, 0.5, 1.0, 0), True),
        (WordingMatch(0.5, 0.5, 0.0, 1), False),
        (WordingMatch(0.1, 0.5, 0.0, 0), False),
    ],
)
def test_the_likelier_the_wording_the_better_the_odds(wording: WordingMatch, is_likelier: bool) -> None:
    assert (score(wording, NOWHERE, SILENT).odds > PLAIN.odds) is is_likelier


def test_the_breakdown_sums_to_the_odds_and_words_alone_need_be_nearly_the_same() -> None:
    assert sum(worth for _, worth in PLAIN.breakdown()) == pytest.approx(PLAIN.odds)
    assert score(WordingMatch(0.5, 0.6, 0, 0), NOWHERE, SILENT).odds < 0 < score(
        WordingMatch(0.9, 0.9, 0, 0), NOWHERE, SILENT).odds  # fmt: skip


@given(st.floats(-20, 20), st.floats(0, 1e6))
def test_a_likelihood_is_a_share_and_rivals_lower_it(odds: float, rivals: float) -> None:
    assert 0.0 <= likelihood(odds, rivals) <= likelihood(odds, 0.0) <= 1.0


@pytest.mark.parametrize(
    ("old", "new", "count"),
    [
        ("attacking creature", "blocking creature", 1),
        ("attacking white creatures", "blocking blue creature", 2),
        ("attack block", "block", 0),
        ("attack", "creature", 0),
        ("first", "second", 1),
        ("", "", 0),
    ],
)
def test_words_that_exclude_one_another_clash(old: str, new: str, count: int) -> None:
    assert clashes(frozenset(counted_words(old)), frozenset(counted_words(new))) == count


def test_a_pair_is_as_likely_as_it_beats_its_rivals_and_none() -> None:
    strong, weak = (score(WordingMatch(alike, alike, 0, 0), NOWHERE, SILENT) for alike in (0.95, 0.7))
    rivals = Rivals({(0, 0): strong, (0, 1): weak, (1, 1): weak})
    assert rivals.likelihood(0, 0) > 0.9
    assert rivals.likelihood(0, 1) < 0.5
    second = rivals.runner_up(0, 0)
    assert second is not None
    assert (second.old, second.new) == (0, 1)
    assert rivals.absence_of_old(0)[0] < rivals.absence_of_old(1)[0] <= 1.0
    assert rivals.absence_of_new(7) == (1.0, None)
