"""What a terminal or a runner would obey and what nobody sees is written out; where a part of a text stands."""

from __future__ import annotations

import json
import sys
import unicodedata
from html import unescape
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from crdiff.text.decode import decode
from crdiff.text.hidden import UNSEEN, printed, shown, shown_on_a_line
from crdiff.text.single_byte import undo_double_encoding
from crdiff.text.source_text import SourceText, TextPiece, as_it_is


def test_what_a_terminal_obeys_and_what_nobody_sees_is_written_out() -> None:
    name = "rules\x1b[31m\x9b\u202e\u200b\U000e0041\n\t.txt"
    assert shown(name) == "rules\\x1b[31m\\x9b\\u202e\\u200b\\U000e0041\n\t.txt"
    assert shown_on_a_line(name) == "rules\\x1b[31m\\x9b\\u202e\\u200b\\U000e0041\\n\\t.txt"


@pytest.mark.parametrize(
    "text", ["", "100.1. A player’s “Ghazbán Ogre”—™", "日本語 e\u0301 \u00a0 \U0001f600", "a\n\tb"]
)
def test_what_is_seen_stays(text: str) -> None:
    assert shown(text) == text


def test_every_control_character_and_every_mark_of_direction_counts_as_hidden() -> None:
    directions = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
    for code in range(sys.maxunicode + 1):
        character = chr(code)
        is_control = unicodedata.category(character) == "Cc" and character not in "\t\n"
        if is_control or unicodedata.bidirectional(character) in directions:
            assert shown(character) != character, hex(code)
        elif unicodedata.category(character)[0] in "LNPS" and character not in "\u115f\u1160\u3164\uffa0":
            assert shown(character) == character, hex(code)


def test_no_release_has_a_hidden_character(shared: Path) -> None:
    for path in sorted((shared / "cr").glob("*.txt")):
        assert UNSEEN not in dict(decode(path.read_bytes()).damage), path.name


OBEYED = (
    "::error::x", " \t::debug::y", "##[add-mask]z", "a ##vso[x]", "###[group]", "\x1b[31m", "\u202e",
    "a\n\n  ::error::b",
)  # fmt: skip


@pytest.mark.parametrize("words", OBEYED)
def test_json_means_what_it_meant(words: str) -> None:
    for written in (json.dumps([words], ensure_ascii=False), json.dumps({words: words})):
        assert json.loads(printed(written, "json")) == json.loads(written)


@pytest.mark.parametrize("words", [each for each in OBEYED if each.isprintable() or "\n" in each])
def test_xml_and_html_say_what_they_said(words: str) -> None:
    root = ET.fromstring(printed(f"<a b='{words}'>\n{words}</a>", "junit"))
    assert (root.text, root.get("b", "").split()) == (f"\n{words}", words.split())
    assert unescape(printed(words, "html").decode()) == words


@pytest.mark.parametrize("element", ["style", "script"])
def test_what_a_browser_reads_as_code_stays(element: str) -> None:
    page = f"<{element} id='x'>\n::before {{}} a##[b]\n</{element}>"
    assert printed(f"{page}\n::x", "html").decode() == f"{page}\n&#58;:x"


@pytest.mark.parametrize(
    ("words", "written"),
    [
        ("::error::x", r"\x3a:error::x"),
        ("a\n \u3000::error::x", "a\n \u3000\\x3a:error::x"),
        ("a ###[x]", r"a #\x23#[x]"),
        ("std::vector ## [a] #[b] # #[c]", "std::vector ## [a] #[b] # #[c]"),
        ("\x1b[1m::x\x1b[0m \x1b[1K", "\x1b[1m\\x3a:x\x1b[0m \\x1b[1K"),
    ],
)
def test_a_text_is_written_out_where_it_would_be_obeyed_and_nowhere_else(words: str, written: str) -> None:
    assert printed(words, "text", colour=True).decode() == written


def test_commands_of_our_own_stay_commands() -> None:
    assert printed("::error file=a::##[b]\u202e", "github").decode() == r"::error file=a::\x23#[b]\u202e"


# where a part of a text stands in its source, and in which single-byte page a text was written


@pytest.mark.parametrize("wrong", ["latin-1", "cp1252"])
def test_a_text_whose_utf_8_was_taken_for_another_page_is_read_again(wrong: str) -> None:
    meant = "“So it is.”" if wrong == "latin-1" else "It’s so."
    undone = undo_double_encoding(meant.encode().decode(wrong))
    assert undone
    assert (undone[0], undone[2]) == (meant, f"UTF-8 had been taken for {wrong}")


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
