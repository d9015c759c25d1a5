"""A web server on this machine that behaves, or misbehaves, as a test tells it to."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler

from on_loopback import Stand, on_loopback

Answer = Callable[["Handler", bytes], None]


@dataclass(slots=True)
class Site:
    """What is served: `files` by path, `answers` by path for those that are not served plainly; `requests` seen."""

    base: str = ""
    files: dict[str, bytes] = field(default_factory=dict)
    answers: dict[str, Answer] = field(default_factory=dict)
    requests: list[tuple[str, dict[str, str]]] = field(default_factory=list)


class Handler(Stand, BaseHTTPRequestHandler):
    """Answers one request."""

    site: Site

    def do_GET(self) -> None:
        """Answer as the site says."""
        self.site.requests.append((self.path, dict(self.headers)))
        raw = self.site.files.get(self.path)
        if raw is None:
            self.send_error(404)
            return
        self.site.answers.get(self.path, plainly)(self, raw)


def head(handler: Handler, code: int, **headers: str) -> None:
    """Send a status and headers, underscores for hyphens."""
    handler.send_response(code)
    for name, value in headers.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()


def plainly(handler: Handler, raw: bytes, **checksum: str) -> None:
    """Serve the file, with checksums if a test states some."""
    head(handler, 200, Content_Length=str(len(raw)), **checksum)
    handler.wfile.write(raw)


def broken_off(handler: Handler, raw: bytes) -> None:
    """Serve 300 bytes of a file that is said to be longer."""
    head(handler, 200, Content_Length=str(len(raw)))
    handler.wfile.write(raw[:300])


def silent(handler: Handler, raw: bytes) -> None:
    """Begin to answer and then say nothing for longer than anybody waits."""
    broken_off(handler, raw)
    handler.wfile.flush()
    handler.server.stopping.wait(5)  # type: ignore[attr-defined]


def dripping(handler: Handler, raw: bytes) -> None:
    """Send a byte now and then: never silent, and never done."""
    head(handler, 200, Content_Length=str(len(raw)))
    _drip(handler, raw)


def dripping_head(handler: Handler, raw: bytes) -> None:
    """Send even the head of the answer a byte now and then."""
    _drip(handler, b"HTTP/1.0 200 OK\r\nX-Filler: " + raw)


def _drip(handler: Handler, raw: bytes) -> None:
    with suppress(OSError):
        for place in range(len(raw)):
            handler.wfile.write(raw[place : place + 1])
            handler.wfile.flush()
            if handler.server.stopping.wait(0.05):  # type: ignore[attr-defined]
                return


def slowly(handler: Handler, raw: bytes) -> None:
    """Serve the file in small pieces."""
    head(handler, 200, Content_Length=str(len(raw)))
    with suppress(OSError):
        for place in range(0, len(raw), 100):
            handler.wfile.write(raw[place : place + 100])
            handler.wfile.flush()
            handler.server.stopping.wait(0.002)  # type: ignore[attr-defined]


def endless(handler: Handler, raw: bytes) -> None:
    """Send the file again and again, without saying how long it is."""
    head(handler, 200)
    with suppress(OSError):
        while not handler.server.stopping.is_set():  # type: ignore[attr-defined]
            handler.wfile.write(raw)


def saying(status: bytes) -> Answer:
    """Answer with a status line of one's own."""
    return lambda handler, raw: handler.wfile.write(b"HTTP/1.0 " + status + b"\r\n\r\n")  # type: ignore[func-returns-value]  # noqa: ARG005


def with_digest(stated: bytes, *, md5: bool = False) -> Answer:
    """State the checksum of `stated`, whatever is served; of the older kind with `md5`."""
    made = hashlib.md5(stated, usedforsecurity=False) if md5 else hashlib.sha256(stated)
    digest = base64.b64encode(made.digest()).decode()
    checksum = {"Content_MD5": digest} if md5 else {"Repr_Digest": f"sha-256=:{digest}:"}
    return lambda handler, raw: plainly(handler, raw, **checksum)


def sent_to(address: str) -> Answer:
    """Redirect to another address."""
    return lambda handler, raw: head(handler, 302, Location=address, Content_Length="0")  # noqa: ARG005


@contextmanager
def serving() -> Iterator[Site]:
    """Run a server on 127.0.0.1 for a while."""
    site = Site()
    with on_loopback(type("OneSite", (Handler,), {"site": site})) as site.base:
        yield site
