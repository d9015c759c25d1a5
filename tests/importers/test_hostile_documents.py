"""Whatever a document is, reading it ends in a release or in one clear line, soon and in little memory."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from hostile_documents import DOCUMENTS, DOCX, PDF, RTF
from soon import ends_soon
from table import rows_of

from crdiff.dialects.registry import read
from crdiff.errors import CrdiffError

MEGABYTES = 500


# Document -> what is said of it.
REFUSED = {row["document"]: row["said"] for row in rows_of(__file__, "refused")}
BOMBS = (
    *("docx: bomb", "docx: bomb of text", "docx: bomb_paras10m", "docx: runs without end", "docx: a long attribute"),
    *("docx: very deep", "rtf: groups without end", "pdf: a bomb of spaces", "pdf: a bomb of text"),
)


@pytest.mark.parametrize("name", [name for name in DOCUMENTS if name not in BOMBS])
def test_a_document_is_read_or_refused_in_one_line_with_the_reason(name: str) -> None:
    raw = DOCUMENTS[name]()
    try:
        with ends_soon():
            release = read(raw, "rules")
    except CrdiffError as error:
        line = str(error.at("rules"))
        assert line.startswith("rules:")
        assert line.isprintable()
        assert "; expected " in line
        assert REFUSED.get(name, "") in line
    else:
        assert name not in REFUSED
        assert release.placements


# A small process that starts the command: the memory of the one that starts it counts as the command's own.
_MEASURED = """
import os, subprocess, sys
child = subprocess.Popen([sys.executable, "-m", "crdiff", "parse", "rules"], stdout=subprocess.DEVNULL)
_, status, usage = os.wait4(child.pid, 0)
print(os.waitstatus_to_exitcode(status), usage.ru_maxrss)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the memory of a child is counted in another unit")
@pytest.mark.parametrize("name", BOMBS)
def test_a_document_that_explodes_takes_little_memory(name: str, tmp_path: Path) -> None:
    (tmp_path / "rules").write_bytes(DOCUMENTS[name]())
    call = [sys.executable, "-c", _MEASURED]
    with ends_soon():
        done = subprocess.run(call, cwd=tmp_path, capture_output=True, text=True, check=False)
    status, kilobytes = map(int, done.stdout.split())
    assert (status, done.stderr.count("\n")) == (2, 1), done.stderr
    assert re.match(r"rules:.*; expected ", done.stderr)
    assert REFUSED.get(name, "") in done.stderr
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
