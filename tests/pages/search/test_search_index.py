"""The index that the search reads: what is in it, in which pieces, and that earlier wordings are apart."""

from __future__ import annotations

import json
from datetime import date
from itertools import product
from string import ascii_lowercase

from html_reader import read_html
from hypothesis import given
from hypothesis import strategies as st
from own_index import OwnIndex, places_in

from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.search.search import EARLIER
from crdiff.pages.search.search_index import TEXTS_PIECE, WORDS_PIECE, Found, gaps, pieces, words_of
from crdiff.text.hidden import without_hidden

Pages = dict[str, bytes]


def index_of(*said: str) -> OwnIndex:
    """Return the index of texts that say this."""
    texts = [Found(f"100.{number}", "", "", text, f"/rules/100/#r100.{number}") for number, text in enumerate(said)]
    return OwnIndex(dict(pieces("/search/", texts, "2024-11-08")), "/search/")


def found_in(pages: Pages, folder: str) -> list[list[str]]:
    return OwnIndex(pages, folder).texts


@given(st.lists(st.integers(0, 100_000), unique=True).map(sorted))
def test_places_survive_being_written_as_gaps(places: list[int]) -> None:
    assert places_in(gaps(places)) == places


@given(st.lists(st.text("abm1' ", max_size=30), min_size=1, max_size=40))
def test_every_word_and_every_beginning_of_it_leads_to_its_texts(said: list[str]) -> None:
    index = index_of(*said)
    for at, text in enumerate(said):
        for word in words_of(text):
            assert all(at in index.having(word[:length]) for length in {len(word), *range(2, len(word))})


def test_words_of_a_letter_hide_no_longer_ones_in_an_index_of_many_pieces() -> None:
    """Source: site of 134 releases, where "m" hid "mana", and 93 % of the words of earlier wordings found nothing."""
    words = ["".join(letters) for length in (1, 2, 3) for letters in product(ascii_lowercase, repeat=length)]
    index = index_of(*words)
    assert len(index.words) > 18_000
    for at, word in enumerate(words):
        index.read.clear()
        assert at in index.having(word)
        assert len(index.read - {"index"}) <= (2 if len(word) > 2 else 15)
    assert len(index.having("m")) == 1


def test_words_that_stand_everywhere_are_found_like_all_others() -> None:
    index = index_of(*["the player"] * 300, "a wall")
    assert index.count("the player") == 300
    assert index.find("the wall") == set()


def test_pieces_stay_small_whatever_the_number_of_texts() -> None:
    index = index_of(*(f"The word{number} of a player {'and so on ' * (number % 9)}" for number in range(4_000)))
    for name, page in index.pages.items():
        if "words-" in name or "texts-" in name:
            most = WORDS_PIECE if "words-" in name else TEXTS_PIECE
            assert len(page) <= most + 100 or len(json.loads(page)["words"]) == 1, name


def test_accents_and_typography_are_folded() -> None:
    """Readers type Lim-Dul, and curly quotes are on no keyboard."""
    assert words_of("Lim-Dûl’s Æther Vial, Jötun Grunt") == {"lim", "dul's", "aether", "vial", "jotun", "grunt"}


def test_a_word_is_found_whatever_unseen_character_was_printed_in_it() -> None:
    """Where a text is read they are written out: a soft hyphen in a word, a mark of direction before it."""
    assert words_of(without_hidden("The play\u00ader \u202eright to\u200b left.")[0]) == {
        "the", "player", "right", "to", "left",
    }  # fmt: skip


def test_what_is_in_force_and_what_was_are_searched_apart(pages: Pages) -> None:
    current, earlier = found_in(pages, "/search/"), found_in(pages, "/search/earlier/")
    assert not any("mana burn" in text for _, _, _, text, _ in current)
    assert [[name, when] for name, _, when, text, _ in earlier if "mana burn" in text] == [
        ["507.4", "from 2003-10-01 or earlier until 2009-07-11 or earlier"]
    ]
    assert {text for _, _, _, text, _ in current if text} & {text for _, _, _, text, _ in earlier} == set()


def test_when_an_earlier_wording_was_in_force_is_shown_and_not_looked_for(pages: Pages) -> None:
    earlier = OwnIndex(pages, EARLIER)
    assert all(when.startswith("from 20") for _, _, when, _, _ in earlier.texts)
    assert not earlier.having("2009")


def test_days_between_releases_that_are_not_held_are_not_claimed(archive: ArchiveIndex) -> None:
    """The small archive lacks most releases known, those right before the ones it has among them."""
    assert (
        archive.in_force(date(2003, 10, 1), date(2009, 7, 11))
        == "from 2003-10-01 or earlier until 2009-07-11 or earlier"
    )
    assert archive.in_force(date(2014, 5, 1), None) == "from 2014-05-01 or earlier"


def test_whatever_is_found_is_read_where_the_index_says(pages: Pages) -> None:
    for folder in ("/search/", "/search/earlier/"):
        for *_, href in found_in(pages, folder):
            where, _, anchor = href.partition("#")
            assert not anchor or anchor in read_html(pages[where]).ids, href


def test_wordings_of_one_clause_stand_together_and_are_counted_as_one(pages: Pages) -> None:
    earlier = OwnIndex(pages, EARLIER)
    owners = [href.partition("#")[0] for *_, href in earlier.texts]
    begins = [at for at, owner in enumerate(owners) if not at or owner != owners[at - 1]]
    assert earlier.groups == begins
    assert len(begins) < len(owners)
    assert OwnIndex(pages, "/search/").groups == []
