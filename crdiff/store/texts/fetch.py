"""Fetch releases from the publisher, one at a time, politely: over HTTPS, checked against what the server states.

Waiting for the network blocks nobody: only adding a text takes the lock for writers. Nothing that a server sends
reaches a terminal raw, and no redirection leads to this machine or its neighbours.
"""

from __future__ import annotations

import base64
import hashlib
import re
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial
from http.client import HTTPConnection, HTTPException, HTTPMessage, HTTPResponse, HTTPSConnection, IncompleteRead
from io import BufferedReader, RawIOBase
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import HTTPHandler, HTTPRedirectHandler, HTTPSHandler, Request, build_opener

from msgspec import Struct

from crdiff.errors import CorpusError, CrdiffError, DownloadError, StoreError, UnrecognisedText, UnresolvedHost
from crdiff.history.known_lives import KnownLives
from crdiff.model.book import Book
from crdiff.model.corpus import KnownRelease
from crdiff.output.lock import writing
from crdiff.output.long_work import Progress
from crdiff.store.text_file import read_given
from crdiff.store.texts.adding import sweep
from crdiff.store.texts.books import book_of
from crdiff.store.texts.folder import Added, TextFolder, host_of, identify
from crdiff.text.hidden import shown_on_a_line
from crdiff.version import __version__

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer


AGENT = f"crdiff/{__version__} (keeps releases of the Comprehensive Rules for comparison; one request at a time)"
_CHUNK = 1 << 16
# Bytes after which it is not a release of the rules; the largest so far has under two million.
_LARGEST = 50_000_000
UNRESOLVED = "the host name could not be resolved"
_LOOPBACK = {"127.0.0.1", "::1", "localhost"}


class Patience(Struct, frozen=True):
    """How long to wait, in seconds: for the next piece of data (`silence`), and for the whole file (`total`)."""

    silence: float = 30.0
    total: float = 300.0


def download(address: str, patience: Patience) -> bytes:
    """Return the bytes at `address`. Raises `DownloadError`."""
    try:
        refuse_unsafe(address)
        with closing(_opened(address, patience)) as response:
            return _received(response)
    except (DownloadError, HTTPException, URLError, ValueError) as error:
        raise _explained(error, patience).at(shown_on_a_line(address)) from None


def _opened(address: str, patience: Patience) -> HTTPResponse:
    """Return the answer to the request for a file."""
    opener = build_opener(_SafeRedirects(address), _Timely(time.monotonic() + patience.total))
    escaped = quote(address, safe="%/:=&?~#+!$,;'@()*[]")  # the publisher's addresses have spaces and %20
    request = Request(escaped, headers={"User-Agent": AGENT, "Accept-Encoding": "identity"})
    try:
        response: HTTPResponse = opener.open(request, timeout=min(patience.silence, patience.total))
    except HTTPError as error:
        error.close()
        raise DownloadError(f"the server answered {error.code} {shown_on_a_line(str(error.reason))}") from None
    except URLError:
        raise
    except OSError as error:  # while the answer was read
        raise URLError(error) from None
    return response


def _received(response: HTTPResponse) -> bytes:
    """Return the body, compared with the checksums that a server may send (RFC 9530, and the older Content-MD5)."""
    raw, headers = bytearray(), response.headers
    try:
        for chunk in iter(partial(response.read1, _CHUNK), b""):
            raw += chunk
            if len(raw) > _LARGEST:
                raise DownloadError(f"more than {_LARGEST:,} bytes came", "a release of the rules")
    except OSError as error:
        raise URLError(error) from None
    length = headers.get("Content-Length", "")
    if length.isdecimal() and len(raw) < int(length):
        raise DownloadError(f"the file broke off after {len(raw):,} of {int(length):,} bytes")
    stated = {
        "sha256": re.search(r"sha-256=:?([A-Za-z0-9+/=]{44})", headers.get("Repr-Digest", headers.get("Digest", ""))),
        "md5": re.fullmatch(r"([A-Za-z0-9+/=]{24})", headers.get("Content-MD5", "")),
    }
    for name, match in stated.items():
        if match and base64.b64encode(hashlib.new(name, raw, usedforsecurity=False).digest()).decode() != match[1]:
            raise DownloadError(f"the {name} of what came is not what the server states", "the file as it was sent")
    return bytes(raw)


def refuse_unsafe(address: str) -> None:
    """Raise for anything but HTTPS; plain HTTP is allowed on this machine only."""
    parsed = urlsplit(address)
    if parsed.scheme != "https" and not (parsed.scheme == "http" and parsed.hostname in _LOOPBACK):
        raise DownloadError("the address is not safe", "one that begins with https://")


