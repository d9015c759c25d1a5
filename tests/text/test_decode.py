from __future__ import annotations

import random
from pathlib import Path

import pytest
from every import every
from hypothesis import example, given
from hypothesis import strategies as st
from table import table

from crdiff.errors import UnreadableText
from crdiff.text.decode import Decoded, count_lost, decode
from crdiff.text.hidden import shown

RULES = "100.1. A player’s card named “Ghazbán Ogre” counts as—and is—an Ogre™ (see rules 409.1a–i).\r\n\r\n" * 3


@table
def test_the_same_text_is_read_from_each_encoding(encoding: str, mark: bytes, named: str) -> None:
    decoded = decode(mark + RULES.encode(encoding))
    assert decoded.text == RULES.replace("\r\n", "\n")
    assert decoded.encoding == named
    assert decoded.line_ends == "CRLF"
    assert decoded.damage == ()


def test_a_dos_code_page_is_known_by_the_names_in_it() -> None:
    decoded = decode("Dandân, El-Hajjâj, Ghazbán Ogre, Juzám Djinn, Ma'rûf, Æther Storm".encode("cp850"))
    assert decoded.text == "Dandân, El-Hajjâj, Ghazbán Ogre, Juzám Djinn, Ma'rûf, Æther Storm"
    assert decoded.encoding == "cp850"
    assert "Dandân" in decoded.reason


def test_one_byte_is_enough_where_a_known_name_needs_it() -> None:
    """2006-10-01 holds a single byte above 127, the MacRoman â of El-Hajjâj; in a DOS page it would be ë."""
    assert decode(b"Elf, El-Hajj\x89j, Enchantress").text == "Elf, El-Hajjâj, Enchantress"
    assert decode(b"Elf, El-Hajj\x83j, Enchantress").text == "Elf, El-Hajjâj, Enchantress"


def test_two_pages_in_one_file_are_told_apart_byte_by_byte() -> None:
    decoded = decode(b"A player\x92s \x93Dand\x83n\x94 and \x93Ghazb\xa0n Ogre\x94 are cards\x97both.\n")
    assert decoded.text == "A player’s “Dandân” and “Ghazbán Ogre” are cards—both.\n"
    assert decoded.encoding == "cp1252+cp850"
    assert decoded.damage == (("characters of another code page (cp850)", 2),)


def test_macroman_that_was_stored_as_latin_1_is_read_back_and_told() -> None:
    """1999-04-23 prints "a ÒcardÓ" and "playerÕs"."""
    assert decode("a ÒcardÓ, the playerÕs".encode()).text == "a “card”, the player’s"
    stored = "a “card,” it’s a type—the card type".encode("mac_roman").decode("latin-1").encode()
    decoded = decode(stored)
    assert decoded.text == "a “card,” it’s a type—the card type"
    assert decoded.damage == (("MacRoman bytes had been taken for Latin-1", 4),)


def test_utf_8_that_was_stored_twice_is_read_back() -> None:
    assert decode("the player’s card—".encode().decode("cp1252").encode()).text == "the player’s card—"


def test_a_utf_8_file_with_a_broken_place_stays_utf_8_and_the_place_is_damage() -> None:
    raw = RULES.encode()
    at = raw.index("’".encode())
    decoded = decode(raw[: at + 1] + raw[at + 2 :])
    assert decoded.encoding == "utf-8"
    assert decoded.text.count("\ufffd") == 1
    assert decoded.damage == (("characters replaced by U+FFFD", 1),)


@table
def test_bytes_that_are_no_known_text_give_one_clear_line(text: str, encoding: str, what: str) -> None:
    assert_refused(text.encode(encoding), what)


def assert_refused(raw: bytes, what: str) -> None:
    with pytest.raises(UnreadableText) as caught:
        decode(raw)
    assert str(caught.value).startswith(what)
    assert "; expected " in str(caught.value)
    assert "\n" not in str(caught.value)


def test_bytes_at_random_and_those_of_a_mainframe_are_no_known_text() -> None:
    assert_refused(random.Random(1).randbytes(4000), "the file holds zero bytes, so it is no text")
    assert_refused(RULES.encode("cp500", "replace"), "no known encoding explains the bytes above 127")


