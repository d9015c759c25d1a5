"""Edits reach the file that a text was read from, and nothing else in it changes."""

from __future__ import annotations

import codecs
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crdiff.dialects.registry import read_lines
from crdiff.errors import UnreadableText
from crdiff.exporters import rewritten
from crdiff.exporters.edit import in_order, smallest
from crdiff.exporters.tracked import Signature
from crdiff.text.edit import TextEdit

BY = Signature("crdiff", datetime(2026, 11, 23, tzinfo=UTC))

_WORDS = st.text("ab ’“é", min_size=1, max_size=12).filter(lambda text: text.strip())
_LINES = st.lists(_WORDS, min_size=1, max_size=5)


def _read(raw: bytes, name: str = "draft.txt") -> str:
    return "\n".join(read_lines(raw, name))


@given(
    lines=_LINES,
    end=st.sampled_from(["\n", "\r\n", "\r"]),
    encoding=st.sampled_from(
        [(codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")]
    ),
    edits=st.lists(st.tuples(st.integers(0, 60), st.integers(0, 6), st.text("xy’", max_size=3)), max_size=4),
)
def test_a_text_read_again_is_the_text_with_the_edits_and_its_bytes_are_of_the_same_kind(
    lines: list[str], end: str, encoding: tuple[bytes, str], edits: list[tuple[int, int, str]]
) -> None:
    mark, page = encoding
    raw = mark + end.join(["1 word", *lines, "last"]).encode(page)
    text = _read(raw)
    kept = in_order(TextEdit(start, start + length, new) for start, length, new in edits if start + length <= len(text))
    expected, at = "", 0
    for edit in kept:
        expected += text[at : edit.start] + edit.new
        at = edit.stop
    expected += text[at:]
    written = rewritten(raw, "draft.txt", kept, BY)
    if "\n" not in "".join(text[edit.start : edit.stop] for edit in kept):
        assert written == mark + expected.replace("\n", end).encode(page)
    assert _read(written) == expected


@pytest.mark.parametrize("name", ["draft.txt", "draft.md", "draft"])
def test_without_edits_every_byte_stays(name: str) -> None:
    raw = codecs.BOM_UTF8 + "100. General\r\n\r\n100.1. A “rule”.\r\nmixed\rends\n\x1a".encode()
    assert rewritten(raw, name, [], BY) == raw


def test_a_place_after_an_invisible_character_is_the_place_that_was_read() -> None:
    raw = "soft\u00adhyphen and draws draws a card\r\nnext".encode()
    text = _read(raw)
    at = text.index(" draws a")
    assert (
        rewritten(raw, "draft.txt", [TextEdit(at, at + 6, "")], BY)
        == "soft\u00adhyphen and draws a card\r\nnext".encode()
    )


@pytest.mark.parametrize(
    ("raw", "name", "said"),
    [
        (
            b"100. General \xe2\x80\x9crule\xe2\x80\x9d " * 40 + b"\xe2\x80 x",
            "a.txt",
            "cannot be written back as it was",
        ),
        (b"{\\rtf1 100. General}", "a.rtf", "expected a .txt, .md or .docx"),
        (b"%PDF-1.7 100. General", "a.pdf", "expected a .txt, .md or .docx"),
        (b"<html><body><p>100. General</p></body></html>", "a.html", "expected a .txt, .md or .docx"),
        (b"plain ascii", "a.txt", "ascii has no character '’'"),
    ],
)
def test_what_cannot_be_written_back_is_refused_in_a_line(raw: bytes, name: str, said: str) -> None:
    with pytest.raises(UnreadableText, match=said):
        rewritten(raw, name, [TextEdit(0, 1, "’")], BY)


@pytest.mark.parametrize(
    ("text", "edit", "small"),
    [
        ("See rule 704.5k.", TextEdit(9, 15, "704.5m"), TextEdit(9, 15, "704.5m")),
        ("rules 704.5k–n", TextEdit(6, 14, "704.5k–p"), TextEdit(13, 14, "p")),
        ("the the card", TextEdit(0, 7, "the"), TextEdit(3, 7, "")),
        ("this turn", TextEdit(0, 9, "this turn."), TextEdit(9, 9, ".")),
    ],
)
def test_an_edit_is_cut_to_the_words_that_change(text: str, edit: TextEdit, small: TextEdit) -> None:
    assert smallest(edit, text) == small


def test_of_two_edits_of_the_same_words_the_first_is_made() -> None:
    assert in_order([TextEdit(4, 8, "b"), TextEdit(0, 5, "a"), TextEdit(0, 5, "a"), TextEdit(9, 9, ".")]) == (
        TextEdit(0, 5, "a"),
        TextEdit(9, 9, "."),
    )
