"""The pages of crdiff review and of crdiff diff in a browser: accessible, offline, small, and ticks are kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from accessible import faults_of_look, violations
from clean_text import CLEAN, broken

from crdiff.cli.app import run

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# the report of ``crdiff diff --format html`` is held to what the site is held to


pytestmark = pytest.mark.browser

MOST_BYTES = 3_000_000
PAIRS = {
    "a repeated number": ("cr/2024-07-30.txt", "cr/2024-09-20.txt"),
    "a draft from Word": ("cr/2024-04-12.txt", "documents/2024-06-07.docx"),
}


def _review(old: Path, draft: Path, folder: Path) -> Path:
    file = folder / "review.html"
    assert run(["review", str(old), str(draft), "-o", str(file), "--quiet"]) == 0
    return file


@pytest.fixture(scope="module", params=PAIRS)
def large(request: pytest.FixtureRequest, shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the review of a real draft."""
    old, draft = PAIRS[request.param]
    return _review(shared / old, shared / draft, tmp_path_factory.mktemp(Path(draft).stem))


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a review of a few changes, in which everything occurs that a page can show of so few."""
    folder = tmp_path_factory.mktemp("review")
    (folder / "old.txt").write_text(CLEAN, "utf-8")
    pairs = (
        ("at any time.", "whenever they like."),
        ("see rule 101.2a)", "see rule 101.2c)"),
        ("player’s deck", "deck"),
    )
    (folder / "draft.txt").write_text(broken(*pairs), "utf-8")
    return _review(folder / "old.txt", folder / "draft.txt", folder)


def test_a_real_review_is_accessible_fits_and_asks_nobody(browser: Browser, large: Path) -> None:
    assert large.stat().st_size < MOST_BYTES
    assert "<mark></mark>" not in large.read_text("utf-8")
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(large.as_uri())
    assert faults_of_look(page) == []
    assert asked == [large.as_uri()]
    if large.parent.name.startswith("2024-09-20"):
        article = page.locator("article", has=page.locator("h4", has_text="702.175 Impending")).first
        assert "is printed twice" in article.inner_text()
    page.close()


def test_ticks_are_kept_counted_and_given_out(browser: Browser, small: Path) -> None:
    context = browser.new_context(accept_downloads=True)
    page = context.new_page()
    page.goto(small.as_uri())
    ticks = page.locator("article .tick input")
    count = ticks.count()
    assert count >= 2
    ticks.first.check()
    assert page.locator("#progress-told").inner_text() == f"1 of {count} read"
    page.reload()
    assert ticks.first.is_checked()
    page.get_by_role("button", name="Next unread").click()
    assert ticks.nth(1).evaluate("tick => tick === document.activeElement")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export as JSON").click()
    progress = json.loads(Path(download.value.path()).read_text("utf-8"))
    assert progress["schema"] == "crdiff.review-progress/1"
    assert progress["of"] == count
    assert progress["read"] == [page.locator("article.change").first.get_attribute("id")]
    assert violations(page) == []
    context.close()


def test_without_scripts_the_page_reads_the_same_and_offers_no_ticks(browser: Browser, small: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(small.as_uri())
    assert page.get_by_text("whenever they like").first.is_visible()
    assert not page.locator(".tool").is_visible()
    assert not page.locator(".tick").first.is_visible()
    context.close()


@pytest.fixture(scope="module", params=["inline", "side-by-side"])
def report(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a report on two editions that came of everything: moved, added, removed, reworded, an example lost."""
    file = tmp_path_factory.mktemp("report") / "report.html"
    columns = ["--side-by-side"] if request.param == "side-by-side" else []
    names = ["507-crystal-keep", "720-mtg-wiki"]
    assert run(["diff", *names, "--all", "--format", "html", "-o", str(file), *columns, "--quiet"]) == 0
    return file


def test_the_report_is_accessible_fits_and_asks_nobody(browser: Browser, report: Path) -> None:
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(report.as_uri())
    assert faults_of_look(page) == []
    page.get_by_label("New wording only").check()
    assert violations(page) == []
    assert not page.locator(".redline del").first.is_visible()
    assert asked == [report.as_uri()]
    page.close()
