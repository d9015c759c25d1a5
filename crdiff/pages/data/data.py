"""Data for other tools: clauses and changes of each release, the current text, and the page that lists them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import msgspec

from crdiff.changes.change import Change, Part
from crdiff.changes.reading import skip_reason
from crdiff.history.news import ReleaseNews
from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.comparisons.readings import Readings
from crdiff.pages.data import feeds
from crdiff.pages.frame import address
from crdiff.pages.frame.render import Head, page
from crdiff.reports.breaks import break_row
from crdiff.reports.csv_table import csv_of
from crdiff.reports.passage import passage_json
from crdiff.reports.renumbering import renumbering_csv
from crdiff.reports.schemas import SCHEMAS, schema

_FIELDS = (
    *("part", "structure", "facets", "to_read", "review_reason", "mechanical"),
    *("old", "new", "lineage", "confidence", "summary"),
)
_NOTHING: dict[str, list[object]] = {"breaks_off": [], "rewordings": [], "changes": []}


def data_page(archive: ArchiveIndex) -> bytes:
    """Return the page that lists the data."""
    head = Head(
        address=address.DATA,
        title="Data · crdiff",
        description="The history of the Comprehensive Rules as JSON, CSV and feeds.",
        part=address.ABOUT,
    )
    return page(
        "data/data.html",
        head,
        releases=[
            (archive.release_name(release), address.release(release)) for release in reversed(archive.contents.dates)
        ],
        sections=list(feeds.sections(archive)),
        subsections=list(feeds.subsections(archive)),
        schemas=[(msgspec.json.decode(schema(name))["$id"], _schema_address(name)) for name in SCHEMAS],
    )


def schema_files() -> Iterator[tuple[str, bytes]]:
    """Yield every published schema."""
    for name in SCHEMAS:
        yield _schema_address(name), schema(name).encode()


def _schema_address(name: str) -> str:
    return f"{address.DATA}schema/{name}.json"


def current_data(archive: ArchiveIndex) -> Iterator[tuple[str, bytes]]:
    """Yield the current text of each subsection as ``crdiff.show/1``."""
    for subsection, text in archive.contents.subsections.items():
        inside = tuple(replace(shown, depth=shown.depth - 1) for shown in text.clauses)
        yield address.as_json(address.rule(subsection)), passage_json(replace(text, clauses=inside))


def release_data(position: int, archive: ArchiveIndex, readings: Readings) -> Iterator[tuple[str, bytes]]:
    """Yield the files beside the page of a release."""
    release = archive.contents.dates[position]
    base = address.release(release)
    standing = archive.contents.standing[release]
    there = {
        "fields": ("lineage", "number", "fingerprint"),
        "clauses": [(each.lineage, str(each.number), readings.print_of(each, release)) for each in standing],
        "revoked": [each.lineage for each in standing if archive.lineages[each.lineage].is_revoked_in(release)],
    }
    yield f"{base}clauses.json", _json("crdiff.clauses/1", release=release, **there)
    if not position:
        yield address.as_json(base), _json("crdiff.changes/1", release=release, before=None, **_NOTHING)
        return
    news = archive.contents.news[position - 1]
    rows = [_row(change, news, archive) for change in (*news.to_read, *news.others)]
    told = {
        "breaks_off": [break_row(told) for told in news.breaks],
        "rewordings": news.rewordings,
        "changes": [dict(zip(_FIELDS, row, strict=True)) for row in rows],
    }
    yield address.as_json(base), _json("crdiff.changes/1", release=release, before=news.before, **told)
    yield f"{base}changes.csv", changes_csv(rows)
    yield f"{base}renumbering.csv", renumbering_csv(archive.contents.renumberings[position - 1].moved).encode()


def _row(change: Change, news: ReleaseNews, archive: ArchiveIndex) -> tuple[object, ...]:
    side, release = (change.new, news.release) if change.new else (change.old, news.before)
    lineage = archive.lineage_of(ClauseNumber.parse(side[0].number), release) if change.part is Part.RULES else ""
    return (
        change.part.value,
        change.structure.value,
        [facet.value for facet in change.facets],
        change.for_review,
        skip_reason(change),
        change.mechanical,
        [clause.number for clause in change.old],
        [clause.number for clause in change.new],
        lineage,
        round(change.confidence, 4),
        change.summary,
    )


def changes_csv(rows: Iterable[tuple[object, ...]]) -> bytes:
    """Return rows of a release's changes as CSV; lists have ``; `` between, since a term may have spaces."""
    return csv_of(_FIELDS, (map(_cell, row) for row in rows)).encode()


def _cell(value: object) -> str:
    return " ".join(("; ".join(value) if isinstance(value, list) else str(value)).split())


def _json(schema: str, **values: object) -> bytes:
    return msgspec.json.encode({"schema": schema, **values}) + b"\n"
