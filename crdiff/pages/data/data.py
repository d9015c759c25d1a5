"""Data for other tools: clauses and changes of each release, the current text, and the pages that list them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import Addresses
from crdiff.pages.comparisons.comparison import Readings
from crdiff.pages.data import feeds
from crdiff.pages.frame import address
from crdiff.pages.frame.hosting import Host
from crdiff.pages.frame.render import Head, page
from crdiff.pages.lives import Calendar, Lives
from crdiff.reports.answer import Document, as_json
from crdiff.reports.passage import passage_json
from crdiff.reports.phrases import counted
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


LLMS = "/llms.txt"

Linked = tuple[str, str, str]
"""A line of the index: its name, its address, what is there."""


def plain_index(addresses: Addresses, host: Host) -> bytes:
    """Return the index of the site: where the rules are read, and the data beside the pages.

    Links are whole where the host is known, else relative to the index.
    """
    first, last = addresses.contents.dates[0], addresses.newest
    lines = (
        "# crdiff",
        "",
        "> The Comprehensive Rules of Magic: The Gathering, clause by clause, in "
        f"{counted(len(addresses.contents.dates), 'release')} from {first} to {last}: "
        "what each clause says, what it said before, and which release changed it.",
        "",
        "Clauses are named by the first place they are known from, such as 2003-10-01-507.3b, whatever their number is "
        "today. Addresses stay. The rules are © Wizards of the Coast; this site is unofficial.",
        "",
        "## Pages",
        "",
        *(_linked(linked, host) for linked in _pages(addresses)),
        "",
        "## Data",
        "",
        *(_linked(linked, host) for linked in _data(addresses)),
        "",
    )
    return "\n".join(lines).encode()


def _linked(linked: Linked, host: Host) -> str:
    name, where, what = linked
    target = host.whole(where) if host.is_known else where.lstrip("/")
    return f"- [{name}]({target}): {what}"


def _pages(calendar: Calendar) -> Iterator[Linked]:
    yield "Rules", address.RULES, "contents; /rules/702/ is rule 702, /rules/702/DATE/ its text from that release on"
    yield "Releases", address.RELEASES, "every known release, newest first"
    yield "Numbers", address.NUMBERS, "/number/702/ lists the clauses that had each number, and when"
    if not calendar.is_recorded:
        yield "Glossary", address.GLOSSARY, "every entry there has been, with its wordings"
        yield "Compare", address.COMPARE, "any two releases, clause by clause"


def _data(addresses: Addresses) -> Iterator[Linked]:
    yield "Catalogue of releases", address.as_json(address.RELEASES), "dates, names, official files; crdiff.corpus/1"
    number = next(iter(addresses.subsections), None)
    if number:
        where = f"{address.NUMBERS}{number}/"
        yield f"Numbers of {number}", address.as_json(where), "likewise for every subsection; crdiff.numbers/1"
    if lineage := next(iter(addresses.contents.lineages), None):
        what = "likewise for every clause: numbers, wordings, origin and fate; crdiff.history/1"
        yield f"History of {lineage.id}", address.as_json(address.clause(lineage.id)), what
    if not addresses.is_recorded:
        yield from _texts(number, addresses)


def _texts(number: ClauseNumber | None, calendar: Calendar) -> Iterator[Linked]:
    newest = address.release(calendar.newest)
    if number:
        where = address.as_json(address.rule(number))
        yield f"Text of {number}", where, "likewise for every subsection of the newest release; crdiff.show/1"
    yield f"Clauses of {calendar.newest}", f"{newest}clauses.json", "likewise for every release; crdiff.clauses/1"
    yield f"Changes of {calendar.newest}", address.as_json(newest), "likewise for every release; crdiff.changes/1"
    yield "Feed of releases", feeds.RELEASES, "Atom; every release with what it changed"
    yield "All formats", address.DATA, "files, feeds and JSON Schemas"
