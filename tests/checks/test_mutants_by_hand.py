"""Every change to the game model that people thought of, and that no check noticed once, is noticed by one today."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GOLD = Path(os.environ.get("CRDIFF_SHARED") or ROOT.parent / "shared") / "gold" / "mutants.json"


@pytest.mark.whole
@pytest.mark.skipif(not GOLD.is_file(), reason="the mutants made by hand are not at hand")
def test_a_check_bound_to_a_clause_notices_each_mutant_made_by_hand(tmp_path: Path) -> None:
    noticed = tmp_path / "noticed.json"
    options = ["-q", "--crdiff-built-in", "-p", "tests.support.mutants_by_hand", "-p", "no:cacheprovider"]
    environment = {**os.environ, "CRDIFF_MUTANTS": str(GOLD), "CRDIFF_NOTICED": str(noticed)}
    command = [sys.executable, "-m", "pytest", "tests/rules", *options]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    found = json.loads(noticed.read_text("utf-8"))
    assert [each["id"] for each in json.loads(GOLD.read_text("utf-8")) if not found[each["id"]]] == []
