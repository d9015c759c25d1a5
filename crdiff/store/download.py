"""One file over HTTPS: resumed where it broke off, checked against what the server says of it.

What came stays in a file until all of it is there, so the next run asks for the rest only.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping
from contextlib import closing
from email.message import Message
from http.client import HTTPException, HTTPMessage, HTTPResponse
from pathlib import Path
from typing import IO
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from crdiff import __version__
from crdiff.errors import DownloadError

AGENT = f"crdiff/{__version__} (keeps releases of the Comprehensive Rules for comparison; one request at a time)"
_CHUNK = 1 << 16
_LARGEST = 50_000_000
"""Bytes after which it is no release of the rules; the largest so far has under two million."""
_LOOPBACK = {"127.0.0.1", "::1", "localhost"}
_PART_OF = re.compile(r"bytes (\d+)-\d+/(\d+)")


def download(address: str, part: Path, timeout: float) -> bytes:
    """Return the bytes at `address`. What came of them stays in `part` until they are all there.

    `timeout` is in seconds of silence. Raises `DownloadError`; `OSError` where `part` cannot be written.
    """
    _refuse_unsafe(address)
    version = part.with_name(f"{part.name}.version")
    request = Request(_escaped(address), headers=_headers(part, version))
    try:
        with closing(build_opener(_SafeRedirects).open(request, timeout=timeout)) as response:
            total = _receive(response, part, version)
            _check_all_came(part, total)
            raw = part.read_bytes()
            _check_digests(raw, response.headers)
    except DownloadError as error:
        raise error.at(address) from None
    except HTTPError as error:
        if error.code == 416:  # shorter than what came of it: another file by now
            _forget(part, version)
        raise DownloadError(f"the server answers {error.code} {error.reason}", "the file", path=address) from None
    except (URLError, TimeoutError, HTTPException, ConnectionError) as error:
        raise DownloadError(f"the file did not come ({_reason(error)})", "an answer", path=address) from None
    _forget(part, version)
    return raw


def _refuse_unsafe(address: str) -> None:
    """Raise for anything but HTTPS; plain HTTP is allowed on this machine only."""
    parsed = urlsplit(address)
    if parsed.scheme != "https" and not (parsed.scheme == "http" and parsed.hostname in _LOOPBACK):
        raise DownloadError("no safe address", "one that begins with https://", path=address)


def _escaped(address: str) -> str:
    """Return the address with what may not stand in it escaped; the publisher's have spaces and %20."""
    return quote(address, safe="%/:=&?~#+!$,;'@()*[]")


def _headers(part: Path, version: Path) -> Mapping[str, str]:
    headers = {"User-Agent": AGENT, "Accept-Encoding": "identity"}
    came = part.stat().st_size if part.exists() else 0
    if came and version.exists():
        headers |= {"Range": f"bytes={came}-", "If-Range": version.read_text("utf-8")}
    return headers


def _receive(response: HTTPResponse, part: Path, version: Path) -> int | None:
    """Write what comes behind what came before, or anew; return how long all of it is, where the server says so."""
    continued = _PART_OF.match(response.headers.get("Content-Range", "")) if response.status == 206 else None
    came = part.stat().st_size if part.exists() else 0
    if response.status == 206 and not (continued and int(continued[1]) == came):
        _forget(part, version)
        raise DownloadError("the server sends another part than was asked for", "the rest of the file")
    _remember(response.headers, version)
    with part.open("ab" if continued else "wb") as file:
        _copy(response, file)
    if continued:
        return int(continued[2])
    length = response.headers.get("Content-Length", "")
    return int(length) if length.isdecimal() else None


def _copy(response: HTTPResponse, file: IO[bytes]) -> None:
    while chunk := response.read(_CHUNK):
        file.write(chunk)
        if file.tell() > _LARGEST:
            raise DownloadError(f"more than {_LARGEST:,} bytes came", "a release of the rules")


def _remember(headers: Message, version: Path) -> None:
    """Write down by what the server knows this version of the file; a weak ETag does not promise the same bytes."""
    tag = headers.get("ETag", "")
    validator = tag if tag.startswith('"') else headers.get("Last-Modified", "")
    if validator:
        version.write_text(validator, "utf-8")
    else:
        version.unlink(missing_ok=True)


def _check_all_came(part: Path, total: int | None) -> None:
    came = part.stat().st_size
    if total is not None and came < total:
        raise DownloadError(f"the file broke off after {came:,} of {total:,} bytes", "the rest, with another run")


def _check_digests(raw: bytes, headers: Message) -> None:
    """Compare with the checksums that a server may send (RFC 9530, and the older Content-MD5)."""
    stated = {
        "sha256": re.search(r"sha-256=:?([A-Za-z0-9+/=]{44})", headers.get("Repr-Digest", headers.get("Digest", ""))),
        "md5": re.fullmatch(r"([A-Za-z0-9+/=]{24})", headers.get("Content-MD5", "")),
    }
    for name, match in stated.items():
        if match and base64.b64encode(hashlib.new(name, raw, usedforsecurity=False).digest()).decode() != match[1]:
            raise DownloadError(f"the {name} of what came is not what the server states", "the file as it was sent")


def _forget(part: Path, version: Path) -> None:
    for stale in (part, version):
        stale.unlink(missing_ok=True)


def _reason(error: Exception) -> str:
    reason = getattr(error, "reason", None) or error
    return "time-out" if isinstance(reason, TimeoutError) else str(reason) or type(reason).__name__


class _SafeRedirects(HTTPRedirectHandler):
    """Follows redirections to safe addresses only."""

    def redirect_request(  # noqa: PLR0917  urllib's signature
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        """Return the request to go on with."""
        _refuse_unsafe(newurl)
        return super().redirect_request(req, fp, code, msg, headers, newurl)
