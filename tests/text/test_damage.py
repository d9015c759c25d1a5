from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crdiff.model.release import Release
from crdiff.model.tree import by_number, walk
from crdiff.text.damage import count_lost, differs_by_damage, has_damage, without_fragile
from crdiff.text.normalise import fold_typography

LOST = {"’": "?", "“": "?", "”": "?", "—": "?", "–": "?", "™": "?"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("can?t", "can't"),
        ("can’t", "can?t"),
        ("?Flying,?", "“Flying,”"),
        ("Rules 409.1a?i", "Rules 409.1a–i"),
        ('"Artifact ? Equipment."', '"Artifact — Equipment."'),
        ("the DCI? Floor Rules", "the DCI™ Floor Rules"),
        ("costs [?4]", "costs [−4]"),
        ("play\ufffder’s", "play’er's"),
    ],
)
def test_a_character_lost_by_the_carrier_is_no_other_word(one: str, other: str) -> None:
    assert differs_by_damage(one, other)
    assert differs_by_damage(other, one)
    assert without_fragile(one) == without_fragile(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("can?t", "can"),
        ("can?t", "can't"[:3]),
        ("can't", "can’t"),
        ("What?", "What?"),
        ("player?s", "players'"),
        ("may?", "may not"),
        ("gets +1/+1", "gets -1/-1"),
    ],
)
def test_another_word_is_not_taken_for_damage(one: str, other: str) -> None:
    assert not differs_by_damage(one, other)


@given(st.text(st.sampled_from("ab c.,’“”—–™1"), min_size=1, max_size=40))
def test_losing_any_fragile_characters_is_recognised_as_damage(text: str) -> None:
    lost = "".join(LOST.get(character, character) for character in text)
    if fold_typography(lost) != fold_typography(text):
        assert differs_by_damage(text, lost)


def test_question_marks_of_sentences_and_addresses_are_not_lost_characters() -> None:
    text = "Questions?\nSee www.wizards.com/default.asp?x=magic/rules. Is it legal? (Yes.)"
    assert count_lost(text) == ("characters lost as '?'", 0)
    assert has_damage(text)


def test_lost_characters_are_counted_where_no_question_can_end() -> None:
    assert count_lost("A player can?t. ?Flying,? [?4] 409.1a?i")[1] == 4


def test_a_release_with_lost_quotes_says_the_same_as_its_neighbour(official: Callable[[str], Release]) -> None:
    """2008-05-01 lost its quotes and apostrophes: most of its clauses differ from 2008-07-15 by that alone."""
    damaged, whole = (by_number(walk(official(date))) for date in ("2008-05-01", "2008-07-15"))
    pairs = [(damaged[number].clause.wording, whole[number].clause.wording) for number in damaged if number in whole]
    differing = [pair for pair in pairs if fold_typography(pair[0]) != fold_typography(pair[1])]
    by_damage = [pair for pair in differing if differs_by_damage(*pair)]
    assert len(by_damage) > 600
    assert [
        pair for pair in differing if pair not in by_damage and without_fragile(pair[0]) == without_fragile(pair[1])
    ] == []
    assert all(without_fragile(one) == without_fragile(other) for one, other in by_damage)
