"""The commands that ask about citations start fast: none loads what reads or compares texts."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

LOADED = """
import sys
from crdiff.cli.app import run
code = run(["cite", *sys.argv[1:], "-q", "-o", "answer"])
heavy = ("crdiff.align.engine", "crdiff.lint", "crdiff.dialects", "crdiff.pages", "crdiff.importers")
sys.exit(code or " ".join(sorted(name for name in sys.modules if name.startswith(heavy))) or None)
"""


@pytest.mark.parametrize(
    "command", ["check", "check --format markdown", "check --format sarif", "list", "date", "update", "explain b.md:1"]
)
def test_no_command_loads_what_reads_or_compares_texts(tmp_path: Path, command: str) -> None:
    (tmp_path / "b.md").write_text("CR 704.5a\n")
    environment = {**os.environ, "CRDIFF_HOME": str(tmp_path / "none")}
    call = [sys.executable, "-c", LOADED, *command.split()]
    done = subprocess.run(call, cwd=tmp_path, env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
