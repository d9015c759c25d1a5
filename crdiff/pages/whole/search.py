"""Search by clause, in the current text and glossary or in earlier wordings: the page, and what its script reads.

The index is ours, in small pieces, or that of Pagefind, which is given: then only what Pagefind reads is made here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import msgspec
from markupsafe import Markup

from crdiff.history.life import Life, Worded
from crdiff.model.number import ClauseNumber
from crdiff.pages import address
from crdiff.pages.render import POLICY, Head, render
from crdiff.pages.whole.glossary import term_address
from crdiff.pages.whole.holdings import Holdings
from crdiff.text.normalise import fold_typography

EARLIER = f"{address.SEARCH}earlier/"
"""Where the index of earlier wordings is; nothing of it is read before somebody asks for them."""
PAGEFIND = "/pagefind/"
"""Where the index of Pagefind is."""
_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")
_DATES = re.compile(r"\(\d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d\)$")
"""When an earlier wording was in force; nobody looks for the digits of it."""
_COMMON = 0.25
"""Share of all texts from which on a word is too common to tell any of them ("the", "a")."""
_FEW = 50
"""Texts up to which no word is too common."""
_BLOCK = 40
"""Texts in one file of the index."""
_WASM = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
"""What the page for searching may do besides where Pagefind, which is WebAssembly, does the work."""


class Found(NamedTuple):
    """A text that can be found: number or term, title, text, and where it is read."""

    name: str
    title: str
    text: str
    href: str


@dataclass(frozen=True, slots=True)
class SearchView:
    """What `whole/search.html` shows."""

    release: str
    current: int
    earlier: int
    engine: str


def search_pages(holdings: Holdings, pagefind: Mapping[str, bytes] | None = None) -> Iterator[tuple[str, bytes]]:
    """Yield the page for searching and the pieces of its index; `pagefind` are the files of another, by address."""
    current, earlier = tuple(_current(holdings)), tuple(_earlier(holdings))
    head = Head(
        address=address.SEARCH,
        title="Search · crdiff",
        description=f"Search the Comprehensive Rules of {holdings.newest}, their glossary, and earlier wordings.",
        part=address.RULES,
    )
    view = SearchView(holdings.newest, len(current), len(earlier), "own" if pagefind is None else "pagefind")
    page = render("whole/search.html", head, view)
    if pagefind is not None:
        yield address.SEARCH, page.replace(POLICY.encode(), _WASM.encode())
        yield from pagefind.items()
        return
    yield address.SEARCH, page
    yield from pieces(address.SEARCH, current, holdings.newest, letters=1)
    yield from pieces(EARLIER, earlier, holdings.newest, letters=2)


def stubs(holdings: Holdings) -> Iterator[tuple[str, bytes]]:
    """Yield a small page for each text that can be found, for Pagefind to index: (name of its file, HTML)."""
    for within, texts in (("current", _current(holdings)), ("earlier", _earlier(holdings))):
        for place, found in enumerate(texts):
            yield f"{within}-{place}.html", _stub(found, within)


_STUB = Markup(
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{name}</title></head>\n'
    '<body data-pagefind-body data-pagefind-filter="in:{within}">\n'
    '<p data-pagefind-meta="name" data-pagefind-ignore>{name}</p>'
    '<p data-pagefind-meta="said" data-pagefind-ignore>{title}</p>'
    '<p data-pagefind-meta="href" data-pagefind-ignore>{href}</p>\n'
    "<h1>{name} {title}</h1><p>{text}</p>\n</body></html>\n"
)
"""What comes from a text stands in elements: a list of metadata in an attribute would be divided by its commas."""


def _stub(found: Found, within: str) -> bytes:
    values = {"name": found.name, "title": found.title, "text": found.text, "href": found.href}
    return _STUB.format(**values, within=within).encode()


# what can be found


def _current(holdings: Holdings) -> Iterator[Found]:
    for shown in holdings.whole.current.clauses:
        if where := holdings.current.get(shown.number):
            yield Found(shown.number, shown.title, "\n".join(filter(None, (shown.text, *shown.examples))), where)
    for term in holdings.whole.glossary:
        yield Found(term.term, "Glossary", term.wordings[-1].text, term_address(term.term))


def _earlier(holdings: Holdings) -> Iterator[Found]:
    """Yield the wordings that are no longer in force, each once, a clause's newest first."""
    for life in holdings.whole.lives:
        if ClauseNumber.parse(life.runs[-1].number).is_section:
            continue
        for worded in _superseded(life):
            text = "\n".join(filter(None, (worded.text, *worded.examples)))
            said = " ".join(filter(None, (worded.title, f"({worded.first} to {worded.last})")))
            yield Found(worded.number, said, text, f"{address.clause(life.lineage)}#w{worded.first}")
    for term in holdings.whole.glossary:
        for reading in reversed(term.wordings[:-1]):
            said = f"Glossary ({reading.first} to {reading.last})"
            yield Found(term.term, said, reading.text, term_address(term.term))