def _refuse_local(address: str, origin: str) -> None:
    """Raise where `origin`, an address elsewhere, leads to this machine."""
    if _is_near(address) and not _is_near(origin):
        raise DownloadError(f"the server redirects to {shown_on_a_line(address)}, which is this machine")


def _is_near(address: str) -> bool:
    """Whether an address is that of this machine or its link, however it is spelled: ``127.1`` is 127.0.0.1."""
    host = urlsplit(address).hostname or ""
    try:
        found = {str(entry[4][0]).partition("%")[0] for entry in socket.getaddrinfo(host, None)}
    except OSError:  # the request will say that nobody knows the name, or a proxy resolves it
        found = set()
    return host in _LOOPBACK or any(map(_is_near_number, map(ip_address, found)))


def _is_near_number(number: IPv4Address | IPv6Address) -> bool:
    plain = (number.ipv4_mapped if isinstance(number, IPv6Address) else None) or number
    return plain.is_loopback or plain.is_unspecified or plain.is_link_local


def _explained(error: Exception, patience: Patience) -> DownloadError:
    """Return the reason, in words, why a file did not arrive."""
    reason = error.reason if isinstance(error, URLError) else error
    match reason:
        case DownloadError():
            return reason
        case _TooLongError():
            return DownloadError(f"it took longer than {patience.total:g} seconds")
        case TimeoutError():
            return DownloadError(f"no data came for {patience.silence:g} seconds")
        case socket.gaierror():
            return UnresolvedHost(UNRESOLVED)
        case IncompleteRead():
            return DownloadError("the file broke off")
        case ValueError():
            return DownloadError("the address, or the one that the server redirects to, is malformed")
        case OSError():
            return DownloadError(shown_on_a_line(reason.strerror or str(reason)) or "the connection failed")
    return DownloadError(shown_on_a_line(str(reason)) or type(reason).__name__)


class _TooLongError(TimeoutError):
    """The whole file took longer than the limit."""


class _Timed(RawIOBase):
    """What a socket receives until the `deadline` (of the monotonic clock), however slowly."""

    def __init__(self, sock: socket.socket, raw: RawIOBase, deadline: float) -> None:
        super().__init__()
        self._socket = sock
        self._raw = raw
        self._deadline = deadline
        self._silence = sock.gettimeout() or 0.0

    def readable(self) -> bool:
        """Return true: it can be read."""
        return True

    def readinto(self, buffer: WriteableBuffer) -> int | None:
        """Read what has arrived into `buffer`."""
        left = self._deadline - time.monotonic()
        if left > 0:
            self._socket.settimeout(min(self._silence, left))
            try:
                return self._raw.readinto(buffer)
            except TimeoutError:
                if left > self._silence:
                    raise
        raise _TooLongError

    def close(self) -> None:
        """Close the socket."""
        self._raw.close()
        super().close()


class _TimedResponse(HTTPResponse):
    """A response whose head and body must arrive before a deadline."""

    def __init__(self, sock: socket.socket, *arguments: Any, deadline: float, **options: Any) -> None:
        super().__init__(sock, *arguments, **options)
        self.fp = BufferedReader(_Timed(sock, self.fp.detach(), deadline))


class _Timely(HTTPHandler, HTTPSHandler):
    """Sends requests over HTTP and HTTPS, whose responses must arrive before a deadline."""

    def __init__(self, deadline: float) -> None:
        super().__init__()
        self._response = partial(_TimedResponse, deadline=deadline)

    def http_open(self, req: Request) -> HTTPResponse:
        """Return the answer."""
        return self.do_open(partial(_answered_by, HTTPConnection, self._response), req)

    def https_open(self, req: Request) -> HTTPResponse:
        """Return the answer."""
        return self.do_open(partial(_answered_by, HTTPSConnection, self._response), req)


def _answered_by(kind: type[HTTPConnection], response: Any, host: str, **options: Any) -> HTTPConnection:
    connection = kind(host, **options)
    connection.response_class = response
    return connection


