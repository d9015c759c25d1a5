"""Where a site is hosted: what addresses become where they have to be whole; text and attributes of XML."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice
from urllib.parse import quote, urlsplit
from xml.sax.saxutils import escape

from msgspec import Struct

from crdiff.pages.frame import address

SITEMAP = "/sitemap.xml"
ROBOTS = "/robots.txt"
REDIRECTS = "/_redirects"
"""The list of redirects that Netlify and Cloudflare Pages read."""

_REDIRECTS_MAX = 2_000
"""Lines that Cloudflare Pages reads of such a list; Netlify has no limit. The page for missing pages knows the rest."""


class Host(Struct, frozen=True):
    """The address that a site is hosted at, such as ``https://rules.example/crdiff/``; "" where it is not known.

    Pages never need it, since their links are relative, save the one for missing pages.
    """

    url: str = ""

    @property
    def root(self) -> str:
        """The path that the site is hosted under."""
        return urlsplit(self.url).path or "/"

    @property
    def is_known(self) -> bool:
        """Whether addresses can be made whole."""
        return bool(urlsplit(self.url).netloc)

    def whole(self, where: str) -> str:
        """Return an address of the site with scheme and host. Only for a host that is known."""
        path, hash_, anchor = where.partition("#")
        return f"{self.url.rstrip('/')}{quote(path)}{hash_}{quote(anchor)}"


UNKNOWN_HOST = Host()


def sitemap(addresses: Iterable[str], host: Host) -> bytes:
    """Return the map of the site: the pages among `addresses`, in their order (sitemaps.org, at most 50,000).

    What `address.is_unoffered` says is left out.
    """
    pages = (where for where in addresses if where.endswith("/") and not address.is_unoffered(where))
    lines = (f"<url><loc>{text(host.whole(where))}</loc></url>" for where in pages)
    space = "http://www.sitemaps.org/schemas/sitemap/0.9"
    head = f'<?xml version="1.0" encoding="utf-8"?>\n<urlset xmlns="{space}">'
    return "\n".join((head, *lines, "</urlset>", "")).encode()


def robots(host: Host) -> bytes:
    """Return what tells search engines that they may read everything, and where the map of the site is."""
    lines = ["User-agent: *", "Allow: /"]
    if host.is_known:
        lines += ["", f"Sitemap: {host.whole(SITEMAP)}"]
    return "\n".join((*lines, "")).encode()


def redirects(typed: Iterable[tuple[str, str]], host: Host) -> bytes:
    """Return the list of redirects from typed addresses to pages; of two for one address the first counts.

    They are temporary: what a number or a name stands for may be another page after the next release.
    """
    pages: dict[str, str] = {}
    for one, page in typed:
        pages.setdefault(address.rooted(quote(one), host.root), address.rooted(page, host.root))
    return "".join(f"{one} {page} 302\n" for one, page in islice(pages.items(), _REDIRECTS_MAX)).encode()


_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 has no way to write, not even by their number."""


def text(value: str) -> str:
    """Return `value` as it is written between tags or quotes; a character that XML cannot hold becomes U+FFFD."""
    return escape(_FORBIDDEN.sub("\ufffd", value), {'"': "&quot;", "'": "&apos;"})
