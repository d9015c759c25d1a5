"""``crdiff lint --fix``: what is sure is written, and nothing else; what is new comes first."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from clean_text import CLEAN, broken
from tracked_document import docx, kept, paragraph
from undoing import canonical, main_xml, rejected, written_alike

from crdiff.cli.lint import page_in
from crdiff.importers.docx import docx_text
from tests.cli.conftest import Run
from tests.cli.test_lint import MOVED

SLIPS = broken(("only two players.", "only two players"), ("begins with more", "begins with with more"), text=MOVED)
FIXED = broken(
    ("that player concede the game. See rule 101.3", "that player concede the game. See rule 101.4"),
    ("To leave a game. See rule 101.3", "To leave a game. See rule 101.4"),
    text=MOVED,
)
MARK = b"\xef\xbb\xbf"


@pytest.fixture
def against(tmp_path: Path) -> tuple[str, ...]:
    """Return the options that hold a text against the clean one."""
    (tmp_path / "before.txt").write_text(CLEAN, "utf-8")
    return "--against", "before.txt"


def _crlf(text: str) -> bytes:
    return MARK + text.replace("\n", "\r\n").encode()


@pytest.mark.parametrize("name", ["draft.txt", "draft.md"])
def test_what_is_sure_is_mended_and_every_other_byte_stays(
    crdiff: Run, tmp_path: Path, against: tuple[str, ...], name: str
) -> None:
    draft = tmp_path / name
    draft.write_bytes(_crlf(SLIPS))
    done = crdiff("lint", name, *against, "--fix")
    assert (done.returncode, f"{name}: 4 edits made" in done.stderr.decode().splitlines()) == (0, True)
    assert draft.read_bytes() == _crlf(FIXED)
    again = crdiff("lint", name, *against, "--fix")
    assert (again.returncode, b"edit" in again.stderr, draft.read_bytes()) == (0, False, _crlf(FIXED))


def test_a_diff_shows_the_same_and_writes_nothing(crdiff: Run, tmp_path: Path, against: tuple[str, ...]) -> None:
    (tmp_path / "draft.txt").write_bytes(_crlf(SLIPS))
    done = crdiff("lint", "draft.txt", *against, "--diff")
    assert done.returncode == 1
    lines = done.stdout.decode().splitlines()
    assert lines[:2] == ["--- draft.txt", "+++ draft.txt"]
    assert any(line.startswith("-100.1b A multiplayer game is a game that begins with with more") for line in lines)
    assert sum(line.startswith("+") for line in lines) == 5
    assert (tmp_path / "draft.txt").read_bytes() == _crlf(SLIPS)
    (tmp_path / "draft.txt").write_bytes(_crlf(FIXED))
    assert crdiff.printed("lint", "draft.txt", *against, "--diff") == ""


def test_what_the_text_before_has_too_stays_unless_all_is_asked_for(crdiff: Run, tmp_path: Path) -> None:
    (tmp_path / "before.txt").write_text(SLIPS, "utf-8")
    (tmp_path / "draft.txt").write_text(SLIPS, "utf-8")
    told = crdiff.printed("lint", "draft.txt", "--against", "before.txt", "--fix", "--fail-on", "warning")
    assert told == "no new findings; 3 more that before.txt has too (--all lists them)\n"
    assert (tmp_path / "draft.txt").read_text("utf-8") == SLIPS
    crdiff("lint", "draft.txt", "--against", "before.txt", "--fix", "--all")
    assert (tmp_path / "draft.txt").read_text("utf-8") == MOVED


def test_where_two_edits_overlap_both_are_made(crdiff: Run, tmp_path: Path, against: tuple[str, ...]) -> None:
    (tmp_path / "draft.txt").write_text(broken(("A player can concede", "A playr playr can concede")), "utf-8")
    crdiff("lint", "draft.txt", *against, "--fix")
    assert (tmp_path / "draft.txt").read_text("utf-8") == CLEAN
    assert crdiff("lint", "draft.txt", *against, "--diff").stdout == b""


def test_in_a_docx_each_edit_is_a_tracked_change_that_can_be_rejected(
    crdiff: Run, tmp_path: Path, against: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795406706")
    raw = docx(*(paragraph(kept(line)) if line else paragraph() for line in SLIPS.split("\n")))
    (tmp_path / "draft.docx").write_bytes(raw)
    done = crdiff("lint", "draft.docx", *against, "--fix")
    assert (done.returncode, b"draft.docx: 4 edits made" in done.stderr.splitlines()) == (0, True)
    made = (tmp_path / "draft.docx").read_bytes()
    assert "\n".join(docx_text(made, original=False).lines).strip() == FIXED.strip()
    assert canonical(rejected(made, "crdiff")) == written_alike(raw)
    assert b'w:author="crdiff" w:date="2026-11-23T' in main_xml(made)
    crdiff("lint", "draft.docx", *against, "--fix")
    assert (tmp_path / "draft.docx").read_bytes() == made


def test_in_a_docx_a_finding_is_named_by_its_clause_and_not_by_a_line_that_nobody_sees(
    crdiff: Run, tmp_path: Path
) -> None:
    draft = docx(*(paragraph(kept(line)) for line in SLIPS.split("\n")))
    (tmp_path / "draft.docx").write_bytes(draft)
    told = crdiff.printed("lint", "draft.docx", "--select", "doubled-word").splitlines()
    assert told[0] == "draft.docx: warning: 100.1b “with” is printed twice  [doubled-word]"
    table = crdiff.printed("lint", "draft.docx", "--select", "doubled-word", "--format", "markdown")
    assert "| 100.1b | “with” is printed twice" in table


def test_a_file_named_twice_is_mended_once(crdiff: Run, tmp_path: Path, against: tuple[str, ...]) -> None:
    (tmp_path / "draft.txt").write_text(SLIPS, "utf-8")
    assert b"4 edits to make" in crdiff("lint", "draft.txt", "draft.txt", *against, "--diff").stderr
    told = crdiff("lint", "draft.txt", "draft.txt", *against, "--fix").stderr.decode().splitlines()
    assert told == ["draft.txt: still has the effective date of before.txt, 2024-06-07", "draft.txt: 4 edits made"]
    assert (tmp_path / "draft.txt").read_text("utf-8") == FIXED


@pytest.mark.parametrize(
    ("raw", "mode", "said"),
    [(SLIPS.encode(), 0o444, "wrong.txt: is read-only;"), (SLIPS.encode() + b"\xe2\x80", 0o644, "the file is damaged")],
)
def test_nothing_is_written_where_one_file_cannot_be_written_back(
    crdiff: Run, tmp_path: Path, raw: bytes, mode: int, said: str
) -> None:
    (tmp_path / "good.txt").write_text(SLIPS, "utf-8")
    (tmp_path / "wrong.txt").write_bytes(raw)
    (tmp_path / "wrong.txt").chmod(mode)
    done = crdiff("lint", "good.txt", "wrong.txt", "--fix")
    assert (done.returncode, said in done.stderr.decode().splitlines()[-1]) == (2, True)
    assert [(tmp_path / name).read_bytes() for name in ("good.txt", "wrong.txt")] == [SLIPS.encode(), raw]


def test_new_findings_decide_the_exit_code_and_known_ones_are_a_line(crdiff: Run, tmp_path: Path) -> None:
    (tmp_path / "before.txt").write_text(broken(("See rule 101.3.", "See rule 101.9.")), "utf-8")
    (tmp_path / "draft.txt").write_text(broken(("See rule 101.3.", "See rule 101.9.")), "utf-8")
    lint = ("lint", "draft.txt", "--against", "before.txt")
    assert crdiff.printed(*lint) == "no new findings; 1 more that before.txt has too (--all lists them)\n"
    listed = crdiff(*lint, "--all")
    assert (listed.returncode, listed.stdout.endswith(b"\n1 error; 1 of these before.txt has too\n")) == (0, True)
    said = "crdiff lint: nothing to report; 1 more that before.txt has too\n"
    assert said in crdiff.printed(*lint, "--format", "github")
    (run,) = json.loads(crdiff(*lint, "--format", "sarif").stdout)["runs"]
    assert [result["baselineState"] for result in run["results"]] == ["unchanged"]
    assert crdiff.json(*lint)["summary"]["known"] == 1


def test_sarif_has_the_addresses_that_the_settings_give(crdiff: Run, tmp_path: Path) -> None:
    (tmp_path / "draft.txt").write_text(SLIPS, "utf-8")
    (tmp_path / ".crdiff.toml").write_text('[lint]\ndocs = "https://rules.example/lint/"\n', "utf-8")
    (run,) = json.loads(crdiff("lint", "draft.txt", "--format", "sarif").stdout)["runs"]
    driver = run["tool"]["driver"]
    assert driver["informationUri"] == "https://rules.example/lint/"
    assert {rule["id"]: rule["helpUri"] for rule in driver["rules"]}["doubled-word"].endswith("/lint/#doubled-word")
    assert "baselineState" not in run["results"][0]


def test_without_a_setting_the_addresses_are_those_of_the_repository_it_came_from() -> None:
    for record, page in (
        (
            '{"url": "https://github.com/someone/crdiff.git", "vcs_info": {"vcs": "git", "commit_id": "0a1b"}}',
            "https://github.com/someone/crdiff/blob/0a1b/site/lint.md",
        ),
        ('{"url": "file:///home/someone/crdiff", "dir_info": {"editable": true}}', ""),
        ('{"url": "https://example.org/crdiff", "vcs_info": {"vcs": "git", "commit_id": "0a1b"}}', ""),
        ("{}", ""),
        ("no json", ""),
    ):
        assert page_in(record) == page


OWN = """
[lint]
words = ["Dragonz"]
templates = ["Multiple instances of Flying on it is redundant."]
[lint.levels]
doubled-word = "error"
missing-full-stop = "off"
[[lint.retired]]
old = "opponents"
new = "rivals"
since = 2024-01-01
"""


def test_levels_and_words_are_those_of_the_project(crdiff: Run, tmp_path: Path) -> None:
    (tmp_path / "draft.txt").write_text(SLIPS, "utf-8")
    (tmp_path / ".crdiff.toml").write_text(OWN, "utf-8")
    findings = crdiff.json("lint", "draft.txt", code=1)["findings"]
    assert {(one["check"], one["level"], one["number"]) for one in findings} == {
        ("doubled-word", "error", "100.1b"),
        ("glossary-reference", "warning", "Concede"),
        ("retired-wording", "warning", "101.2a"),
    }
    asked = crdiff.printed("lint", "draft.txt", "--select", "missing-full-stop")
    assert "100.1a ends without a full stop" in asked


def test_settings_that_nobody_understands_are_told_in_a_line(crdiff: Run, tmp_path: Path) -> None:
    for wrong, said in (
        ("[lint.levels]\ndoubled-word = 'bad'", "Invalid enum value 'bad'; expected what site/lint.md shows"),
        ("[lint.levels]\ndoubled = 'off'", "there is no check 'doubled'"),
        ("[lint]\nretired = 'x'", "lint.retired: Expected `array`, got `str`"),
        ("[[lint.retired]]\nnew = 'x'", "lint.retired[0]: Object missing required field `old`"),
        ("[lint]\nwords = 'x'", "lint.words: Expected `array`, got `str`"),
        ("[lint]\nwrods = []", "lint: unknown key 'wrods'"),
        ("[lint]\nselect = 'all'", "/.crdiff.toml"),
        ("[lint]\nfail-on = 'often'", "/.crdiff.toml"),
        ("[lint", "/.crdiff.toml"),
        ("lint = 1", "/.crdiff.toml"),
    ):
        (tmp_path / "draft.txt").write_text(CLEAN, "utf-8")
        (tmp_path / ".crdiff.toml").write_text(wrong, "utf-8")
        assert said in crdiff.refused("lint", "draft.txt")


def test_a_marker_silences_and_one_that_nobody_understands_is_named_with_its_line(crdiff: Run, tmp_path: Path) -> None:
    draft = tmp_path / "draft.md"
    draft.write_text(SLIPS.replace("100.1b", "<!-- crdiff: off doubled-word -->\n\n100.1b"), "utf-8")
    assert crdiff("lint", "draft.md", "--select", "doubled-word").stdout == b"no findings; 1 silenced\n"
    for marker, said in (
        ("of doubled-word", "'of doubled-word' is not a marker"),
        ("off doubld-word", "expected doubled-word"),
    ):
        draft.write_text(f"<!-- crdiff: {marker} -->\n{CLEAN}", "utf-8")
        line = crdiff.refused("lint", "draft.md")
        assert (said in line, "draft.md:1: " in line) == (True, True), line


def test_a_check_is_explained_from_its_page_and_all_are_listed(crdiff: Run) -> None:
    listed = crdiff.printed("lint", "--list-checks").splitlines()
    assert any(line.startswith("stale-reference ") and " error " in line for line in listed)
    explained = crdiff.printed("lint", "--explain", "stale-reference")
    assert explained.startswith("stale-reference (error, needs --against)\n\nThe cited clause moved")
    assert "801.17 of 2024-02-02 cites 723" in explained
    assert "###" not in explained


def test_a_report_that_cannot_be_written_is_told_in_a_line(crdiff: Run, tmp_path: Path) -> None:
    for options, said in (
        (("--report", "yaml=a.yaml"), "'yaml=a.yaml' is not a format and a file; expected text=FILE, or json"),
        (("--report", "json"), "'json' is not a format and a file"),
        (("--diff", "--report", "json=a.json"), "--diff writes no report"),
        (("--diff", "--format", "sarif"), "--diff writes no report"),
        (("--accept", "why", "--baseline", "b.toml", "--format", "json"), "--accept writes no report"),
        (("--report", "json=nowhere/a.json"), "nowhere/a.json: no such file or directory"),
        (("--report", "json=-"), "two answers would be written to standard output; expected a file for each"),
        (("--report", "json=a", "--report", "sarif=./a"), "/a; expected a file for each"),
        (("--report", "json=a", "-o", "a"), "/a; expected a file for each"),
    ):
        (tmp_path / "draft.txt").write_text(CLEAN, "utf-8")
        assert said in crdiff.refused("lint", "draft.txt", *options)
        assert [path.name for path in tmp_path.iterdir()] == ["draft.txt"]
