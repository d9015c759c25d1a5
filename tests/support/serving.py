"""A site served on loopback for a browser, and what such a browser may not see."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

from crdiff.output.tree import write_tree
from crdiff.pages.frame import address

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing: the tests look at what the browser saw."""

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
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def watched_page(browser: Browser, host: str) -> Iterator[Page]:
    """Give a page of a fresh browser; at its end it may have logged no error, nor asked another host for anything.

    What the Content-Security-Policy forbids is logged as an error.
    """
    context = browser.new_context(base_url=host, viewport={"width": 1280, "height": 900})
    context.set_default_timeout(8_000)
    faults: list[str] = []
    context.on("request", lambda request: None if request.url.startswith(host) else faults.append(request.url))
    context.on("console", lambda message: faults.append(message.text) if message.type in {"error", "warning"} else None)
    context.on("weberror", lambda error: faults.append(str(error.error)))
    yield context.new_page()
    context.close()
    assert faults == [], faults
