"""Lines and columns are those that an editor shows, in whatever order they are asked for."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from crdiff.cite.citation import TextPlaces

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
