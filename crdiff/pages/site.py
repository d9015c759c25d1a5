"""Every page of the site, and the data beside them: a library in, addresses and bytes out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from crdiff.errors import CorpusError
from crdiff.model.number import ClauseNumber
from crdiff.output.cached_group import Files, every_file
from crdiff.pages import small_rule as rule
from crdiff.pages.archive_index import Holdings
from crdiff.pages.checks.checks import checks_page
from crdiff.pages.checks.coverage import coverage_pages
from crdiff.pages.comparisons.comparison import comparison_page, comparisons_page
from crdiff.pages.editions.edition import edition_page
from crdiff.pages.frame import address
from crdiff.pages.frame.article import article_page
from crdiff.pages.frame.hosting import SITEMAP, Host, sitemap
from crdiff.pages.frame.missing import missing_page
from crdiff.pages.frame.render import OWN_FRAME, Frame, framed
from crdiff.pages.home.home import whole_home_page
from crdiff.pages.library import Library
from crdiff.pages.numbers import number
from crdiff.pages.small_clause import clause_page
from crdiff.pages.small_history import life_of
from crdiff.pages.small_home import home_page
from crdiff.pages.small_releases import releases_json, releases_page
from crdiff.pages.whole_site import section_portions, whole_portions
from crdiff.reports.diff_json import diff_json
from crdiff.reports.history_json import history_json
from crdiff.reports.release_json import release_json
from crdiff.reports.selection import Selection
from crdiff.reports.view import view

Portion = Callable[[], Files]
"""Makes some of the pages, independently of the others: address and content of each, or sheaves of them."""


def render_site(
    library: Library,
    url: str = "",
    holdings: Holdings | None = None,
    pagefind: Mapping[str, bytes] | None = None,
    frame: Frame = OWN_FRAME,
) -> dict[str, bytes]:
    """Return every page and every file of data by its address, in a fixed order.

    Addresses are as in `crdiff.pages.frame.address`; `address.file_of` says which file is served at one. Style sheet and
    scripts are files of the theme (`theme.assets`) and not among these. `url` is the address that the site is hosted
    at, or only the path of it: the page for missing pages needs the path, feeds and the map of the site the whole of
    it. With `holdings`, a whole archive, its own library counts, which was made from `library`; `pagefind` are the
    files of Pagefind's index by address, for a search with that in place of our own. `frame` is for pages among
    those of another project.

    Raises `CorpusError` for a hand-written page in place of another.
    """
    portions = site_portions(library, url, holdings, pagefind)
    with framed(frame):
        made = [page for portion in portions for page in every_file(portion())]
    return dict((*made, *site_ending([where for where, _ in made], url)))


def site_portions(
    library: Library,
    url: str = "",
    holdings: Holdings | None = None,
    pagefind: Mapping[str, bytes] | None = None,
    only: ClauseNumber | None = None,
) -> tuple[Portion, ...]:
    """Return the site of `render_site` in portions that can be made at the same time; the first is the prose.

    With `only`, what comes of `holdings` is limited to the current text and the clauses that ever stood there, for a
    quick look.
    """
    library = holdings.library if holdings else library
    host = Host(url)
    if holdings and only:
        rest: tuple[Portion, ...] = section_portions(holdings, only)
    else:
        rest = whole_portions(holdings, host, pagefind) if holdings else (partial(_quoted, library),)
    return (
        partial(_prose, library, holdings),
        partial(_common, library, host, holdings.newest if holdings else ""),
        *rest,
    )


def site_ending(addresses: Sequence[str], url: str = "") -> Iterator[tuple[str, bytes]]:
    """Yield what needs the `addresses` of all pages: the map of the site.

    Raises `CorpusError` for a hand-written page in place of another.
    """
    twice = [where for where, count in Counter(addresses).items() if count > 1]
    if twice:
        raise CorpusError(f"two pages at {twice[0]}", "a name for the hand-written page that is not taken")
    if Host(url).is_known:
        yield SITEMAP, sitemap(addresses, Host(url))


def _common(library: Library, host: Host, newest: str) -> Files:
    yield from _editions(library)
    yield from _comparisons(library)
    yield from _numbers(library)
    yield address.as_json(address.RELEASES), releases_json(library)
    yield address.CHECKS, checks_page(library, newest)
    yield from coverage_pages(library)
    if library.checks:
        yield address.as_json(address.CHECKS), library.checks.raw
    yield address.MISSING, missing_page(host.root, resolves=bool(newest))


def _quoted(library: Library) -> Iterator[tuple[str, bytes]]:
    """Yield the pages of a site that holds quoted passages only."""
    yield address.COMPARE, comparisons_page(library)
    yield address.RULES, rule.rules_page(library)
    for subsection in rule.subsections(library):
        yield address.rule(subsection), rule.rule_page(subsection, library)
    for lineage in library.lineages:
        where = address.clause(lineage.id)
        yield where, clause_page(lineage, library)
        yield address.as_json(where), history_json(life_of(lineage, library))
    yield address.RELEASES, releases_page(library)


def _prose(library: Library, holdings: Holdings | None) -> Iterator[tuple[str, bytes]]:
    for prose in library.prose:
        if prose.address != address.HOME:
            yield prose.address, article_page(prose, library.prose)
        elif holdings:
            yield prose.address, whole_home_page(prose, holdings)
        else:
            yield prose.address, home_page(library, prose)


def _editions(library: Library) -> Iterator[tuple[str, bytes]]:
    for text in library.texts:
        where = address.edition(text.id)
        yield where, edition_page(text, library)
        yield address.as_json(where), release_json(text.release)


def _comparisons(library: Library) -> Iterator[tuple[str, bytes]]:
    for comparison in library.comparisons:
        old, new = comparison.alignment.old, comparison.alignment.new
        where = address.comparison(old.name, new.name)
        yield where, comparison_page(comparison, library)
        yield address.as_json(where), diff_json(view(comparison, Selection(everything=True)))


def _numbers(library: Library) -> Files:
    yield address.NUMBERS, number.numbers_page(library)
    for subsection in number.subsections(library):
        where = address.number(ClauseNumber(subsection))
        yield number.number_page(subsection, library)
        yield address.as_json(where), _json(number.number_table(subsection, library))


def _json(value: dict[str, Any]) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n"
