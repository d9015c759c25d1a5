"""Every page of a site, and the data beside them: an archive in, addresses and bytes out.

Style sheet, scripts and icon are every room's own, beside its templates, made small and given their addresses.

Addresses that people type, ``/releases/dom/``, ``/rules/704.5/``, ``/on/2012-08-01/704.5``, have no pages. On any host
the page for missing pages finds what was meant (`typed.js`), from one small file and from what is published of each
number (`crdiff.pages.numbers`). Hosts that can redirect are given a list.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec
import rcssmin
import rjsmin
from msgspec.structs import replace

from crdiff.errors import CorpusError
from crdiff.model.book import MAGIC
from crdiff.model.number import words_before
from crdiff.output.workers import Files, Portion
from crdiff.pages import address, comparisons
from crdiff.pages.address import REDIRECTS, ROBOTS, SITEMAP, Host, redirects, robots, sitemap
from crdiff.pages.archive_index import Addresses, ArchiveIndex
from crdiff.pages.change_view import Readings
from crdiff.pages.checks import checks_page, coverage_pages
from crdiff.pages.cited import cited_pages
from crdiff.pages.clause import clause_page
from crdiff.pages.clause_parts import citations
from crdiff.pages.data import LLMS, checks_data, current_data, data_page, feeds, plain_index, schema_files
from crdiff.pages.editions import edition_page, identify_page, quotation_shards
from crdiff.pages.flow import stats_page
from crdiff.pages.former_text import former_pages, full_text_pages
from crdiff.pages.glossary import glossary_pages
from crdiff.pages.home import home_page
from crdiff.pages.lives import EntryLineage, Lives
from crdiff.pages.numbers import number_pages, subsections
from crdiff.pages.releases import release_files, releases_page
from crdiff.pages.render import OWN_FRAME, WRITTEN, Frame, article_page, missing_page, page, this_book
from crdiff.pages.search import search_pages
from crdiff.pages.stories import played_in, played_page, stopped_pages, stories_in, stories_page, story_page
from crdiff.pages.subsection import contents_page, subsection_pages
from crdiff.pages.whole_book import book_pages
from crdiff.reports.answer import json_of
from crdiff.reports.diff import diff_json
from crdiff.reports.history import history_line
from crdiff.reports.release import Shelf, corpus_answer, release_json
from crdiff.reports.view import Selection, view
from crdiff.store.texts.books import read_book

STYLE = "/assets/crdiff.css"
# The room whose style comes first: the others build on it.
_FRAME = "frame"


@cache
def assets() -> dict[str, bytes]:
    """Return the style sheet of all rooms as one, and each script and picture, by the address it is served at."""
    found = list(_files())
    style = "\n".join(file.read_text("utf-8") for file in found if file.name.endswith(".css"))
    served = {f"/assets/{file.name}": _small(file) for file in found if file.name.endswith((".js", ".svg", ".png"))}
    return {STYLE: rcssmin.cssmin(style).encode(), **served}


def _files() -> Iterator[Traversable]:
    rooms = [room for room in files("crdiff.pages").iterdir() if room.is_dir() and room.name != "theme"]
    for room in sorted(rooms, key=lambda room: (room.name != _FRAME, room.name)):
        yield from sorted((file for file in room.iterdir() if file.is_file()), key=lambda file: file.name)


def _small(file: Traversable) -> bytes:
    if file.name.endswith(".js"):
        return str(rjsmin.jsmin(file.read_text("utf-8"))).encode()
    return file.read_bytes()


# What the script for typed addresses reads first: releases, sets and glossary entries by their names.
DAYS = "/on/index.json"

_NOT_PLAIN = re.compile(r"[^a-z0-9]+")


def typed_names(lives: Lives) -> bytes:
    """Return the names that stand for a release or an entry in a typed address.

    `releases` are (day, code, name, whether its page or its numbers are here), oldest first. `texts` says whether there
    are texts of other days than today. `entries` lead from the plain form of a term to the id of its entry, of which
    only the date is written where the rest is that form.
    """
    releases = [
        (release, lives.codes.get(release, ""), lives.set_name(release), int(release in lives.contents.dates))
        for release in lives.published
    ]
    entries = {term: entry.id.removesuffix(f"-{term}") for term, entry in _entries(lives).items()}
    names = {"texts": not lives.is_recorded, "releases": releases, "entries": entries}
    return msgspec.json.encode(names)


def typed_redirects(addresses: Addresses) -> Iterator[tuple[str, str]]:
    """Yield the typed addresses that are worth a line on a host that redirects, each with the page it leads to."""
    for release in addresses.contents.dates:
        if code := addresses.codes.get(release):
            yield f"{address.RELEASES}{code.lower()}/", address.release(release)
    for term, entry in _entries(addresses).items():
        yield f"{address.GLOSSARY}{term}/", address.entry(entry.id)
    for number, where in addresses.current.items():
        if number.is_rule and number.subsection not in addresses.split:
            yield f"{address.RULES}{number}/", where
    former = {number.subsection for number in addresses.numbers} - set(addresses.subsections)
    for subsection in sorted(former, key=lambda each: (each.level, each)):
        yield address.rule(subsection), f"{address.NUMBERS}{subsection}/"


def plain(name: str) -> str:
    """Return a name as it is typed in an address: small letters and digits, dashes between."""
    return _NOT_PLAIN.sub("-", name.lower()).strip("-")


def _entries(lives: Lives) -> Mapping[str, EntryLineage]:
    """Return the entries by the plain forms of all their terms: of several, the one in force, or the last to be."""
    found: dict[str, EntryLineage] = {}
    for entry in sorted(lives.entries, key=lambda entry: (entry.in_force, entry.runs[-1].last)):
        found |= dict.fromkeys(filter(None, (plain(run.number) for run in entry.runs)), entry)
    return dict(sorted(found.items()))


# Gives the path of the file that is served at an address, "" where somebody else makes it.
Place = Callable[[str], str]


def frame_of(archive: ArchiveIndex, url: str = "", frame: Frame = OWN_FRAME) -> Frame:
    """Return `frame` for a site at `url`, without the entries for which there is no page, or an empty one."""
    there = {
        address.GLOSSARY: bool(archive.contents.entries) and not archive.is_recorded,
        address.CHECKS: bool(archive.checks or archive.engines),
        address.WHOLE_BOOK: not archive.is_recorded and bool(archive.checks or archive.engines),
        address.STORIES: bool(archive.stories),
        address.CITED: bool(archive.citations),
        **dict.fromkeys(WRITTEN, archive.contents.book == MAGIC),
    }
    there[address.DATA] = archive.data != "none"
    lacks = frame.lacks | {where for where, is_there in there.items() if not is_there}
    return replace(frame, lacks=lacks, host=Host(url), book=read_book(archive.contents.book), data=archive.data)


def site_portions(archive: ArchiveIndex, url: str = "") -> tuple[Portion, ...]:
    """Return every page and every file of data in portions that can be made at the same time; the first is the prose.

    Each yields its pages by their addresses (`crdiff.pages.address`), in a fixed order. `url` is the address that
    the site is hosted at, or only the path of it: the page for missing pages needs the path, feeds the whole of it.

    Raises `CorpusError` for a hand-written page in place of another.
    """
    return tuple(partial(_published, portion, archive.data) for portion in _portions(archive, Host(url)))


def _published(portion: Portion, data: str) -> Files:
    return ((where, content) for where, content in portion() if address.is_published(where, data))


def _portions(archive: ArchiveIndex, host: Host) -> tuple[Portion, ...]:
    readings = Readings(archive.lineages)
    first = (partial(_prose, archive), partial(_around, archive, host))
    if archive.is_recorded:
        return (*first, partial(_excerpt, archive, readings))
    return (
        *first,
        partial(_clauses_compared, archive, readings),  # the longest work before the others
        partial(former_pages, archive),
        partial(search_pages, archive),
        partial(_current, archive),
        partial(_releases, archive, readings),
        partial(_figures, archive, host),
        partial(glossary_pages, archive),
        partial(_identify, archive),
    )


def site_ending(
    addresses: Sequence[str], archive: ArchiveIndex, url: str = "", frame: Frame = OWN_FRAME
) -> Iterator[tuple[str, bytes]]:
    """Yield what needs the `addresses` of all pages: the map of the site, what tells machines the way, and short ways.

    What machines look for at the root of a host is left to the project whose pages ours are among, and so is what
    stands at addresses without a page.

    Raises `CorpusError` for a hand-written page in place of another.
    """
    twice = [where for where, count in Counter(addresses).items() if count > 1]
    if twice:
        raise CorpusError(f"two pages at {twice[0]}", "a name for the hand-written page that is not taken")
    host = Host(url)
    if host.is_known:
        yield SITEMAP, sitemap(addresses, host)
    if frame.is_own:
        yield ROBOTS, robots(host)
        yield LLMS, plain_index(archive, host)
        yield from shortened(addresses, archive)


# Where an address leads that is cut off after the kind of page, if not to the page above.
_SHORT = {"/clause/": address.RULES, address.PLAYED: address.STORIES}


def shortened(addresses: Sequence[str], lives: Lives) -> Files:
    """Yield a page for each folder of the pages at `addresses` that has none, as somebody may shorten an address.

    It leads on by itself: from a former number to what had it, from a day to its comparison with today.
    """
    pages = {where for where in addresses if where.endswith("/")}
    folders = {where[: end + 1] for where in (*pages, DAYS) for end, char in enumerate(where) if char == "/"}
    for where in sorted(folders - pages - {address.HOME}):
        above, name = where[:-1].rsplit("/", 1)
        target = _SHORT.get(where, f"{above}/")
        if above == address.RULES[:-1]:
            target = address.number(lives.numbered(name))
        elif f"{where}today/" in pages:
            target = f"{where}today/"
        said = f"This address was cut short and leads on to {target}."
        yield page("frame/shortened.html", where, name, said, canonical=target, target=target)


def placed(portion: Portion, place: Place = address.file_of) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a portion by their paths."""
    return placed_pages(portion(), place)


