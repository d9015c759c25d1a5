"""What a terminal or a runner would obey and what nobody sees is written out; where a part of a text stands."""

from __future__ import annotations

import json
import sys
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from html import unescape
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from table import table

import crdiff
from crdiff.checks.importing import read_clause_map
from crdiff.checks.inputs import reviews_beside, scope_beside
from crdiff.checks.switching import read_switches
from crdiff.cli.project_settings import read_baseline, table_of
from crdiff.errors import CrdiffError
from crdiff.store.texts.corpus_folder import overrides
from crdiff.text.decode import decode
from crdiff.text.groups import by_key, grouped
from crdiff.text.hidden import UNSEEN, printed, shown, shown_on_a_line
from crdiff.text.single_byte import undo_double_encoding
from crdiff.text.source_text import SourceText, TextPiece, as_it_is
from crdiff.text.toml import toml_values


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


@table
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


# what belongs together: neighbours in a row, and values by what they belong to


def _goes_on(group: Sequence[int], one: int) -> bool:
    return one == group[-1] + 1


def test_a_group_ends_where_a_member_does_not_go_on_with_it() -> None:
    assert list(grouped([1, 2, 3, 5, 7, 8], _goes_on)) == [[1, 2, 3], [5], [7, 8]]


def test_of_nothing_there_is_no_group() -> None:
    assert list(grouped([], _goes_on)) == []


def test_values_stand_in_their_order_under_keys_in_the_order_in_which_these_come_first() -> None:
    assert list(by_key([("b", 3), ("a", 2), ("b", 1)]).items()) == [("b", (3, 1)), ("a", (2,))]


# TOML of anybody, whatever reads it: what is wrong with it is one error on one line


# What reads a file, by a name that such a file may have.
READERS: dict[str, Callable[[Path], object]] = {
    "2008-02-01__2009-05-01.toml": lambda path: tuple(_decided(path)),
    "scope.toml": lambda path: scope_beside(path.parent),
    "reviewed.toml": lambda path: reviews_beside(path.parent),
    "map.toml": read_clause_map,
    "switches.toml": read_switches,
    ".crdiff.toml": table_of,
    "baseline.toml": read_baseline,
}
HOSTILE = {
    "no value": b"scope =",
    "nested": b"scope = " + b"[" * 100_000,
    "digits": b"scope = " + b"9" * 5_000,
    "no day": b"scope = 2024-13-45",
    "not UTF-8": b'scope = "\xff"',
}


def _decided(path: Path) -> Iterator[object]:
    folder = path.parent / "overrides"
    folder.mkdir()
    path.rename(folder / path.name)
    for decisions in overrides(path.parent).values():
        with decisions.heeded() as found:
            yield found


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("reader", READERS)
def test_what_is_not_toml_is_refused_in_one_line(reader: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / reader
    path.write_bytes(HOSTILE[text])
    with pytest.raises(CrdiffError) as caught:
        READERS[reader](path)
    assert "\n" not in str(caught.value)
    assert reader in str(caught.value)


@pytest.mark.parametrize("text", [text for text in HOSTILE.values() if text.isascii()])
def test_what_is_not_toml_is_a_value_error(text: bytes) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        toml_values(text.decode())


def test_all_toml_is_read_in_one_place() -> None:
    folder = Path(crdiff.__file__).parent
    reading = [path.name for path in folder.rglob("*.py") if "tomllib.load" in path.read_text("utf-8")]
    assert reading == ["toml.py"]
