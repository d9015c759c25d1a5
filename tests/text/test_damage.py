"""Lost characters are counted, questions and addresses are not."""

from __future__ import annotations

import pytest

from crdiff.text.decode import count_lost


def test_question_marks_of_sentences_and_addresses_are_not_lost_characters() -> None:
    text = "Questions?\nSee www.wizards.com/default.asp?x=magic/rules. Is it legal? (Yes.)"
    assert count_lost(text) == ("characters lost as '?'", 0)


def test_lost_characters_are_counted_where_no_question_can_end() -> None:
    assert count_lost("A player can?t. ?Flying,? [?4] 409.1a?i")[1] == 4


@pytest.mark.parametrize(("sure", "counted"), [(19, 19), (20, 21)])
def test_with_twenty_lost_characters_no_question_is_believed(sure: int, counted: int) -> None:
    """2008-05-01 lost 4,742 quotes; a closing one before a space looks like the end of a question."""
    assert count_lost("can?t " * sure + "Why? Because.")[1] == counted
