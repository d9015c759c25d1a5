"""Pull requests of every kind: what a job of ``crdiff diff`` and ``crdiff lint`` says of each, in every form."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec.json
import pytest
from clean_text import CLEAN, broken
from commands import run_command
from junitparser import JUnitXml
from repositories import git
from table import table
from tracked_document import docx, kept, paragraph

REWORDED = ("at any time.", "whenever they like.")
STALE = ("see rule 101.2a)", "see rule 101.2c)")
# State of a text -> its bytes.
STATES = {
    "clean": CLEAN.encode(),
    "reworded": broken(REWORDED).encode(),
    "stale": broken(STALE).encode(),
    "both": broken(REWORDED, STALE).encode(),
    "open": CLEAN.replace("101.2a ", "101.2+ ", 1).encode(),
    "cut": CLEAN.encode()[: len(CLEAN) // 2],
    "empty": b"",
    "binary": bytes(range(256)),
    "prose": b"Not a rule.\n",
    "document": docx(*(paragraph(kept(line)) for line in CLEAN.split("\n"))),
    "edited document": docx(*(paragraph(kept(line)) for line in broken(REWORDED).split("\n"))),
}


def job(folder: Path, command: str, *words: str) -> tuple[int, int, int, int, int]:
    """Return the exit code of a command with what is in its annotations, JUnit, SARIF and comment, -1 for none."""
    forms = [f"--report={form}={folder / command}.{form}" for form in ("junit", "sarif", "markdown")]
    done = run_command([command, "-q", "--format", "github", *forms, *words], folder, os.environ)
    assert b"Traceback" not in done.stderr
    assert (done.returncode == 2) == (done.stdout == b"")
    if done.returncode == 2:
        assert len(done.stderr.splitlines()) == 1
        return 2, -1, -1, -1, -1
    told = sum(line.startswith((b"::error", b"::warning", b"::notice")) for line in done.stdout.splitlines())
    log = msgspec.json.decode((folder / f"{command}.sarif").read_bytes())
    failures = JUnitXml.fromfile(str(folder / f"{command}.junit")).failures
    comment = (folder / f"{command}.markdown").read_text("utf-8")
    entries = len(re.findall(r"^(?:\*\*|\| (?!where|---))", comment, re.MULTILINE))
    return done.returncode, told, failures, len(log["runs"][0]["results"]), entries


@pytest.mark.slow
@table
def test_a_pull_request_ends_as_it_should(
    before: Mapping[str, str], after: Mapping[str, str], diff: list[Any], lint: list[Any], tmp_path: Path
) -> None:
    """A list has the words of a command, then what `job` returns."""
    git(tmp_path, "init", "--quiet", "--initial-branch=main")
    git(tmp_path, "commit", "--quiet", "--allow-empty", "--message", "Begin")
    for state in (before, after):
        for path in [*tmp_path.glob("*.txt"), *tmp_path.glob("*.docx")]:
            path.unlink()
        for name, content in state.items():
            (tmp_path / name).write_bytes(STATES[content])
        if state is before and before:
            git(tmp_path, "add", "--all")
            git(tmp_path, "commit", "--quiet", "--message", "Before")
    for command, (words, *expected) in (("diff", diff), ("lint", lint)):
        if words:
            assert [*job(tmp_path, command, *words.split())] == expected, command
