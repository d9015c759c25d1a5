"""A web server on this machine while a test needs one."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Stand:
    """Has a handler of requests write no log: tests look at what was asked and answered."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def on_loopback(handler: Callable[..., BaseHTTPRequestHandler]) -> Iterator[str]:
    """Give the address at which a handler answers; what still answers at the end may wait for `server.stopping`."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.stopping = threading.Event()  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.stopping.set()  # type: ignore[attr-defined]
        server.shutdown()
        server.server_close()
        thread.join()
