"""``crdiff cite check``: findings in every format, and nothing said where nothing could be judged."""

from __future__ import annotations

import json
from datetime import date
from itertools import product
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from repositories import git

from crdiff.reports.cite import CiteReport, JudgedBy, badge
from tests.cli.conftest import Run

SARIF_SCHEMA = Path(__file__).parents[1] / "reports" / "schemas" / "sarif-2.1.0.json"
TREE = """\
// CR 114.4: A spell or ability on the stack is an illegal target for itself.
// CR 704.5a: a player with 0 or less life loses.
// CR 799.9z, and paying costs in 4091f-h
"""


@pytest.fixture
def _tree(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "target.rs").write_text(TREE)


@pytest.mark.usefixtures("_tree")
def test_a_stale_citation_is_told_with_its_place_and_its_number_now(crdiff: Run) -> None:
    lines = crdiff.printed("cite", "check", "src", "--from", "2018-01-19", "--at", "2026-04-17").splitlines()
    assert lines[0] == (
        "src/target.rs:1:7: error: 114.4 is 115.5 since 2018-04-27; 114.4 is another clause now  [reused]"
    )
    assert "no clause has ever been numbered 799.9z" in lines[1]
    assert lines[-1].startswith("2 of 3 citations in 1 file to look at, judged by 2026-04-17")


@pytest.mark.usefixtures("_tree")
def test_json_lists_the_right_ones_where_asked(crdiff: Run) -> None:
    for more, count in (((), 2), (("--all",), 3)):
        found = crdiff.json("cite", "check", "--from", "2018-01-19", *more)
        assert (found["schema"], found["kind"], len(found["findings"])) == ("crdiff.cite/1", "check", count)
        assert (found["read"], found["known"] > 3000) == (3, True)


FORMS = ("text", "json", "jsonl", "csv", "markdown", "rdjsonl", "github", "junit", "sarif")


@pytest.mark.usefixtures("_tree")
def test_every_format_has_the_finding_and_names_the_release_and_how_much_was_read(crdiff: Run) -> None:
    """What has no room for it says it on standard error."""
    for form in FORMS:
        answer = crdiff("cite", "check", "--from", "2018-01-19", "--format", form)
        assert answer.returncode == 0
        assert b"115.5" in answer.stdout, form
        said = answer.stdout + answer.stderr
        assert b"2026-08-07" in answer.stdout, form
        assert b"3,318" in said or b"3318" in said, form
        assert b"of 3 citations" in said or b"read 3" in said or b'"read":3' in said.replace(b" ", b""), form


