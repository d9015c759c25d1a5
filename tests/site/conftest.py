"""The whole site built once by MkDocs as users build it, served on loopback, and a real browser."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from serving import serving_folder
from small_excerpt import make_results

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

ROOT = Path(__file__).parents[2]


def build(folder: Path, results: bytes) -> Path:
    """Build the site of this checkout with some results of checks, strictly, and return where it is."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "checks.json").write_bytes(results)
    (folder / "mkdocs.yml").write_text(
        f"INHERIT: {ROOT / 'mkdocs.yml'}\n"
        f"docs_dir: {ROOT / 'site'}\n"
        f"site_dir: {folder / 'site'}\n"
        f"plugins:\n  - crdiff:\n      results: {folder / 'checks.json'}\n",
        "utf-8",
    )
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-f", str(folder / "mkdocs.yml")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return folder / "site"


@pytest.fixture(scope="session")
def results() -> bytes:
    """Return results of a check on a clause of the corpus."""
    return make_results().raw


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory, results: bytes) -> Path:
    """Return the folder of the built site."""
    return build(tmp_path_factory.mktemp("site"), results)


@pytest.fixture(scope="session")
def served(built: Path) -> Iterator[str]:
    """Return the address at which the site is served."""
    with serving_folder(built) as where:
        yield where


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Return headless chromium. Without one the tests are skipped, in CI they fail."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        if os.environ.get("CI"):
            pytest.fail("no chromium: CI has to test the site in a browser")
        pytest.skip("no chromium: install Debian's package of that name")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def context(browser: Browser, served: str) -> Iterator[Callable[..., BrowserContext]]:
    """Return a function that opens a fresh context and holds its pages to the rules of the site.

    At the end no page may have logged an error, thrown one, or asked another host for anything.
    """
    opened: list[BrowserContext] = []
    faults: list[str] = []

    def make(width: int = 1280, scheme: str = "light", scripts: bool = True) -> BrowserContext:
        size = {"width": width, "height": 900}
        made = browser.new_context(
            viewport=size,
            color_scheme=scheme,
            java_script_enabled=scripts,
            base_url=served,  # type: ignore[arg-type]
        )
        made.on("request", lambda request: None if request.url.startswith(served) else faults.append(request.url))
        made.on(
            "console", lambda message: faults.append(message.text) if message.type in {"error", "warning"} else None
        )
        made.on("weberror", lambda error: faults.append(str(error.error)))
        opened.append(made)
        return made

    yield make
    for each in opened:
        each.close()
    assert faults == []
