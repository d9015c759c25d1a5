"""The pages and texts that ``diff`` and ``review`` write: whole, always the same, and the words in them only text."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from clean_text import CLEAN, broken
from html_reader import read_html

from tests.cli.conftest import Run
from tests.small_releases import CHOICES, RELEASES, release_text

LIVE = (
    "@octocat, @wizards/rules, #1, GH-2, a/b#3, http://evil.example, www.evil.example, mail@evil.example, 1234abcdef0, "
    "5ed8d6a35868bc169f07e40e889087fd2ea5c378"
)
LONG = " ".join(f"word{at}" for at in range(12_000))


def _pair(folder: Path, said: str) -> tuple[Path, Path]:
    """Write two releases of which the second says `said` in a clause, an example, a heading and the glossary."""
    old, new = dict(RELEASES["2014-05-01"]), dict(RELEASES["2014-05-01"])
    old["712.2"], new["712.2"] = f"{CHOICES} Before.", f"{CHOICES} After: {said}\nExample: {said}"
    new["712.4"] = f"{new['712.4']} {said}"
    new["713"], new["713.1"] = said[:80], said
    files = folder / "old.txt", folder / "new.txt"
    files[0].write_bytes(release_text("2014-05-01", old))
    files[1].write_bytes(release_text("2014-06-01", new, {"Concede": f"To leave the game by choice. {said}"}))
    return files


def _page(crdiff: Run, folder: Path, said: str, *command: str) -> bytes:
    old, new = _pair(folder, said)
    done = crdiff(command[0], old, new, *command[1:], "-o", "page.html")
    assert (done.returncode, done.stderr) == (0, b"")
    return (folder / "page.html").read_bytes()


@pytest.mark.parametrize("command", ["diff", "review"])
def test_a_clause_of_a_hundred_thousand_characters_is_shown_whole(crdiff: Run, tmp_path: Path, command: str) -> None:
    page = read_html(_page(crdiff, tmp_path, LONG, command, "--format", "html"))
    assert LONG in " ".join(page.text.split())


def test_a_comment_on_a_pull_request_notifies_nobody_and_links_to_nothing(crdiff: Run, tmp_path: Path) -> None:
    old, new = _pair(tmp_path, f"{LIVE}; see rule 999.9, {LIVE}, can’t can’t.")
    for command in (("diff", old, new), ("lint", new, "--against", old, "--fail-on", "never")):
        markdown = crdiff.printed(*command, "--format", "markdown")
        assert re.findall(r"@\w|#\d|\bGH-\d|https?://|\bwww\.|\b[0-9a-f]{7,40}\b", markdown) == []
        if command[0] != "lint":
            assert "octocat" in markdown
            assert "http:<!-- -->//evil.example" in markdown
            assert LIVE in re.sub(r"<!-- -->|\\\\", "", markdown)


NAME = "rules\x1b[31m\x9b\u202e\nred.txt"


def test_json_keeps_the_name_of_a_file_as_it_is(crdiff: Run, tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(b"100.1. A rule.\n\n100.1. Another rule.\n")
    done = crdiff("lint", NAME, "--format", "json")
    assert json.loads(done.stdout)["texts"][0]["file"] == NAME
    assert crdiff("lint", NAME).stdout.startswith(b"rules\\x1b[31m\\x9b\\u202e\\nred.txt:3: error: ")


# ``crdiff review`` as a process: the page, JSON, and what it cannot do


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


def test_a_long_list_is_shortened_far_from_its_edits(review: Run, tmp_path: Path) -> None:
    # 205.3m of 2025-06-06 lists more than three hundred creature types
    names = ", ".join(f"Beast{at}" for at in range(300))
    old, draft = (broken(("101.3. A player", f"101.3. {names}, {word}. A player")) for word in ("Bear", "Bat"))
    _write(tmp_path, old, draft)
    page = review.printed()
    assert "Beast299" in page
    assert "Beast9," not in page


# ``crdiff diff`` as its users run it


Texts = tuple[Path, Path]


def test_an_option_of_one_format_leaves_the_others_as_they_are(crdiff: Run, texts: Texts, tmp_path: Path) -> None:
    for option in (("--side-by-side",), ("--context", "1")):
        alone = {form: crdiff("diff", *texts, *option, "--format", form).stdout for form in ("text", "html")}
        forms = {**alone, **{form: crdiff("diff", *texts, "--format", form).stdout for form in ("json", "sarif")}}
        done = crdiff("diff", *texts, *option, *(f"--report={form}={tmp_path / form}" for form in forms))
        assert done.stdout == alone["text"]
        assert {form: (tmp_path / form).read_bytes() for form in forms} == forms


def test_the_same_bytes_come_out_under_any_hash_seed_and_from_any_folder(shared: Path, tmp_path: Path) -> None:
    """2018-04-27 has rewordings, references that follow, and lists: everything that sets could put out of order."""
    names = [str((shared / "cr" / f"{date}.txt").resolve(strict=True)) for date in ("2018-01-19", "2018-04-27")]
    said = {
        subprocess.run(
            [sys.executable, "-m", "crdiff", "diff", *names, "--format", "json"],
            capture_output=True,
            cwd=folder,
            env={**os.environ, "CRDIFF_HOME": str(tmp_path / "home"), "PYTHONHASHSEED": seed},
            check=True,
        ).stdout
        for seed, folder in (("1", tmp_path), ("4711", Path(__file__).parent))
    }
    assert len(said) == 1
