"""The index that the search of the site reads a piece at a time: words and pairs of words, and the texts with them.

Words are in alphabetical order, cut into pieces of about the same size, and `index.json` names the first word of each.
So one piece has a word or none has, and all words that begin alike are in pieces side by side: `search.js` looks for
them as one looks into a dictionary. Pairs of neighbouring words find phrases. Which texts can be found, and where they
are read, others decide.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import NamedTuple

import msgspec

from crdiff.text.groups import by_key
from crdiff.text.hidden import unmarked
from crdiff.text.normalise import fold_typography

WORDS_PIECE = 3_000
"""Bytes of a piece of words, more only for a single word. Smaller pieces load faster, larger ones are fewer files."""
TEXTS_PIECE = 4_000
"""Bytes of a piece of texts, more only for a single text, of which the longest held (704.5 of 2009) has 4,000."""
_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")
_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


class Found(NamedTuple):
    """A text that can be found: number, term or name; title; text; what else to know of it; where it is read.

    `besides` says when an earlier wording was in force and what became of it. `also` are words that find the text and
    are not shown: those of wordings that differ from it in nothing that readers count. `owner` is the clause or entry
    that says it: of several texts of one owner, which stand together, one hit is shown. `under` is the heading above
    it: a text with a word of its heading is more to the point than one that says it by the way.
    """

    name: str
    title: str
    text: str
    besides: str
    href: str
    also: str = ""
    owner: str = ""
    under: str = ""

    @property
    def shown(self) -> tuple[str, ...]:
        """What the index has of the text."""
        return self[:5]


def words_of(text: str) -> set[str]:
    """Return the words of `text` as the index has them: typography folded, no accents, no unseen characters."""
    return set(_in_order(text))


def pairs_of(text: str) -> set[str]:
    """Return every two neighbouring words of `text`, a space between them."""
    return {f"{one} {other}" for one, other in pairwise(_in_order(text))}


def pieces(
    where: str, parts: Mapping[str, Sequence[Found]], about: Mapping[str, object]
) -> Iterator[tuple[str, bytes]]:
    """Yield the index at `where` of the texts in `parts`, (address, JSON); `about` is what else `index.json` says."""
    texts = [each for part in parts.values() for each in part]
    starts = accumulate((len(part) for part in parts.values()), initial=0)
    index = {**about, "parts": dict(zip(parts, starts, strict=False)), "groups": packed(_groups(texts))}
    for name, kept in (("words", _words(texts)), ("pairs", _pairs(texts))):
        found = list(shards(kept))
        index[name] = [shard[0][0] for shard in found]
        for number, shard in enumerate(found):
            yield f"{where}{name}-{number}.json", json_file(**{name: dict(shard)})
    written = [msgspec.json.encode(each.shown) for each in texts]
    blocks = list(cuts([len(each) + 1 for each in written], TEXTS_PIECE))
    for number, block in enumerate(blocks):
        yield f"{where}texts-{number}.json", json_file(texts=[msgspec.Raw(each) for each in written[block]])
    yield f"{where}index.json", json_file(**index, texts=packed(block.start for block in blocks), count=len(texts))


def shards(kept: Mapping[str, object]) -> Iterator[list[tuple[str, msgspec.Raw]]]:
    """Yield what is found by words, in alphabetical order, in pieces."""
    entries = [(key, msgspec.Raw(msgspec.json.encode(value))) for key, value in sorted(kept.items())]
    for cut in cuts([len(key) + len(value) + 4 for key, value in entries], WORDS_PIECE):
        yield entries[cut]


def cuts(sizes: Sequence[int], most: int) -> Iterator[slice]:
    """Yield neighbours that together have at most `most` bytes; what is larger alone is a piece of its own."""
    start = held = 0
    for at, size in enumerate(sizes):
        if at > start and held + size > most:
            yield slice(start, at)
            start, held = at, 0
        held += size
    if start < len(sizes):
        yield slice(start, len(sizes))


def packed(places: Iterable[int]) -> str:
    """Return ascending numbers as their stretches, in base64 VLQ as in source maps but without a sign.

    Of a stretch of neighbours there is the gap before it, doubled, and one more if it is longer than a number; then its
    length less two. Wordings of one clause stand side by side and have most words in common.
    """
    found = ""
    before = start = end = 0
    for place in places:
        if place == end > start:
            end += 1
            continue
        if end > start:
            found += _stretch(start - before, end - start)
            before = end
        start, end = place, place + 1
    return found + _stretch(start - before, end - start) if end else found


def json_file(**values: object) -> bytes:
    """Return a file of JSON, of one object with `values`."""
    return msgspec.json.encode(values) + b"\n"


@lru_cache(maxsize=1 << 15)  # most are small, and there are half a million of them
def _stretch(gap: int, length: int) -> str:
    return _coded(gap * 2) if length == 1 else f"{_coded(gap * 2 + 1)}{_coded(length - 2)}"


def _coded(value: int) -> str:
    digits = []
    while value > 31:
        digits.append(_DIGITS[32 | value & 31])
        value >>= 5
    return "".join((*digits, _DIGITS[value]))


def _words(texts: Sequence[Found]) -> dict[str, tuple[str, str]]:
    """Return, by word, the texts that have it in name or title, and the texts that have it elsewhere only."""
    in_title: defaultdict[str, list[int]] = defaultdict(list)
    elsewhere: defaultdict[str, list[int]] = defaultdict(list)
    for at, each in enumerate(texts):
        said = words_of(each.text)
        if each.also:
            said |= words_of(each.also)
        titled = words_of(f"{each.name} {each.title}") | (said & words_of(each.under))
        for word in titled:
            in_title[word].append(at)
        for word in said - titled:
            elsewhere[word].append(at)
    words = in_title.keys() | elsewhere.keys()
    return {word: (packed(in_title.get(word, ())), packed(elsewhere.get(word, ()))) for word in words}


def _pairs(texts: Sequence[Found]) -> dict[str, str]:
    """Return, by two neighbouring words, the texts that have them in title or text."""
    said = ((at, pairs_of(f"{each.name} {each.title}") | pairs_of(each.text)) for at, each in enumerate(texts))
    found = by_key((pair, at) for at, pairs in said for pair in pairs)
    return {pair: packed(places) for pair, places in found.items()}


def _groups(texts: Sequence[Found]) -> list[int]:
    """Return where the texts of each owner begin; a text without one is alone."""
    return [at for at, each in enumerate(texts) if not at or not each.owner or each.owner != texts[at - 1].owner]


@lru_cache(maxsize=1 << 15)  # each text is asked for twice: for its words, and for its pairs
def _in_order(text: str) -> tuple[str, ...]:
    folded = fold_typography(unmarked(text)).lower()
    if not folded.isascii():
        apart = unicodedata.normalize("NFD", folded)
        folded = "".join(char for char in apart if not unicodedata.category(char).startswith("M"))
    return tuple(_WORD.findall(folded))
