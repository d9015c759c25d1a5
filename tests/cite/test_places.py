"""The place of a citation as an editor shows it, and the words of its sentence, by which it is known again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crdiff.cite.citation import TextPlaces, sentence_at
from crdiff.cite.scan import Scanner

PIECES = st.sampled_from([b"\n", b"CR 704.5k", b"\r\n", b"\xc3\xa9", "🂡".encode()])


@given(st.lists(PIECES, max_size=30), st.booleans(), st.data())
def test_a_place_is_counted_from_the_newlines_before_it(
    pieces: list[bytes], is_latin: bool, data: st.DataObject
) -> None:
    text = b"".join(pieces) + (b"\xe9" if is_latin else b"")
    ends = [sum(map(len, pieces[:stop])) for stop in range(len(pieces) + 1)]
    places = TextPlaces(text)
    for offset in data.draw(st.lists(st.sampled_from(ends))):
        before = text[:offset].split(b"\n")
        assert (places.line(offset), places.column(offset)) == (len(before), len(before[-1]) + 1)
        assert places.character(offset) == len(before[-1].decode("latin-1" if is_latin else "utf-8")) + 1


def test_a_mark_of_the_order_of_bytes_is_no_character() -> None:
    places = TextPlaces("\ufeffé CR 704.5k".encode())
    assert (places.column(6), places.character(6), places.character(0)) == (7, 3, 1)


def test_places_in_a_line_of_a_million_bytes_are_found_in_a_moment() -> None:
    text = "é CR 704.5k ".encode() * 80_000
    places = TextPlaces(text)
    assert sum(places.character(at) - places.column(at) for at in range(0, len(text), 13)) < 0


def _sentence(text: bytes) -> str:
    groups = list(Scanner().scan(text))
    return sentence_at(text, groups, groups[-1].items[0].start)


SAME = [
    b"// CR 704.5a: life total 0",
    b"\t//   CR 704.5b: Life total   0",
    b"// Another sentence.\n// CR 704.5a: life total 0\n// A line after it",
    b"Something else. CR 704.5a: life total 0. And more.",
]


@pytest.mark.parametrize("text", SAME)
def test_lines_blanks_numbers_and_other_sentences_do_not_count(text: bytes) -> None:
    assert _sentence(text) == "life total"


def test_other_words_are_another_sentence() -> None:
    assert _sentence(b"// CR 704.5a: life total below 1") != _sentence(SAME[0])


def test_a_line_without_end_is_read_in_part() -> None:
    assert len(_sentence(b"word " * 100_000 + b"CR 704.5a " + b"word " * 100_000)) < 1000
