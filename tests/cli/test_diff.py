"""``crdiff diff`` as its users run it: formats, choices, exit codes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.cli.conftest import Run

Texts = tuple[Path, Path]


def test_an_option_of_one_format_leaves_the_others_as_they_are(crdiff: Run, texts: Texts, tmp_path: Path) -> None:
    for option in (("--side-by-side",), ("--context", "1")):
        alone = {form: crdiff("diff", *texts, *option, "--format", form).stdout for form in ("text", "html")}
        forms = {**alone, **{form: crdiff("diff", *texts, "--format", form).stdout for form in ("json", "sarif")}}
        done = crdiff("diff", *texts, *option, *(f"--report={form}={tmp_path / form}" for form in forms))
        assert done.stdout == alone["text"]
        assert {form: (tmp_path / form).read_bytes() for form in forms} == forms


def test_the_same_bytes_come_out_under_any_hash_seed_and_from_any_folder(shared: Path, tmp_path: Path) -> None:
    """2018-04-27 has rewordings, references that follow, and lists: everything that sets could put out of order."""
    names = [str((shared / "cr" / f"{date}.txt").resolve(strict=True)) for date in ("2018-01-19", "2018-04-27")]
    said = {
        subprocess.run(
            [sys.executable, "-m", "crdiff", "diff", *names, "--format", "json"],
            capture_output=True,
            cwd=folder,
            env={**os.environ, "CRDIFF_HOME": str(tmp_path / "home"), "PYTHONHASHSEED": seed},
            check=True,
        ).stdout
        for seed, folder in (("1", tmp_path), ("4711", Path(__file__).parent))
    }
    assert len(said) == 1
