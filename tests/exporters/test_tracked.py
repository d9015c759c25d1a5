"""Edits in a .docx are tracked changes: accepted they are made, rejected the document is what it was."""

from __future__ import annotations

import codecs
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from table import table_at_once
from tracked_document import deleted, docx, inserted, kept, paragraph
from undoing import accepted, canonical, main_xml, rejected, written_alike

from crdiff.dialects.registry import read_lines
from crdiff.errors import UnreadableText
from crdiff.exporters import rewritten
from crdiff.exporters.edit import in_order, smallest
from crdiff.exporters.tracked import Signature
from crdiff.importers.docx import docx_text
from crdiff.text.edit import TextEdit

BY = Signature("crdiff", datetime(2026, 11, 23, 4, 5, 6, tzinfo=UTC))
_BOLD = "<w:rPr><w:b/></w:rPr>"
_TAB = "<w:r><w:tab/><w:noBreakHyphen/></w:r>"


def _text(raw: bytes, *, original: bool = False) -> str:
    return "\n".join(docx_text(raw, original=original).lines)


def _bold(text: str) -> str:
    return f"<w:r>{_BOLD}<w:t xml:space='preserve'>{text}</w:t></w:r>"


def _of(raw: bytes, *edits: tuple[str, str, str]) -> bytes:
    """Return a document with words replaced: the words before them, these, and what comes in their place."""
    text = _text(raw)
    placed = []
    for before, old, new in edits:
        at = text.index(before + old) + len(before)
        placed.append(TextEdit(at, at + len(old), new))
    return rewritten(raw, "draft.docx", placed, BY)


def test_a_replaced_number_is_a_deletion_and_an_insertion_with_author_and_date() -> None:
    raw = docx(paragraph(kept("See rule 704.5k."), _bold(" &amp; more")))
    xml = main_xml(_of(raw, ("rule ", "704.5k", "704.5m"))).decode()
    assert '<w:delText xml:space="preserve">704.5k</w:delText>' in xml
    assert (
        '<w:ins w:id="2" w:author="crdiff" w:date="2026-11-23T04:05:06Z"><w:r><w:t xml:space="preserve">704.5m<' in xml
    )


@settings(max_examples=40)
@given(
    runs=st.lists(
        st.tuples(st.sampled_from([kept, _bold, inserted, deleted]), st.text("ab ", min_size=1, max_size=6)),
        min_size=1,
        max_size=5,
    ),
    edits=st.lists(st.tuples(st.integers(0, 20), st.integers(0, 5), st.text("xy<&", max_size=3)), max_size=4),
)
def test_accepted_the_edits_are_made_and_rejected_all_is_as_before(
    runs: list[tuple[object, str]], edits: list[tuple[int, int, str]]
) -> None:
    raw = docx(paragraph(kept("start"), *(make(text) for make, text in runs)), paragraph(kept("end"), _TAB))  # type: ignore[operator]
    text = _text(raw)
    last = text.index("\n")
    placed = in_order(
        TextEdit(at, at + length, new) for at, length, new in edits if at + length <= last and (length or new)
    )
    made = rewritten(raw, "draft.docx", placed, BY)
    expected, at = "", 0
    for edit in placed:
        expected += text[at : edit.start] + edit.new
        at = edit.stop
    assert _text(made) == expected + text[at:]
    assert canonical(rejected(made, "crdiff")) == written_alike(raw)
    assert "crdiff" not in canonical(accepted(made, "crdiff")).decode()


def test_a_document_with_another_prefix_keeps_it() -> None:
    raw = docx(paragraph(kept("See rule 704.5k.")))
    xml = main_xml(raw).replace(b"w:", b"x:").replace(b":w=", b":x=")
    held = BytesIO()
    with ZipFile(BytesIO(raw)) as old, ZipFile(held, "w") as new:
        for name in old.namelist():
            new.writestr(name, xml if name == "word/document.xml" else old.read(name))
    made = _of(held.getvalue(), ("rule ", "704.5k", "704.5m"))
    assert "See rule 704.5m." in _text(made)
    assert b"<x:delText " in main_xml(made)
    assert canonical(rejected(made, "crdiff")) == written_alike(held.getvalue())


def test_where_there_is_no_text_nothing_is_put_in() -> None:
    raw = docx(paragraph(kept("a")), paragraph(), paragraph(kept("b")))
    with pytest.raises(UnreadableText, match="no text to change here"):
        rewritten(raw, "draft.docx", [TextEdit(2, 2, "x")], BY)


def test_a_line_that_is_put_in_is_a_line() -> None:
    raw = docx(paragraph(kept("704. State-Based Actions")), paragraph(kept("705. Flipping a Coin")))
    at = _text(raw).index("\n705")
    made = rewritten(raw, "draft.docx", [TextEdit(at, at, "\n705. Borrowed Turns")], BY)
    assert "Actions\n705. Borrowed Turns\n705. Flipping" in _text(made)
    assert canonical(rejected(made, "crdiff")) == written_alike(raw)


def test_every_other_part_of_an_official_document_stays(shared: Path) -> None:
    raw = (shared / "documents" / "2024-06-07.docx").read_bytes()
    text = _text(raw)
    at = text.index("704.5k", text.index("Credits") + 100)
    made = rewritten(raw, "2024-06-07.docx", [TextEdit(at, at + 6, "704.5m")], BY)
    assert _text(made) == text[:at] + "704.5m" + text[at + 6 :]
    assert canonical(rejected(made, "crdiff")) == written_alike(raw)
    with ZipFile(BytesIO(raw)) as old, ZipFile(BytesIO(made)) as new:
        assert old.namelist() == new.namelist()
        others = [name for name in old.namelist() if name != "word/document.xml"]
        assert all(old.read(name) == new.read(name) for name in others)


# edits reach the file that a text was read from, and nothing else in it changes


EDITOR = Signature("crdiff", datetime(2026, 11, 23, tzinfo=UTC))

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
    written = rewritten(raw, "draft.txt", kept, EDITOR)
    if "\n" not in "".join(text[edit.start : edit.stop] for edit in kept):
        assert written == mark + expected.replace("\n", end).encode(page)
    assert _read(written) == expected


@pytest.mark.parametrize("name", ["draft.txt", "draft.md", "draft"])
def test_without_edits_every_byte_stays(name: str) -> None:
    raw = codecs.BOM_UTF8 + "100. General\r\n\r\n100.1. A “rule”.\r\nmixed\rends\n\x1a".encode()
    assert rewritten(raw, name, [], EDITOR) == raw


def test_a_place_after_an_invisible_character_is_the_place_that_was_read() -> None:
    raw = "soft\u00adhyphen and draws draws a card\r\nnext".encode()
    text = _read(raw)
    at = text.index(" draws a")
    assert (
        rewritten(raw, "draft.txt", [TextEdit(at, at + 6, "")], EDITOR)
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
        rewritten(raw, name, [TextEdit(0, 1, "’")], EDITOR)


@table_at_once
def test_an_edit_is_cut_to_the_words_that_change(
    text: str, edit: tuple[int, int, str], small: tuple[int, int, str]
) -> None:
    assert smallest(TextEdit(*edit), text) == TextEdit(*small)


def test_of_two_edits_of_the_same_words_the_first_is_made() -> None:
    assert in_order([TextEdit(4, 8, "b"), TextEdit(0, 5, "a"), TextEdit(0, 5, "a"), TextEdit(9, 9, ".")]) == (
        TextEdit(0, 5, "a"),
        TextEdit(9, 9, "."),
    )
