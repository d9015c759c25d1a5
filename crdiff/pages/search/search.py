"""The page for searching, and what its script reads: one question, the answers in groups.

`search_texts` says what can be found; which clauses had a number, and when, is said here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

import msgspec

from crdiff.pages.archive_index import Addresses, ArchiveIndex
from crdiff.pages.frame import address
from crdiff.pages.frame.render import Head, page
from crdiff.pages.lives import Calendar, ClauseLineage
from crdiff.pages.search.search_index import TEXTS_PIECE, cuts, packed, piece, pieces, shards
from crdiff.pages.search.search_texts import ending_of, last_day, read_texts

Said = Mapping[str, Sequence[tuple[date, int]]]
"""The places of the texts that a clause had, each with the first release that had it, newest first, by the clause."""


def search_pages(archive: ArchiveIndex) -> Iterator[tuple[str, bytes]]:
    """Yield the page for searching and the pieces of its index."""
    texts = read_texts(archive)
    head = Head(
        address=address.SEARCH,
        title="Search · crdiff",
        description="Search the rules of Magic of all years: a number, words, a card, a set or a date.",
        part=address.SEARCH,
    )
    shown = page(
        "search/search.html",
        head,
        is_recorded=archive.is_recorded,
        rules=len(texts.parts["rules"]),
        earlier=len(texts.parts["earlier"]),
    )
    yield address.SEARCH, shown
    numbers, made = _number_pieces(texts.said, archive)
    yield from made.items()
    yield from pieces(address.SEARCH, texts.parts, numbers)
    yield RELEASES, piece(releases=list(_releases(archive)))


RELEASES = f"{address.SEARCH}releases.json"
"""Where the names of all releases are that the script gives to days."""


def _releases(calendar: Calendar) -> Iterator[tuple[str, str, str, str]]:
    """Yield the date, the name, the code and the page of each release, oldest first."""
    for release in calendar.published:
        name, code = calendar.set_name(release), calendar.codes.get(release, "")
        yield str(release), name, code, calendar.release_listed(release)


def _number_pieces(said: Said, addresses: Addresses) -> tuple[dict[str, object], dict[str, bytes]]:
    """Return what `index.json` says of the pieces of numbers and of clauses, and these pieces by their addresses.

    `/number/NNN/index.json` says where one number leads. These say it of a number in a year, of any clause: what it was
    called then, what it said, and where it is today.
    """
    every = (*addresses.contents.lineages, *addresses.elsewhere.values())
    lineages = sorted(every, key=lambda lineage: (lineage.runs[-1].number, lineage.id))
    named: dict[str, list[int]] = {}
    for at, lineage in enumerate(lineages):
        for number in {run.number for run in lineage.runs}:
            named.setdefault(str(number), []).append(at)
    numbers = list(shards({number: packed(places) for number, places in named.items()}))
    then = list(shards(_texts_then(addresses)))
    written = [msgspec.json.encode(_clause(each, said.get(each.id, ()), addresses)) for each in lineages]
    blocks = list(cuts([len(each) + 1 for each in written], TEXTS_PIECE))
    made = {f"{address.SEARCH}numbers-{at}.json": piece(numbers=dict(shard)) for at, shard in enumerate(numbers)}
    made |= {
        f"{address.SEARCH}clauses-{at}.json": piece(clauses=[msgspec.Raw(each) for each in written[block]])
        for at, block in enumerate(blocks)
    }
    made |= {f"{address.SEARCH}then-{at}.json": piece(then=dict(shard)) for at, shard in enumerate(then)}
    firsts = {name: [shard[0][0] for shard in cut] for name, cut in (("numbers", numbers), ("then", then))}
    return {**firsts, "clauses": packed(block.start for block in blocks)}, made


def _texts_then(addresses: Addresses) -> dict[str, list[tuple[date, date]]]:
    """Return the first and the last release of each page with the text of a time, by the number in its address."""
    found: dict[str, list[tuple[date, date]]] = {}
    for place in () if addresses.is_recorded else addresses.places.all:
        found.setdefault(str(place.number), []).append((place.first, place.last))
    return found


def _clause(lineage: ClauseLineage, said: Sequence[tuple[date, int]], addresses: Addresses) -> dict[str, Any]:
    """Return what is known of a clause; a run that has not ended has no last day."""
    newest = lineage.runs[-1]
    return {
        "title": addresses.title(lineage.id) if newest.number.is_heading else "",
        "history": addresses.clause_page(lineage.id) or address.number(newest.number),
        "now": addresses.read_at(lineage) if lineage.stands else "",
        "runs": [
            (str(run.number), addresses.day(run.first), last_day(run.last, addresses)) for run in lineage.joined_runs
        ],
        "said": said,
        "ended": ending_of(lineage, addresses),
    }
