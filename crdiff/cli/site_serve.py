"""``crdiff site serve``: the website on this machine, made again whenever something changes.

Without MkDocs its pages are held in memory and made when what they are made from has changed.
"""

from __future__ import annotations

import mimetypes
import re
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import click

from crdiff.cli.options import examples, quiet_option
from crdiff.cli.output import note
from crdiff.cli.site_files import (
    CONFIG,
    RESULTS,
    PluginSettings,
    archive_options,
    config_option,
    configuration,
    prose_folder,
    show_log,
    tell_corpus,
)
from crdiff.cli.site_pages import SiteTexts, Wanted, read_site, results_options, shown_results
from crdiff.errors import CrdiffError, UsageError
from crdiff.model.number import ClauseNumber, read_number
from crdiff.store.texts.chosen import BUILT_IN, Chosen, chosen_corpus

_PAUSE = 0.5
"""Seconds between two looks at the files."""
Stamps = dict[str, tuple[int, int]]
"""Of each file its time of change, in nanoseconds, and its size."""


class Preview:
    """The pages of a site as they are now, with the `results` of checks in a file.

    `only` limits those of an archive to what concerns one subsection.
    """

    def __init__(
        self,
        corpus: Path | None,
        only: ClauseNumber | None,
        results: Path | None = None,
        engines: Sequence[str] = (),
    ) -> None:
        self._corpus = corpus
        self._only = only
        self._results = results
        self._engines = engines
        self._texts = SiteTexts(corpus)
        self._text_stamps: Stamps | None = None
        self._seen: Stamps = {}
        self._pages: Mapping[str, bytes] = {}

    def page(self, address: str) -> bytes | None:
        """Return what is served at an address, None for nothing."""
        return self._pages.get(address)

    def refresh(self) -> bool:
        """Make the pages again if a file has changed, and say whether one had. Raises what making them raises."""
        texts = _stamps(self._corpus / "texts") if self._corpus is not None else {}
        seen = texts | _stamps(prose_folder()) | (_stamps(self._results) if self._results else {})
        for file in (*map(Path, self._engines), Path(__file__).parents[1] / "pages"):
            seen |= _stamps(file)
        if seen == self._seen:
            return False
        if texts != self._text_stamps:
            self._texts = SiteTexts(self._corpus)
        self._seen, self._text_stamps = seen, texts
        self._pages = self._made()
        return True

    def _made(self) -> Mapping[str, bytes]:
        from crdiff.pages.site import site_portions

        archive = read_site(self._texts, self._results, engines=self._engines)
        portions = site_portions(archive, only=self._only)
        return dict(page for portion in portions for page in portion())


def watch(preview: Preview) -> None:
    """Look at the files again and again, until interrupted."""
    while True:
        time.sleep(_PAUSE)
        _refresh(preview)


def _refresh(preview: Preview) -> None:
    """Look at the files once; while they are wrong, the pages stay as they were."""
    begun = time.monotonic()
    try:
        if preview.refresh():
            note(f"made again in {time.monotonic() - begun:.1f} s")
    except CrdiffError as error:
        note(f"crdiff: {error}")


def _stamps(folder: Path) -> Stamps:
    return {str(path): (path.stat().st_mtime_ns, path.stat().st_size) for path in _files(folder)}


def _files(folder: Path) -> Iterator[Path]:
    paths = (folder,) if folder.is_file() else sorted(folder.rglob("*"))
    return (path for path in paths if path.is_file() and path.suffix not in {".py", ".pyc"})


