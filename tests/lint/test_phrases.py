"""Phrases looked up: the same answer as a search through the text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from crdiff.lint.wording import Phrases


@given(st.text("ab \n", max_size=25), st.text("ab ", min_size=1, max_size=6))
def test_a_phrase_is_held_where_a_search_finds_it(text: str, phrase: str) -> None:
    assert (phrase in Phrases(text)) == (phrase in text)