@pytest.mark.parametrize(
    ("text", "named"), [("a\r\nb\r\n", "CRLF"), ("a\nb", "LF"), ("a\rb\r", "CR"), ("a\r\nb\nc", "mixed"), ("a", "none")]
)
def test_line_ends_are_named_and_become_one(text: str, named: str) -> None:
    decoded = decode(text.encode())
    assert decoded.line_ends == named
    assert "\r" not in decoded.text
    assert decoded.text.split() == text.split()


@given(
    st.text(
        st.characters(codec="utf-8", exclude_categories=("Cc", "Cs"), exclude_characters="\ufffd?â\ufeff"), min_size=1
    )
)
def test_any_text_written_as_utf_8_with_a_mark_comes_back(text: str) -> None:
    """Characters that nobody sees come back written out."""
    if text.strip():
        assert decode(b"\xef\xbb\xbf" + text.encode()).text == shown(text)


@every("character", [*map(chr, (*range(9), 11, 12, 14, 27, 30, 31, 127, 0x85, 0x9B))], ids=ascii)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_a_control_character_is_refused_in_every_encoding_with_its_place(encoding: str, character: str) -> None:
    text = f"100. General\r\n\r100.1. One {character}[31mred{character} rule, long enough for UTF-16 to be seen.\n"
    with pytest.raises(UnreadableText) as caught:
        decode(text.encode(encoding))
    if character != "\0" or encoding not in {"utf-8", "utf-16-le", "utf-16-be"}:
        line = f"rules.txt:3: control character U+{ord(character):04X} at column 12; expected the rules as plain text"
        assert str(caught.value.at("rules.txt")).startswith(line)


@pytest.mark.parametrize("encoding", ["cp1252", "mac_roman", "cp850"])
def test_a_control_character_is_refused_in_a_single_byte_page(encoding: str) -> None:
    with pytest.raises(UnreadableText, match=r"^control character U\+001B at column 37; expected"):
        decode("100.1. A card named “Ghazbán Ogre”. \x1b[31m\n".replace("“", '"').replace("”", '"').encode(encoding))


@pytest.mark.parametrize(
    "mark", ["\u202e", "\u2066", "\u200f", "\u061c", "\u200b", "\xad", "\u2028", "\ufeff", "\ufffe"]
)
def test_a_character_that_nobody_sees_is_written_out(mark: str) -> None:
    decoded = decode(f"100.1. A player {mark}may not play.\n".encode())
    assert decoded.text == f"100.1. A player {mark.encode('unicode_escape').decode()}may not play.\n"
    assert decoded.damage == (("invisible characters, written out", 1),)


def test_the_end_mark_of_dos_is_no_control_character() -> None:
    assert decode(b"100.1. A rule.\r\n\x1a").text == "100.1. A rule.\n"


@given(st.binary(min_size=1, max_size=40))
@example(b"\xa0")  # one byte that has no word around it
@example(b"\r\xa0\r")
def test_bytes_of_any_kind_are_read_or_refused(raw: bytes) -> None:
    try:
        text = decode(raw).text
    except UnreadableText:
        return
    assert shown(text) == text


@table
def test_each_kind_of_official_file_is_decoded_by_its_evidence(
    day: str, encoding: str, line_ends: str, piece: str, damage: int, *, shared: Path
) -> None:
    """2013-07-13 is a DOS page throughout: its 0x92, a cp1252 apostrophe, is the Æ of "Æther Storm"."""
    decoded: Decoded = decode((shared / "cr" / f"{day}.txt").read_bytes())
    assert (decoded.encoding, decoded.line_ends) == (encoding, line_ends)
    assert piece in decoded.text
    assert sum(count for _, count in decoded.damage) == damage
    assert "\r" not in decoded.text


def test_question_marks_of_sentences_and_addresses_are_not_lost_characters() -> None:
    text = "Questions?\nSee www.wizards.com/default.asp?x=magic/rules. Is it legal? (Yes.)"
    assert count_lost(text) == ("characters lost as '?'", 0)


def test_lost_characters_are_counted_where_no_question_can_end() -> None:
    assert count_lost("A player can?t. ?Flying,? [?4] 409.1a?i")[1] == 4


@pytest.mark.parametrize(("sure", "counted"), [(19, 19), (20, 21)])
def test_with_twenty_lost_characters_no_question_is_believed(sure: int, counted: int) -> None:
    """2008-05-01 lost 4,742 quotes; a closing one before a space looks like the end of a question."""
    assert count_lost("can?t " * sure + "Why? Because.")[1] == counted
