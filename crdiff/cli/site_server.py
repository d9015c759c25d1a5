"""A web server for pages held in memory, on this machine, for whoever previews them."""

from __future__ import annotations

import mimetypes
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import unquote, urlsplit

from crdiff.cli.output import note
from crdiff.cli.site_address import Endpoint
from crdiff.errors import UsageError

PageAt = Callable[[str], bytes | None]
"""What is served at an address of the site, None for nothing."""


@contextmanager
def serving(page_at: PageAt, endpoint: Endpoint) -> Iterator[None]:
    """Serve pages meanwhile. Raises `UsageError` where the address cannot be used."""
    try:
        server = _Server(page_at, endpoint)
    except (OSError, UnicodeError) as error:  # UnicodeError: a name that is none for DNS
        reason = getattr(error, "strerror", None) or error
        raise UsageError(f"--address {endpoint} cannot be used: {reason}", "an address that is free") from None
    with server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield
        finally:
            server.shutdown()


class _Server(ThreadingHTTPServer):
    def __init__(self, page_at: PageAt, endpoint: Endpoint) -> None:
        self.page_at = page_at
        self.endpoint = endpoint
        self.address_family = socket.AF_INET6 if endpoint.is_ipv6 else socket.AF_INET
        super().__init__((endpoint.host, endpoint.port), _Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ARG002 - as the server calls it
        """Say in one line that a request failed, unless it was the reader who left."""
        error = sys.exception()
        if not isinstance(error, ConnectionError):
            note(f"crdiff: a request failed ({type(error).__name__}: {error})")


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_GET(self) -> None:
        """Answer with a page, or with the page for missing ones."""
        self._answer(has_body=True)

    def do_HEAD(self) -> None:
        """Answer as GET does, without the page."""
        self._answer(has_body=False)

    def _answer(self, *, has_body: bool) -> None:
        endpoint = self.server.endpoint
        for host in self.headers.get_all("Host", ()):
            if not endpoint.answers_to(host):
                self.send_error(421, f"{host!r} is not the preview", f"The preview is at http://{endpoint}/")
                return
        try:
            where = unquote(urlsplit(self.path).path)
        except ValueError:
            self.send_error(400, f"Bad address ({self.path!r})")
            return
        page = self.server.page_at(where)
        content = page if page is not None else self.server.page_at("/404.html") or b""
        self.send_response(404 if page is None else 200)
        self.send_header("Content-Type", _type_of(where))
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        if has_body:
            self.wfile.write(content)

    def log_request(self, *_: object) -> None:
        """Say nothing of a request that was answered."""

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002 - as the server calls it
        """Say in one line why a request was refused."""
        note(f"crdiff: a request was refused ({format % arguments})")


def _type_of(where: str) -> str:
    kind = mimetypes.guess_type(where)[0] if "." in where.rpartition("/")[2] else None
    kind = kind or "text/html"
    return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind
