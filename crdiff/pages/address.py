"""The address of every page and links between them: relative, and whole where the host is known.

Below them the map of a site, its redirects, and what XML asks of a text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from functools import lru_cache
from itertools import islice
from urllib.parse import quote, urlsplit
from xml.sax.saxutils import escape

from msgspec import Struct

from crdiff.history.lineage import Lineage, Term
from crdiff.model.number import ClauseNumber

_UNOFFERED = re.compile(r"/rules/[^/]+/\d{4}-\d\d-\d\d/|/clause/[^/]+/cited/")

_WITH_ALL = re.compile(r"/clause/[^/]+/index\.json|/releases/[^/]+/(?:clauses\.json|[a-z]+\.csv)")
_DATA = re.compile(r"(?!/(?:on|search|identify|number|compare)/)/.*\.(?:json|atom|csv|sqlite)")
# How much data is published: what pages and their scripts read; with it feeds, and JSON beside most pages; with these
# the history of each clause and the clauses of each release as JSON, a feed of each rule, and changes as CSV.
DATA_LEVELS = ("none", "pages", "all")

# A release: its day, or the ISO date as it is written.
Day = date | str

HOME = "/"
RELEASES = "/releases/"
RULES = "/rules/"
COMPARE = "/compare/"
NUMBERS = "/number/"
CHECKS = "/checks/"
WHOLE_BOOK = "/checks/all/"
ABOUT = "/about/"
FORMATS = "/formats/"
GLOSSARY = "/glossary/"
SEARCH = "/search/"
IDENTIFY = "/identify/"
STATS = "/stats/"
STORIES = "/history-of/"
PLAYED = "/played/"
DATA = "/data/"
CITED = "/cited/"
READING = "/reading/"
MISSING = "/404.html"
# The picture that a link to any page has where it is pasted.
CARD = "/assets/card.png"


def edition(edition_id: str) -> str:
    """Return the address of an edition."""
    return f"/editions/{edition_id}/"


def release(effective: Day) -> str:
    """Return the address of the page on what a release changed."""
    return f"{RELEASES}{effective}/"


def release_text(effective: Day) -> str:
    """Return the address of the contents of a release as it read."""
    return f"{release(effective)}text/"


def full_text(effective: Day) -> str:
    """Return the address of the whole text of a release on one page."""
    return f"{release_text(effective)}whole/"


def plain_text(effective: Day) -> str:
    """Return the address of the whole text of a release as plain text."""
    return f"{release_text(effective)}rules.txt"


def rule(subsection: ClauseNumber) -> str:
    """Return the address of the newest text of a subsection."""
    return f"/rules/{subsection}/"


def text_then(number: ClauseNumber | str, release: Day) -> str:
    """Return the address of the text that stood under a subsection or rule from `release` on."""
    return f"/rules/{number}/{release}/"


def is_unoffered(where: str) -> bool:
    """Whether search engines are not offered an address: a text of former times, a list of places in repositories."""
    return bool(_UNOFFERED.fullmatch(where))


def is_published(where: str, data: str) -> bool:
    """Whether an address has a file on a site that publishes so much `data`, one of `DATA_LEVELS`."""
    return not (_DATA if data == "none" else _WITH_ALL).fullmatch(where) if data != "all" else True


def clause(lineage: str) -> str:
    """Return the address of the page of a clause."""
    return f"/clause/{lineage}/"


def feed(lineage: str) -> str:
    """Return the address of the feed of a subsection or rule and of all clauses under it."""
    return f"{clause(lineage)}feed.atom"


def citing_places(lineage: str) -> str:
    """Return the address of the list of the places that cite a clause."""
    return f"{clause(lineage)}cited/"


def outdated(effective: Day) -> str:
    """Return the address of the list of the citations that a release made wrong."""
    return f"{release(effective)}citations/"


def entry(lineage: str) -> str:
    """Return the address of the page of a glossary entry."""
    return f"{GLOSSARY}{lineage}/"


def followed(lineage: Lineage[ClauseNumber | Term]) -> str:
    """Return the address of the page of what was followed, a clause or a glossary entry."""
    return (entry if isinstance(lineage.runs[-1].number, Term) else clause)(lineage.id)


def note(lineage: str, annotation: str) -> str:
    """Return the address of a note on a clause."""
    return f"{clause(lineage)}#note-{fragment(annotation)}"


def story(name: str) -> str:
    """Return the address of a story, named by the note that tells it."""
    return f"{STORIES}{name}/"


def stopped(year: int) -> str:
    """Return the address of what is different for somebody who stopped to play in a year."""
    return f"{STORIES}stopped-in-{year}/"


def played(name: str) -> str:
    """Return the address of a story that the game model plays."""
    return f"{PLAYED}{name}/"


def number(printed: ClauseNumber) -> str:
    """Return the address of the page on what a number named when."""
    return f"/number/{printed.subsection}/" + ("" if printed.is_heading else f"#{printed}")


def number_uses(subsection: ClauseNumber) -> str:
    """Return the address of the data on which clause had a number of a subsection when."""
    return f"{NUMBERS}{subsection}/uses.json"


def comparison(old: Day, new: Day) -> str:
    """Return the address of the comparison of two releases."""
    return f"/compare/{old}/{new}/"


def checks_on(lineage: str) -> str:
    """Return the address of the checks on the page of a clause."""
    return f"{clause(lineage)}#checks"


def checks_data(lineage: str) -> str:
    """Return the address of the results of the checks on a clause."""
    return f"{CHECKS}clause/{lineage}.json"


def coverage(release: Day) -> str:
    """Return the address of the page on what checks say of a release."""
    return f"{CHECKS}{release}/"


def part_of_book(subsection: ClauseNumber, page: int = 0) -> str:
    """Return the address of who plays a subsection; a long table has several pages, counted from 0."""
    return f"{WHOLE_BOOK}{subsection}/" + (f"{page + 1}/" if page else "")


def fragment(name: str) -> str:
    """Return `name` as an id for HTML: all but letters, digits, dots, dashes and underscores become dashes."""
    return "".join(char if char.isascii() and (char.isalnum() or char in ".-_") else "-" for char in name)


def as_json(address: str) -> str:
    """Return the address of the data behind the page at `address`."""
    return f"{address}index.json"


def file_of(address: str) -> str:
    """Return the file, relative to the site's root, that is served at `address`."""
    path = address.partition("#")[0].lstrip("/")
    return f"{path}index.html" if not path or path.endswith("/") else path


