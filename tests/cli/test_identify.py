"""``crdiff identify`` on a document of broken lines; tests/golden/sessions has what it says of others."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest

from benchmarks.fuzz_inputs import page_document
from tests.cli.conftest import Run, built
from tests.cli.test_sessions import TWO_RELEASES

OWN = "Our league had this question last week, and here is what the book has to say about it."


def test_a_pdf_whose_lines_are_broken(crdiff: Run, tmp_path: Path) -> None:
    pytest.importorskip("pypdfium2")
    built(tmp_path, TWO_RELEASES)
    words = f"720.1a {TWO_RELEASES['2024-06-07']['720.1a'].replace('overwrite', 'overwirte')}".split()
    lines = [OWN, "", *(" ".join(words[at : at + 9]) for at in range(0, len(words), 9))]
    shown = " ".join(f"({line}) Tj 0 -14 Td" for line in lines)
    (tmp_path / "page.pdf").write_bytes(page_document(zlib.compress(f"BT /F1 10 Tf 72 720 Td {shown} ET".encode())))
    (document,) = crdiff.json("identify", "page.pdf")["documents"]
    ((clause,),) = (passage["clauses"] for passage in document["passages"])
    assert (clause["number"], [slip["written"] for slip in clause["slips"]]) == ("720.1a", ["overwirte"])
