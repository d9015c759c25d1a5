"""``crdiff cite`` where sessions do not tell: badges, fixes, what is loaded, collections, the page on it."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
from repositories import git
from table import table, table_at_once

from crdiff.book_words import embedded_folder
from crdiff.cite_tree.collecting import brought, read_repositories
from crdiff.cli.citing import folder_of
from crdiff.cli.project_settings import CiteTable, find_cite_settings
from crdiff.errors import UsageError
from crdiff.reports.cite import CiteReport, JudgedBy, badge
from tests.cli.conftest import Run


@table_at_once
def test_a_badge_says_100_only_where_every_citation_is_right(
    right: int, absent: int, mentioned: int, said: str, colour: str
) -> None:
    rests_on = JudgedBy(date(2026, 8, 7), date(2026, 8, 7), False, 1, right + absent + mentioned, 3318)
    counts = {"right": right, "absent": absent, "mentioned": mentioned}
    found = json.loads(badge(CiteReport(rests_on, (), counts)))
    assert (found["message"], found["color"]) == (said, colour)


GROUP = "// é CR 114.4 and\n// 114.5, é\n"


def test_a_fix_replaces_the_whole_group_in_characters_and_in_bytes(crdiff: Run, tmp_path: Path) -> None:
    """One item mended alone would leave a group of two releases."""
    (tmp_path / "a.rs").write_text(GROUP, "utf-8")
    asked = ("cite", "check", "--from", "2018-01-19", "--format")
    results = json.loads(crdiff(*asked, "sarif").stdout)["runs"][0]["results"]
    (replacement,) = results[0]["fixes"][0]["artifactChanges"][0]["replacements"]
    lines = GROUP.splitlines(keepends=True)
    region = replacement["deletedRegion"]
    start = region["startColumn"] - 1
    end = len(lines[0]) + region.get("endColumn", 0) - 1 if region.get("endLine", 1) == 2 else region["endColumn"] - 1
    mended = GROUP[:start] + replacement["insertedContent"]["text"] + GROUP[end:]
    written = crdiff("cite", "update", "--from", "2018-01-19", "--write")
    assert written.returncode == 0
    assert mended == (tmp_path / "a.rs").read_text("utf-8")
    (tmp_path / "a.rs").write_text(GROUP, "utf-8")
    (suggestion,) = json.loads(crdiff(*asked, "rdjsonl").stdout.splitlines()[0])["suggestions"]
    assert suggestion["range"]["start"] == {"line": 1, "column": region["startColumn"] + 1}


@pytest.mark.parametrize("format_", ["text", "github", "rdjsonl", "sarif"])
def test_a_path_given_whole_is_told_from_the_current_folder(crdiff: Run, tmp_path: Path, format_: str) -> None:
    """An annotation of a pull request names a file by its path in the repository."""
    (tmp_path / "a.rs").write_text(GROUP, "utf-8")
    told, told_of_whole = (
        crdiff("cite", "check", path, "--from", "2018-01-19", "--format", format_).stdout
        for path in ("a.rs", str(tmp_path / "a.rs"))
    )
    assert b"a.rs" in told
    assert told == told_of_whole


# the commands that ask about citations start fast: none loads what reads or compares texts


LOADED = """
import sys
from crdiff.cli.app import run
for command in "check", "check --format markdown", "check --format sarif", "list", "date", "update", "explain b.md:1":
    assert run(["cite", *command.split(), "-q", "-o", "answer"]) == 0, command