def placed_pages(pages: Iterable[tuple[str, bytes]], place: Place = address.file_of) -> Iterator[tuple[str, bytes]]:
    """Yield the files of `pages`, which have their addresses, by their paths."""
    return ((path, content) for where, content in pages if (path := place(where)))


# portions


def _prose(archive: ArchiveIndex) -> Files:
    for prose in archive.prose:
        if prose.address == address.HOME:
            yield home_page(prose, archive)
        elif prose.address == address.IDENTIFY:
            yield identify_page(archive)
        else:
            yield article_page(prose, archive.prose)


def _around(archive: ArchiveIndex, host: Host) -> Files:
    """Yield what every site has around the rules: editions, comparisons, stories, citations, numbers, checks."""
    for text in archive.editions:
        yield edition_page(text, archive)
        yield address.as_json(address.edition(text.id)), release_json(text.release)
    for comparison in archive.comparisons:
        where, shown = comparisons.comparison_page(comparison, archive)
        yield where, shown
        yield address.as_json(where), diff_json(view(comparison, Selection(everything=True)))
    if archive.stories:
        yield stories_page(archive)
        yield from stopped_pages(archive)
    yield from (story_page(note, archive) for note in stories_in(archive))
    yield from (played_page(note, archive) for note in played_in(archive))
    yield from number_pages(archive)
    shelf = Shelf(archive.contents.known, [text.edition for text in archive.editions], {})
    yield address.as_json(address.RELEASES), json_of(corpus_answer(shelf))
    yield from cited_pages(archive)
    if archive.contents.book == MAGIC:  # no other book has checks yet
        yield checks_page(archive)
    yield from coverage_pages(archive)
    if archive.checks:
        yield from checks_data(archive.checks)
    yield from book_pages(archive)
    yield missing_page(host.root, has_search=not archive.is_recorded)
    yield DAYS, typed_names(archive)


