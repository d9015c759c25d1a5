"""The server of a preview: whom it answers, and that nothing a client sends makes it print a traceback."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

from crdiff.cli.site_serve import Endpoint, serving
from crdiff.errors import UsageError

PAGES = {"/": "<title>Hömé</title>".encode(), "/404.html": b"none", "/assets/icon.svg": b"<svg/>"}


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    """Return where the pages are served."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        found = Endpoint("127.0.0.1", free.getsockname()[1])
    with serving(PAGES.get, found):
        yield found


def ask(endpoint: Endpoint, *lines: str) -> tuple[str, bytes]:
    """Send the lines of a request; return the first line of the answer and all that followed."""
    with socket.create_connection((endpoint.host, endpoint.port), timeout=10) as client:
        client.sendall("\r\n".join((*lines, "", "")).encode("latin-1"))
        answer = b"".join(iter(lambda: client.recv(65_536), b""))
    first, _, rest = answer.partition(b"\r\n")
    return first.decode("latin-1"), rest


def test_head_tells_what_get_would_send_without_sending_it(endpoint: Endpoint) -> None:
    first, head = ask(endpoint, "HEAD / HTTP/1.0")
    assert first == "HTTP/1.0 200 OK"
    _, whole = ask(endpoint, "GET / HTTP/1.0")
    assert whole.endswith(PAGES["/"])
    assert f"Content-Length: {len(PAGES['/'])}".encode() in head
    assert head.endswith(b"\r\n\r\n")
    assert ask(endpoint, "HEAD /nowhere/ HTTP/1.0")[0] == "HTTP/1.0 404 Not Found"


@pytest.mark.parametrize(
    ("lines", "status", "reason"),
    [
        (("GET http://[::1 HTTP/1.0",), 400, r"Bad address ('http://[::1')"),
        (("GET",), 400, "Bad request syntax ('GET')"),
        (("GET / HTTP/x\x1b[31m",), 400, r"Bad request version ('HTTP/x\x1b[31m')"),
        (("POST / HTTP/1.0",), 501, "Unsupported method ('POST')"),
        (("GET / HTTP/1.1", "Host: rebound.example"), 421, "'rebound.example' is not the preview"),
        (("GET / HTTP/1.1", "Host: [::1"), 421, "'[::1' is not the preview"),
        (("GET / HTTP/1.1", "Host: localhost", "Host: rebound.example"), 421, "'rebound.example' is not the preview"),
    ],
)
def test_a_request_that_is_refused_is_one_line(
    endpoint: Endpoint, capsys: pytest.CaptureFixture[str], lines: tuple[str, ...], status: int, reason: str
) -> None:
    first, rest = ask(endpoint, *lines)
    assert str(status) in f"{first} {rest.decode()}"
    assert PAGES["/"] not in rest
    assert capsys.readouterr().err == f"crdiff: a request was refused (code {status}, message {reason})\n"


def test_this_machine_is_answered_by_every_name_of_its_own(endpoint: Endpoint) -> None:
    for name in ("localhost:8000", "LOCALHOST", "127.0.0.1", "[::1]:8000"):
        assert ask(endpoint, "GET / HTTP/1.1", f"Host: {name}", "Connection: close")[0].endswith("200 OK")


def test_a_name_that_was_asked_for_is_answered_to_and_no_other() -> None:
    endpoint = Endpoint.parse("Rules.Test:8000")
    assert endpoint.answers_to("rules.test:8000")
    assert not endpoint.answers_to("192.0.2.7")


def test_on_every_interface_only_names_that_nobody_else_can_have_are_answered_to() -> None:
    for address in ("0.0.0.0:8000", "[::]:8000"):
        endpoint = Endpoint.parse(address)
        assert endpoint.answers_to("192.0.2.7:8000")
        assert endpoint.answers_to(socket.gethostname())
        assert not endpoint.answers_to("rebound.example:8000")


def test_an_address_is_printed_as_it_was_given() -> None:
    for address in ("[::1]:8000", "127.0.0.1:1", "localhost:65535"):
        assert str(Endpoint.parse(address)) == address


def test_what_is_not_an_address_is_refused() -> None:
    for address in ("127.0.0.1:99999", "127.0.0.1:0", "127.0.0.1:-1", "8000", ":8000", "localhost:", f"x:{'9' * 5000}"):
        with pytest.raises(UsageError, match="is not an address; expected a host and a port from 1 to 65535"):
            Endpoint.parse(address)


def test_an_address_that_cannot_be_used_is_said_with_the_reason() -> None:
    for host in ("no.such.host.invalid", "x" * 70, "192.0.2.7"):
        with (
            pytest.raises(UsageError, match=r"--address \S+ cannot be used: \w+"),
            serving(PAGES.get, Endpoint(host, 8000)),
        ):
            pass


def test_an_address_that_is_taken_is_said(endpoint: Endpoint) -> None:
    with pytest.raises(UsageError, match="in use"), serving(PAGES.get, endpoint):
        pass


def test_a_reader_who_leaves_is_not_spoken_of_and_a_fault_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    def page_at(where: str) -> bytes:
        raise {"/left": ConnectionResetError, "/fault": KeyError}[where]("here")

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        endpoint = Endpoint("127.0.0.1", free.getsockname()[1])
    with serving(page_at, endpoint):
        for where in ("/left", "/fault"):
            ask(endpoint, f"GET {where} HTTP/1.0")
    assert capsys.readouterr().err == "crdiff: a request failed (KeyError: 'here')\n"