def served_at(file: str) -> str:
    """Return the address at which `file`, relative to the site's root, is served."""
    return f"/{file.removesuffix('index.html')}"


def rooted(target: str, root: str) -> str:
    """Return the link to `target` from a page shown at any depth; `root` is the path that the site is hosted under."""
    return f"{root.rstrip('/')}{target}"


def relative(target: str, page: str) -> str:
    """Return the link to `target` from the page at `page`; a fragment alone where both are one page."""
    if target.startswith(f"{page}#"):
        return target[len(page) :]
    up, folder = "", ""
    for up, folder in _folders(page):  # noqa: B007  asked for every link, so no generator
        if target.startswith(folder):
            break
    path = target[len(folder) :]
    return f"{up}{path}" if up or path[:1] not in ("", "#") else f"./{path}"


@lru_cache(maxsize=8)
def _folders(page: str) -> tuple[tuple[str, str], ...]:
    """Return the way up to each folder that the page is in, and its path, innermost first: asked for every link."""
    parts = page.split("/")[:-1]
    return tuple(("../" * level, "/".join((*parts[: len(parts) - level], ""))) for level in range(len(parts)))


SITEMAP = "/sitemap.xml"
ROBOTS = "/robots.txt"
# The list of redirects that Netlify and Cloudflare Pages read.
REDIRECTS = "/_redirects"

# Lines that Cloudflare Pages reads of such a list; Netlify has no limit. The page for missing pages knows the rest.
_REDIRECTS_MAX = 2_000


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
    pages = (where for where in addresses if where.endswith("/") and not is_unoffered(where))
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
        pages.setdefault(rooted(quote(one), host.root), rooted(page, host.root))
    return "".join(f"{one} {page} 302\n" for one, page in islice(pages.items(), _REDIRECTS_MAX)).encode()


# Characters that XML 1.0 has no way to write, not even by their number.
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def text(value: str) -> str:
    """Return `value` as it is written between tags or quotes; a character that XML cannot hold becomes U+FFFD."""
    return escape(_FORBIDDEN.sub("\ufffd", value), {'"': "&quot;", "'": "&apos;"})
