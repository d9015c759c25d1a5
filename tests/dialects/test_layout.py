"""Paragraphs of a text as ``pdftotext -layout`` gives it."""

from __future__ import annotations

import pytest

from crdiff.dialects.layout import read_layout
from crdiff.dialects.proposal import Proposal, propose
from crdiff.dialects.registry import read
from crdiff.errors import UnrecognisedText
from crdiff.model.book import Headings
from crdiff.model.number import LETTERS, NumberGrammar, numbers_of

GRAMMAR = NumberGrammar(
    section="[1-9][0-9]?", subsection=r"[1-9][0-9]?\.[1-9][0-9]?", is_dotted=True, skipped="", has_letters=False
)
NUMBERS = numbers_of(GRAMMAR)
FURNITURE = (r"example\.com", r"[0-9]+")
HEADINGS = Headings(after=("update summary",))
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
    return [block.text for block in read_layout(text, NUMBERS, FURNITURE, HEADINGS)]


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
    blocks = {block.text: block for block in read_layout(TEXT, NUMBERS, FURNITURE, HEADINGS)}
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


# proposals: under which description the texts of an unknown book are read


def _text(*lines: str) -> list[tuple[str, bytes]]:
    head = ("Laws of Chess", "Effective May 1, 2025", "© 2025 Society of Chess. All rights reserved.")
    return [("laws.txt", "\n\n".join((*head, *lines)).encode())]


def _proposed(*lines: str) -> Proposal:
    return propose("chess", _text(*lines))


LETTERED = (
    "1. The Board",
    "1.1. Squares",
    "1.1.1. There are squares.",
    *(f"1.1.1{at} Square {at} is one." for at in "abcdefghijklm"),
)
MARKED = (
    "1 The Board",
    "1:1 There is a board.",
    "1.1 Squares",
    *(f"1.1:{at} Square {at} is one." for at in range(1, 12)),
)
DIGITS = (
    "1. The Board",
    "1.1. Squares",
    "1.1.1. There are squares.",
    *(f"1.1.1.{at}. Square {at} is one." for at in range(1, 12)),
)
BARE = ("1. The Board", "1.1 Squares", *("There is a square.",) * 12)


def test_the_numbers_of_a_text_are_those_under_which_most_of_it_is_read() -> None:
    lettered, marked, digits, bare = (_proposed(*lines).book for lines in (LETTERED, MARKED, DIGITS, BARE))
    assert (lettered.numbers.has_letters, lettered.numbers.mark) == (True, "")
    dashed = _proposed(*(line.replace(":", "-") for line in MARKED)).book
    assert [marked.numbers.mark, dashed.numbers.mark] == [":", "-"]
    assert (digits.numbers.has_letters, digits.numbers.mark) == (False, "")
    assert (bare.form, bare.numbers.mark) == ("manual", "¶")


def test_headings_without_a_full_stop_are_read_as_headings_and_a_file_may_be_named_after_its_day() -> None:
    unstopped = ["1 The Board", "1.1 Squares", *(f"1.1.{at} Square {at} is one." for at in range(1, 12))]
    proposal = _proposed(*unstopped)
    assert (proposal.book.numbers.is_stopped, proposal.texts[0].unread) == (False, ())
    assert len(proposal.texts[0].release.placements) == len(unstopped)
    undated = read("\n\n".join(unstopped).encode(), "2021-03-01.txt", book=proposal.book)
    assert (str(undated.effective), undated.coverage.is_whole) == ("2021-03-01", True)


def test_the_letters_that_no_subrule_has_are_skipped() -> None:
    assert not _proposed(*LETTERED).book.numbers.skipped
    without = [line for line in LETTERED if not line.startswith("1.1.1l")]
    assert _proposed(*without).book.numbers.skipped == "l"
    assert "l" not in LETTERS


def test_the_words_for_the_book_are_taken_from_its_text() -> None:
    book = _proposed(*LETTERED).book
    assert (book.name, book.title, book.titled) == ("chess", "Laws of Chess", "laws of chess")
    assert book.publisher == "Society of Chess"
    assert book.sample == "1.1.1"


def test_lines_that_look_numbered_and_open_no_clause_are_told() -> None:
    (text,) = _proposed(*LETTERED[:6], "7.x.1 A misprint.", "3) A pawn.", *LETTERED[6:]).texts
    assert [line for _, line in text.unread] == ["3) A pawn."]


def test_a_text_without_numbers_fits_no_description() -> None:
    with pytest.raises(UnrecognisedText, match="no numbered rules found"):
        _proposed("A board.", "A square.")
