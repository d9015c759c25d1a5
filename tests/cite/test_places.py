"""Lines and columns are those that an editor shows, in whatever order they are asked for."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from crdiff.cite.places import TextPlaces


@given(st.lists(st.sampled_from([b"\n", b"CR 704.5k", b"\r\n", b"\xc3\xa9"]), max_size=30), st.data())
def test_a_place_is_counted_from_the_newlines_before_it(pieces: list[bytes], data: st.DataObject) -> None:
    text = b"".join(pieces)
    places = TextPlaces(text)
    for offset in data.draw(st.lists(st.integers(0, len(text)))):
        before = text[:offset].split(b"\n")
        assert (places.line(offset), places.column(offset)) == (len(before), len(before[-1]) + 1)
