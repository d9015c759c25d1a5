"""``crdiff review`` as a process: the page, JSON, and what it cannot do."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from clean_text import CLEAN, broken

from tests.cli.conftest import Run

DRAFT = broken(
    ("A player can concede the game at any time.", "A player can concede the game whenever they like."),
    ("See rule 101.3.\n\nGlossary", "See rule 101.9.\n\nGlossary"),
    ("June 7, 2024", "July 30, 2024"),
    ("This document holds rules.", "This document holds all rules."),
)


def _write(folder: Path, old: str, draft: str) -> None:
    (folder / "old.txt").write_text(old, "utf-8")
    (folder / "draft.txt").write_text(draft, "utf-8")


@pytest.fixture
def review(crdiff: Run, tmp_path: Path) -> Run:
    """Return what runs a review of a draft, at first one that reworded 101.3 and broke a citation in 301.2."""
    _write(tmp_path, CLEAN, DRAFT)
    return crdiff.of("review", "old.txt", "draft.txt")


def test_the_page_is_whole_and_needs_nothing_else(review: Run, tmp_path: Path) -> None:
    assert review("-o", "review.html").returncode == 0
    page = (tmp_path / "review.html").read_text("utf-8")
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids)
    assert not re.search(r"https?://|url\(|@import|<script src|<link", page)
    ticks = page.count('<input type="checkbox" aria-label=')
    assert ticks == page.count('<article class="change" id=')
    assert "whenever they like" in page
    assert "101.9, which does not exist" in page


def test_json_keeps_to_its_schema_and_brings_all_together(review: Run) -> None:
    answer = review.json()
    assert answer["schema"] == "crdiff.review/1"
    items = {item["change"]["new"][0]["number"]: item for item in answer["items"] if item["change"]["new"]}
    reworded = items["101.3"]
    assert [clause["number"] for clause in reworded["cited_by"]] == ["Concede"]
    assert reworded["before"]["number"] == "101.2"
    assert reworded["after"] is None
    assert [finding["check"] for finding in items["301.2"]["findings"]] == ["dangling-reference"]
    assert answer["findings"] == []


def test_findings_of_the_old_text_are_counted_and_not_repeated(review: Run, tmp_path: Path) -> None:
    slip = ("The name of a card is", "The name of of a card is")
    _write(tmp_path, broken(slip), broken(slip, text=DRAFT))
    answer = review.json()
    assert (answer["known"], answer["findings"]) == (1, [])


def test_checks_that_the_draft_concerns_stand_beside_their_clause(review: Run, tmp_path: Path) -> None:
    rows = [
        {"check": "tests/test_a.py::test_concede", "lineage": "x", "state": "suspect", "old": "101.3", "new": "101.3"},
        {"check": "tests/test_a.py::test_names", "lineage": "y", "state": "orphaned", "old": "200.1", "new": None},
    ]
    rows = [{**row, "because": []} for row in rows]
    undecided = [{"check": "tests/test_a.py::test_far", "named": "999.1", "why": "its text is not held"}]
    told = {"schema": "crdiff.concerns/1", "concerns": rows, "uncovered": [], "undecided": undecided}
    (tmp_path / "concerns.json").write_text(json.dumps(told))
    done = review("--concerns", "concerns.json", "--format", "json")
    assert b"of 1 check it does not know whether the draft concerns it" in done.stderr
    answer = json.loads(done.stdout)
    beside = [concern for item in answer["items"] for concern in item["concerns"]]
    assert [concern["check"] for concern in beside] == ["tests/test_a.py::test_concede"]
    assert [concern["number"] for concern in answer["concerns"]] == ["200.1"]
    assert "test_concede" in review.printed("--concerns", "concerns.json")


CHECK = """import pytest


@pytest.mark.clause("101.3")
def test_conceding() -> None:
    raise RuntimeError("a review runs nothing")


