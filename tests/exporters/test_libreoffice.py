"""LibreOffice opens a document with tracked changes, keeps them, and reads the text that crdiff reads."""

from __future__ import annotations

import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest
from lxml import etree
from tracked_document import deleted, docx, inserted, kept, paragraph
from undoing import main_xml

from crdiff.exporters import rewritten
from crdiff.exporters.tracked import Signature
from crdiff.importers.docx import docx_text
from crdiff.text.edit import TextEdit

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_BY = Signature("crdiff", datetime(2026, 11, 23, 4, 5, 6, tzinfo=UTC))


def _opened(folder: Path) -> bytes:
    """Return the document in `folder` as LibreOffice writes it after reading it."""
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    command = [
        "soffice",
        profile,
        "--headless",
        "--convert-to",
        "docx:MS Word 2007 XML",
        "--outdir",
        "out",
        "draft.docx",
    ]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return (folder / "out" / "draft.docx").read_bytes()


def _changes(raw: bytes) -> list[tuple[str, str, str]]:
    """Return the kind, the date and the text of each change that crdiff tracked."""
    root = etree.fromstring(main_xml(raw))
    return [
        (change.tag.removeprefix(_W), change.get(f"{_W}date"), "".join(change.itertext()))
        for change in root.iter(f"{_W}ins", f"{_W}del")
        if change.get(f"{_W}author") == "crdiff"
    ]


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
def test_libreoffice_shows_each_tracked_change_with_its_author_and_its_date(tmp_path: Path) -> None:
    raw = docx(
        paragraph(kept("See rule 704.5k, and the "), inserted("new "), deleted("old "), kept("the words")),
        paragraph(kept("No stop")),
    )
    text = "\n".join(docx_text(raw, original=False).lines)
    number, doubled, end = text.index("704.5k"), text.index(" the words"), text.index("No stop") + len("No stop")
    edits = [TextEdit(number, number + 6, "704.5m"), TextEdit(doubled, doubled + 4, ""), TextEdit(end, end, ".")]
    made = rewritten(raw, "draft.docx", edits, _BY)
    (tmp_path / "draft.docx").write_bytes(made)
    opened = _opened(tmp_path)
    when = "2026-11-23T04:05:06Z"
    assert set(_changes(opened)) >= {("del", when, "704.5k"), ("ins", when, "704.5m"), ("ins", when, ".")}
    for original in (False, True):
        said, read = ("\n".join(docx_text(one, original=original).lines).split() for one in (made, opened))
        assert said == read