def _clauses(archive: ArchiveIndex, readings: Readings) -> Files:
    cited = citations(archive)
    for lineage in archive.contents.lineages:
        by = cited.get(lineage.runs[-1].number, ()) if lineage.in_force else ()
        yield clause_page(lineage, archive, readings, by)
        yield address.as_json(address.clause(lineage.id)), history_line(lineage)


def _excerpt(archive: ArchiveIndex, readings: Readings) -> Files:
    """Yield the pages of recorded facts: an excerpt has no glossary and no page on all of a release."""
    yield comparisons.compare_page(archive)
    yield releases_page(archive)
    yield contents_page(archive)
    yield from subsection_pages(archive)
    yield from _clauses(archive, readings)
    yield from search_pages(archive)
    yield from _identify(archive)
    yield from scripts(archive)


def _clauses_compared(archive: ArchiveIndex, readings: Readings) -> Files:
    """Yield what sets old wordings beside today's: one process reads them, for both kinds of pages."""
    yield from _clauses(archive, readings)
    yield comparisons.compare_page(archive)
    yield from comparisons.compare_data(archive, readings)
    yield from comparisons.neighbour_pages(archive)
    yield from comparisons.with_newest_pages(archive)


def _releases(archive: ArchiveIndex, readings: Readings) -> Files:
    yield releases_page(archive)
    yield from release_files(archive, readings)
    yield from full_text_pages(archive)


def _current(archive: ArchiveIndex) -> Files:
    yield contents_page(archive)
    yield from subsection_pages(archive)
    yield from current_data(archive)


def _identify(archive: ArchiveIndex) -> Files:
    """Yield what finds the clauses that a text quotes; the page is with the prose where something is written of it."""
    if all(prose.address != address.IDENTIFY for prose in archive.prose):
        yield identify_page(archive)
    yield from quotation_shards(archive)


def _figures(archive: ArchiveIndex, host: Host) -> Files:
    yield stats_page(archive)
    if archive.data != "none":
        yield data_page(archive)
    yield from ((f"{address.DATA}{name}", raw) for name, raw in archive.dataset().items())
    yield from schema_files()
    yield from feeds(archive, host)
    yield REDIRECTS, redirects(typed_redirects(archive), host)
    yield from scripts(archive)


def scripts(lives: Lives) -> Files:
    """Yield what pages share, and the script of one line that says what differs between sites: no page need change.

    That is the newest release, which headings have ever been used, and how the book numbers its clauses.
    """
    yield from assets().items()
    grammar = this_book().numbers
    known = {
        "newest": str(lives.newest),
        "numbers": " ".join(map(str, subsections(lives))),
        "printed": grammar.printed,
        "heading": grammar.heading,
        "headed": grammar.heading if grammar.mark else grammar.subsection,
        "mark": grammar.mark or ".",
        "words": f"{words_before(grammar)}|{re.escape(this_book().initials)}",
    }
    yield "/assets/site.js", f"Object.assign(document.documentElement.dataset, {json.dumps(known)});\n".encode()
