"""Headings of one title."""

from __future__ import annotations

import pytest

from crdiff.align.passes.titles import TIER, link_titles
from tests.align.conftest import Clauses, heirs, state_of

RULE = "A rule that is the same everywhere."


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param(
            {"507": "Controlling Another Player", "508": "Mana"}, {"507": "Mana", "710": "Controlling Another Player"},
            {"507": "710", "508": "507"}, id="a title that both texts have once, whatever its number",
        ),
        pytest.param({"507": "Ending The Turn"}, {"508": "Ending the Turn"}, {"507": "508"}, id="case aside"),
        pytest.param({"507": "Mana"}, {"507": "Mana Burn"}, {}, id="another title"),
        pytest.param(
            {"4": "Zones", "400": "General", "5": "Turns", "500": "General"},
            {"6": "Turns", "600": "General", "7": "Zones", "700": "General"},
            {"4": "7", "400": "700", "5": "6", "500": "600"}, id="one title in two chapters: each stays with its own",
        ),
        pytest.param(
            {"4": "Zones", "400": "General", "5": "Turns", "500": "General"}, {"600": "General", "700": "General"}, {},
            id="one title in two chapters that are not known",
        ),
        pytest.param(
            {"702": "Keywords", "702.9": "Flying"}, {"702": "Keywords", "703": "Flying"}, {"702": "702"},
            id="a keyword is no subsection",
        ),
        pytest.param(
            {"702": "Keywords", "702.9": "Flying", "702.10": "Haste"},
            {"702": "Keywords", "702.9": "Haste", "702.11": "Flying"},
            {"702": "702", "702.9": "702.11", "702.10": "702.9"}, id="keywords are headings too",
        ),
        pytest.param({"507": "Mana", "507.1": RULE}, {"507.1": RULE, "508": "Mana"}, {"507": "508"}, id="no rules"),
    ],
)  # fmt: skip
def test_headings_are_partners_by_their_titles(old: Clauses, new: Clauses, expected: Clauses) -> None:
    assert heirs(state_of(old, new, {}, link_titles)) == expected


def test_a_clause_that_has_a_partner_keeps_it() -> None:
    state = state_of({"507": "Mana", "508": "Costs"}, {"507": "Mana", "508": "Costs"}, {"507": "508"}, link_titles)
    assert heirs(state) == {"507": "508"}


def test_the_same_title_and_number_is_certain_and_another_number_nearly() -> None:
    matching = state_of({"507": "Mana", "508": "Costs"}, {"507": "Mana", "608": "Costs"}, {}, link_titles).matching
    assert [matching.grounds[at].confidence for at in (0, 1)] == [1.0, 0.99]
    assert {grounds.tier for grounds in matching.grounds.values()} == {TIER}
