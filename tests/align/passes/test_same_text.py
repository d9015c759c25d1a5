"""Clauses of the same text, rule numbers and typography aside."""

from __future__ import annotations

import pytest

from crdiff.align.matching import SAME
from crdiff.align.passes.same_text import link_same_texts, printed_once
from tests.align.conftest import Clauses, heirs, state_of

PAY = "That player pays all of its costs in any order."
SEE = "A player can concede. See rule {}."
TWO = {"308": "Attack", "308.1": "Creatures attack.", "309": "Block", "309.1": "Creatures block."}


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param({"308.1": PAY}, {"508.2": PAY}, {"308.1": "508.2"}, id="once in both texts"),
        pytest.param(
            {"308.1": SEE.format("102.3a")}, {"508.2": SEE.format("104.3a")}, {"308.1": "508.2"}, id="numbers aside",
        ),
        pytest.param({"308.1": "It’s “his.”"}, {"508.2": 'It\'s "his."'}, {"308.1": "508.2"}, id="typography aside"),
        pytest.param({"308.1": PAY, "308.2": PAY}, {"508.2": PAY}, {}, id="twice in one text"),
        pytest.param({"308.1": PAY}, {"508.2": f"{PAY} Or not."}, {}, id="another text"),
        pytest.param({"308.1": "Creatures attack."}, {"308.1": "Creatures block."}, {}, id="the number is not a text"),
    ],
)  # fmt: skip
def test_texts_printed_once_are_partners(old: Clauses, new: Clauses, expected: Clauses) -> None:
    assert heirs(state_of(old, new, {}, link_same_texts)) == expected


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param(
            {**TWO, "308.2": PAY, "309.2": PAY}, {**TWO, "308.4": PAY, "309.6": PAY},
            {"308.2": "308.4", "309.2": "309.6"}, id="by the rule above",
        ),
        pytest.param(
            {**TWO, "308.2": PAY, "308.3": PAY}, {**TWO, "308.2": PAY}, {"308.2": "308.2"},
            id="by the neighbour before, and the other copy is gone",
        ),
        pytest.param(
            {**TWO, "308.2": PAY, "308.3": PAY}, {**TWO, "308.2": PAY, "308.3": PAY},
            {"308.2": "308.2", "308.3": "308.3"}, id="by the neighbours",
        ),
        pytest.param(
            {**TWO, "308.2": PAY, "309.2": PAY}, {**TWO, "309.5": PAY}, {"309.2": "309.5"},
            id="one copy is gone: the chapter says which",
        ),
        pytest.param(
            {"400": "Zones", "400.2": PAY, "401": "More", "401.2": PAY},
            {"401": "Others", "401.2": PAY, "402": "Rest", "402.7": PAY}, {"401.2": "401.2", "400.2": "402.7"},
            id="by the number, then the only one left",
        ),
        pytest.param({"308.2": PAY, "309.2": PAY}, {"410.7": PAY}, {}, id="nothing tells"),
        pytest.param({**TWO, "308.2": PAY}, {**TWO, "308.2": "Creatures rest."}, {}, id="not in the other text"),
    ],
)  # fmt: skip
def test_copies_are_told_apart_by_their_places(old: Clauses, new: Clauses, expected: Clauses) -> None:
    linked = {number: number for number in TWO if number in old}
    found = heirs(state_of(old, new, linked, link_same_texts))
    assert {number: to for number, to in found.items() if number not in TWO} == expected


def test_headings_are_left_to_what_stands_under_them() -> None:
    assert not heirs(state_of({"400": "General", "500": "General"}, {"400": "General", "500": "General"}, {},
        link_same_texts))  # fmt: skip


def test_a_pair_says_how_it_is_known() -> None:
    state = state_of({"308.2": PAY, "309.2": SEE.format("1")}, {"308.2": PAY, "309.3": SEE.format("1")}, {},
        link_same_texts)  # fmt: skip
    same, moved = (state.matching.grounds[at] for at in (0, 1))
    assert (same.tier, same.confidence, same.evidence) == (
        SAME,
        1.0,
        ("it has the same text and number, which no other clause has",),
    )
    assert 0.99 < moved.confidence < 1


def test_what_is_printed_once_is_known_whatever_is_linked() -> None:
    state = state_of({"308.2": PAY, "309.2": "Rest."}, {"308.2": PAY, "309.3": "Rest."}, {"308.2": "309.3"})
    assert list(printed_once(state.matching)) == [(0, 0), (1, 1)]
