"""The marker, its mistakes, and what a run without checks costs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCENARIO = """
import pytest
from crdiff.game.players import opponents
from crdiff.game.state import new_game
"""


def _pytest(folder: Path, source: str, *options: str) -> subprocess.CompletedProcess[str]:
    (folder / "test_it.py").write_text(source, "utf-8")
    (folder / "pytest.ini").write_text("[pytest]\naddopts = -p no:cacheprovider --strict-markers\n", "utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-rs", *options]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_a_run_without_checks_imports_nothing_of_crdiff_but_the_plugin(tmp_path: Path) -> None:
    source = """
import sys

def test_modules():
    assert sorted(name for name in sys.modules if name.startswith("crdiff")) == ["crdiff", "crdiff.pytest_plugin"]
"""
    done = _pytest(tmp_path, source)
    assert done.returncode == 0, done.stdout
    assert "clauses" not in done.stdout


def test_an_unknown_number_fails_with_the_nearest_ones(tmp_path: Path) -> None:
    done = _pytest(tmp_path, "import pytest\n@pytest.mark.clause('720.55', release='2024-06-07')\ndef test(): pass")
    assert done.returncode == 1
    assert "orphaned: 720.55 is no clause of 2024-06-07; expected 720.5" in done.stdout


def test_a_number_that_means_nothing_today_is_told_when_it_did(tmp_path: Path) -> None:
    done = _pytest(tmp_path, "import pytest\n@pytest.mark.clause('507.3b')\ndef test(): pass")
    assert done.returncode == 0
    assert "nothing is known of 507.3b of 2024-06-07, whose text is not held; expected 507.3b of" in done.stdout
    assert "507.3b of 2003-10-01 to 2009-05-01 (today 720.6), or a corpus with the whole text" in done.stdout


def test_a_number_whose_clause_is_gone_is_told_so(tmp_path: Path) -> None:
    done = _pytest(tmp_path, "import pytest\n@pytest.mark.clause('507.4')\ndef test(): pass")
    assert "expected 507.4 of 2003-10-01 to 2009-05-01 (gone since), or a corpus" in done.stdout


def test_a_number_of_a_release_to_come_is_pending(tmp_path: Path) -> None:
    done = _pytest(tmp_path, "import pytest\n@pytest.mark.clause('720.10', release='2030-01-01')\ndef test(): 1 / 0")
    assert done.returncode == 0
    assert "pending: nothing is known of 720.10 of 2030-01-01" in done.stdout


@pytest.mark.parametrize("marker", ["clause()", "clause(720)", "clause('720.5', edition='2024-06-07')"])
def test_a_marker_that_names_no_clause_is_a_usage_error(tmp_path: Path, marker: str) -> None:
    done = _pytest(tmp_path, f"import pytest\n@pytest.mark.{marker}\ndef test(): pass")
    assert done.returncode not in {0, 1}
    assert "does not fit clause(number, release='', says='')" in done.stdout + done.stderr


def test_a_check_of_the_model_that_asserts_nothing_fails_as_unproved(tmp_path: Path) -> None:
    source = (
        SCENARIO
        + """
@pytest.mark.clause("102.2", release="2024-06-07")
def test_nothing(crdiff_rules):
    new_game(crdiff_rules, "Ann", "Bob")
"""
    )
    done = _pytest(tmp_path, source, "--crdiff-release", "2024-06-07", "--crdiff-report", "report.json")
    assert done.returncode == 1
    assert "unproved: nothing shows that it can fail for 2009-07-11-102.2" in done.stdout
    report = json.loads((tmp_path / "report.json").read_text("utf-8"))
    assert report["summary"]["unproved"] == 1
    assert report["summary"]["uncovered"] == 1


def test_a_check_that_depends_on_a_clause_it_does_not_name_fails_as_unproved(tmp_path: Path) -> None:
    source = (
        SCENARIO
        + """
@pytest.mark.clause("102.2", release="2024-06-07")
def test_two_things(crdiff_rules):
    assert opponents(new_game(crdiff_rules, "Ann", "Bob"), "Ann") == ("Bob",)
    from crdiff.game.players import active_players
    from crdiff.game.turns import next_turn
    assert active_players(next_turn(new_game(crdiff_rules, "Ann", "Bob"))) == ("Bob",)
"""
    )
    done = _pytest(tmp_path, source, "--crdiff-release", "2024-06-07")
    assert "it fails without 'the active player is the player whose turn it is'" in done.stdout


def test_a_suspect_check_passes_and_the_run_prints_the_command_that_accepts_it(tmp_path: Path) -> None:
    source = "import pytest\n@pytest.mark.clause('507.2', release='2008-02-01')\ndef test(crdiff_release): pass"
    done = _pytest(tmp_path, source, "--crdiff-release", "2024-06-07")
    assert done.returncode == 0
    assert 'once reviewed: crdiff checks accept 720.4 --release 2024-06-07 --reason "…"' in done.stdout


def test_a_broken_file_of_reviews_is_a_usage_error_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "reviewed.toml").write_text("broken", "utf-8")
    done = _pytest(tmp_path, "import pytest\n@pytest.mark.clause('102.2')\ndef test(): pass")
    assert "reviewed.toml: no file of reviews" in done.stdout + done.stderr


def test_a_failing_check_is_reported_with_its_message(tmp_path: Path) -> None:
    source = "import pytest\n@pytest.mark.clause('102.2')\ndef test(crdiff_release):\n    assert crdiff_release == 'x'"
    _pytest(tmp_path, source, "--crdiff-release", "2024-06-07", "--crdiff-report", "report.json")
    (check,) = json.loads((tmp_path / "report.json").read_text("utf-8"))["checks"]
    assert (check["runs"][0]["outcome"], check["runs"][0]["message"]) == (
        "failed",
        "AssertionError: assert '2024-06-07' == 'x'",
    )