def _superseded(life: Life) -> Iterator[Worded]:
    """Yield the wordings of a clause that differ by more than typography, newest first."""
    seen = {_folded(life.wordings[-1])} if life.in_force else set()
    for worded in reversed(life.wordings):
        reading = _folded(worded)
        if reading not in seen:
            seen.add(reading)
            yield worded


def _folded(worded: Worded) -> tuple[str, ...]:
    return tuple(map(fold_typography, (worded.title, worded.text, *worded.examples)))


# the index


def words_of(text: str) -> set[str]:
    """Return the words of `text` as the index has them: lower case, typography folded."""
    return set(_WORD.findall(fold_typography(text).lower()))


Index = dict[str, dict[str, tuple[list[int], list[int]]]]
"""By beginning: word -> (texts that have it in name or title, texts that have it elsewhere)."""


def pieces(where: str, texts: tuple[Found, ...], release: str, letters: int) -> Iterator[tuple[str, bytes]]:
    """Yield an index at `where`, its words by their first letters."""
    index, common = _index(texts, letters)
    groups = tuple(_groups(texts))
    head = {"release": release, "texts": len(texts), "block": _BLOCK, "shards": sorted(index), "common": common}
    yield f"{where}index.json", _json(**head, groups=groups)
    for shard, words in sorted(index.items()):
        yield f"{where}words-{shard}.json", _json(words=words)
    for first in range(0, len(texts), _BLOCK):
        yield f"{where}texts-{first // _BLOCK}.json", _json(texts=texts[first : first + _BLOCK])


def _groups(texts: Iterable[Found]) -> Iterator[int]:
    """Yield where another clause or term begins, if several texts of one stand together; of those one hit is shown."""
    before = ""
    found = []
    count = 0
    for count, each in enumerate(texts, 1):
        of = each.href.partition("#w")[0]
        if of != before:
            found.append(count - 1)
        before = of
    if len(found) < count:
        yield from found


def _index(texts: tuple[Found, ...], letters: int) -> tuple[Index, list[str]]:
    """Return the index of `texts`, and the words too common to stand in it."""
    found: dict[str, tuple[list[int], list[int]]] = {}
    for at, each in enumerate(texts):
        titled = words_of(f"{each.name} {_DATES.sub('', each.title)}")
        for word in titled:
            found.setdefault(word, ([], []))[0].append(at)
        for word in words_of(each.text) - titled:
            found.setdefault(word, ([], []))[1].append(at)
    shards: Index = {}
    common = []
    for word, (titled_in, said_in) in sorted(found.items()):
        if len(titled_in) + len(said_in) < max(_FEW, _COMMON * len(texts)):
            shards.setdefault(word[:letters], {})[word] = (titled_in, said_in)
        else:
            common.append(word)
    return shards, common


def _json(**values: object) -> bytes:
    return msgspec.json.encode({"schema": "crdiff.search-index/1", **values}) + b"\n"