class _SafeRedirects(HTTPRedirectHandler):
    """Follows redirections to safe addresses only; `origin` is the address of the request."""

    def __init__(self, origin: str) -> None:
        self._origin = origin

    def redirect_request(  # noqa: PLR0917  urllib's signature
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        """Return the request for the new address."""
        refuse_unsafe(newurl)
        _refuse_local(newurl, self._origin)
        fp.close()  # urllib would read all of it first, however long it is
        return super().redirect_request(req, fp, code, msg, headers, newurl)


# Endings of files to fetch, best first: of 2014-05-01, 2014-06-01 and 2014-07-18 no plain text was published.
_KINDS = ("txt", "docx", "rtf", "pdf")
# Seconds to wait for a build to end before a text is added.
_PATIENCE = 120.0


class WantedFile(Struct, frozen=True):
    """A file to fetch: its `address`, and the `release` expected in it, "" for any."""

    release: str
    address: str

    @property
    def host(self) -> str:
        """The host to ask."""
        return host_of(self.address)


class Fetched(Struct, frozen=True):
    """The outcome of fetching a file: the text as added, or the failure; both for a text that is cut.

    `release` is the ISO date, "" where a file asked for by its address did not arrive. `address` is "" where none is
    known.
    """

    release: str
    address: str
    added: Added | None
    failure: CrdiffError | None = None

    @property
    def host(self) -> str:
        """The host of the address."""
        return host_of(self.address)


class MissingReleases(Struct, frozen=True):
    """The known releases that a corpus lacks, oldest first.

    `wanted` can be fetched, `unaddressed` have no known address, and `gone` are older than all that the publisher still
    offers. Releases are ISO dates.
    """

    wanted: tuple[WantedFile, ...]
    unaddressed: tuple[str, ...]
    gone: tuple[str, ...]


def missing_releases(corpus: Path, known: Sequence[KnownRelease], since: str) -> MissingReleases:
    """Return what `corpus` lacks of the `known` releases from `since` on (ISO date, "" for all).

    A release is lacking too of which all texts are cut.
    """
    held = TextFolder(corpus).whole()
    addresses = {release.effective.isoformat(): address_of(release) for release in known}
    oldest = min((day for day, address in addresses.items() if address), default="")
    absent = {day: address for day, address in addresses.items() if day >= since and day not in held}
    return MissingReleases(
        tuple(WantedFile(day, address) for day, address in absent.items() if address),
        tuple(day for day, address in absent.items() if not address and day > oldest),
        tuple(day for day, address in absent.items() if not address and day <= oldest),
    )


def without_address(release: str, book: Book) -> Fetched:
    """Return the failure of a release of `book` without a known address."""
    expected = f"a file added from {book.published}" if book.published else "a file added"
    return Fetched(release, "", None, DownloadError(f"release {release} has no known address", expected))


def address_of(release: KnownRelease) -> str:
    """Return where to fetch a release from, "" where no address is known that still answers."""
    living = {address.kind: address.url for address in release.addresses if not address.is_dead}
    return next((living[kind] for kind in _KINDS if kind in living), "")


def fetch(
    corpus: Path, wanted: Sequence[WantedFile], *, patience: Patience, pause: float, progress: Progress | None = None
) -> Iterator[Fetched]:
    """Fetch and add `wanted`, one after another, `pause` seconds between them; yield the outcome of each.

    `progress` is called before each and at the end. A file that cannot be fetched is one failure and does not
    stop the others; a host that cannot be resolved is not asked again. Raises `StoreError` and `OSError` where the
    corpus cannot be written.
    """
    unresolved: set[str] = set()
    for place, one in enumerate(wanted):
        if progress:
            progress(place, len(wanted))
        if one.host in unresolved:
            failure = UnresolvedHost(UNRESOLVED, path=shown_on_a_line(one.address))
            yield Fetched(one.release, one.address, None, failure)
            continue
        if place:
            time.sleep(pause)
        fetched = _fetch_one(corpus, one, patience)
        if isinstance(fetched.failure, UnresolvedHost):
            unresolved.add(one.host)
        yield fetched
    if progress:
        progress(len(wanted), len(wanted))


def _fetch_one(corpus: Path, one: WantedFile, patience: Patience) -> Fetched:
    try:
        raw = download(one.address, patience)
        name = one.address.rsplit("/", 1)[-1] or "release.txt"
        identity = identify(raw, name, book_of(corpus))
        if one.release and identity.release != one.release:
            raise UnrecognisedText(f"what came is the release {identity.release}", one.release)
        with writing(corpus, _PATIENCE):
            sweep(corpus)
            added = TextFolder(corpus).add(raw, identity, name, one.address)
    except StoreError:
        raise
    except DownloadError as error:
        return Fetched(one.release, one.address, None, error)
    except CrdiffError as error:
        return Fetched(one.release, one.address, None, error.at(shown_on_a_line(one.address)))
    cut = TextFolder(corpus).cut(added.text, shown_on_a_line(one.address))
    return Fetched(identity.release, one.address, added, cut)


def lives_at(name: str) -> KnownLives:
    """Return the known lives in a file or at an address, behind which ``#sha256=`` and its digest may stand.

    Raises `CorpusError` for what was altered, cut short or is something else, `DownloadError` for what does not come.
    """
    place, _, stated = name.partition("#sha256=")
    raw = download(place, Patience()) if "://" in place else read_given(Path(place))
    lives = KnownLives(raw.decode("utf-8", "replace"), place)
    if not lives.is_as_made or stated.lower() not in {"", hashlib.sha256(raw).hexdigest()}:
        raise CorpusError("was altered or cut short", "the file as it came with a crdiff", path=place)
    return lives
