"""The numbers of a made release are given again: they are taken out of it, and come back byte for byte."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from open_draft import open_draft

from crdiff.dialects.registry import read, read_lines
from crdiff.exporters.edit import in_order
from crdiff.exporters.plain import edited_text
from crdiff.model.release import Release
from crdiff.renumber import renumber

MARK = b"\xef\xbb\xbf"


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 10])
def test_numbers_taken_out_of_a_release_come_back(
    shared: Path, official: Callable[[str], Release], tmp_path: Path, seed: int
) -> None:
    made, answers = tmp_path / "next.txt", tmp_path / "next.json"
    arguments = ["--date", "2027-01-08", "--seed", str(seed), "-o", made, "--answers", answers]
    program = shared / "eval" / "future.py"
    if not program.is_file():
        pytest.skip("no program that makes a next release")
    newest = shared / "cr" / "2026-04-17.txt"
    subprocess.run([sys.executable, program, newest, *arguments], check=True, capture_output=True)
    told = json.loads(answers.read_text("utf-8"))
    draft = open_draft(made.read_bytes().decode("utf-8-sig"), told)
    raw = MARK + draft.draft.encode()
    old = official("2026-04-17")
    done = renumber(read(raw, "draft.txt"), read_lines(raw, "draft.txt"), old)
    assert edited_text(raw, in_order(done.edits)) == MARK + draft.numbered.encode()
    rows = {row.label: str(row.new) for row in done.rows if row.old and row.new}
    assert rows == told["moved"]
    assert {str(row.new) for row in done.rows if not row.old} == set(told["added"])
    assert [str(row.old) for row in done.rows if not row.new] == told["removed"]
    assert done.left == ()
    assert draft.draft.count("+ ") >= 1
