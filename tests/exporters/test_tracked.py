"""Edits in a .docx are tracked changes: accepted they are made, rejected the document is what it was."""

from __future__ import annotations

from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tracked_document import deleted, docx, inserted, kept, paragraph
from undoing import accepted, canonical, main_xml, rejected, written_alike

from crdiff.errors import UnreadableText
from crdiff.exporters import rewritten
from crdiff.exporters.edit import in_order
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
