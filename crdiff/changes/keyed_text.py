"""A text as words: each word as printed, and the key for its comparison.

Two words count as the same where only typography tells them apart; a rule number counts as the number by which the new
text should call that clause. So one comparison of keys sets typography and renumbering aside at once, while the
printed text stays whole.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, compress, pairwise
from operator import add, sub

from msgspec import Struct, field

from crdiff.annotate.cross_references import CrossReference, cross_references
from crdiff.changes.places.number_map import NumberMap
from crdiff.model.number import ClauseNumber
from crdiff.text.normalise import fold_typography
from crdiff.text.words import spaced_tokens

# Begins the key of a cited number.
NUMBER = "§"
# Follows in the key of a number whose clause is gone, so that it matches nothing.
GONE = "gone"
# Begins the key of a cited title whose heading was renamed; the heading's new number follows.
_TITLE = "§§"
_INVISIBLE = frozenset("_™®\ufeff\u200b\u00ad")
_MARK = re.compile(r"\((?<!red \()(?:TM|R|SM)\)", re.IGNORECASE)
# The brackets around an address: "<Wizards.com/Locator>" since 2014-02-01.
_ADDRESS = re.compile(r"<(?=[^\s<>]*[a-zA-Z]\.[a-zA-Z][^\s<>]*>)|(?<=[^\s<>])>")
_QUOTES = frozenset("\"'“”‘’`´«»")
# A dash lost in a range of numbers: "409.1f?h" in 2009-05-01.
_LOST_DASH = re.compile(r"(?<=\d[a-z])\?(?=[a-z]\b)|(?<=\d)\?(?=\d)")
_DASHES = frozenset("-–—‐‑−―")


class KeyedText(Struct, frozen=True):
    """One text, taken apart: ``gaps[0] + words[0] + gaps[1] + … + gaps[-1]`` is the text.

    `words` are words, numbers, symbols and punctuation marks as printed, `keys` the key of each. `gaps` are the
    spaces and marks without meaning (underscores, ™) around them, one more than words. `starts`: the offset of each
    word in the text, in characters, and the length of the text last. `cited`: index of a word -> the number it prints.
    `titled`: index of a word -> what the new text should call the clause whose title follows that number.
    """

    text: str
    words: Sequence[str]
    gaps: Sequence[str]
    keys: Sequence[str]
    starts: Sequence[int]
    cited: Mapping[int, ClauseNumber]
    titled: Mapping[int, ClauseNumber] = field(default_factory=dict)

    def printed(self, start: int, stop: int) -> str:
        """Return the words from `start` to `stop` with the gaps between them, none around them."""
        if start >= stop:
            return ""
        return self.text[self.starts[start] : self.starts[stop - 1] + len(self.words[stop - 1])]


def key_old(text: str, numbers: NumberMap) -> KeyedText:
    """Return an old text whose cited numbers count as what the new text should call them."""
    return _read(text, numbers, numbers.became, 0)


def key_new(text: str, numbers: NumberMap) -> KeyedText:
    """Return a new text whose cited numbers count as themselves."""
    return _read(text, numbers, lambda number: number, 1)


def references_in(text: str, numbers: type[ClauseNumber]) -> tuple[CrossReference, ...]:
    """Return what a text cites, a range whose dash was lost as the range it was."""
    return cross_references(_LOST_DASH.sub("-", text) if "?" in text else text, numbers)


class _Parts(Struct):
    """The parts of a wording while it is being read, with the offset of each word and of the end."""

    words: list[str]
    gaps: list[str]
    keys: list[str]
    starts: list[int]

    def join(self, text: str, start: int, stop: int, key: str) -> None:
        """Make one word, which counts as `key`, of those between two offsets of the text."""
        first, last = bisect_left(self.starts, start), bisect_left(self.starts, stop)
        self.words[first:last] = [text[start:stop]]
        self.gaps[first + 1 : last] = []
        self.keys[first:last] = [key]
        self.starts[first + 1 : last] = []


def _read(text: str, numbers: NumberMap, named: Callable[[ClauseNumber], ClauseNumber | None], side: int) -> KeyedText:
    parts = _taken_apart(text)
    references = references_in(text, numbers.numbers)
    if numbers.numbers.grammar.is_roman:  # its numerals are words of their own
        for reference in reversed(references):
            for whole, at in _ends(reference, text):
                parts.join(text, at, at + len(whole), whole)
    for reference in reversed(references):
        number = named(reference.number)
        titles = numbers.titles.get(number) if number else None
        if reference.title and titles and fold_typography(reference.title) == titles[side]:
            at = text.index(reference.title, reference.stop)
            parts.join(text, at, at + len(reference.title), f"{_TITLE}{number}")
    cited: dict[int, ClauseNumber] = {}
    titled: dict[int, ClauseNumber] = {}
    for reference in references:
        at = bisect_left(parts.starts, reference.number_at)
        cited[at] = reference.number
        if reference.title and (called := numbers.by_title.get(fold_typography(reference.title))):
            titled[at] = called
        if reference.last:
            cited[bisect_left(parts.starts, reference.stop) - 1] = reference.last
    for at, printed in cited.items():
        parts.keys[at] = f"{NUMBER}{named(printed) or GONE}"
    if numbers.labels:
        # a label of a layer ("layer 7e") counts as a number that follows its clause
        for at, (word, label) in enumerate(pairwise(parts.keys), 1):
            if word == "layer" and label[0].isdigit():
                parts.keys[at] = f"{NUMBER}layer {label if side else numbers.labels.get(label, label) or GONE}"
    return KeyedText(text, parts.words, parts.gaps, parts.keys, parts.starts, cited, titled)


def _ends(reference: CrossReference, text: str) -> Iterator[tuple[str, int]]:
    """Yield the numbers that a reference prints whole, the last of a range first, and where they begin."""
    last = str(reference.last or "")
    if last and text[: reference.stop].endswith(last):
        yield last, reference.stop - len(last)
    yield str(reference.number), reference.number_at


def _taken_apart(text: str) -> _Parts:
    """Return the words of `text`; a dash of several characters is one word, and so are the dots of an ellipsis."""
    found = spaced_tokens(text)
    gaps, words = map(list, zip(*found, strict=True)) if found else ([], [])
    keys = list(map(key_of, words))
    stops = list(accumulate(map(add, map(len, gaps), map(len, words))))
    starts = list(map(sub, stops, map(len, words)))
    if "(" in text and _MARK.search(text):
        for mark in _MARK.finditer(text):
            first, last = bisect_left(starts, mark.start()), bisect_left(starts, mark.end())
            keys[first:last] = [""] * (last - first)
    if "<" in text:
        for bracket in _ADDRESS.finditer(text):
            keys[bisect_left(starts, bracket.start())] = ""
    if "" in keys:
        starts, stops, keys = list(compress(starts, keys)), list(compress(stops, keys)), list(filter(None, keys))
    if _REPEATED.search(text):
        for at in range(len(keys) - 1, 0, -1):
            if keys[at] == keys[at - 1] and (keys[at] == "." or (keys[at] == "-" and starts[at] == stops[at - 1])):
                stops[at - 1] = stops[at]
                del keys[at], starts[at], stops[at]
    if len(keys) < len(words):
        words = [text[start:stop] for start, stop in zip(starts, stops, strict=True)]
        gaps = [text[stop:start] for stop, start in zip((0, *stops), starts, strict=False)]
    gaps.append(text[stops[-1] if stops else 0 :])
    return _Parts(words, gaps, keys, [*starts, len(text)])


# Marks that are one word where they are repeated: ``--`` and ``. . .``.
_REPEATED = re.compile(r"[-–—‐‑−.…](?:(?<=[.…])\s*[.…]|(?<![.…])[-–—‐‑−])")


@lru_cache(maxsize=1 << 16)
def key_of(token: str) -> str:
    """Return the key of `token`, "" where it has no meaning of its own.

    "an" counts as "a": it follows the word after it. Source: case differs in 507.3b of the 507 page ("See Rule"),
    accents and Æ with the encoding of a release, quotes and dashes in 2014 and 2019, and trade marks come and go.
    """
    if token.isspace() or token in _INVISIBLE:
        return ""
    if token in _QUOTES:
        return '"'
    if token in _DASHES:
        return "-"
    if token == "…":
        return "."
    if token.isascii():
        lowered = token.lower()
        return "a" if lowered == "an" else lowered
    folded = unicodedata.normalize("NFKD", fold_typography(token)).lower()
    return "".join(character for character in folded if not unicodedata.combining(character)) or token
