"""``crdiff identify`` as its users run it, over small releases that are made here."""

from __future__ import annotations

import zlib
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from benchmarks.fuzz_inputs import page_document
from tests.cli.conftest import Run, built

RULE = (
    "Multiple player-controlling effects that affect the same player overwrite each other. The last one to be created"
    " is the one that works."
)
LATER = RULE.replace("is the one that works", "is the one which counts")
SOME = "Some cards allow a player to control another player during that player’s next turn."


TWO_RELEASES = {
    day: {number: "Controlling Another Player", f"{number}.1": SOME, f"{number}.1a": rule}
    for day, number, rule in (("2024-06-07", "720", RULE), ("2025-04-04", "723", LATER))
}
"""Two releases: 720.1a became 723.1a, in other words."""


@pytest.fixture(scope="module")
def two_releases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the corpus of them, built."""
    return built(tmp_path_factory.mktemp("identifying"), TWO_RELEASES)


@pytest.fixture
def home(two_releases: Path, tmp_path: Path) -> Path:
    """Return the folder of the commands, with a copy of that corpus as theirs."""
    copytree(two_releases, tmp_path / "home")
    return tmp_path


def _clauses(crdiff: Run, *arguments: str, **given: bytes) -> list[dict[str, Any]]:
    (document,) = crdiff.json("identify", *arguments, **given)["documents"]
    return [clause for passage in document["passages"] for clause in passage["clauses"]]


def test_hints_name_the_outdated_words_of_a_paraphrase_and_their_last_day(crdiff: Run, home: Path) -> None:
    """Not by default, and not with what writes no hints or has no texts to look in."""
    (home / "post.txt").write_text(
        "If several effects control a player, the last one to be created is the one that works."
    )
    words = "it says “the last one to be created is the one that works”, which ended 2025-04-03"
    hint = f"line 1  near 720.1a, no quotation; outdated by words: {words}"
    plain, hinted = (crdiff("identify", "post.txt", "-q", *more).stdout.decode() for more in ((), ("--hints",)))
    assert plain == "post.txt: Quotes no known rules.\n"
    assert hinted == f"{plain}  {hint}\n"
    (document,) = crdiff.json("identify", "post.txt", "--hints")["documents"]
    assert [(one["number"], one["line"]) for one in document["hints"]] == [("720.1a", 1)]
    assert crdiff("identify", "post.txt", "--hints", "--today").returncode == 2
    assert b"hints take the texts" in crdiff("identify", "post.txt", "--hints", CRDIFF_HOME="nowhere").stderr


def test_what_a_page_marks_as_deleted_is_not_quoted(crdiff: Run, home: Path) -> None:
    said = RULE.replace("the one that works", "<del>the one which counts</del><ins>the one that works</ins>")
    (home / "page.html").write_text(f"<p>720.1a {said}</p>")
    assert _quoted(crdiff, "page.html") == ("720.1a", [])


SLIP = RULE.replace("overwrite", "overwirte")
OWN = "Our league had this question last week, and here is what the book has to say about it."


def _quoted(crdiff: Run, name: str) -> tuple[str, list[str]]:
    (clause,) = _clauses(crdiff, name)
    return clause["number"], [slip["written"] for slip in clause["slips"]]


def test_a_pdf_whose_lines_are_broken(crdiff: Run, home: Path) -> None:
    pytest.importorskip("pypdfium2")
    words = f"720.1a {SLIP}".split()
    lines = [OWN, "", *(" ".join(words[at : at + 9]) for at in range(0, len(words), 9))]
    (home / "page.pdf").write_bytes(_pdf(lines))
    assert _quoted(crdiff, "page.pdf") == ("720.1a", ["overwirte"])


def _pdf(lines: list[str]) -> bytes:
    """Return a page of lines, one below the other."""
    shown = " ".join(f"({line}) Tj 0 -14 Td" for line in lines)
    return page_document(zlib.compress(f"BT /F1 10 Tf 72 720 Td {shown} ET".encode()))
