"""The page for searching, and what its script reads: one question, the answers in groups.

`search_texts` says what can be found; which clauses had a number, and when, is said here. The index of words is ours
(`search_index`), or that of Pagefind, which is given: then only what Pagefind reads is made here.
"""

from __future__ import annotations

import string
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

import msgspec
from markupsafe import Markup

from crdiff.pages.archive_index import ArchiveIndex, ClauseLineage
from crdiff.pages.frame import address
from crdiff.pages.frame.render import POLICY, Head, page
from crdiff.pages.search.search_index import TEXTS_PIECE, Found, cuts, packed, piece, pieces, shards, words_of
from crdiff.pages.search.search_texts import ending_of, last_day, read_texts
from crdiff.text.hidden import unmarked

PAGEFIND = "/pagefind/"
"""Where the index of Pagefind is."""
_WASM = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
"""What the page for searching may do besides where Pagefind, which is WebAssembly, does the work."""


Said = Mapping[str, Sequence[tuple[date, int]]]
"""The places of the texts that a clause had, each with the first release that had it, newest first, by the clause."""


def search_pages(archive: ArchiveIndex, pagefind: Mapping[str, bytes] | None = None) -> Iterator[tuple[str, bytes]]:
    """Yield the page for searching and the pieces of its index; `pagefind` are the files of another, by address."""
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
        engine="own" if pagefind is None else "pagefind",
    )
    if pagefind is not None:
        shown = shown.replace(POLICY.encode(), _WASM.encode())
        yield from pagefind.items()
    yield address.SEARCH, shown
    numbers, made = _number_pieces(texts.said, archive)
    yield from made.items()
    yield from pieces(address.SEARCH, texts.parts, numbers, words=pagefind is None)
    yield RELEASES, piece(releases=list(_releases(archive)))


RELEASES = f"{address.SEARCH}releases.json"
"""Where the names of all releases are that the script gives to days."""


def _releases(archive: ArchiveIndex) -> Iterator[tuple[str, str, str, str]]:
    """Yield the date, the name, the code and the page of each release, oldest first."""
    for release in archive.published:
        name, code = archive.set_name(release), archive.codes.get(release, "")
        yield str(release), name, code, archive.release_listed(release)


def _number_pieces(said: Said, archive: ArchiveIndex) -> tuple[dict[str, object], dict[str, bytes]]:
    """Return what `index.json` says of the pieces of numbers and of clauses, and these pieces by their addresses.

    `/number/NNN/index.json` says where one number leads. These say it of a number in a year, of any clause: what it was
    called then, what it said, and where it is today.
    """
    every = (*archive.contents.lineages, *archive.elsewhere.values())
    lineages = sorted(every, key=lambda lineage: (lineage.runs[-1].number, lineage.id))
    named: dict[str, list[int]] = {}
    for at, lineage in enumerate(lineages):
        for number in {run.number for run in lineage.runs}:
            named.setdefault(str(number), []).append(at)
    numbers = list(shards({number: packed(places) for number, places in named.items()}))
    then = list(shards(_texts_then(archive)))
    written = [msgspec.json.encode(_clause(each, said.get(each.id, ()), archive)) for each in lineages]
    blocks = list(cuts([len(each) + 1 for each in written], TEXTS_PIECE))
    made = {f"{address.SEARCH}numbers-{at}.json": piece(numbers=dict(shard)) for at, shard in enumerate(numbers)}
    made |= {
        f"{address.SEARCH}clauses-{at}.json": piece(clauses=[msgspec.Raw(each) for each in written[block]])
        for at, block in enumerate(blocks)
    }
    made |= {f"{address.SEARCH}then-{at}.json": piece(then=dict(shard)) for at, shard in enumerate(then)}
    firsts = {name: [shard[0][0] for shard in cut] for name, cut in (("numbers", numbers), ("then", then))}
    return {**firsts, "clauses": packed(block.start for block in blocks)}, made


def _texts_then(archive: ArchiveIndex) -> dict[str, list[tuple[date, date]]]:
    """Return the first and the last release of each page with the text of a time, by the number in its address."""
    found: dict[str, list[tuple[date, date]]] = {}
    for place in () if archive.is_recorded else archive.places.all:
        found.setdefault(str(place.number), []).append((place.first, place.last))
    return found


def _clause(lineage: ClauseLineage, said: Sequence[tuple[date, int]], archive: ArchiveIndex) -> dict[str, Any]:
    """Return what is known of a clause; a run that has not ended has no last day."""
    newest = lineage.runs[-1]
    return {
        "title": archive.title(lineage.id) if not newest.number.rule else "",
        "history": archive.clause_page(lineage.id) or address.number(newest.number),
        "now": archive.current.get(newest.number, "") if lineage.stands else "",
        "runs": [(str(run.number), archive.day(run.first), last_day(run.last, archive)) for run in lineage.joined_runs],
        "said": said,
        "ended": ending_of(lineage, archive),
    }


def stubs(archive: ArchiveIndex) -> Iterator[tuple[str, bytes]]:
    """Yield a small page for each text that can be found, for Pagefind to index: (name of its file, HTML)."""
    every = ((part, found) for part, texts in read_texts(archive).parts.items() for found in texts)
    for place, (part, found) in enumerate(every):
        yield f"{place}.html", _stub(found, part, place)


_STUB = Markup(
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{name}</title></head>\n'
    '<body data-pagefind-body data-pagefind-filter="in:{part}">\n'
    '<p data-pagefind-meta="place" data-pagefind-ignore>{place}</p>'
    '<p data-pagefind-meta="words" data-pagefind-ignore>{words}</p>\n'
    "<h1>{name} {title}</h1><p>{text}</p>\n</body></html>\n"
)
"""What comes from a text stands in elements: a list of metadata in an attribute would be divided by its commas."""
_MARKS = string.punctuation + "“”‘—–"
"""Marks that may stand around a word which stands alone."""


def _stub(found: Found, part: str, place: int) -> bytes:
    shown = found._replace(title=unmarked(found.title), text=unmarked(found.text), also=unmarked(found.also))
    words = " ".join(_joined(shown))
    return _STUB.format(
        name=shown.name, title=shown.title, text=shown.text, part=part, place=place, words=words
    ).encode()


def _joined(found: Found) -> list[str]:
    """Return the words of a text that nowhere stand alone: "father" of "partner—Father & son", "g" of "{R}{G}".

    Pagefind takes what stands between two spaces for one word, and finds it by its beginning at most. These words are
    given to it beside the text, as metadata, which it searches as well.
    """
    said = f"{found.name} {found.title} {found.text}"
    alone = {word.strip(_MARKS) for word in said.lower().replace("’", "'").split()}
    return sorted(words_of(f"{said} {found.also}") - alone)
