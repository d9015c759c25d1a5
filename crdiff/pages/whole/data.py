"""Data for other tools: clauses and changes of each release, feeds, and the page that lists what there is."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import StringIO
from xml.sax.saxutils import escape, quoteattr

import msgspec

from crdiff.changes.change import Change, Part
from crdiff.history.news import ReleaseNews
from crdiff.model.number import ClauseNumber
from crdiff.pages import address
from crdiff.pages.render import Head, render
from crdiff.pages.whole.holdings import Holdings
from crdiff.pages.whole.release import lead_of
from crdiff.reports.renumbering import renumbering_csv

FEED = "/data/releases.atom"
_FIELDS = ("part", "structure", "facets", "to_read", "mechanical", "old", "new", "lineage", "confidence", "summary")
_TAG = "tag:crdiff.invalid,2026:"
"""Ids of the feed's entries do not depend on where a site is hosted."""


@dataclass(frozen=True, slots=True)
class DataView:
    """What `whole/data.html` shows."""

    releases: tuple[tuple[str, str], ...]
    sections: tuple[tuple[str, str], ...]


def data_page(holdings: Holdings) -> bytes:
    """Return the page that lists the data."""
    head = Head(
        address=address.DATA,
        title="Data · crdiff",
        description="The history of the Comprehensive Rules as JSON, CSV and feeds.",
        part=address.ABOUT,
    )
    releases = tuple((release, address.release(release)) for release in reversed(holdings.whole.dates))
    return render("whole/data.html", head, DataView(releases, tuple(_sections(holdings))))


def release_data(position: int, holdings: Holdings) -> Iterator[tuple[str, bytes]]:
    """Yield the files beside the page of a release."""
    release = holdings.whole.dates[position]
    base = address.release(release)
    clauses = [tuple(standing)[1:] for standing in holdings.whole.standing[release]]
    fields = ("lineage", "number", "fingerprint")
    yield f"{base}clauses.json", _json("crdiff.clauses/1", release=release, fields=fields, clauses=clauses)
    if not position:
        yield address.as_json(base), _json("crdiff.changes/1", release=release, before=None, changes=[])
        return
    news = holdings.whole.news[position - 1]
    rows = [_row(change, news, holdings) for change in (*news.to_read, *news.others)]
    objects = [dict(zip(_FIELDS, row, strict=True)) for row in rows]
    yield address.as_json(base), _json("crdiff.changes/1", release=release, before=news.before, changes=objects)
    yield f"{base}changes.csv", _csv(rows)
    moved = renumbering_csv(holdings.whole.renumberings[position - 1].moved)
    yield f"{base}renumbering.csv", moved.encode()


def _row(change: Change, news: ReleaseNews, holdings: Holdings) -> tuple[object, ...]:
    side, release = (change.new, news.release) if change.new else (change.old, news.before)
    lineage = holdings.lineage_of(side[0].number, release) if change.part is Part.RULES else ""
    return (
        change.part.value,
        change.structure.value,
        [facet.value for facet in change.facets],
        change.for_review,
        change.mechanical,
        [clause.number for clause in change.old],
        [clause.number for clause in change.new],
        lineage,
        round(change.confidence, 4),
        change.summary,
    )


def _csv(rows: Iterable[tuple[object, ...]]) -> bytes:
    written = StringIO(newline="")
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(_FIELDS)
    for row in rows:
        writer.writerow([" ".join(cell) if isinstance(cell, list) else cell for cell in row])
    return written.getvalue().encode()


def _json(schema: str, **values: object) -> bytes:
    return msgspec.json.encode({"schema": schema, **values}) + b"\n"


# feeds


def feeds(holdings: Holdings) -> Iterator[tuple[str, bytes]]:
    """Yield the feed of all releases, then one for each section of the newest text."""
    news = tuple(reversed(holdings.whole.news))
    yield FEED, _feed(FEED, "Releases of the Comprehensive Rules", ((each, lead_of(each)) for each in news))
    for section, where in _sections(holdings):
        told = ((each, sum(_is_in(change, section) for change in each.to_read)) for each in news)
        entries = ((each, f"{count} changes to read in section {section}.") for each, count in told if count)
        yield where, _feed(where, f"Section {section} of the Comprehensive Rules", entries)


def _sections(holdings: Holdings) -> Iterator[tuple[str, str]]:
    for section in sorted({str(subsection)[0] for subsection in holdings.subsections}):
        yield section, f"/data/section-{section}.atom"


def _is_in(change: Change, section: str) -> bool:
    sides = (*change.new, *change.old) if change.part is Part.RULES else ()
    return any(ClauseNumber.parse(clause.number).section == int(section) for clause in sides)


def _feed(where: str, title: str, entries: Iterable[tuple[ReleaseNews, str]]) -> bytes:
    told = [_entry(news, said) for news, said in entries]
    updated = told[0][0] if told else "1999-04-23"
    lines = (
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
        f"<title>{escape(title)}</title>",
        f"<id>{_TAG}{where}</id>",
        f"<updated>{updated}T00:00:00Z</updated>",
        "<author><name>crdiff</name></author>",
        f"<link rel={quoteattr('self')} href={quoteattr(address.relative(where, where))}/>",
        *(entry for _, entry in told),
        "</feed>",
        "",
    )
    return "\n".join(lines).encode()


def _entry(news: ReleaseNews, said: str) -> tuple[str, str]:
    where = address.release(news.release)
    link = address.relative(where, FEED)
    return news.release, (
        f"<entry><title>{escape(news.release)}</title><id>{_TAG}{where}</id>"
        f"<updated>{news.release}T00:00:00Z</updated><link href={quoteattr(link)}/>"
        f"<summary>{escape(said)}</summary></entry>"
    )
