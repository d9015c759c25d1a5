"""Texts that quote no rules are not claimed to: texts in the style of cards, which use the words of the rules."""

from __future__ import annotations

import pytest
from every import every

from crdiff.identify.identify import identify
from crdiff.identify.word_index import WordIndex
from tests.identify.made_cards import CARDS

pytestmark = pytest.mark.whole


@every("card", CARDS)
def test_the_text_of_a_card_is_no_rule(card: str, whole_index: WordIndex) -> None:
    assert not identify(card, whole_index).passages
