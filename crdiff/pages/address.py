"""Addresses of pages: where each thing lives, for ever, and how one page names another.

An address is absolute within the site (``/clause/2003-10-01-507.3b/#w2008-02-01``); links in pages are relative to
the page that holds them, so the site can be hosted under any path.
"""

from __future__ import annotations

from crdiff.model.number import ClauseNumber

HOME = "/"
RELEASES = "/releases/"
RULES = "/rules/"
COMPARE = "/compare/"
NUMBERS = "/number/"
CHECKS = "/checks/"
ABOUT = "/about/"
FORMATS = "/formats/"
GLOSSARY = "/glossary/"
SEARCH = "/search/"
STATS = "/stats/"
DATA = "/data/"
MISSING = "/404.html"


def edition(edition_id: str) -> str:
    """Return where an edition is read."""
    return f"/editions/{edition_id}/"


def release(effective: str) -> str:
    """Return where is told what a release changed, named by its date."""
    return f"{RELEASES}{effective}/"


def release_text(effective: str) -> str:
    """Return where the contents of a release are listed, each subsection leading to its text then."""
    return f"{release(effective)}text/"


def rule(subsection: int) -> str:
    """Return where the text of a subsection is read, under a number."""
    return f"/rules/{subsection}/"


def text_then(number: str, release: str) -> str:
    """Return where is read what stood under a subsection or rule from `release` on."""
    return f"/rules/{number}/{release}/"


def clause(lineage: str) -> str:
    """Return where the life of a clause is told."""
    return f"/clause/{lineage}/"


def note(lineage: str, annotation: str) -> str:
    """Return where a note on a clause is read."""
    return f"{clause(lineage)}#note-{fragment(annotation)}"


def number(printed: ClauseNumber) -> str:
    """Return where is told what a number meant when."""
    return f"/number/{printed.subsection}/" + (f"#{printed}" if printed.rule else "")


def comparison(old: str, new: str) -> str:
    """Return where two releases are compared, each named by its date."""
    return f"/compare/{old}/{new}/"


def check(check_id: str) -> str:
    """Return where a check is shown."""
    return f"{CHECKS}#{fragment(check_id)}"


def checks_on(lineage: str) -> str:
    """Return where the page of a clause shows its checks."""
    return f"{clause(lineage)}#checks"


def coverage(release: str) -> str:
    """Return where is told what checks say of a release, named by its date."""
    return f"{CHECKS}{release}/"


def fragment(name: str) -> str:
    """Return `name` as an id for HTML: what is no letter, digit, dot, dash or underscore becomes a dash."""
    return "".join(char if char.isascii() and (char.isalnum() or char in ".-_") else "-" for char in name)


def as_json(address: str) -> str:
    """Return where the value behind the page at `address` is published."""
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
    path, hash_, anchor = target.partition("#")
    if path == page and anchor:
        return f"#{anchor}"
    folder, _, name = path.rpartition("/")
    here, there = page.split("/")[:-1], folder.split("/")
    shared = 0
    for one, other in zip(here, there, strict=False):
        if one != other:
            break
        shared += 1
    link = "../" * (len(here) - shared) + "/".join((*there[shared:], name)) or "./"
    return f"{link}{hash_}{anchor}"
