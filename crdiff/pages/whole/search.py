"""Search in the current text and the glossary: the page, and the index that its script reads in small pieces."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from crdiff.pages import address
from crdiff.pages.render import Head, render
from crdiff.pages.whole.glossary import term_address
from crdiff.pages.whole.holdings import Holdings
from crdiff.text.normalise import fold_typography

_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")
_COMMON = 0.25
"""Share of all texts from which on a word is too common to tell any of them ("the", "a")."""
_BLOCK = 40
"""Texts in one file of the index."""


class Found(NamedTuple):
    """A text that can be found: number or term, title, text, and where it is read."""

    name: str
    title: str
    text: str
    href: str


def search_pages(holdings: Holdings) -> Iterator[tuple[str, bytes]]:
    """Yield the page for searching and the pieces of its index."""
    texts = tuple(_texts(holdings))
    head = Head(
        address=address.SEARCH,
        title="Search · crdiff",
        description=f"Search the Comprehensive Rules of {holdings.newest} and their glossary.",
        part=address.RULES,
    )
    yield address.SEARCH, render("whole/search.html", head, (holdings.newest, len(texts)))
    index, common = _index(texts)
    yield (
        f"{address.SEARCH}index.json",
        _json(
            release=holdings.newest,
            texts=len(texts),
            block=_BLOCK,
            shards=sorted(index),
            common=common,
        ),
    )
    for shard, words in sorted(index.items()):
        yield f"{address.SEARCH}words-{shard}.json", _json(words=words)
    for first in range(0, len(texts), _BLOCK):
        yield f"{address.SEARCH}texts-{first // _BLOCK}.json", _json(texts=texts[first : first + _BLOCK])


def _texts(holdings: Holdings) -> Iterator[Found]:
    for shown in holdings.whole.current.clauses:
        if where := holdings.current.get(shown.number):
            yield Found(shown.number, shown.title, "\n".join(filter(None, (shown.text, *shown.examples))), where)
    for term in holdings.whole.glossary:
        yield Found(term.term, "Glossary", term.wordings[-1].text, term_address(term.term))


def words_of(text: str) -> set[str]:
    """Return the words of `text` as the index has them: lower case, typography folded."""
    return set(_WORD.findall(fold_typography(text).lower()))


Index = dict[str, dict[str, tuple[list[int], list[int]]]]
"""By first character: word -> (texts that have it in name or title, texts that have it elsewhere)."""


def _index(texts: tuple[Found, ...]) -> tuple[Index, list[str]]:
    """Return the index of `texts`, and the words too common to stand in it."""
    found: dict[str, tuple[list[int], list[int]]] = {}
    for at, each in enumerate(texts):
        titled = words_of(f"{each.name} {each.title}")
        for word in titled:
            found.setdefault(word, ([], []))[0].append(at)
        for word in words_of(each.text) - titled:
            found.setdefault(word, ([], []))[1].append(at)
    shards: Index = {}
    common = []
    for word, (titled_in, said_in) in sorted(found.items()):
        if len(titled_in) + len(said_in) < _COMMON * len(texts):
            shards.setdefault(word[0], {})[word] = (titled_in, said_in)
        else:
            common.append(word)
    return shards, common


def _json(**values: object) -> bytes:
    return msgspec.json.encode({"schema": "crdiff.search-index/1", **values}) + b"\n"
