"""The marker, its mistakes, and what a run without checks costs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from commands import run_pytest
from jsonschema import Draft202012Validator
from small_archive import fill
from table import table

from crdiff.reports.schemas import schema
from crdiff.store.embedded.corpus import load_corpus
from tests.small_releases import RELEASES

SCENARIO = """
import pytest
from crdiff.game.players import opponents
from crdiff.game.state import new_game
"""


def _pytest(folder: Path, source: str, *options: str) -> subprocess.CompletedProcess[str]:
    (folder / "test_it.py").write_text(source, "utf-8")
    (folder / "pytest.ini").write_text("[pytest]\naddopts = -p no:cacheprovider --strict-markers\n", "utf-8")
    return run_pytest(["-q", "-rs", *options], folder)


def test_a_run_without_checks_imports_nothing_of_crdiff_but_the_plugin_and_the_version(tmp_path: Path) -> None:
    source = """
import sys

def test_modules():
    found = {name for name in sys.modules if name.startswith("crdiff")}
    assert found == {"crdiff", "crdiff.version", "crdiff.pytest_plugin"}
"""
    (tmp_path / "test_it.py").write_text(source, "utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "clauses" not in done.stdout


@table
def test_what_a_marker_names_is_a_clause_or_told_for_what_it_is(
    tmp_path: Path, named: str, code: int, said: str
) -> None:
    done = _pytest(tmp_path, f"import pytest\n@pytest.mark.clause({named})\ndef test(): 1 / 0")
    assert (done.returncode, said in done.stdout) == (code, True), done.stdout


@pytest.mark.parametrize("marker", ["clause()", "clause(720)", "clause('720.5', edition='2024-06-07')"])
def test_a_marker_that_names_no_clause_fails_its_own_test_and_no_other(tmp_path: Path, marker: str) -> None:
    """All that is wrong is told at once, and the report claims nothing of a test that did not run."""
    wrong = f"@pytest.mark.{marker}\n@pytest.mark.clause('704.5', release='2024-13-01')\ndef test_wrong(): pass"
    right = "@pytest.mark.clause('102.2', release='2024-06-07')\ndef test_right(): pass"
    done = _pytest(tmp_path, f"import pytest\n{wrong}\n{right}", "--crdiff-report", "report.json")
    assert (done.returncode, "1 passed, 1 error" in done.stdout) == (1, True)
    assert "does not fit clause(number, release='', says='')" in done.stdout
    assert "'2024-13-01' is not a date" in done.stdout
    report = json.loads((tmp_path / "report.json").read_text("utf-8"))
    assert [len(check["runs"]) for check in report["checks"]] == [1, 0]


def test_a_report_claims_nothing_of_tests_that_were_left_out(tmp_path: Path) -> None:
    tests = "".join(
        f"@pytest.mark.clause('{n}', release='2024-06-07')\ndef test_{i}(): pass\n"
        for i, n in enumerate(("102.2", "102.3"))
    )
    _pytest(tmp_path, f"import pytest\n{tests}", "-k", "test_0", "--crdiff-report", "report.json")
    summary = json.loads((tmp_path / "report.json").read_text("utf-8"))["summary"]
    assert (summary["clauses"], summary["runs"]) == (1, 1)


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
    assert 'once reviewed: crdiff checks accept 720.4 test_it.py --at 2024-06-07 --reason "…"' in done.stdout


def test_a_broken_file_of_reviews_is_a_usage_error_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "reviewed.toml").write_text("broken", "utf-8")
    done = _pytest(tmp_path, "import pytest\n@pytest.mark.clause('102.2')\ndef test(): pass")
    assert "reviewed.toml: not a file of reviews" in done.stdout + done.stderr


OF_PLAYERS = """
import pytest
class TestPlayers:
    @pytest.mark.parametrize("player", ["Ann", "Bob", "Cat"])
    @pytest.mark.clause("102.2")
    def test_of_each(self, crdiff_release, player):
        assert player != "Bob"
"""


def test_a_check_that_fails_under_one_parameter_is_reported_as_failed_with_its_message(tmp_path: Path) -> None:
    _pytest(tmp_path, OF_PLAYERS, "--crdiff-release", "2024-06-07", "--crdiff-report", "report.json")
    report = json.loads((tmp_path / "report.json").read_text("utf-8"))
    Draft202012Validator(json.loads(schema("checks"))).validate(report)
    ((run,),) = (check["runs"] for check in report["checks"])
    assert (run["outcome"], run["message"]) == ("failed", "AssertionError: assert 'Bob' != 'Bob'")


COUNTED = Path(__file__).with_name("counted.txt").read_text("utf-8")


def test_a_check_is_played_as_often_as_releases_can_differ_for_it_and_reported_for_each(tmp_path: Path) -> None:
    """Two releases that differ in nothing but a date: the rules are the same, and so is every wording."""
    texts = tmp_path / "texts"
    texts.mkdir()
    corpus = load_corpus()
    text = corpus.raw(corpus.edition("720-mtg-wiki")).decode()
    for day in ("June 7", "August 2"):
        (texts / f"{day}.txt").write_text(text.replace("June 7", day), "utf-8")
    options = ("--crdiff-corpus", str(texts), "--crdiff-report", "report.json")
    done = _pytest(tmp_path, COUNTED, *options)
    assert "4 passed" in done.stdout, done.stdout  # one, two of a release, one of the rules
    report = json.loads((tmp_path / "report.json").read_text("utf-8"))
    played = {check["name"]: [run["release"] for run in check["runs"]] for check in report["checks"]}
    both = ["2024-06-07", "2024-08-02"]
    assert played == {"of a release": both, "of an engine without a release": both[1:], "of rules": both}


def test_a_failure_under_the_rules_is_one_of_every_release_that_has_them(tmp_path: Path) -> None:
    source = COUNTED.replace("assert rules_by_name.has", "assert not rules_by_name.has")
    _pytest(tmp_path, source, "--crdiff-built-in", "--crdiff-report", "report.json")
    report = json.loads((tmp_path / "report.json").read_text("utf-8"))
    (check,) = [check for check in report["checks"] if check["name"] == "of rules"]
    assert [run["outcome"] for run in check["runs"]] == ["failed"] * 4


def test_the_corpus_is_that_of_every_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The option, the ini file, the environment, in this order; where none is named, the end of the run tells which."""
    here = fill(tmp_path / "here")
    fill(tmp_path / "there", {"2009-07-11": RELEASES["2009-07-11"]})
    source = "import pytest\n@pytest.mark.clause('710.2')\ndef test(crdiff_release): pass"
    assert "in 4 releases" in _pytest(tmp_path, source.replace("710.2", "720.2")).stdout
    monkeypatch.setenv("CRDIFF_HOME", str(here))
    told = _pytest(tmp_path, source).stdout
    assert f"the corpus is {here} ($CRDIFF_HOME)" in told
    assert f"in {len(RELEASES)} releases" in told
    ini = ("-o", "crdiff_corpus=there")
    in_ini = _pytest(tmp_path, source, *ini).stdout
    assert "in 1 release" in in_ini
    assert "the corpus is" not in in_ini
    assert (
        f"in {len(RELEASES)} releases"
        in _pytest(tmp_path, source, "-o", "crdiff_corpus=there", "--crdiff-corpus", "here").stdout
    )
    built_in = _pytest(tmp_path, source.replace("710.2", "720.2"), "--crdiff-built-in").stdout
    assert "in 4 releases" in built_in
