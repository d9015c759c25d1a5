"""The index of all wordings there have been: which clauses have three words in a row, and what each clause said when.

Two tables of numbers find the clauses, a packed value for each clause says its wordings: a question reads a few of
them. The whole is one run of bytes, so that it can stand in a file that many processes map.

    kind, length of the head | head (JSON) | shingles, ascending | where the clauses of each begin | clauses | packed
"""

from __future__ import annotations

import sys
import zlib
from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import cached_property, lru_cache
from typing import Protocol, TypeVar

import msgspec
from msgspec import Struct

from crdiff.errors import CorpusError
from crdiff.identify.page_words import PageWords

KIND = b"crdiff words 1 "
_LENGTH_BYTES = 8
_WHOLE = "one as 'crdiff corpus build' makes it"
_T = TypeVar("_T")
_LIVES_KEPT = 1 << 10
"""Lives kept unpacked: a page quotes some dozens, and its words lead to some hundreds."""


class IndexedStay(Struct, frozen=True, array_like=True):
    """Releases at the positions `first` to `last`, both inside, with one number and one wording, named by its place.

    `begins_phrasing` says that with it the clause begins to read otherwise than before.
    """

    first: int
    last: int
    number: str
    wording: int
    begins_phrasing: bool


class IndexedLife(Struct, frozen=True, array_like=True):
    """A clause or glossary entry followed: its id, stays oldest first, and all it said, as printed."""

    id: str
    is_entry: bool
    stays: tuple[IndexedStay, ...]
    wordings: tuple[str, ...]

    def at(self, position: int) -> IndexedStay | None:
        """Return the stay that a release falls into, None where it does not have the clause."""
        return next((stay for stay in self.stays if stay.first <= position <= stay.last), None)


class IndexedLives(Protocol):
    """Lives by their places, over the releases at `dates`, oldest first."""

    @property
    def dates(self) -> tuple[date, ...]:
        """The releases."""
        ...

    def life(self, place: int) -> IndexedLife:
        """Return the life at a place."""
        ...


class _Head(Struct, frozen=True):
    byte_order: str
    dates: tuple[date, ...]
    shingles: int
    clauses: int
    lives: tuple[int, ...]
    """where each packed life begins, and where the last one ends, in bytes"""


def write_index(lives: Sequence[IndexedLife], dates: Sequence[date]) -> bytes:
    """Return the index of `lives` over the releases at `dates`; equal lives give equal bytes on one kind of machine."""
    found = _by_shingle(lives)
    keys = sorted(found)
    packed = [zlib.compress(msgspec.json.encode(life), 6) for life in lives]
    vocabulary = sorted({word for life in lives for said in life.wordings for word in PageWords(said).plain})
    packed += [zlib.compress(msgspec.json.encode(one), 6) for one in (_by_number(lives), vocabulary)]
    begins, every, ends = array("I"), array("H"), [0]
    for key in keys:
        begins.append(len(every))
        every.extend(found[key])
    begins.append(len(every))
    for one in packed:
        ends.append(ends[-1] + len(one))
    head = msgspec.json.encode(_Head(sys.byteorder, tuple(dates), len(keys), len(every), tuple(ends)))
    tables = array("I", keys).tobytes() + begins.tobytes() + every.tobytes()
    head = head.ljust(-(-len(head) // 4) * 4)
    start = KIND + b"%*d\n" % (_LENGTH_BYTES, len(head))
    return start + head + tables + b"".join(packed)


def _by_shingle(lives: Iterable[IndexedLife]) -> Mapping[int, Sequence[int]]:
    found: dict[int, list[int]] = defaultdict(list)
    for place, life in enumerate(lives):
        for shingle in {one for said in life.wordings for one in PageWords(said).shingles}:
            found[shingle].append(place)
    return found


def _by_number(lives: Iterable[IndexedLife]) -> Mapping[str, Sequence[int]]:
    found: dict[str, list[int]] = defaultdict(list)
    for place, life in enumerate(lives):
        for number in {stay.number for stay in life.stays} if not life.is_entry else ():
            found[number].append(place)
    return dict(sorted(found.items()))


class WordIndex:
    """The index in `data`, as `write_index` made it; errors name `path`. Raises `CorpusError` for other bytes."""

    def __init__(self, data: bytes | memoryview, path: str = "") -> None:
        view = memoryview(data)
        start = len(KIND) + _LENGTH_BYTES + 1
        try:
            if bytes(view[: len(KIND)]) != KIND:
                raise ValueError
            length = int(bytes(view[len(KIND) : start]))
            head = msgspec.json.decode(bytes(view[start : start + length]), type=_Head)
            if head.byte_order != sys.byteorder:
                raise ValueError
            at = start + length
            self._keys = view[at : (at := at + 4 * head.shingles)].cast("I")
            self._begins = view[at : (at := at + 4 * (head.shingles + 1))].cast("I")
            self._every = view[at : (at := at + 2 * head.clauses)].cast("H")
            self._packed = view[at:]
            if len(self._packed) != head.lives[-1]:
                raise ValueError
        except (ValueError, TypeError, IndexError, msgspec.MsgspecError):
            raise CorpusError("is no index of wordings", _WHOLE, path=path) from None
        self.dates = head.dates
        self._lives = head.lives
        self._lives_kept = lru_cache(maxsize=_LIVES_KEPT)(self._life)
        self.words_of = lru_cache(maxsize=_LIVES_KEPT)(self._words_of)

    def __len__(self) -> int:
        return len(self._lives) - 3

    def with_shingle(self, shingle: int) -> memoryview | tuple[()]:
        """Return the places of the lives that have a shingle in one of their wordings."""
        at = bisect_left(self._keys, shingle)
        if at == len(self._keys) or self._keys[at] != shingle:
            return ()
        return self._every[self._begins[at] : self._begins[at + 1]]

    def numbered(self, number: str) -> Sequence[int]:
        """Return the places of the lives that ever had a number."""
        return self._numbers.get(number, ())

    @cached_property
    def _numbers(self) -> Mapping[str, Sequence[int]]:
        return self._unpacked(len(self), dict[str, tuple[int, ...]])

    def has_word(self, word: str) -> bool:
        """Whether a word stands in some wording."""
        return word in self._vocabulary

    @cached_property
    def _vocabulary(self) -> frozenset[str]:
        return self._unpacked(len(self) + 1, frozenset[str])

    def life(self, place: int) -> IndexedLife:
        """Return the life at a place."""
        return self._lives_kept(place)

    def _life(self, place: int) -> IndexedLife:
        return self._unpacked(place, IndexedLife)

    def _unpacked(self, place: int, kind: type[_T]) -> _T:
        packed = self._packed[self._lives[place] : self._lives[place + 1]]
        return msgspec.json.decode(zlib.decompress(packed), type=kind)

    def _words_of(self, place: int, wording: int) -> PageWords:
        """Return the words of a wording of a life."""
        return PageWords(self.life(place).wordings[wording])
