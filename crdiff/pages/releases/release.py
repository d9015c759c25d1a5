"""What a release changed: its own page, pages of parts where that is very much, and the list of all releases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date
from itertools import groupby
from typing import Any

from msgspec.structs import replace

from crdiff.changes.change import Rewording
from crdiff.errors import UnknownNumber
from crdiff.history.news import ReleaseNews, shares
from crdiff.history.renumbering import Became, NumberRange, Renumbering, number_ranges
from crdiff.model.corpus import KnownRelease
from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import Addresses, ArchiveIndex
from crdiff.pages.cited.citing_places import outdated_citations
from crdiff.pages.comparisons.comparison import Readings
from crdiff.pages.data.data import release_data
from crdiff.pages.drawing.flow import draw_flow, flows
from crdiff.pages.drawing.growth import draw_shares
from crdiff.pages.frame import address
from crdiff.pages.frame.render import beside, page, this_book
from crdiff.pages.releases.release_changes import (
    KIND_WORDS,
    ChangeGroup,
    folds,
    groups,
    in_short,
    lead_of,
    outside,
    said_of,
    shares_sentence,
)
from crdiff.reports.breaks import break_sentence

LARGE = 198_000
"""Bytes of a page from which on the changes to read stand on pages of their own: no page is larger than 200 kB.

