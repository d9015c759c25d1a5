"""The index that the search of the site reads a piece at a time: words with the texts that have them, and the texts.

Words are in alphabetical order, cut into pieces of about the same size, and `index.json` names the first word of each.
So one piece has a word or none has, and all words that begin alike are in pieces side by side: `assets/search.js` looks
for them as one looks into a dictionary. Which texts can be found, and where they are read, others decide.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import NamedTuple

import msgspec

from crdiff.text.hidden import unmarked
from crdiff.text.normalise import fold_typography

WORDS_PIECE = 3_000
"""Bytes of a piece of words, more only for a single word. Smaller pieces load faster, larger ones are fewer files."""
TEXTS_PIECE = 6_000
"""Bytes of a piece of texts, more only for a single text, of which the longest held (704.5 of 2009) has 4,000."""
_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")
_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


class Found(NamedTuple):
    """A text that can be found: number or term, title, when it was in force ("" for now), text, where it is read."""

    name: str
    title: str
    when: str
    text: str
    href: str


def words_of(text: str) -> set[str]:
    """Return the words of `text` as the index has them: typography folded, no accents, no unseen characters."""
    folded = fold_typography(unmarked(text)).lower()
    if not folded.isascii():
        apart = unicodedata.normalize("NFD", folded)
        folded = "".join(char for char in apart if not unicodedata.category(char).startswith("M"))
    return set(_WORD.findall(folded))


def pieces(where: str, texts: Sequence[Found], release: date) -> Iterator[tuple[str, bytes]]:
    """Yield the index of `texts` at `where`: (address, JSON)."""
    entries = [(word, _json([gaps(titled), gaps(said)])) for word, (titled, said) in sorted(_places(texts).items())]
    shards = [entries[cut] for cut in _cuts([len(word) + len(entry) + 4 for word, entry in entries], WORDS_PIECE)]
    written = [_json(each) for each in texts]
    blocks = list(_cuts([len(each) + 1 for each in written], TEXTS_PIECE))
    index = {
        "release": release,
        "texts": len(texts),
        "groups": gaps(_groups(texts)),
        "blocks": gaps(block.start for block in blocks),
        "shards": [shard[0][0] for shard in shards],
    }
    yield f"{where}index.json", _piece(**index)
    for number, shard in enumerate(shards):
        yield f"{where}words-{number}.json", _piece(words={word: msgspec.Raw(entry) for word, entry in shard})
    for number, block in enumerate(blocks):
        yield f"{where}texts-{number}.json", _piece(texts=[msgspec.Raw(each) for each in written[block]])


def gaps(places: Iterable[int]) -> str:
    """Return ascending numbers as the gaps between them, in base64 VLQ as in source maps but without a sign."""
    found = []
    before = 0
    for place in places:
        gap, before = place - before, place
        while gap > 31:
            found.append(_DIGITS[32 | gap & 31])
            gap >>= 5
        found.append(_DIGITS[gap])
    return "".join(found)


def _places(texts: Iterable[Found]) -> dict[str, tuple[list[int], list[int]]]:
    """Return, by word, the texts that have it in number or title, and the texts that have it elsewhere only."""
    found: dict[str, tuple[list[int], list[int]]] = {}
    for at, each in enumerate(texts):
        titled = words_of(f"{each.name} {each.title}")
        for word in titled:
            found.setdefault(word, ([], []))[0].append(at)
        for word in words_of(each.text) - titled:
            found.setdefault(word, ([], []))[1].append(at)
    return found


def _cuts(sizes: Sequence[int], most: int) -> Iterator[slice]:
    """Yield neighbours that together have at most `most` bytes; what is larger alone is a piece of its own."""
    start = held = 0
    for at, size in enumerate(sizes):
        if at > start and held + size > most:
            yield slice(start, at)
            start, held = at, 0
        held += size
    if start < len(sizes):
        yield slice(start, len(sizes))


def _groups(texts: Sequence[Found]) -> list[int]:
    """Return where the texts of each clause or term begin, nothing if each has one: of several one hit is shown."""
    owners = [each.href.partition("#w")[0] for each in texts]
    found = [at for at, owner in enumerate(owners) if not at or owner != owners[at - 1]]
    return found if len(found) < len(texts) else []


def _piece(**values: object) -> bytes:
    return _json({"schema": "crdiff.search-index/1", **values}) + b"\n"


def _json(value: object) -> bytes:
    return msgspec.json.encode(value)
