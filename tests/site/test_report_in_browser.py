"""The report of ``crdiff diff --format html`` is held to what the site is held to."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from accessible import violations

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

LOOKS = [(1280, "light"), (390, "dark")]


@pytest.fixture(scope="module", params=["inline", "side-by-side"])
def report(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a report on two editions that came of everything: moved, added, removed, reworded, an example lost."""
    file = tmp_path_factory.mktemp("report") / "report.html"
    columns = ["--side-by-side"] if request.param == "side-by-side" else []
    names = ["507-crystal-keep", "720-mtg-wiki"]
    command = [sys.executable, "-m", "crdiff", "diff", *names, "--all", "--format", "html", "-o", str(file), *columns]
    subprocess.run(command, check=True)
    return file


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_the_report_is_accessible_fits_and_asks_nobody(browser: Browser, report: Path, width: int, scheme: str) -> None:
    page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)  # type: ignore[arg-type]
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(report.as_uri())
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.get_by_label("New wording only").check()
    assert violations(page) == []
    assert not page.locator(".redline del").first.is_visible()
    assert asked == [report.as_uri()]
    page.close()
