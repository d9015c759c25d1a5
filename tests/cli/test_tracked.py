"""``--tracked`` as a process: every command that reads a text reads either side of a .docx with tracked changes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from clean_text import CLEAN
from tracked_document import deleted, docx, inserted, kept, paragraph

from crdiff.cli.texts import Texts
from crdiff.errors import CrdiffError
from tests.cli.conftest import Run


def _drafted(line: str) -> str:
    """Return a line of the clean text as the editor's document has it: reworded, added, struck out or kept."""
    if line.startswith("101.3. "):
        return paragraph(
            kept("101.3. A player can concede the game "), deleted("at any time"), inserted("at will"), kept(".")
        )
    if line.startswith("100.2. "):
        before, _, after = line.partition("101.2a")
        return paragraph(kept(before), deleted("101.2a"), inserted("101.2c"), kept(after))
    if line.startswith("301.1. "):
        return paragraph(deleted(line), mark=deleted())
    return paragraph(kept(line))


@pytest.fixture
def draft(tmp_path: Path) -> Path:
    """Return a .docx of the clean text in which 101.3 was reworded, a citation broken and 301.1 struck out."""
    (tmp_path / "old.txt").write_text(CLEAN, "utf-8")
    (tmp_path / "draft.docx").write_bytes(docx(*map(_drafted, CLEAN.split("\n"))))
    return tmp_path / "draft.docx"


@pytest.mark.usefixtures("draft")
def test_parse_reads_the_side_asked_for(crdiff: Run) -> None:
    for side, has, lacks in (
        ((), "101.3. A player can concede the game at will.", "301.1"),
        (("--tracked", "final"), "101.3. A player can concede the game at will.", "301.1"),
        (("--tracked", "original"), "101.3. A player can concede the game at any time.", "at will"),
    ):
        text = crdiff.printed("parse", "draft.docx", "--format", "text", *side)
        assert has in text
        assert lacks not in text.partition("301. Controlling Another Player\n\n")[2]
        assert ("301.1. One card" in text) == ("original" in side)


@pytest.mark.usefixtures("draft")
def test_parse_says_which_side_was_read(crdiff: Run) -> None:
    assert "6 tracked changes accepted" in crdiff.printed("parse", "draft.docx")
    assert "6 tracked changes rejected" in crdiff.printed("parse", "draft.docx", "--tracked", "original")


@pytest.mark.usefixtures("draft")
def test_the_original_side_differs_in_nothing_from_the_text_before_and_the_final_side_does(crdiff: Run) -> None:
    for command in (("old.txt", "draft.docx"), ("draft.docx", "old.txt")):
        original = crdiff("diff", *command, "--tracked", "original", "--fail-on", "review")
        assert original.returncode == 0, original.stdout.decode()
        assert crdiff("diff", *command, "--tracked", "final", "--fail-on", "review").returncode == 1


@pytest.mark.usefixtures("draft")
def test_lint_finds_what_stands_on_the_side_asked_for(crdiff: Run) -> None:
    final = crdiff.json("lint", "draft.docx", "--against", "old.txt", code=1)
    assert {"dangling-reference", "numbering-gap"} <= {finding["check"] for finding in final["findings"]}
    assert crdiff("lint", "draft.docx", "--against", "old.txt", "--tracked", "original").returncode == 0


@pytest.mark.usefixtures("draft")
def test_review_and_explain_take_the_side_too(crdiff: Run) -> None:
    review = crdiff.of("review", "old.txt", "draft.docx")
    final, original = (review.json(*side)["items"] for side in ((), ("--tracked", "original")))
    assert {item["change"]["structure"] for item in final} == {"same", "removed"}
    assert original == []
    explain = crdiff.of("explain", "old.txt", "draft.docx", "301.1", "--side", "new")
    assert explain.refused()
    assert explain("--tracked", "original").returncode == 0


@pytest.mark.usefixtures("draft")
def test_a_text_that_tracks_no_changes_has_no_two_sides(crdiff: Run) -> None:
    for line in (
        "parse old.txt", "parse 718-markdown", "diff old.txt old.txt", "explain old.txt old.txt 101.3", "lint old.txt",
        "lint old.txt --against old.txt", "review old.txt old.txt", "checks status --against old.txt", "checks status",
    ):  # fmt: skip
        said = "crdiff: --tracked original, but no text given tracks changes; expected a .docx document"
        assert crdiff.refused(*line.split(), "--tracked", "original") == said


@pytest.mark.usefixtures("draft")
def test_a_side_that_there_is_not_is_named(crdiff: Run) -> None:
    assert "original" in crdiff.refused("parse", "draft.docx", "--tracked", "both")


def test_lines_that_cannot_be_read_are_told_with_their_place(tmp_path: Path) -> None:
    (tmp_path / "draft.docx").write_bytes(b"PK\x03\x04 and no more")
    with pytest.raises(CrdiffError, match=rf"^{re.escape(str(tmp_path))}/draft\.docx: "):
        Texts().lines(str(tmp_path / "draft.docx"))
