"""The project on the page about writing checks does what the page says."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from commands import run_pytest
from small_archive import fill, pages_of

from crdiff.pages.archive_index import read_results
from crdiff.site_source import contents_of, index_site
from crdiff.store.embedded.corpus import load_corpus

PAGE = Path(__file__).parents[2] / "site" / "checks-writing.md"
_FILE = re.compile(r"```(?:python|toml)\n# (\w+\.\w+)\n(.*?)```", re.DOTALL)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a folder with the files that the page shows, but for the scope and those of the ten minutes."""
    for name, content in _FILE.findall(PAGE.read_text("utf-8").replace(_ten_minutes(), "")):
        if name != "scope.toml":
            (tmp_path / name).write_text(content, "utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -p no:cacheprovider --strict-markers\n", "utf-8")
    return tmp_path


def _ten_minutes() -> str:
    return PAGE.read_text("utf-8").partition("## Ten minutes")[2].partition("\n## ")[0]


def _pytest(project: Path, *options: str) -> subprocess.CompletedProcess[str]:
    return run_pytest(["-q", "-rs", *options], project)


def _report(project: Path, *options: str) -> dict[str, object]:
    done = _pytest(project, "--crdiff-report", "report.json", *options)
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads((project / "report.json").read_text("utf-8"))


def test_the_project_on_the_page_is_played_reported_and_told_of_as_the_page_says(project: Path) -> None:
    """Each check once for each release its clauses are in force in; those on the model are proved, no engine's is."""
    done = _pytest(project, "--crdiff-report", "report.json", "--junit-xml", "junit.xml")
    assert done.returncode == 0, done.stdout + done.stderr
    report = json.loads((project / "report.json").read_text("utf-8"))
    played = {check["name"]: [run["release"] for run in check["runs"]] for check in report["checks"]}
    assert played == {
        "the controller decides": ["2024-06-07"],
        "the sideboard stays hidden": ["2021-07-23", "2024-06-07"],
        "unused mana burns": ["2008-02-01"],
        "nobody concedes for somebody else": ["2008-02-01", "2014-05-01", "2021-07-23", "2024-06-07"],
    }
    assert {run["outcome"] for check in report["checks"] for run in check["runs"]} == {"passed"}
    proved = {check["name"]: check["proved"] for check in report["checks"]}
    assert proved.pop("nobody concedes for somebody else") is True
    assert set(proved.values()) == {None}
    assert [clause["number"] for clause in report["clauses"]] == ["507.4", "104.3a", "720.4", "720.5", "720.6"]
    assert "4 checks on 5 clauses in 4 releases" in done.stdout
    assert "507.4 of 2008-02-01 is gone: last 507.4 in 2009-05-01 (1 check)" in done.stdout
    case = next(case for case in ET.parse(project / "junit.xml").iter("testcase") if "burns" in case.attrib["name"])
    properties = [(each.attrib["name"], each.attrib["value"]) for each in case.iter("property")]
    assert properties == [("clause", "2003-10-01-507.4"), ("clause_number", "507.4"), ("crdiff_release", "2008-02-01")]


def test_one_release_can_be_asked_for_and_the_others_are_told_what_became_of_their_clause(project: Path) -> None:
    done = _pytest(project, "--crdiff-release", "2024-06-07")
    assert "not in force in 2024-06-07 (507.4 of 2008-02-01: gone: last 507.4 in 2009-05-01)" in done.stdout
    assert "3 passed, 1 skipped" in done.stdout


def test_a_release_that_is_not_held_is_refused_with_those_that_are(project: Path) -> None:
    done = _pytest(project, "--crdiff-release", "2020-01-01")
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert (
        "no text of 2020-01-01 is held; expected a release that is held, such as 2014-05-01 or 2021-07-23"
        in done.stderr + done.stdout
    )


def test_two_workers_write_the_report_that_one_does(project: Path) -> None:
    assert _report(project, "-n", "2") == _report(project, "-p", "no:xdist")


def test_collecting_alone_reports_what_would_be_played(project: Path) -> None:
    report = _report(project, "--collect-only")
    assert {run["outcome"] for check in report["checks"] for run in check["runs"]} == {"not run"}
    assert len(report["checks"]) == 4


def test_ten_minutes_lead_from_an_empty_folder_to_a_badge(tmp_path: Path) -> None:
    """The engine and the check of the page, on a text that has 704.5a, and what the site says beside the clause."""
    section = _ten_minutes()
    for name, content in _FILE.findall(section):
        (tmp_path / name).write_text(content, "utf-8")
    loses = "If a player has 0 or less life, that player loses the game."
    rules = {"704": "State-Based Actions", "704.5": "The actions are as follows:", "704.5a": loses}
    corpus = fill(tmp_path / "rules", {"2026-04-17": rules})
    done = _pytest(tmp_path, f"--crdiff-corpus={corpus}", "--crdiff-report", "results.json")
    assert "1 check on 1 clause in 1 release: 1 covered but unproved" in done.stdout
    assert "1 check on 1 clause in 1 release: 1 covered but unproved" in section
    results = read_results((tmp_path / "results.json").read_bytes())
    embedded = load_corpus()
    pages = pages_of(index_site(contents_of(corpus, embedded), embedded, checks=results))
    assert b"1 check passes" in pages["/rules/704/"]
    assert "1 check passes" in section
