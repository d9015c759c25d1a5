"""The index of all wordings there have been: which clauses have three words in a row, and what each clause said when.

Tables of numbers find the clauses and say how each wording reads where typography does not count, a packed value for
each clause says its wordings as printed: a question reads a few of them. The whole is one run of bytes, so that it can
stand in a file that many processes map.

    kind, length of the head | head (JSON) | shingles, ascending | where the clauses of each begin
    where each form begins | shingles of the forms | their words | clauses | packed

A form is a wording without its typography: 17,308 wordings of 126 releases have 12,468 of them.
"""

from __future__ import annotations

import zlib
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import cached_property, lru_cache, partial
from itertools import accumulate
from typing import Literal, NamedTuple, TypeVar

import msgspec
from msgspec import Struct

from crdiff.errors import CorpusError
from crdiff.identify.page_words import MARK_BITS, SHINGLE_WORDS, NearWords, PageWords, SaidWords, coded
from crdiff.model.release import Life, Stay
from crdiff.text.groups import by_key
from crdiff.text.normalise import straight_quotes

KIND = b"crdiff words 6 "
# How this machine stores numbers: the tables of an index are read as they stand.
_BYTE_ORDER = "little" if array("H", [1]).tobytes() == b"\x01\x00" else "big"
_LENGTH_BYTES = 8
# Clauses that have a word which is no misprint.
#
# Source: the glossary of 2003-05-26 has "creaturse" under "Fear", and no other clause ever did.
_COMMON_LIVES = 2
_WHOLE = "one as 'crdiff corpus build' makes it"
# Bits below a shingle for the place of a life, more than the table of the places has: none is mistaken there.
_PLACE_BITS = 32
_PLACE_MASK = (1 << _PLACE_BITS) - 1
_T = TypeVar("_T")
_Code = Literal["H", "I"]
# Lives kept unpacked: a page quotes some dozens, and its words lead to some hundreds.
_LIVES_KEPT = 1 << 10
# Forms kept as words: those of the lives kept, most of which have had a few.
_FORMS_KEPT = 1 << 12


class IndexedStay(Stay[int], frozen=True, array_like=True):
    """A stay with its wording named by its place; `begins_phrasing`: it reads otherwise than the one before."""

    begins_phrasing: bool


class IndexedLife(Life[IndexedStay], frozen=True, array_like=True):
    """A life with all that the clause or the glossary entry said, as printed; "" is a wording whose text is lacking.

    `merged_into` is the number of the clause that took it in, in the release after its last stay; "" for any other end.
    """

    is_entry: bool
    wordings: tuple[str, ...]
    merged_into: str = ""


class _Packed(Struct, frozen=True, array_like=True):
    """A life, and the form of each of its wordings."""

    life: IndexedLife
    forms: tuple[int, ...]


class _Head(Struct, frozen=True):
    byte_order: str
    dates: tuple[date, ...]
    # positions of the releases whose texts the wordings are of
    held: tuple[int, ...]
    shingles: int
    clauses: int
    forms: int
    words: int
    # how many words, the first of the vocabulary, stand in `_COMMON_LIVES` clauses or more
    common: int
    # the type of the words of the forms, as `array` names it
    code: _Code
    # where each packed life begins, and where the last one ends, in bytes
    lives: tuple[int, ...]


def write_index(lives: Sequence[IndexedLife], dates: Sequence[date], held: Iterable[int] | None = None) -> bytes:
    """Return the index of `lives` over the releases at `dates`; equal lives give equal bytes on one kind of machine.

    `held` are the positions of the releases with a text, by default all.
    """
    every = [words_of(life.wordings) for life in lives]
    vocabulary, common = ranked_words(every)
    code: _Code = "H" if len(vocabulary) << MARK_BITS < 1 << 16 else "I"
    forms, places = _forms(every, {word: number for number, word in enumerate(vocabulary)}, code)
    packed = [*map(_Packed, lives, places), _by_number(lives), vocabulary]
    squeezed = [zlib.compress(msgspec.json.encode(one), 6) for one in packed]
    keys, begins, clauses = _by_shingle(every)
    ends = tuple(accumulate(map(len, squeezed), initial=0))
    sizes = (len(keys), len(clauses), len(forms.begins) - 1, len(forms.words))
    texts = tuple(range(len(dates)) if held is None else held)
    head = _Head(_BYTE_ORDER, tuple(dates), texts, *sizes, common, code, ends)
    # numbers of two bytes stand after those of four: each begins where its type may
    tables = (keys, begins, forms.begins, forms.shingles, forms.words, clauses)
    return b"".join((_written_head(head), *(table.tobytes() for table in tables), *squeezed))


def ranked_words(every: Iterable[Iterable[PageWords]]) -> tuple[list[str], int]:
    """Return the words of the wordings of some lives, those of most lives first, and how many are no misprints."""
    lives_with = Counter(word for wordings in every for word in set[str]().union(*(said.plain for said in wordings)))
    common = sum(count >= _COMMON_LIVES for count in lives_with.values())
    return sorted(lives_with, key=lambda word: (-lives_with[word], word)), common


def words_of(wordings: Iterable[str]) -> list[PageWords]:
    """Return the words of some wordings, those that differ in the form of their marks read once."""
    straight = list(map(straight_quotes, wordings))
    found = {said: PageWords(said) for said in dict.fromkeys(straight)}
    return [found[said] for said in straight]


