"""``crdiff review`` as a process: the page, JSON, and what it cannot do."""

from __future__ import annotations

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


def test_a_long_list_is_shortened_far_from_its_edits(review: Run, tmp_path: Path) -> None:
    # 205.3m of 2025-06-06 lists more than three hundred creature types
    names = ", ".join(f"Beast{at}" for at in range(300))
    old, draft = (broken(("101.3. A player", f"101.3. {names}, {word}. A player")) for word in ("Bear", "Bat"))
    _write(tmp_path, old, draft)
    page = review.printed()
    assert "Beast299" in page
    assert "Beast9," not in page
