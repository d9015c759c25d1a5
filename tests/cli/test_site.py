"""``crdiff site build``: the website of what comes with crdiff and that of a whole archive, as a process."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from little_crdiff import LITTLE_CRDIFF
from rendering import render_site
from small_citations import ROWS, list_json

from crdiff.cli.app import run
from crdiff.cli.site_pages import SiteTexts, read_site
from crdiff.output.tree import read_tree
from crdiff.pages import address
from crdiff.store.texts.home import SCENARIOS, scenarios_folder
from crdiff.trace.report import read_report
from tests.cli.conftest import TWO, Run


@pytest.mark.usefixtures("little_prose")
def test_a_site_is_built_with_the_results_of_the_checks(crdiff: Run, tmp_path: Path) -> None:
    done = crdiff("site", "build", "--built-in", "--output", "site")
    assert (done.returncode, done.stdout) == (0, b"")
    assert done.stderr.decode().startswith("the site is in site: ")
    built = read_tree(tmp_path / "site")
    assert {"index.html", "about/index.html", "editions/718-markdown/index.html"} <= set(built)
    assert json.loads(built["checks/index.json"])["summary"]["failed"] == 0


@pytest.mark.usefixtures("small_known")
def test_without_pytest_a_site_is_built_without_results(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "pytest", None)
    monkeypatch.chdir(tmp_path)
    assert run(["site", "build", "--built-in", "--plain", "-o", "site"]) == 0
    said = "no results of checks: pytest is not installed; pip install 'crdiff[checks]' brings it"
    assert said in capsys.readouterr().err
    assert not (tmp_path / "site" / "checks" / "index.json").exists()


@pytest.mark.usefixtures("small_known")
def test_results_can_be_given(crdiff: Run, tmp_path: Path) -> None:
    summary = {"clauses": 3, "checks": 2}
    value = {"schema": "crdiff.checks/1", "summary": summary, "releases": [], "clauses": [], "checks": []}
    (tmp_path / "mine.json").write_text(json.dumps(value))
    assert crdiff("site", "build", "--built-in", "--results", "mine.json", "-o", "site").returncode == 0
    published = (tmp_path / "site" / "checks" / "index.json").read_bytes()
    assert read_report(published) == read_report(json.dumps(value).encode())


@pytest.mark.usefixtures("little_site")
def test_without_a_configuration_the_site_is_the_plain_one_and_shows_who_cites_each_clause(
    crdiff: Run, tmp_path: Path, pair: Path
) -> None:
    """MkDocs would add nothing to our own prose. What is there already is left as it is."""
    for name in ("engine", "cards"):
        (tmp_path / f"{name}.json").write_bytes(list_json(ROWS, repository=f"me/{name}"))
    lists = ("--results", "engine.json", "--results", "cards.json")
    said = []
    for arguments in (["-o", "one"], ["-o", "other", "--plain"], ["-o", "one", "--plain"]):
        done = crdiff("site", "build", "--no-checks", "--corpus", pair, *lists, *arguments)
        assert done.returncode == 0, done.stderr
        said.append(done.stderr.decode())
    assert said[0].startswith("the site is in one: ")
    assert ", 0 unchanged" in said[0]
    assert ": 0 files written, " in said[2]
    built = read_tree(tmp_path / "one")
    assert built == read_tree(tmp_path / "other")
    assert {"releases/2009-07-11/index.html", "assets/compare.js"} <= set(built)
    assert b"me/cards" in built["clause/2003-10-01-507.1/cited/index.html"]


@pytest.mark.usefixtures("little_site")
def test_the_bytes_depend_neither_on_chance_nor_on_the_number_of_processes(
    tmp_path: Path, pair: Path, prose_of_three_pages: Path
) -> None:
    """Python orders sets by a seed; pages are made by two processes where the machine has them, here by one."""
    arguments = ("--plain", "--corpus", pair, "--site-url", "https://rules.example/", "-o", tmp_path / "site")
    command = [sys.executable, LITTLE_CRDIFF, "site", "build", "--no-checks", "--data", "all", "--quiet", *arguments]
    seed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
    environment = {**os.environ, "PYTHONHASHSEED": seed, "LITTLE_PROSE": str(prose_of_three_pages)}
    subprocess.run(command, cwd=tmp_path, env=environment, check=True)
    pages = render_site(read_site(SiteTexts(pair)), "https://rules.example/")
    assert read_tree(tmp_path / "site") == {address.file_of(where): content for where, content in pages.items()}


@pytest.mark.usefixtures("little_site")
def test_a_build_that_fails_leaves_the_site_as_it_was(crdiff: Run, tmp_path: Path, pair: Path) -> None:
    shutil.copytree(pair, tmp_path / "corpus")
    assert crdiff("site", "build", "--no-checks", "--corpus", "corpus").returncode == 0
    before = read_tree(tmp_path / "build" / "site")
    for text in (tmp_path / "corpus" / "texts").glob("*.txt"):
        text.write_bytes(b"something else")
    (tmp_path / "corpus" / "store.sqlite").unlink()
    done = crdiff("site", "build", "--no-checks", "--corpus", "corpus")
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
    assert read_tree(tmp_path / "build" / "site") == before


@pytest.mark.usefixtures("small_known")
def test_a_site_is_made_of_the_corpus_that_every_command_takes(crdiff: Run, tmp_path: Path, pair: Path) -> None:
    done = crdiff("site", "build", "--no-checks", "-o", "site", CRDIFF_HOME=str(pair))
    assert done.stderr.decode().splitlines()[0] == f"crdiff: the corpus is {pair} ($CRDIFF_HOME)"
    assert (tmp_path / "site" / "releases" / "2009-07-11").is_dir()
    done = crdiff("site", "build", "--no-checks", "-o", "site", "--built-in", CRDIFF_HOME=str(pair))
    assert done.stderr.decode().startswith("the site is in site: ")
    assert not (tmp_path / "site" / "releases" / "2009-07-11").exists()


@pytest.mark.usefixtures("little_site")
def test_whole_texts_are_on_the_site_where_they_are_asked_for(crdiff: Run, tmp_path: Path, pair: Path) -> None:
    """And gone again when the same folder is built without them."""
    for asked, wanted in {"all": sorted(TWO), "newest": [max(TWO)], None: []}.items():
        option = ["--full-text", asked] if asked else []
        done = crdiff("site", "build", "--no-checks", "--corpus", pair, "-o", "site", *option)
        assert done.returncode == 0, done.stderr
        built = read_tree(tmp_path / "site")
        assert sorted(where.split("/")[1] for where in built if where.endswith("/text/rules.txt")) == wanted
        assert [day for day in sorted(TWO) if f"releases/{day}/text/whole/index.html" in built] == wanted


@pytest.mark.usefixtures("little_site")
def test_the_site_of_an_archive_shows_the_checks_that_come_with_crdiff(
    crdiff: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pair: Path
) -> None:
    """One file of them stands for all, which take seconds."""
    own, checks = tmp_path / "own", scenarios_folder() / SCENARIOS
    (own / SCENARIOS).mkdir(parents=True)
    for name in ("conftest.py", "test_resources.py"):
        shutil.copy(checks / name, own / SCENARIOS)
    for module in ("cli.playing", "store.texts.home"):
        monkeypatch.setattr(f"crdiff.{module}.scenarios_folder", lambda: own)
    done = crdiff("site", "build", "--plain", "--corpus", pair)
    assert (done.returncode, b"no results" in done.stderr) == (0, False), done.stderr
    results = json.loads((tmp_path / "build" / "site" / "checks" / "index.json").read_bytes())
    assert [release["release"] for release in results["releases"]] == sorted(TWO)