heavy = ("crdiff.align.engine", "crdiff.lint", "crdiff.dialects", "crdiff.pages", "crdiff.importers")
print(*(name for name in sys.modules if name.startswith(heavy)), end="")
"""


def test_no_command_loads_what_reads_or_compares_texts(tmp_path: Path) -> None:
    (tmp_path / "b.md").write_text("CR 704.5a\n")
    environment = {**os.environ, "CRDIFF_HOME": str(tmp_path / "none")}
    done = subprocess.run(
        [sys.executable, "-c", LOADED], cwd=tmp_path, env=environment, capture_output=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@table
def test_the_repository_that_the_first_path_is_in_knows_the_age_of_a_tree(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, paths: tuple[str, ...], folder: str
) -> None:
    """And not the one of the current folder, which may have begun many years earlier or later."""
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.rs").write_text("// CR 704.5a\n")
    monkeypatch.chdir(tmp_path)
    assert folder_of(paths) == folder


# the page on citations shows what its commands really answer


PAGE = Path(__file__).parents[2] / "site" / "cite.md"
FILE = re.compile(r"`(\w+/[\w.]+)`:\n\n```\w+\n(.*?)```", re.DOTALL)
ANSWER = re.compile(r"```sh\n(crdiff [^\n]+)\n```\n\n```(?:text|diff)\n(.*?)```", re.DOTALL)


SETTINGS = re.compile(r"```toml\n(\[cite\]\n.*?)```", re.DOTALL)


def test_the_settings_on_the_page_are_read(tmp_path: Path) -> None:
    *_, whole = SETTINGS.findall(PAGE.read_text("utf-8"))
    (tmp_path / ".crdiff.toml").write_text(whole, "utf-8")
    settings = find_cite_settings(tmp_path)
    assert all(f"\n{key}" in whole for key in CiteTable.__struct_fields__ if key != "paths")
    assert (settings.release, settings.top, len(settings.paths)) == (date(2026, 1, 16), tmp_path, 1)


def test_the_answers_on_the_page_are_those_of_its_commands(crdiff: Run, tmp_path: Path) -> None:
    page = PAGE.read_text("utf-8")
    for name, content in FILE.findall(page):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content, "utf-8")
    answers = ANSWER.findall(page)
    assert len(answers) >= 5
    for command, shown in answers:
        assert crdiff.printed(*shlex.split(command)[1:]) == shown, command


# public repositories are brought here, and what they cite is written for the site


ADDRESS = "https://example.org/a/b.git"


def entry(name: str = "a/b", address: str = ADDRESS, licence: str = "MIT", **more: str) -> str:
    fields = {"name": name, "address": address, "licence": licence, **more}
    return f"{{ {', '.join(f'{key} = {json.dumps(value)}' for key, value in fields.items())} }}"


def listed(*entries: str) -> str:
    return f"repositories = [{', '.join(entries)}]\n"


@pytest.fixture
def repository(tmp_path: Path) -> str:
    """Give the address of a repository whose first commit cites two rules and whose second cites one."""
    folder = tmp_path / "engine"
    folder.mkdir()
    git(folder, "init", "-q")
    for text in ("// CR 704.5a, CR 702.9b\n", "// CR 704.5a\n"):
        (folder / "rules.rs").write_text(text)
        git(folder, "add", ".")
        git(folder, "commit", "-q", "-m", "x")
    return folder.as_uri()


def test_the_public_repositories_that_come_with_crdiff_are_a_list() -> None:
    path = embedded_folder() / "citing.toml"
    found = read_repositories(path.read_text("utf-8"), str(path))
    assert len(found) >= 12
    assert all(each.revision and each.address.startswith("https://") for each in found)
    assert [each.name for each in found] == sorted(each.name for each in found)


@table
def test_a_list_that_is_none_is_refused(text: str, said: str) -> None:
    with pytest.raises(UsageError, match=said) as refused:
        read_repositories(text, "citing.toml")
    assert refused.value.path == "citing.toml"


def test_a_repository_is_brought_at_its_revision_and_taken_away_again(repository: str) -> None:
    newest = read_repositories(listed(entry(address=repository)), "")[0]
    with brought(newest) as tree:
        assert (tree / "rules.rs").read_text() == "// CR 704.5a\n"
    assert not tree.exists()
