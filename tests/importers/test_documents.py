from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from docx import Document
from tracked_document import deleted, docx, inserted, kept, paragraph

from crdiff.changes.proof.repairs import is_repair
from crdiff.dialects.registry import read
from crdiff.errors import UnreadableText
from crdiff.importers.document import Tracked, import_document
from crdiff.model.release import Release
from crdiff.model.tree import walk
from crdiff.text.normalise import fold_typography

# Where the .txt of 2004-02-01, but not the .rtf, prints the inner of two opening quotes as a double one.
QUOTES = {"202.2b", "404.3", "407.2", "410.8", "502.23a", "503.3", "If", "Infinity Rule (Informal)"}

EXPLAINED: dict[str, set[str]] = {
    "2004-02-01.rtf": QUOTES,
    "2009-05-01.pdf": set(),
    "2012-10-01.rtf": set(),
    "2013-02-01.docx": set(),
    "2018-10-05.docx": set(),
    "2024-06-07.docx": set(),
    "2024-06-07.pdf": set(),
}


@pytest.fixture(scope="module")
def document(shared: Path) -> Callable[[str], Release]:
    """Return a function that reads one of the documents, each once."""
    return cache(lambda name: read((shared / "documents" / name).read_bytes(), name))


@pytest.mark.parametrize("name", EXPLAINED)
def test_a_document_has_the_tree_of_the_official_text(
    official: Callable[[str], Release], document: Callable[[str], Release], name: str
) -> None:
    """Clause by clause, but for typography and for the dashes that the .txt of 2009-05-01 lost."""
    release, text = document(name), official(name[:10])
    assert release.effective == text.effective
    assert release.title == text.title
    assert release.source.encoding == name[11:]
    assert [(node.number, node.kind) for node in walk(release)] == [(node.number, node.kind) for node in walk(text)]
    differing = {where for where, one, other in pairs(release, text) if differ(one, other)}
    assert differing == EXPLAINED[name]


@pytest.mark.parametrize("name", EXPLAINED)
def test_a_document_has_the_other_parts_of_the_official_text(
    official: Callable[[str], Release], document: Callable[[str], Release], name: str
) -> None:
    """The .txt of 2013-02-01 breaks off in its glossary; the .docx is whole."""
    release, text = document(name), official(name[:10])
    assert [len(release.front), len(release.contents)] == [len(text.front), len(text.contents)]
    if name == "2013-02-01.docx":
        assert (len(release.glossary), len(text.glossary)) == (474, 31)
        return
    terms = [[fold_typography(entry.term).strip("?'\"") for entry in each.glossary] for each in (release, text)]
    assert terms[0] == terms[1]
    assert len(release.credits) == len(text.credits)


def pairs(one: Release, other: Release) -> Iterator[tuple[str, str, str]]:
    """Yield the texts that stand at the same place in both, with the place."""
    for here, there in zip(walk(one), walk(other), strict=True):
        yield str(here.number), here.clause.wording, there.clause.wording
        for mine, its in zip(here.clause.examples, there.clause.examples, strict=True):
            yield str(here.number), mine, its
    for entry, its_entry in zip(one.glossary, other.glossary, strict=False):
        if entry.term == "Attack Multiple Players Option":
            return  # where the .txt of 2013-02-01 breaks off
        yield entry.term, entry.text, its_entry.text


def differ(one: str, other: str) -> bool:
    one, other = fold_typography(one), fold_typography(other)
    return one != other and not is_repair(one, other)


def test_a_docx_is_read_with_its_line_breaks_tabs_and_hyphens() -> None:
    document = Document()
    document.add_paragraph("100.1. A rule.")
    document.add_paragraph("Example: one\nSecond line\tafter a tab")
    document.add_paragraph("")
    assert text_of(saved(document)) == "100.1. A rule.\nExample: one\nSecond line\tafter a tab\n"


def test_tracked_changes_are_accepted_or_rejected() -> None:
    document = tracked_document()
    assert text_of(document) == "100.1. A player may draw two cards.\n100.2. Kept, then joined."
    assert text_of(document, Tracked.ORIGINAL) == "100.1. A player draws a card.\n100.2. Kept,\nthen joined."


def tracked_document() -> bytes:
    """Make a document with an insertion, a deletion and a deleted paragraph mark."""
    return docx(
        paragraph(kept("100.1. A player "), inserted("may draw two cards"), deleted("draws a card"), kept(".")),
        paragraph(kept("100.2. Kept,"), inserted(" "), mark=deleted()),
        paragraph(kept("then joined.")),
    )


def saved(document: Document) -> bytes:
    held = BytesIO()
    document.save(held)
    return held.getvalue()


def text_of(raw: bytes, tracked: Tracked = Tracked.FINAL) -> str:
    found = import_document(raw, tracked)
    assert found is not None
    assert found.format == "docx"
    return found.text


def test_a_document_under_the_name_of_a_plain_text_is_refused(shared: Path) -> None:
    raw = (shared / "documents" / "2009-05-01.pdf").read_bytes()
    with pytest.raises(UnreadableText, match=r"^the file is a PDF document, not plain text; expected"):
        read(raw, "2009-05-01.txt")


def test_a_library_that_is_not_installed_is_named_with_the_way_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "crdiff.importers.pdf", raising=False)
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    with pytest.raises(UnreadableText, match=r".pdf needs pypdfium2; pip install 'crdiff\[import\]' brings it"):
        import_document(b"%PDF-1.4")


@pytest.mark.parametrize("raw", [b"100.1. A rule.", b"", b"GIF89a"])
def test_what_is_no_document_is_left_to_the_decoder(raw: bytes) -> None:
    assert import_document(raw) is None
