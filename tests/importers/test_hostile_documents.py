"""Whatever a document is, reading it ends in a release or in one clear line, soon and in little memory."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hostile_documents import DOCUMENTS, DOCX, PDF, RTF
from soon import ends_soon

from crdiff.dialects.registry import read
from crdiff.errors import CrdiffError, UnreadableText

MEGABYTES = 500


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_is_read_or_refused_in_one_line(name: str) -> None:
    raw = DOCUMENTS[name]()
    try:
        with ends_soon():
            release = read(raw, "rules")
    except CrdiffError as error:
        line = str(error.at("rules"))
        assert line.startswith("rules:")
        assert line.isprintable()
        assert "; expected " in line
    else:
        assert release.placements


REFUSED = {
    "badrels": "the document's XML is damaged",
    "badtypes": "the document's XML is damaged",
    "rels upwards": "the file is a zip archive, but not a Word document",
    "badxml": "the document's XML is damaged",
    "emptyxml": "the document's XML is damaged",
    "wrongroot": "the file is a zip archive, but not a Word document",
    "nobody": "the archive holds a document without text",
    "ctrl reference": "the document's XML is damaged",
    "c1 reference": "control character U+009B at column 29",
    "deep": "the document's XML is more than 256 elements deep",
    "entity_bomb": "the document's XML declares entities",
    "entity": "the document's XML declares entities",
    "entity of a file": "the document's XML declares entities",
    "utf-16 doctype": "the document's XML declares entities",
    "unknown entity": "the document's XML is damaged",
    "bomb": "the archive holds 100,000,",
    "bomb_paras10m": "the document has more than 500,000 paragraphs",
    "enc": "the archive is encrypted",
    "method99": "the archive cannot be unpacked",
    "more said than there": "the archive holds 2,147,483,648 bytes",
    "a million members": "the archive holds more than 10,000 files",
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_word_document_is_refused_with_the_reason(name: str) -> None:
    with pytest.raises(UnreadableText) as caught:
        read(DOCX[name](), "rules.docx")
    assert str(caught.value).startswith(REFUSED[name])


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (RTF["u99999999999"], r"the \.rtf document has \\u9999999999, which is no character"),
        (RTF["groups without end"], r"the \.rtf document has more than 10,000 groups in one another"),
        (RTF["escape by byte"], r"control character U\+001B at column 10"),
        (PDF["encrypted"], r"the \.pdf document cannot be opened \(incorrect password error\); expected a whole one"),
        (PDF["many pages"], r"the \.pdf document cannot be opened \(50,000 pages are more than 10,000"),
        (PDF["a bomb of text"], r"the \.pdf document takes more than 8 s or 384 MB to read"),
    ],
    ids=["number", "groups", "control", "encrypted", "pages", "bomb"],
)
def test_an_rtf_and_a_pdf_are_refused_with_the_reason(raw: object, reason: str) -> None:
    assert callable(raw)
    with pytest.raises(UnreadableText, match=f"^{reason}"):
        read(raw(), "rules")


BOMBS = (
    *("docx: bomb", "docx: bomb of text", "docx: bomb_paras10m", "docx: runs without end", "docx: a long attribute"),
    *("docx: very deep", "rtf: groups without end", "pdf: a bomb of spaces", "pdf: a bomb of text"),
)


_MEASURED = """
import os, subprocess, sys
child = subprocess.Popen([sys.executable, "-m", "crdiff", "parse", "rules"], stdout=subprocess.DEVNULL)
_, status, usage = os.wait4(child.pid, 0)
print(os.waitstatus_to_exitcode(status), usage.ru_maxrss)
"""
"""A small process that starts the command: the memory of the one that starts it counts as the command's own."""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the memory of a child is counted in another unit")
@pytest.mark.parametrize("name", BOMBS)
def test_a_document_that_explodes_takes_little_memory(name: str, tmp_path: Path) -> None:
    (tmp_path / "rules").write_bytes(DOCUMENTS[name]())
    done = subprocess.run([sys.executable, "-c", _MEASURED], cwd=tmp_path, capture_output=True, text=True, check=False)
    status, kilobytes = map(int, done.stdout.split())
    assert (status, done.stderr.count("\n")) == (2, 1), done.stderr
    assert kilobytes >> 10 < MEGABYTES


def test_a_folder_with_such_documents_gives_what_else_is_in_it(tmp_path: Path, small_release: bytes) -> None:
    folder = tmp_path / "given"
    folder.mkdir()
    for at, name in enumerate(("enc", "badxml", "entity_bomb", "method99", "wrongroot")):
        (folder / f"a{at}.docx").write_bytes(DOCX[name]())
    (folder / "a.rtf").write_bytes(RTF["u_long"]())
    (folder / "a.pdf").write_bytes(PDF["broken"]())
    (folder / "b.txt").write_bytes(small_release)
    command = [sys.executable, "-m", "crdiff", "corpus", "add", str(folder), "--corpus", str(tmp_path / "corpus")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = done.stderr.splitlines()
    assert done.returncode == 2
    assert len([line for line in lines if line.startswith(str(folder))]) == 7, done.stderr
    assert "mistake" not in done.stderr
    assert "1 added" in done.stdout