@pytest.mark.clause("101.2")
def test_winning() -> None: ...
"""


@pytest.mark.parametrize(
    ("folder", "options"), [("tests/rules", ()), ("checks", ("--checks", "checks")), ("a", ("--checks", "a/test_a.py"))]
)
def test_checks_that_the_draft_makes_suspect_are_read_from_the_tests(
    review: Run, tmp_path: Path, folder: str, options: tuple[str, ...]
) -> None:
    (tmp_path / folder).mkdir(parents=True)
    (tmp_path / folder / "test_a.py").write_text(CHECK, "utf-8")
    items = review.json(*options)["items"]
    beside = {item["change"]["new"][0]["number"]: item["concerns"] for item in items if item["concerns"]}
    check = f"{folder}/test_a.py::test_conceding"
    assert beside == {"101.3": [{"check": check, "state": "suspect", "number": "101.3", "because": []}]}
    assert "test_conceding" in review.printed(*options)


def test_what_only_a_run_or_an_archive_could_tell_of_the_checks_is_said(review: Run, tmp_path: Path) -> None:
    source = "import pytest\n\n\n@pytest.mark.clause({})\ndef test_a() -> None: ...\n"
    (tmp_path / "test_a.py").write_text(source.format("NUMBER"), "utf-8")
    (tmp_path / "test_b.py").write_text(source.format('"508.1d", release="2011-04-01"'), "utf-8")
    done = review("--checks", "test_a.py", "--checks", "test_b.py", "-o", "review.html")
    assert done.returncode == 0
    assert done.stderr.decode().splitlines() == [
        "test_a.py:4: a marker that names its clauses only when it runs, as in 'crdiff checks status'",
        "crdiff: the checks also name 508.1d of 2011-04-01, unknown without an archive; "
        "'crdiff checks status --against DRAFT --corpus DIR' knows them",
    ]


def test_a_change_outside_the_rules_is_named_in_words(review: Run) -> None:
    page = review.printed()
    assert "introduction, paragraph 4" in page
    assert "front:" not in re.sub(r'(?:id|href)="[^"]*"', "", page)


def test_a_draft_with_the_date_of_the_old_text_is_told_and_the_two_are_called_by_their_files(
    review: Run, tmp_path: Path
) -> None:
    _write(tmp_path, CLEAN, broken(("at any time", "whenever they like")))
    text = review.printed("--format", "text")
    assert text.startswith("2024-06-07 (old.txt) to 2024-06-07 (draft.txt)\nThe draft still has the effective date")
    page = review.printed()
    assert "<b>The draft still has the effective date" in page
    assert review.printed() == page


def test_a_finding_is_shown_with_the_words_around_it_and_without_its_line(review: Run) -> None:
    page = review.printed()
    assert "player concede the game. See rule <mark>101.9</mark>." in page
    assert not re.search(r'class="finding[^<]*<b>[^<]*</b>, line \d', page)


def test_notes_stand_beside_their_clauses_and_run_nothing(review: Run, tmp_path: Path) -> None:
    notes = "## 101.3\n\nAs *players* asked. <script>x</script> ![seen](https://example.org/a.png)\n\n- 100.1: All.\n"
    (tmp_path / "notes.md").write_text(notes, "utf-8")
    page = review.printed("--annotate", "notes.md")
    assert "<p>As <em>players</em> asked. &lt;script&gt;x&lt;/script&gt; seen</p>" in page
    assert "example.org" not in page
    assert "Notes elsewhere, 1" in page
    answer = review.json("--annotate", "notes.md")
    assert [note["name"] for note in answer["notes"]] == ["100.1"]


def test_notes_on_nothing_are_refused_in_one_line(review: Run, tmp_path: Path) -> None:
    for notes, said in (
        ("## 101.3\nfine\n## 999.9z\nwhat\n", "notes.md:3: '999.9z' is not in draft.txt"),
        ("Dear editor\n", "notes.md:1: text that belongs to no clause; expected headings"),
        ("", "notes.md: has no notes; expected headings"),
        ("# 101.3\n", "notes.md:1: the note on 101.3 is empty"),
    ):
        (tmp_path / "notes.md").write_text(notes, "utf-8")
        assert review.refused("--annotate", "notes.md").startswith(said)


def _citations(at: str) -> str:
    rest = {"file": "src/a.rs", "is_test": False, "lineage": "", "written": None}
    cited = [
        {"line": line, "number": number, "kind": kind, **rest}
        for line, number, kind in ((7, "101.3", "right"), (9, "100.2", "right"), (11, "100.1a", "absent"))
    ]
    head = {"schema": "crdiff.cite/1", "kind": "list", "at": at, "read": 1, "files": 1, "repository": "mage"}
    return json.dumps({**head, "citations": cited})


MOVED = broken(
    ("100.2. To play", "100.2. Every game has rules.\n\n100.3. To play"),
    ("at any time", "whenever they like"),
    ("June 7, 2024", "July 30, 2024"),
)


def test_citations_of_others_that_go_stale_are_told_with_their_place(review: Run, tmp_path: Path) -> None:
    _write(tmp_path, CLEAN, MOVED)
    (tmp_path / "cited.json").write_text(_citations("2024-06-07"), "utf-8")
    text = review.printed("--citations", "cited.json", "--format", "text")
    assert "    cited in mage src/a.rs:7\n" in text
    assert "  100.2 becomes 100.3, which makes 1 citation stale: mage src/a.rs:9\n" in text
    assert "a.rs:11" not in text


def test_citations_judged_by_another_release_are_refused(review: Run, tmp_path: Path) -> None:
    (tmp_path / "cited.json").write_text(_citations("2023-04-14"), "utf-8")
    refused = review.refused("--citations", "cited.json")
    assert "cited.json: its citations are judged by 2023-04-14; expected those of 2024-06-07" in refused


def test_a_long_list_is_shortened_far_from_its_edits(review: Run, tmp_path: Path) -> None:
    # 205.3m of 2025-06-06 lists more than three hundred creature types
    names = ", ".join(f"Beast{at}" for at in range(300))
    old, draft = (broken(("101.3. A player", f"101.3. {names}, {word}. A player")) for word in ("Bear", "Bat"))
    _write(tmp_path, old, draft)
    page = review.printed()
    assert "Beast299" in page
    assert "Beast9," not in page
