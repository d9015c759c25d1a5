from __future__ import annotations

import sys
import unicodedata
from pathlib import Path

import pytest

from crdiff.text.decode import decode
from crdiff.text.hidden import UNSEEN, shown, shown_on_a_line


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
