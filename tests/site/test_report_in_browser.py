"""The report of ``crdiff diff --format html`` is held to what the site is held to."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from accessible import faults_of_look, violations

from crdiff.cli.app import run

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


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
