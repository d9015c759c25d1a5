"""Data for other tools: clauses and changes of each release, the current text, and the page that lists them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import msgspec

from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import Addresses
from crdiff.pages.comparisons.comparison import Readings
from crdiff.pages.data import feeds
from crdiff.pages.frame import address
from crdiff.pages.frame.render import Head, page
from crdiff.pages.lives import Lives
from crdiff.reports.answer import Document, as_json
from crdiff.reports.passage import passage_json
from crdiff.reports.renumbering import renumbering_csv
from crdiff.reports.schemas import SCHEMAS, schema
from crdiff.reports.site_data import ChangesAnswer, ClausesAnswer, changes_answer, changes_csv


def data_page(addresses: Addresses) -> bytes:
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
            (addresses.release_name(release), address.release(release))
            for release in reversed(addresses.contents.dates)
        ],
        sections=list(feeds.sections(addresses)),
        subsections=list(feeds.subsections(addresses)),
        schemas=[(msgspec.json.decode(schema(name))["$id"], _schema_address(name)) for name in SCHEMAS],
    )


def schema_files() -> Iterator[tuple[str, bytes]]:
    """Yield every published schema."""
    for name in SCHEMAS:
        yield _schema_address(name), schema(name).encode()


def _schema_address(name: str) -> str:
    return f"{address.DATA}schema/{name}.json"


def current_data(lives: Lives) -> Iterator[tuple[str, bytes]]:
    """Yield the current text of each subsection as ``crdiff.show/1``."""
    for subsection, text in lives.contents.subsections.items():
        inside = tuple(replace(shown, depth=shown.depth - 1) for shown in text.clauses)
        yield address.as_json(address.rule(subsection)), passage_json(replace(text, clauses=inside))


def release_data(position: int, lives: Lives, readings: Readings) -> Iterator[tuple[str, bytes]]:
    """Yield the files beside the page of a release."""
    release = lives.contents.dates[position]
    base = address.release(release)
    standing = lives.contents.standing[release]
    said = tuple((each.lineage, str(each.number), readings.print_of(each, release)) for each in standing)
    revoked = tuple(each.lineage for each in standing if lives.lineages[each.lineage].is_revoked_in(release))
    clauses = ClausesAnswer(release, ("lineage", "number", "fingerprint"), said, revoked)
    yield f"{base}clauses.json", _line(clauses)
    if not position:
        yield address.as_json(base), _line(ChangesAnswer(release, None, (), (), ()))
        return
    news = lives.contents.news[position - 1]
    changes = changes_answer(news, lambda number, day: lives.lineage_of(ClauseNumber.parse(number), day))
    yield address.as_json(base), _line(changes)
    yield f"{base}changes.csv", changes_csv(changes.changes)
    yield f"{base}renumbering.csv", renumbering_csv(lives.contents.renumberings[position - 1].moved).encode()


def _line(answer: Document) -> bytes:
    return as_json(answer) + b"\n"