def _written_head(head: _Head) -> bytes:
    raw = msgspec.json.encode(head)
    raw = raw.ljust(-(-len(raw) // 4) * 4)
    return KIND + b"%*d\n" % (_LENGTH_BYTES, len(raw)) + raw


class _Forms(NamedTuple):
    """Where the words of each form begin, and where the last end; the words; the shingle that begins with each.

    The last two words of a form begin none: 0 stands there.
    """

    begins: array[int]
    words: array[int]
    shingles: array[int]


def _forms(
    every: Iterable[Iterable[PageWords]], numbers: Mapping[str, int], code: _Code
) -> tuple[_Forms, Sequence[tuple[int, ...]]]:
    """Return the forms of the wordings of some lives, and for each life the form of each of its wordings."""
    forms = _Forms(array("I", [0]), array(code), array("I"))
    places: dict[tuple[int, ...], int] = {}
    found = []
    for wordings in every:
        there = {}
        for said in dict.fromkeys(wordings):
            codes = coded(said, numbers)
            if codes not in places:
                places[codes] = len(places)
                forms.words.extend(codes)
                forms.shingles.extend(said.shingles)
                forms.shingles.extend([0] * (len(codes) - len(said.shingles)))
                forms.begins.append(len(forms.words))
            there[said] = places[codes]
        found.append(tuple(map(there.__getitem__, wordings)))
    return forms, found


def _by_shingle(every: Iterable[Iterable[PageWords]]) -> tuple[array[int], array[int], array[int]]:
    """Return the shingles, ascending; where the lives of each begin, and where the last end; the lives."""
    found: list[int] = []
    for place, wordings in enumerate(every):
        shingles = set[int]().union(*(said.shingles for said in dict.fromkeys(wordings)))
        found.extend(shingle << _PLACE_BITS | place for shingle in shingles)
    found.sort()
    keys, begins = array("I"), array("I")
    for at, shingle in enumerate(one >> _PLACE_BITS for one in found):
        if not keys or keys[-1] != shingle:
            keys.append(shingle)
            begins.append(at)
    begins.append(len(found))
    return keys, begins, array("H", [one & _PLACE_MASK for one in found])


def _by_number(lives: Iterable[IndexedLife]) -> Mapping[str, Sequence[int]]:
    numbers = ((place, {stay.number for stay in life.stays}) for place, life in enumerate(lives))
    return dict(sorted(by_key((number, place) for place, every in numbers for number in every).items()))


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
            if head.byte_order != _BYTE_ORDER:
                raise ValueError
            at = start + length
            self._keys = view[at : (at := at + 4 * head.shingles)].cast("I")
            self._begins = view[at : (at := at + 4 * (head.shingles + 1))].cast("I")
            self._forms = view[at : (at := at + 4 * (head.forms + 1))].cast("I")
            self._shingles = view[at : (at := at + 4 * head.words)].cast("I")
            self._codes = view[at : (at := at + array(head.code).itemsize * head.words)].cast(head.code)
            self._every = view[at : (at := at + 2 * head.clauses)].cast("H")
            self._packed = view[at:]
            if len(self._packed) != head.lives[-1]:
                raise ValueError
        except (ValueError, TypeError, IndexError, msgspec.MsgspecError):
            raise CorpusError("is no index of wordings", _WHOLE, path=path) from None
        self.dates = head.dates
        self.held = head.held
        self._lives = head.lives
        self._common = head.common
        self._packed_life = lru_cache(maxsize=_LIVES_KEPT)(partial(self._unpacked, kind=_Packed))
        self.form = lru_cache(maxsize=_FORMS_KEPT)(self._form)

    def __len__(self) -> int:
        return len(self._lives) - 3

    def with_shingle(self, shingle: int) -> memoryview:
        """Return the places of the lives that have a shingle in one of their wordings."""
        at = bisect_left(self._keys, shingle)
        if at == len(self._keys) or self._keys[at] != shingle:
            return self._every[:0]
        return self._every[self._begins[at] : self._begins[at + 1]]

    def numbered(self, number: str) -> Sequence[int]:
        """Return the places of the lives that ever had a number, or of the entries that had a term."""
        return self._numbers.get(number, ())

    @cached_property
    def _numbers(self) -> Mapping[str, Sequence[int]]:
        return self._unpacked(len(self), dict[str, tuple[int, ...]])

    def has_word(self, word: str) -> bool:
        """Whether the rules use a word: a misprint stands in one clause."""
        return word in self._words

    def ever_has(self, word: str) -> bool:
        """Whether any wording has a word, be it a misprint."""
        return word in self._every_word

    @cached_property
    def _every_word(self) -> frozenset[str]:
        return frozenset(self._vocabulary)

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(self._vocabulary[: self._common])

    @cached_property
    def words(self) -> NearWords:
        """The words of the rules, to find what a slip of typing may have made a word of."""
        return NearWords(self._vocabulary[: self._common])

    @cached_property
    def _vocabulary(self) -> tuple[str, ...]:
        return self._unpacked(len(self) + 1, tuple[str, ...])

    def life(self, place: int) -> IndexedLife:
        """Return the life at a place."""
        return self._packed_life(place).life

    def forms(self, place: int) -> tuple[int, ...]:
        """Return the form of each wording of a life."""
        return self._packed_life(place).forms

    def words_of(self, place: int, wording: int) -> SaidWords:
        """Return the words of a wording of a life."""
        return self.form(self.forms(place)[wording])

    def _form(self, form: int) -> SaidWords:
        """Return the words of a form."""
        start, stop = self._forms[form], self._forms[form + 1]
        shingles = self._shingles[start : max(start, stop - SHINGLE_WORDS + 1)].tolist()
        return SaidWords(self._codes[start:stop].tolist(), self._vocabulary, shingles)

    def _unpacked(self, place: int, kind: type[_T]) -> _T:
        packed = self._packed[self._lives[place] : self._lives[place + 1]]
        return msgspec.json.decode(zlib.decompress(packed), type=kind)
