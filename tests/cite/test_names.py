"""The numbers in names of tests, as people and test runners spell them."""

from __future__ import annotations

from every import every
from hypothesis import given
from hypothesis import strategies as st

from crdiff.cite.scan import numbers_in_name
from crdiff.model.number import ClauseNumber

SPELLED = {
    "CR 720.5a": "720.5a",
    "cr_720_5a": "720.5a",
    "test_rule_704_5k": "704.5k",
    "cr720_5a": "720.5a",
    "testCr720_5aOnlyThatPlayersMana": "720.5a",
    "TestCR704_5a_ZeroLifeLoses": "704.5a",
    "cr704_5jLegendRule": "704.5j",
    "legendRuleCR704_5j": "704.5j",
    "rule704_5iPlaneswalkerWithoutLoyalty()": "704.5i",
    "CR 723_5a only the mana of that player pays()": "723.5a",
    "tests::cr_510_2::damage_is_dealt_at_once": "510.2",
    "CR_704_5K": "704.5k",
    "TestCombatDamage/CR_510.1c_free_division": "510.1c",
    "CR 704.5a: a player with 0 life loses the game": "704.5a",
    "CR 702.19a-c deals": "702.19a 702.19b 702.19c",
    "CR 704.5j and 704.5k": "704.5j 704.5k",
    "Rule 702.9b & 702.9c": "702.9b 702.9c",
    "cr_704_5_k": "704.5k",
    "cr_704_5_a_player_loses": "704.5",
    "cr_704_5_i_lose": "704.5",
    "cr_702": "",
    "cr704_5APlayerLoses": "",
    "test_http_404_5_ok": "",
    "test_x[100.1]": "",
    "discriminator_702_1": "",
    "rule of 72": "",
    "shuffles": "",
    "": "",
}
"""Names, and the numbers that they cite; a letter that may be a word of English is none."""


@every("name", SPELLED)
def test_a_name_cites_the_numbers_that_it_spells(name: str) -> None:
    assert " ".join(str(each.number) for each in numbers_in_name(name)) == SPELLED[name]


def test_a_number_without_a_word_before_it_is_marked() -> None:
    assert [each.is_bare for each in numbers_in_name("704.5k: the legend rule")] == [True]
    assert [each.is_bare for each in numbers_in_name("CR 704.5k: the legend rule")] == [False]


@given(st.integers(100, 999), st.integers(1, 99), st.sampled_from(["", *"bcdefghjkm"]), st.booleans())
def test_a_number_is_read_from_an_identifier_and_from_a_sentence(
    sub: int, rule: int, letter: str, joined: bool
) -> None:
    number = ClauseNumber.of(sub, rule, letter)
    spelled = f"test_cr{'' if joined else '_'}{sub}_{rule}{letter}_holds"
    assert [each.number for each in numbers_in_name(spelled)] == [number]
    assert [each.number for each in numbers_in_name(f"CR {number}: holds")] == [number]


@given(st.text(max_size=200))
def test_any_name_is_read(name: str) -> None:
    numbers_in_name(name)
