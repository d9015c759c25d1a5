"""A text that would like to be more than text is shown as text in the pages that `diff` and `review` write."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
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
