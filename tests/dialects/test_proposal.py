"""Proposals: under which description the texts of an unknown book are read."""

from __future__ import annotations

import pytest

from crdiff.dialects.proposal import Proposal, propose
from crdiff.errors import UnrecognisedText
from crdiff.model.number import LETTERS


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
    assert marked.numbers.mark == ":"
    assert (digits.numbers.has_letters, digits.numbers.mark) == (False, "")
    assert (bare.form, bare.numbers.mark) == ("manual", "¶")


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
