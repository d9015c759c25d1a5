"""Places in a text as editors count them, whatever is in it and whatever they count."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types as lsp

from crdiff.lsp.text import EditorText

UNITS = ("utf-8", "utf-16", "utf-32")
SOURCES = st.text(st.sampled_from("a7.é—😀\t\n\r\x0c\u2028"))


def place(line: int, character: int) -> lsp.Position:
    return lsp.Position(line, character)


@pytest.mark.parametrize(("units", "column"), [("utf-8", 9), ("utf-16", 6), ("utf-32", 5)])
def test_a_column_counts_what_was_agreed_on(units: str, column: int) -> None:
    """😀 has four bytes, two units of UTF-16 and one character; é has two bytes."""
    text = EditorText("a.rs", "file:///a.rs", "first\n😀é  CR 704.5k\n", units)
    start = text.raw.index(b"R 704")
    assert text.range(start, start) == lsp.Range(place(1, column), place(1, column))
    assert text.offset(place(1, column)) == start


@given(SOURCES, st.sampled_from(UNITS))
def test_the_place_of_a_byte_leads_back_to_it(source: str, units: str) -> None:
    """But for those between the two bytes that end a line, where nobody stands."""
    text = EditorText("a.rs", "file:///a.rs", source, units)
    at = 0
    for character in source:
        if text.raw[at - 1 : at + 1] != b"\r\n":
            assert text.offset(text.range(at, at).start) == at
        at += len(character.encode())


@given(SOURCES, st.integers(0, 9), st.integers(0, 99), st.sampled_from(UNITS))
def test_every_place_is_a_byte_of_the_text(source: str, line: int, character: int, units: str) -> None:
    text = EditorText("a.rs", "file:///a.rs", source, units)
    assert text.raw[: text.offset(place(line, character))].decode() in {source[:at] for at in range(len(source) + 1)}


def test_behind_the_end_of_a_line_is_its_end() -> None:
    text = EditorText("a.rs", "file:///a.rs", "one\r\ntwo\rthree")
    assert [text.offset(place(line, 99)) for line in range(4)] == [3, 8, 14, 14]
    assert [text.line(line)[1] for line in range(4)] == ["one", "two", "three", ""]


def test_half_a_pair_is_a_character_too() -> None:
    text = EditorText("a.rs", "file:///a.rs", "\ud83d CR 704.5k\n")
    assert text.offset(place(0, 2)) == text.raw.index(b"CR")
