"""Where a part of a text stands in its source, and in which single-byte page a text was written."""

from __future__ import annotations

import pytest

from crdiff.text.single_byte import read_single_byte, undo_double_encoding
from crdiff.text.source_text import SourceText, TextPiece, as_it_is

PRINTED = "“Dandân” isn’t a Ghazbán Ogre — it’s a card of Richard Garfield’s game."


@pytest.mark.parametrize("page", ["cp1252", "mac_roman"])
def test_a_text_is_read_by_the_page_under_which_its_marks_fit(page: str) -> None:
    decoded = read_single_byte(PRINTED.encode(page))
    assert (decoded.text, decoded.encoding, decoded.damage) == (PRINTED, page, ())
    assert "Dandân" in decoded.reason


@pytest.mark.parametrize("wrong", ["latin-1", "cp1252"])
def test_a_text_whose_utf_8_was_taken_for_another_page_is_read_again(wrong: str) -> None:
    meant = "“So it is.”" if wrong == "latin-1" else "It’s so."
    undone = undo_double_encoding(meant.encode().decode(wrong))
    assert undone
    assert (undone[0], undone[2]) == (meant, f"UTF-8 had been taken for {wrong}")


def test_mac_roman_taken_for_latin_1_is_read_again_and_good_text_is_left_alone() -> None:
    undone = undo_double_encoding("“card”, the player’s".encode("mac_roman").decode("latin-1"))
    assert undone
    assert undone[:2] == ("“card”, the player’s", 3)
    assert undo_double_encoding("Dandân") is None
    assert undo_double_encoding("plain") is None
    assert undo_double_encoding(PRINTED) is None


def test_a_part_of_a_text_has_the_place_of_its_piece_in_the_source() -> None:
    source = "<p>Tom &amp;\n Ann</p>"
    text = SourceText(
        [TextPiece("Tom ", 3, 7), TextPiece("&", 7, 12), TextPiece("", 12, 12), TextPiece(" Ann", 13, 17)], source
    )
    assert text.text == "Tom & Ann"
    assert [text.place(at) for at in (0, 3, 4, 5, 8)] == [3, 6, 7, 13, 16]
    assert [text.end(at) for at in (3, 4, 5, 9)] == [6, 7, 12, 17]
    assert [(text.line(place), text.column(place)) for place in (3, 7, 13, 14)] == [(1, 4), (1, 8), (2, 1), (2, 2)]


def test_a_text_without_pieces_stands_at_the_beginning_and_one_of_its_own_where_it_is() -> None:
    assert SourceText([], "abc").place(0) == 0
    own = as_it_is("ab\ncd")
    assert [own.place(at) for at in range(5)] == [0, 1, 2, 3, 4]
    assert (own.line(3), own.column(4)) == (2, 2)
