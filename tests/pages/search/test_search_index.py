"""The index that the search reads: which words and pairs lead to which texts, in pieces of what size."""

from __future__ import annotations

import json
from itertools import product
from string import ascii_lowercase

from hypothesis import given
from hypothesis import strategies as st
from own_index import OwnIndex, places_in

from crdiff.pages.search.search_index import TEXTS_PIECE, WORDS_PIECE, Found, packed, pairs_of, pieces, words_of
from crdiff.text.hidden import without_hidden


def index_of(*said: str) -> OwnIndex:
    """Return the index of texts that say this."""
    texts = [Found(f"100.{number}", "", text, "", f"/rules/100/#r100.{number}") for number, text in enumerate(said)]
    return OwnIndex(dict(pieces("/search/", {"rules": texts}, {})))


@given(st.lists(st.integers(0, 3_000), unique=True).map(sorted))
def test_places_survive_being_written_as_stretches(places: list[int]) -> None:
    assert places_in(packed(places)) == places


def test_a_stretch_takes_no_more_room_than_its_ends() -> None:
    assert len(packed(range(100, 5_000))) < 7


@given(st.lists(st.text("abm1' ", max_size=30), min_size=1, max_size=40))
def test_every_word_and_every_beginning_of_it_leads_to_its_texts(said: list[str]) -> None:
    index = index_of(*said)
    for at, text in enumerate(said):
        for word in words_of(text):
            assert all(at in index.having(word[:length]) for length in {len(word), *range(3, len(word))})
        assert all(at in index.beside(pair) for pair in pairs_of(text))


def test_words_of_a_letter_hide_no_longer_ones_in_an_index_of_many_pieces() -> None:
    """Source: site of 134 releases, where "m" hid "mana", and 93 % of the words of earlier wordings found nothing."""
    words = ["".join(letters) for length in (1, 2, 3) for letters in product(ascii_lowercase, repeat=length)]
    index = index_of(*words)
    assert len(index.words) > 18_000
    for at, word in enumerate(words):
        index.read.clear()
        assert at in index.having(word)
        assert len(index.read - {"index"}) <= 2
    assert len(index.having("m")) == 1
    assert len(index.having("ma")) == 1


def test_words_that_stand_everywhere_are_found_like_all_others() -> None:
    index = index_of(*["the player"] * 300, "a wall")
    assert index.count("the player", "rules") == 300
    assert index.find("the wall") == set()


def test_a_pair_of_words_leads_only_to_where_they_stand_side_by_side() -> None:
    index = index_of("mana burn", "mana that burns", "burn mana", "Mana-burn")
    assert index.find("mana burn") == {0, 1, 2, 3}
    assert index.beside("mana burn") == {0, 3}


def test_pieces_stay_small_whatever_the_number_of_texts() -> None:
    index = index_of(*(f"The word{number} of a player {'and so on ' * (number % 9)}" for number in range(4_000)))
    for name, page in index.pages.items():
        kind = name.rpartition("/")[2].partition("-")[0]
        most = {"words": WORDS_PIECE, "pairs": WORDS_PIECE, "texts": TEXTS_PIECE}.get(kind)
        assert not most or len(page) <= most + 100 or len(json.loads(page)[kind]) == 1, name


def test_accents_and_typography_are_folded() -> None:
    """Readers type Lim-Dul, and curly quotes are on no keyboard."""
    assert words_of("Lim-Dûl’s Æther Vial, Jötun Grunt") == {"lim", "dul's", "aether", "vial", "jotun", "grunt"}


def test_a_word_is_found_whatever_unseen_character_was_printed_in_it() -> None:
    """Where a text is read they are written out: a soft hyphen in a word, a mark of direction before it."""
    assert words_of(without_hidden("The play\u00ader \u202eright to\u200b left.")[0]) == {
        "the", "player", "right", "to", "left",
    }  # fmt: skip


def test_a_text_with_a_word_of_its_heading_counts_as_titled_and_no_other_does() -> None:
    """702.19b says what trample does, 111.10k that a token has it."""
    texts = [
        Found("702.19b", "", "A creature with trample", "", "", under="Trample"),
        Found("1", "", "trample", "", ""),
    ]
    index = OwnIndex(dict(pieces("/search/", {"rules": texts}, {})))
    [(_, (titled, said))] = index._matching("trample")
    assert (places_in(titled), places_in(said)) == ([0], [1])
    assert index.having("with") == {0}
