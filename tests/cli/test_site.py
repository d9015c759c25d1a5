"""``crdiff site``: building the website as a process."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from crdiff.cli.app import run
from crdiff.output.tree import read_tree
from tests.cli.conftest import Run


@pytest.mark.usefixtures("little_prose")
def test_a_site_is_built_with_the_results_of_the_checks(crdiff: Run, tmp_path: Path) -> None:
    done = crdiff("site", "build", "--built-in", "--out", "site")
    assert (done.returncode, done.stdout) == (0, b"")
    assert done.stderr.decode().startswith("the site is in site: ")
    built = read_tree(tmp_path / "site")
    assert {"index.html", "about/index.html", "editions/718-markdown/index.html"} <= set(built)
    assert json.loads(built["checks/index.json"])["summary"]["failed"] == 0


@pytest.mark.usefixtures("small_known")
def test_a_site_is_built_over_an_older_one_and_over_nothing_else(crdiff: Run, tmp_path: Path) -> None:
    assert crdiff("site", "build", "--built-in", "--no-checks", "--quiet").stderr == b""
    assert crdiff("site", "build", "--built-in", "--no-checks", "--quiet").returncode == 0
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "index.html").write_text("mine")
    assert (
        crdiff.refused("site", "build", "-o", "letters")
        == "letters: the folder is not empty and holds no site of crdiff; expected a new folder"
    )
    assert (tmp_path / "letters" / "index.html").read_text() == "mine"


def test_a_configuration_that_is_not_there_is_one_line(crdiff: Run) -> None:
    for command in ("build", "serve"):
        assert (
            crdiff.refused("site", command, "--config", "nowhere.yml")
            == "crdiff: config file 'nowhere.yml' does not exist"
        )


def test_results_that_are_no_results_stop_the_build(crdiff: Run, tmp_path: Path) -> None:
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "checks.json").write_text("{")
    done = crdiff("site", "build")
    assert done.returncode == 2
    told, error = done.stderr.splitlines()[-2:]
    assert b"build/checks.json; without that file they are played" in told
    assert b"checks.json: not a file of check results" in error


@pytest.mark.usefixtures("small_known")
def test_without_pytest_a_site_is_built_without_results(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "pytest", None)
    monkeypatch.chdir(tmp_path)
    assert run(["site", "build", "--built-in", "--plain", "-o", "site"]) == 0
    assert (
        "no results of checks: pytest is not installed; expected pip install 'crdiff[checks]'"
        in capsys.readouterr().err
    )
    assert not (tmp_path / "site" / "checks" / "index.json").exists()


@pytest.mark.usefixtures("small_known")
def test_results_can_be_given(crdiff: Run, tmp_path: Path) -> None:
    value = {"schema": "crdiff.checks/1", "releases": [], "clauses": [], "checks": []}
    (tmp_path / "mine.json").write_text(json.dumps(value))
    assert crdiff("site", "build", "--built-in", "--results", "mine.json", "-o", "site").returncode == 0
    assert json.loads((tmp_path / "site" / "checks" / "index.json").read_text()) == value
