"""``crdiff cite list``, ``date``, ``explain`` and ``update --format``: what a person reads and a program gets."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run

FROM = ("--from", "2018-01-19", "--at", "2026-04-17")


@pytest.fixture(autouse=True)
def _tree(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "tests").mkdir()
    (tmp_path / "src" / "target.rs").write_text("// CR 114.4: an illegal target for itself\n// CR 704.5a, 799.9z\n")
    (tmp_path / "tests" / "target.rs").write_text("// CR 114.4 and CR 114.4\n")


def test_a_list_is_ordered_by_clause_under_the_number_of_today(crdiff: Run) -> None:
    lines = crdiff.printed("cite", "list", *FROM).splitlines()
    assert lines[:3] == [
        "115.5  3 citations in 2 files, 2 in tests; 3 as 114.4 [reused]",
        "  src/target.rs: 1",
        "  tests/target.rs: 1 (2×)",
    ]
    assert lines[-1].startswith("5 citations of 3 clauses in 2 files, 2 in tests; judged by 2026-04-17 (3,294 clauses)")


def test_a_list_by_file_and_by_section_has_the_same_citations(crdiff: Run) -> None:
    by_file = crdiff.printed("cite", "list", *FROM, "--by", "file")
    assert "src/target.rs  3 citations\n  115.5: 1\n  704.5a: 2\n" in by_file
    by_section = crdiff.printed("cite", "list", *FROM, "--by", "section")
    assert "1.  3 citations in 2 files, 2 in tests\n  115: 3 citations in 2 files, 2 in tests, 1 clause\n" in by_section


def test_rules_that_nobody_cites_are_listed_by_subsection_where_asked(crdiff: Run) -> None:
    said = crdiff.printed("cite", "list", *FROM, "--missing")
    assert re.search(r"^nobody cites 115: \d+ clauses: 115\.1, 115\.1a,", said, re.MULTILINE)
    missing = crdiff.json("cite", "list", *FROM, "--missing")["missing"]
    assert "115.5" not in missing
    assert "115.4" in missing
    assert "missing" not in crdiff.json("cite", "list", *FROM)


def test_a_list_as_json_has_every_citation_with_its_clause_and_whether_it_is_a_test(crdiff: Run) -> None:
    found = crdiff.json("cite", "list", *FROM)
    assert (found["kind"], found["repository"], found["link"]) == ("list", None, None)
    assert found["citations"][0] == {
        "file": "src/target.rs", "line": 1, "column": 7, "end_column": 12, "printed": "114.4", "number": "114.4",
        "kind": "reused", "written": "2018-01-19", "lineage": "2003-07-01-415.6", "now": "115.5", "is_test": False,
    }  # fmt: skip
    assert [(each["now"], each["kind"], each["is_test"]) for each in found["citations"][1:]] == [
        ("704.5a", "right", False),
        (None, "absent", False),
        ("115.5", "reused", True),
        ("115.5", "reused", True),
    ]


def test_tests_are_what_the_option_says_else_the_settings_else_habit(crdiff: Run, tmp_path: Path) -> None:
    def tests(*more: str) -> set[str]:
        found = crdiff.json("cite", "list", *FROM, *more)["citations"]
        return {each["file"] for each in found if each["is_test"]}

    assert tests() == {"tests/target.rs"}
    assert tests("--tests", "src/") == {"src/target.rs"}
    (tmp_path / ".crdiff.toml").write_text('[cite]\ntests = ["*.rs"]\n')
    assert tests() == {"src/target.rs", "tests/target.rs"}


def test_an_option_that_would_change_nothing_is_refused(crdiff: Run) -> None:
    for more in (("--by", "file"), ("--missing", "--format", "csv"), ("--repository", "a/b", "--format", "csv")):
        given = more if "csv" in more else (*more, "--format", "json")
        assert "changes nothing" in crdiff.refused("cite", "list", *FROM, *given)


def test_a_tree_is_dated_by_the_numbers_that_existed(crdiff: Run, tmp_path: Path) -> None:
    (tmp_path / "src" / "target.rs").write_text("// CR 112.6m and CR 704.5a\n")
    (tmp_path / "tests" / "target.rs").unlink()  # and no clause has been 112.6m since 2019-07-12
    said = crdiff.printed("cite", "date")
    assert said.splitlines()[0] == ".: 2010-07-16 to 2019-06-14  (2 of 2 numbers existed)"
    found = crdiff.json("cite", "date", "--by", "file")
    (part,) = found["parts"]
    assert (part["name"], part["numbers"], part["clear"]) == ("src/target.rs", 2, 0)
    assert all(run["last"] < "2020" for run in part["runs"])


def test_a_citation_is_explained_with_all_that_its_number_named(crdiff: Run) -> None:
    said = crdiff.printed("cite", "explain", "src/target.rs:1", *FROM)
    assert "  taken for 114.4 of 2018-01-19: the release was given, by --from or by the settings\n" in said
    assert "  → 2010-07-16 to 2018-01-19  2003-07-01-415.6\n" in said
    assert "  114.4 is 115.5 since 2018-04-27; 114.4 is another clause now  [reused]\n" in said
    assert "  an update writes “115.5”\n" in said
    found = crdiff.json("cite", "explain", "./src/target.rs:2:7", *FROM)["findings"]
    assert [each["number"] for each in found] == ["704.5a", "799.9z"]
    assert found[1]["uses"] == []


def test_a_place_without_a_citation_is_told_in_a_line(crdiff: Run) -> None:
    for place, said in (
        ("src/target.rs", "names no line"),
        ("src/target.rs:9", "no citation of a rule in line 9"),
        ("nowhere.rs:1", "there is no such file"),
    ):
        assert said in crdiff.refused("cite", "explain", place, "-q")


def test_an_update_lists_what_it_writes_and_what_it_leaves_with_the_reason(crdiff: Run) -> None:
    asked = ("cite", "update", "--from", "2018-01-19", "--to", "2026-04-17", "--format")
    said = crdiff.printed(*asked, "text")
    assert "src/target.rs:1:7: 114.4 → 115.5\n" in said
    assert "src/target.rs:2:15: 799.9z is left: what it cites is in several clauses, or in none\n" in said
    found = crdiff.json(*asked[:-1])
    assert found["moved"] == [{"number": "114.4", "now": "115.5", "count": 3}]
    assert [(each["line"], each["new"], each["numbers"]) for each in found["edits"]] == [(1, "115.5", ["115.5"])] * 3
    assert [each["number"] for each in found["left"]] == ["799.9z"]


def test_an_update_refuses_what_makes_no_sense(crdiff: Run) -> None:
    for given in (
        ("--fail-on", "wrong"),
        ("--force",),
        ("git:HEAD",),
        ("-", "--write"),
        ("--verify", "HEAD", "--write"),
        ("--verify", "HEAD", "--format", "diff"),
        ("--verify", "HEAD", "--fail-on", "right"),
    ):
        assert "mistake of ours" not in crdiff.refused("cite", "update", *given)


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