def test_no_format_answers_where_nothing_could_be_judged(crdiff: Run, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("Nothing is cited.\n")
    for form in FORMS:
        assert "no citation of a rule in 1 file" in crdiff.refused("cite", "check", "--format", form, "-q")


@pytest.mark.usefixtures("_tree")
def test_a_badge_has_the_share_of_right_citations_and_the_release_as_shields_io_reads_them(
    crdiff: Run, tmp_path: Path
) -> None:
    done = crdiff("cite", "check", "--from", "2018-01-19", "--at", "2026-04-17", "--report", "badge=badge.json")
    assert done.returncode == 0
    expected = {"schemaVersion": 1, "label": "CR 2026-04-17", "message": "33.3 % current", "color": "red"}
    assert json.loads((tmp_path / "badge.json").read_bytes()) == expected


BADGES = {
    "1 of 1": (1, 0, 0, "100 % current", "brightgreen"),
    "9,999 of 10,000": (9999, 1, 0, "99.9 % current", "green"),
    "19 of 20": (19, 1, 0, "95 % current", "yellowgreen"),
    "949 of 1,000": (949, 51, 0, "94.9 % current", "yellow"),
    "1 of 1, and a number that the text says is wrong": (1, 0, 3, "100 % current", "brightgreen"),
    "none of 2": (0, 2, 0, "0 % current", "red"),
    "none of none": (0, 0, 0, "no citations", "lightgrey"),
}
"""Numbers that are right, absent, and mentioned as wrong -> what the badge says."""


def test_a_badge_says_100_only_where_every_citation_is_right() -> None:
    for case, (right, absent, mentioned, said, colour) in BADGES.items():
        rests_on = JudgedBy(date(2026, 8, 7), date(2026, 8, 7), False, 1, right + absent + mentioned, 3318)
        counts = {"right": right, "absent": absent, "mentioned": mentioned}
        found = json.loads(badge(CiteReport(rests_on, (), counts)))
        assert (found["message"], found["color"]) == (said, colour), case


@pytest.mark.usefixtures("_tree")
def test_a_badge_is_written_whole_or_not_at_all(crdiff: Run, tmp_path: Path) -> None:
    (tmp_path / "badge.json").mkdir()
    assert "badge.json" in crdiff.refused("cite", "check", "-q", "--report", "badge=badge.json")
    assert crdiff.refused("cite", "check", "-q", "--at", "1990-01-01", "--format", "badge", "-o", "new.json")
    assert not (tmp_path / "new.json").exists()


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


def test_sarif_of_citations_keeps_to_the_official_schema(crdiff: Run, tmp_path: Path) -> None:
    (tmp_path / "a rs.md").write_text(f"{TREE}// CR 114.4a, 4091f\n", "utf-8")
    found = json.loads(crdiff("cite", "check", "--from", "2018-01-19", "--format", "sarif").stdout)
    Draft202012Validator(json.loads(SARIF_SCHEMA.read_text("utf-8"))).validate(found)


@pytest.mark.usefixtures("_tree")
def test_right_citations_are_refused_to_formats_that_do_not_hold_them(crdiff: Run) -> None:
    assert crdiff.refused("cite", "check", "--all", "--format", "sarif")
    assert crdiff("cite", "check", "--all", "--format", "csv").stdout.count(b"\n") == 4


@pytest.mark.usefixtures("_tree")
def test_right_citations_go_to_the_report_that_holds_them(crdiff: Run, tmp_path: Path) -> None:
    alone = crdiff("cite", "check", "--format", "github").stdout
    both = crdiff("cite", "check", "--format", "github", "--all", "--report", "csv=all.csv")
    assert (both.returncode, both.stdout) == (0, alone)
    assert (tmp_path / "all.csv").read_bytes().count(b"\n") == 4


@pytest.mark.usefixtures("_tree")
def test_it_fails_on_the_kinds_asked_for_alone(crdiff: Run) -> None:
    asked = ("cite", "check", "--from", "2018-01-19", "--fail-on")
    assert crdiff(*asked, "reused").returncode == 1
    assert crdiff(*asked, "retired,split").returncode == 0
    assert "there is no kind 'nonsense'" in crdiff.refused(*asked, "nonsense")


def test_standard_input_is_read(crdiff: Run) -> None:
    answer = crdiff("cite", "check", "-", "--from", "2018-01-19", stdin=b"see CR 114.4")
    assert b"-:1:8: error: 114.4 is 115.5" in answer.stdout


@pytest.mark.usefixtures("_tree")
def test_a_release_that_is_none_is_told_in_a_line(crdiff: Run) -> None:
    for option, name in product(("--at", "--from"), ("yesterday", "1990-01-01")):
        answer = crdiff("cite", "check", option, name)
        assert answer.returncode == 2
        assert len(answer.stderr.splitlines()) <= 2


def _settings(folder: Path, text: str) -> None:
    (folder / ".crdiff.toml").write_text(text)


@pytest.mark.usefixtures("_tree")
def test_the_release_of_the_settings_is_that_of_the_citations(crdiff: Run, tmp_path: Path) -> None:
    _settings(tmp_path, '[cite]\nrelease = "2018-01-19"\n')
    assert b"114.4 is 115.5 since 2018-04-27" in crdiff("cite", "check").stdout


@pytest.mark.parametrize("pin", ["// crdiff-cite: release=2018-01-19\n// CR 114.4\n", "// CR@2018-01-19 114.4\n"])
def test_a_pin_comes_before_everything(crdiff: Run, tmp_path: Path, pin: str) -> None:
    (tmp_path / "a.rs").write_text(pin)
    assert b"114.4 is 115.5" in crdiff("cite", "check", "--from", "2026-04-17").stdout


@pytest.mark.parametrize(
    "mark", ["// crdiff-cite: ignore-file\n// CR 114.4", "// CR 114.4 crdiff-cite: ignore history"]
)
def test_what_asks_to_be_left_alone_is(crdiff: Run, tmp_path: Path, mark: str) -> None:
    (tmp_path / "a.rs").write_text(f"{mark}\n")
    (tmp_path / "b.rs").write_text("// CR 704.5a\n")
    answer = crdiff("cite", "check", "--from", "2018-01-19")
    assert answer.stdout.startswith(b"0 of 1 citation ")


def test_files_of_another_release_are_judged_by_it_and_never_moved(crdiff: Run, tmp_path: Path) -> None:
    for folder in ("docs", "src"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.md").write_text("CR 114.4\n")
    _settings(tmp_path, '[cite]\nrelease = "2018-01-19"\n[[cite.paths]]\npath = "docs/**"\nrelease = 2017-09-29\n')
    diff = crdiff("cite", "update", "--to", "2026-04-17").stdout
    assert b"src/a.md" in diff
    assert b"docs/a.md" not in diff


def test_settings_choose_prefixes_and_leave_files_out(crdiff: Run, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("Regel 114.4, CR 704.5k\n")
    (tmp_path / "b.md").write_text("Regel 114.4\n")
    _settings(tmp_path, '[cite]\nprefixes = ["Regel"]\nexclude = ["b.md"]\nrelease = "2018-01-19"\n')
    assert b"1 of 1 citation " in crdiff("cite", "check").stdout


WRONG_SETTINGS = (
    "cite = 1",
    "[cite]\nrelease = 'soon'",
    "[cite]\nnonsense = 1",
    "[cite]\nbare = 'maybe'",
    "[cite]\nexclude = 'a'",
    "[cite]\nidentifiers = 'yes'",
    "[[cite.paths]]\npath = 'a'",
    "[cite",
)


@pytest.mark.usefixtures("_tree")
def test_settings_nobody_understands_are_told_with_their_file(crdiff: Run, tmp_path: Path) -> None:
    for table in WRONG_SETTINGS:
        _settings(tmp_path, table)
        assert ".crdiff.toml" in crdiff.refused("cite", "check")


def test_an_update_is_a_diff_until_it_is_asked_to_write(crdiff: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.rs"
    path.write_bytes(b"\xef\xbb\xbf// CR 114.4\r\n// CR 704.5a\r\n")
    asked = ("cite", "update", "--from", "2018-01-19", "--to", "2026-04-17")
    diff = crdiff(*asked)
    assert b"-\xef\xbb\xbf// CR 114.4\r\n+\xef\xbb\xbf// CR 115.5\r\n" in diff.stdout
    assert b"114.4 \xe2\x86\x92 115.5  1" in diff.stderr
    assert b"CR 114.4" in path.read_bytes()
    assert crdiff(*asked, "--write").returncode == 0
    assert path.read_bytes() == b"\xef\xbb\xbf// CR 115.5\r\n// CR 704.5a\r\n"


def test_files_with_changes_that_are_not_committed_are_not_written(crdiff: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.rs"
    path.write_text("// CR 114.4\n")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "a")
    path.write_text("// CR 114.4 changed\n")
    asked = ("cite", "update", "--from", "2018-01-19", "--to", "2026-04-17", "--write")
    assert "has changes that are not committed" in crdiff.refused(*asked, "-q")
    assert crdiff(*asked, "--force").returncode == 0
    assert path.read_text() == "// CR 115.5 changed\n"