_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_EVERY_INTERFACE = frozenset({"0.0.0.0", "::"})
_PORT = re.compile(r"[0-9]{1,5}")
_HIGHEST_PORT = 65_535


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A host, in lower case and without brackets, and a port."""

    host: str
    port: int

    @classmethod
    def parse(cls, address: str) -> Endpoint:
        """Read ``127.0.0.1:8000``, ``localhost:8000`` or ``[::1]:8000``. Raises `UsageError` for anything else."""
        host, _, port = address.rpartition(":")
        host = host[1:-1] if host.startswith("[") and host.endswith("]") else host
        if not host or not _PORT.fullmatch(port) or not 0 < int(port) <= _HIGHEST_PORT:
            what = f"--address {address!r} is not an address"
            raise UsageError(what, f"a host and a port from 1 to {_HIGHEST_PORT}, such as 127.0.0.1:8000")
        return cls(host.lower(), int(port))

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if self.is_ipv6 else f"{self.host}:{self.port}"

    @property
    def is_ipv6(self) -> bool:
        """Whether the host is an address of IP version 6."""
        return ":" in self.host

    def answers_to(self, host_header: str) -> bool:
        """Whether a request with this ``Host`` was meant for the preview.

        A page elsewhere can have its own name resolve to this machine and then read whatever answers (DNS rebinding);
        its requests carry that name. At an address that stands for every interface the numeric ones and this machine's
        own name are accepted as well: neither can be had by anybody else.
        """
        try:
            asked = urlsplit(f"//{host_header}").hostname or ""
        except ValueError:
            return False
        if asked in _LOOPBACK or asked == self.host:
            return True
        return self.host in _EVERY_INTERFACE and (_is_numeric(asked) or asked == socket.gethostname().lower())


def _is_numeric(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


@click.command(
    "serve",
    short_help="Preview the website.",
    epilog=examples("crdiff site serve", "crdiff site serve --corpus my-corpus --only 702"),
)
@click.option("--address", default="127.0.0.1:8000", show_default=True, metavar="HOST:PORT", help="Where to serve it.")
@click.option("--plain", is_flag=True, help="Without MkDocs; so it is with --corpus too.")
@click.option("--only", metavar="NUMBER", help="Of an archive: make no pages but those of this subsection; quick.")
@archive_options
@results_options
@config_option
@quiet_option
def site_serve_command(
    *,
    address: str,
    plain: bool,
    only: str | None,
    corpus: str | None,
    built_in: bool,
    results: tuple[str, ...],
    no_checks: bool,
    config: str | None,
    quiet: bool,
) -> int:
    """Serve the website on this machine until interrupted, and build it again when prose, corpus or pages change.

    It is made of the corpus that 'site build' takes. MkDocs does it, and reloads the pages in the browser. With --plain
    or --corpus, and of texts where there is no mkdocs.yml, crdiff does it alone: pages are held in memory, and reloaded
    by the reader. A change of the program itself, and of checks that it played, needs a new start.
    """
    endpoint, wanted = Endpoint.parse(address), Wanted.of(results, no_checks)
    number = read_number(only) if only is not None else None
    if config is not None and (plain or corpus):
        raise UsageError("--config is for MkDocs", "it without --plain and --corpus")
    if plain or corpus or not (config or Path(CONFIG).is_file()):
        chosen = chosen_corpus(corpus, built_in=built_in)
        _require_archive(only, chosen)
        if plain or chosen.folder:
            tell_corpus(chosen, quiet)
            with shown_results(wanted, Path(RESULTS), SiteTexts(chosen.folder), quiet) as shown:
                return _serve_plain(endpoint, Preview(chosen.folder, number, shown, wanted.engines), quiet)
    _require_archive(only, BUILT_IN)
    return _serve_by_mkdocs(config, address, built_in, wanted, quiet)


def _require_archive(only: str | None, corpus: Chosen) -> None:
    """Raise `UsageError` where a part of an archive is asked for and it is not crdiff alone that serves one."""
    if only is not None and corpus.folder is None:
        raise UsageError("--only is for the site of a whole archive, without MkDocs", "--corpus DIR")


def _serve_by_mkdocs(config: str | None, address: str, built_in: bool, wanted: Wanted, quiet: bool) -> int:
    from mkdocs.commands.serve import serve

    show_log(quiet)
    with configuration(config) as file:
        settings = PluginSettings(file)
        chosen = settings.corpus(None, built_in=built_in)
        tell_corpus(chosen, quiet)
        with shown_results(wanted, settings.results, SiteTexts(chosen.folder), quiet) as shown:
            serve(
                config_file=file,
                dev_addr=address,
                plugins=settings.plugins(chosen, shown, engines=wanted.engines),
            )
    return 0


def _serve_plain(endpoint: Endpoint, preview: Preview, quiet: bool) -> int:

    preview.refresh()
    try:
        with serving(preview.page, endpoint):
            note(f"the site is at http://{endpoint}/", quiet)
            watch(preview)
    except KeyboardInterrupt:
        pass
    return 0


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