Source: the changes of 2003-10-01 and 2011-09-30 fill 205,000 bytes and more.
"""
_FOLDED = 60
"""Mechanical changes up to which each is shown with its redline; beyond, their numbers are listed."""
_OUTSIDE_MAX = 40
"""Paragraphs outside the rules that are shown; 2001-07-23 dropped an index of 141 lines."""
_MOST_MOVED = 200
"""Ranges of the renumbering table on the page; every number is in the file beside it."""
_NOT_COMPARED = "The oldest text here: there is none before it to compare it with."
Numbered = tuple[str, str]
"""A number, and the address of the page of its clause."""


def release_files(archive: ArchiveIndex, readings: Readings) -> Iterator[tuple[str, bytes]]:
    """Yield for each release held its page, or pages, and the data beside them."""
    for position in range(len(archive.contents.dates)):
        yield from release_pages(position, archive)
        yield from release_data(position, archive, readings)


def release_pages(position: int, archive: ArchiveIndex) -> Iterator[tuple[str, bytes]]:
    """Yield the page of the release at `position` of the archive, and those of its parts."""
    release = archive.contents.dates[position]
    news = archive.contents.news[position - 1] if position else None
    told = groups(news, archive) if news else ()
    whole = _release_page(position, news, told, is_split=False, archive=archive)
    if len(whole[1]) <= LARGE:
        yield whole
        return
    told = tuple(replace(group, href=f"{address.release(release)}{group.id}/") for group in told)
    yield _release_page(position, news, told, is_split=True, archive=archive)
    name = archive.release_name(release)
    for index, group in enumerate(told):
        yield page(
            "releases/release_part.html",
            group.href,
            f"{group.title}: what {name} changed",
            f"What {name} of the {this_book().short} changed in {group.title}: {group.told}.",
            release=release,
            name=name,
            group=group,
            choices=_choices((group,)),
            **beside(index, told, lambda each: (each.title, each.href)),
        )


def _release_page(
    position: int, news: ReleaseNews | None, told: tuple[ChangeGroup, ...], *, is_split: bool, archive: ArchiveIndex
) -> tuple[str, bytes]:
    """Return the page of a release with the groups `told` of changes; `is_split`: these are on pages of their own."""
    dates = archive.contents.dates
    release = dates[position]
    name, where = archive.release_name(release), address.release(release)
    renumbering = archive.contents.renumberings[position - 1] if news else None
    divided = shares(news, renumbering) if news and renumbering else None
    lead = shares_sentence(divided, len(news.rewordings)) if divided and news else _NOT_COMPARED
    return page(
        "releases/release.html",
        where,
        f"{name}: rules changes",
        f"{name} of the {this_book().short}. {lead}",
        data=address.as_json(where),
        card=f"Rules changes of {name}",
        release=release,
        called=archive.set_name(release) or str(release),
        code=archive.codes.get(release, ""),
        until=archive.last_day(release),
        lead=lead,
        is_first=news is None,
        is_split=is_split,
        size=archive.contents.sizes[archive.contents.days.index(release)],
        source=archive.contents.texts.get(release),
        parts=draw_shares(divided) if divided else (),
        **beside(position, dates, lambda day: (archive.release_name(day), address.release(day))),
        **(_changes(news, renumbering, told, archive) if news and renumbering else {}),
    )


def _changes(
    news: ReleaseNews, renumbering: Renumbering, told: tuple[ChangeGroup, ...], archive: ArchiveIndex
) -> dict[str, Any]:
    """Return what the page of a release shows where there is one before it to compare it with."""
    flowed = flows(renumbering, archive)
    moved = list(_moved(renumbering, archive))
    return {
        "before_name": archive.release_name(news.before),
        "in_short": [
            *filter(None, [said_of(news.to_read)]),
            *in_short(flowed, told, news.rewordings),
            *(f"{break_sentence(each)}." for each in news.breaks),
        ],
        "rewordings": [(each, list(_left(each, news.release, archive))) for each in news.rewordings],
        "flows": flowed,
        "flow": draw_flow(flowed, renumbering, archive),
        "groups": told,
        "choices": _choices(told),
        "folds": folds(news, archive, _FOLDED),
        "moved": moved[:_MOST_MOVED],
        "is_cut": len(moved) >= _MOST_MOVED,
        "moved_total": len(renumbering.moved),
        "outside": outside(news, _OUTSIDE_MAX),
        "outside_total": len(news.outside),
        "outdated": outdated_citations(news.before, news.release, archive),
    }


def _left(rewording: Rewording, release: date, addresses: Addresses) -> Iterator[tuple[str, str]]:
    """Yield the clauses and glossary entries that keep the old words: name, and address or ""."""
    for name in rewording.exceptions:
        try:
            number = addresses.numbered(name)
        except UnknownNumber:
            yield f"glossary, {name}", addresses.entry_page(name, release)
        else:
            yield str(number), addresses.clause_at(number, release)


def _choices(told: Iterable[ChangeGroup]) -> list[tuple[str, str, int]]:
    """Return the kinds of changes that a reader can show or hide: id, what it is called, how many there are."""
    kinds = Counter(item.kind for group in told for item in group.changes if item.is_row)
    return [(kind, words, kinds[kind]) for kind, words in KIND_WORDS.items() if kinds[kind]]


def _moved(renumbering: Renumbering, addresses: Addresses) -> Iterator[dict[str, object]]:
    """Yield the first and the last number of each range before and after, and why it moved, or what it became.

    A single number has no last one.
    """
    for each in number_ranges(renumbering):
        ends = (each.first, each.last) if each.count > 1 else (each.first,)
        new = [row.new[0] for row in ends if row.new] if each.count > 1 else each.first.new
        because, reason = _because(each, renumbering, addresses)
        yield {
            "old": [_numbered(row.old, renumbering.old, addresses) for row in ends],
            "new": [_numbered(number, renumbering.new, addresses) for number in new],
            "total": each.count,
            "because": because,
            "reason": reason,
        }


def _because(each: NumberRange, renumbering: Renumbering, addresses: Addresses) -> tuple[str, Numbered | None]:
    if each.first.became is not Became.RENUMBERED:
        return each.first.became.value, None
    if each.added:
        return "is new", _numbered(each.added, renumbering.new, addresses)
    return ("was removed", _numbered(each.removed, renumbering.old, addresses)) if each.removed else ("", None)


def _numbered(number: ClauseNumber, release: date, addresses: Addresses) -> Numbered:
    return str(number), addresses.clause_at(number, release)


def releases_page(addresses: Addresses) -> tuple[str, bytes]:
    """Return the list of all releases."""
    known = {each.effective: each for each in addresses.contents.known}
    news = {each.release: each for each in addresses.contents.news}
    dates = () if addresses.is_recorded else addresses.contents.dates
    every = sorted({*dates, *known}, reverse=True)
    read = [each for each in every if each in dates or (addresses.is_recorded and addresses.editions_of(each))]
    return page(
        "releases/releases.html",
        address.RELEASES,
        "Releases",
        f"Every release of the {this_book().title}, and what it changed.",
        card=f"Every release of the {this_book().game} rules",
        data=address.as_json(address.RELEASES),
        feed="" if addresses.is_recorded else "/data/releases.atom",
        calendar=addresses,
        known=len(every),
        held=len(read),
        first=addresses.release_name(read[-1]) if read else "",
        last=addresses.release_name(read[0]) if read else "",
        by_year=[
            (year, [_row(each, known.get(each), news.get(each), addresses) for each in inside])
            for year, inside in groupby(every, key=lambda release: release.year)
        ],
    )


def _row(
    release: date, known: KnownRelease | None, news: ReleaseNews | None, addresses: Addresses
) -> dict[str, object]:
    """Return a release in the list.

    `texts` are (title, address) of editions that quote it. `said` is what it
    changed, "" where that is not known; `is_first`: it is the first text, which nothing is compared with.
    """
    return {
        "effective": release,
        "said": lead_of(news) if news else "",
        "is_first": not addresses.is_recorded and release == addresses.contents.dates[0],
        "texts": [(text.edition.title, address.edition(text.id)) for text in addresses.editions_of(release)],
        "addresses": known.addresses if known else (),
    }
