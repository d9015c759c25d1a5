"""A site served on loopback for a browser, and what such a browser may not see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from typing import TYPE_CHECKING, Any

from on_loopback import Stand, on_loopback
from trees import write_tree

from crdiff.pages import address

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


class _Quiet(Stand, SimpleHTTPRequestHandler):
    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Show the page for missing pages where there is none, as hosts do."""
        missing = Path(self.directory) / "404.html"
        if code != HTTPStatus.NOT_FOUND or not missing.exists():
            super().send_error(code, message, explain)
            return
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(missing.read_bytes())

    def list_directory(self, path: object) -> None:  # noqa: ARG002 - the name is that of the base class
        """List no folder: one without a page has none."""
        self.send_error(HTTPStatus.NOT_FOUND)


@contextmanager
def serving(folder: Path, pages: Mapping[str, bytes]) -> Iterator[str]:
    """Write pages, by address, to `folder` and give the address they are served at."""
    write_tree(folder, {address.file_of(where): content for where, content in pages.items()})
    with serving_folder(folder) as where:
        yield where


@contextmanager
def serving_folder(folder: Path) -> Iterator[str]:
    """Give the address that a folder is served at."""
    with on_loopback(partial(_Quiet, directory=str(folder))) as where:
        try:
            yield where
        finally:
            _close_windows(where)


class Window:
    """A context of a browser in which tests with one host and one look open their pages, one test after the other.

    A context for each test would start a process for each, which takes a second of computing; so does a page that no
    other one opens. What a test leaves behind is gone before the next: pages, storage, cookies and permissions.
    """

    def __init__(self, browser: Browser, host: str, **options: Any) -> None:
        self.context = browser.new_context(base_url=host, **options)
        self.context.set_default_timeout(60_000)
        self._opener = self.context.new_page()
        self._opener.goto(f"{host}/robots.txt")
        self._has_scripts = options.get("java_script_enabled", True)
        self._host = host
        self._faults: list[str] = []

    def new_page(self) -> Page:
        """Open a page in the process of the first one."""
        if self._has_scripts:
            with self.context.expect_page() as opened:
                self._opener.evaluate("() => { open('about:blank'); }")
        page, told = opened.value if self._has_scripts else self.context.new_page(), self._faults
        page.on("request", lambda request: None if request.url.startswith(self._host) else told.append(request.url))
        page.on("console", lambda said: told.append(said.text) if said.type in {"error", "warning"} else None)
        page.on("pageerror", lambda error: told.append(str(error)))
        return page

    def end_of_test(self) -> list[str]:
        """Forget what the test did; return the errors that its pages logged, and what they asked other hosts for."""
        for page in self.context.pages:
            if page is not self._opener:
                page.close()
        self._opener.evaluate("localStorage.clear()")
        self.context.clear_cookies()
        self.context.clear_permissions()
        found = [*self._faults]
        self._faults.clear()
        return found


_WINDOWS: dict[tuple[object, ...], Window] = {}


def window(browser: Browser, host: str, **options: Any) -> Window:
    """Return the window for a host and a look, which stays open while the host is served."""
    key = (host, *(f"{name}={value}" for name, value in sorted(options.items())))
    if key not in _WINDOWS:
        _WINDOWS[key] = Window(browser, host, **options)
    return _WINDOWS[key]


def _close_windows(host: str) -> None:
    for key in [key for key in _WINDOWS if key[0] == host]:
        context = _WINDOWS.pop(key).context
        if context.browser is not None and context.browser.is_connected():
            context.close()


@contextmanager
def watched_page(browser: Browser, host: str) -> Iterator[Page]:
    """Give a page of its own; at its end it may have logged no error, nor asked another host for anything.

    What the Content-Security-Policy forbids is logged as an error.
    """
    opened = window(browser, host, viewport={"width": 1280, "height": 900})
    try:
        yield opened.new_page()
    finally:
        faults = opened.end_of_test()
    assert faults == [], faults
