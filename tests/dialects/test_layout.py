"""Paragraphs of a text as ``pdftotext -layout`` gives it."""

from __future__ import annotations

import pytest

from crdiff.dialects.layout import read_layout
from crdiff.errors import UnrecognisedText
from crdiff.model.number import NumberGrammar, numbers_of

GRAMMAR = NumberGrammar(
    section="[1-9][0-9]?", subsection=r"[1-9][0-9]?\.[1-9][0-9]?", is_dotted=True, skipped="", has_letters=False
)
NUMBERS = numbers_of(GRAMMAR)
FURNITURE = (r"example\.com", r"[0-9]+")
AFTER = ("update summary",)
TEXT = """\
                 THE RULES OF THE GAME
                                  Effective May 1, 2025
CONTENTS                              2. Turns
   1. Pieces                             2.1. Order
 1.  PIECES
     1.1. Kinds
          1.1.1. A piece is white or black, and each has the steps in
                 1.1.1.2 to be moved by.
              1.1.1.1. White pieces
example.com
                                          7
                       move first.
              1.1.1.2. Black pieces move after
                       1.1.1.1. has been done.
                       Example: A black rook waits.
 2. TURNS
     2.1.Order
          2.1.1. Turns alternate.
GLOSSARY
     piece
     What stands on the board. It is moved
     by its player.
     turn
     The time of one move.
UPDATE SUMMARY
     1.1.1. New.
"""


def _read(text: str = TEXT) -> list[str]:
    return [block.text for block in read_layout(text, NUMBERS, FURNITURE, AFTER)]


def test_a_paragraph_is_put_together_from_its_lines_over_the_end_of_a_page() -> None:
    assert _read() == [
        "THE RULES OF THE GAME",
        "Effective May 1, 2025",
        "1. PIECES",
        "1.1. Kinds",
        "1.1.1. A piece is white or black, and each has the steps in 1.1.1.2 to be moved by.",
        "1.1.1.1. White pieces move first.",
        "1.1.1.2. Black pieces move after 1.1.1.1. has been done.",
        "Example: A black rook waits.",
        "2. TURNS",
        "2.1. Order",
        "2.1.1. Turns alternate.",
        "GLOSSARY",
        "piece",
        "What stands on the board. It is moved by its player.",
        "turn",
        "The time of one move.",
        "UPDATE SUMMARY",
        "1.1.1. New.",
    ]


def test_a_paragraph_knows_its_lines_and_a_term_stands_apart_from_its_text() -> None:
    blocks = {block.text: block for block in read_layout(TEXT, NUMBERS, FURNITURE, AFTER)}
    split = blocks["1.1.1.1. White pieces move first."]
    assert TEXT.split("\n")[split.first - 1].strip() == "1.1.1.1. White pieces"
    assert TEXT.split("\n")[split.last - 1].strip() == "move first."
    assert [blocks[text].apart for text in ("piece", "The time of one move.")] == [True, False]


def test_text_below_a_heading_is_no_part_of_its_title() -> None:
    said = _read(TEXT.replace(" 2. TURNS\n", " 2. TURNS\n     This is a new section.\n"))
    assert "2. TURNS" in said
    assert "This is a new section." in said


@pytest.mark.parametrize("text", ["", "Nothing of the kind.", "1. PIECES\n  2.1.1. Only later ones."])
def test_a_text_without_the_first_rule_is_refused(text: str) -> None:
    with pytest.raises(UnrecognisedText, match=r"lines such as '1\.1\.1\. These rules"):
        _read(text)
