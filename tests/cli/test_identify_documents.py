"""``crdiff identify`` reads documents of Word and .pdf as it reads text."""

from __future__ import annotations

import json
import zlib
from pathlib import Path

import pytest

from benchmarks.fuzz_inputs import page_document
from tests.cli.conftest import Run
from tests.cli.test_identify import RULE
from tests.cli.test_identify import home as home  # noqa: PLC0414 - a fixture
from tests.cli.test_identify import two_releases as two_releases  # noqa: PLC0414 - what it asks for

SLIP = RULE.replace("overwrite", "overwirte")
OWN = "Our league had this question last week, and here is what the book has to say about it."


def _quoted(crdiff: Run, name: str) -> tuple[object, list[str]]:
    done = crdiff("identify", name, "--format", "json")
    assert done.returncode == 0, done.stderr
    (document,) = json.loads(done.stdout)["documents"]
    (passage,) = document["passages"]
    (clause,) = passage["clauses"]
    return clause["number"], [slip["written"] for slip in clause["slips"]]


def test_a_document_of_word(crdiff: Run, home: Path) -> None:
    docx = pytest.importorskip("docx")
    document = docx.Document()
    document.add_heading("Mindslaver at our table", 1)
    document.add_paragraph(OWN)
    document.add_paragraph(f"720.1a {SLIP}", style="List Bullet")
    cells = document.add_table(rows=1, cols=2).rows[0].cells
    cells[0].text, cells[1].text = "who", "nobody"
    document.save(home / "page.docx")
    assert _quoted(crdiff, "page.docx") == ("720.1a", ["overwirte"])


def test_a_pdf_whose_lines_are_broken(crdiff: Run, home: Path) -> None:
    pytest.importorskip("pypdfium2")
    words = f"720.1a {SLIP}".split()
    lines = [OWN, "", *(" ".join(words[at : at + 9]) for at in range(0, len(words), 9))]
    (home / "page.pdf").write_bytes(_pdf(lines))
    assert _quoted(crdiff, "page.pdf") == ("720.1a", ["overwirte"])


def _pdf(lines: list[str]) -> bytes:
    """Return a page of lines, one below the other."""
    shown = " ".join(f"({line}) Tj 0 -14 Td" for line in lines)
    return page_document(zlib.compress(f"BT /F1 10 Tf 72 720 Td {shown} ET".encode()))
