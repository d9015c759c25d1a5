"""Where words of a clause stand close together in a text, and a text read as it was meant."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, groupby, pairwise, takewhile
from math import log
from typing import NamedTuple

from crdiff.identify.page_words import SHINGLE_WORDS, PageWords, shingle_of
from crdiff.identify.word_index import WordIndex
from crdiff.text.groups import by_key

# Clauses that have three words in a row, from which on these lead to none: "of the game" stands in hundreds.
_COMMON_MIN = 100
# Words without a shingle of a clause after which a quotation of it has ended: three slips close together, or the name
# of a card put into a template, leave fewer.
_GAP_WORDS = 14
# Weight below which a stretch is not looked at: a sentence of seven words with a slip in it keeps two shingles, and
# those that no other clause has weigh 8 each.
_WEIGHT_MIN = 14.0
# Shingles of a stretch of that weight, at the least.
_PLACES_MIN = 2
# Share of the words of a stretch at which a shingle begins, below which it is words met by chance: of five words of
# which one differs, two begin a shingle.
_DENSITY_MIN = 0.3
# Share of the weight of a stretch that the same words have for another clause, from which on it may be that one.
_RIVAL_SHARE = 0.6
# Clauses that a stretch may be, the weightiest first; "this ability means" stands in dozens.
_RIVALS_MAX = 7
# Words of a block of a text, by which stretches near one another are found.
_BLOCK_WORDS = 64


class WordStretch(NamedTuple):
    """Where the shingles of a life stand close together in a paragraph: their `places` in the text, ascending.

    Stretches are in order by their weight, the weightiest first: `weight` is negative.
    """

    weight: float
    first: int
    life: int
    places: Sequence[int]


class Stretches:
    """The stretches of a text, of every life that has shingles of it."""

    def __init__(self, page: PageWords, index: WordIndex) -> None:
        self._page = page
        self._index = index
        self._weights: list[float] = []
        self._cuts = sorted({*page.openings, *page.sentence_starts})
        self.every = sorted(one for row in self._looked_up() for one in self._apart(*row))
        self._beside = by_key((block, one) for one in self.every for block in _blocks(one))

    def _looked_up(self) -> Iterator[tuple[int, Sequence[int]]]:
        """Yield each life that has some shingles of a paragraph, and where these stand; what each weighs is kept."""
        clauses, shingles = len(self._index), self._page.shingles
        for _, words in groupby(range(len(shingles)), self._page.paragraphs_of.__getitem__):
            places: dict[int, list[int]] = defaultdict(list)
            for place in words:
                lives = self._index.with_shingle(shingles[place]).tolist()
                self._weights.append(log(clauses / len(lives)) if lives else 0.0)
                if len(lives) < _COMMON_MIN:
                    for life in lives:
                        places[life].append(place)
            yield from (row for row in places.items() if len(row[1]) >= _PLACES_MIN)

    def _apart(self, life: int, places: Sequence[int]) -> Iterator[WordStretch]:
        """Yield the stretches of weight that `places` of a life in one paragraph make: one ends at a gap."""
        if len(places) < _PLACES_MIN or (weight := sum(map(self._weights.__getitem__, places))) < _WEIGHT_MIN:
            return
        words = places[-1] - places[0] + 1
        ends = [at for at, (a, b) in enumerate(pairwise(places), 1) if b - a > _GAP_WORDS] if words > _GAP_WORDS else []
        if ends:
            for first, last in pairwise((0, *ends, len(places))):
                yield from self._apart(life, places[first:last])
        elif len(places) >= _DENSITY_MIN * words:
            yield WordStretch(-weight, places[0], life, places)

    def beside(self, stretch: WordStretch, taken: Sequence[tuple[int, int]]) -> list[WordStretch] | None:
        """Return what `taken` leaves of a stretch, None where it leaves all: words from the first up to the second."""
        free = stretch.places
        at = max(0, bisect_right(taken, (free[0], 0)) - 1)
        for start, stop in taken[at : bisect_left(taken, (free[-1] + SHINGLE_WORDS, 0))]:
            free = [*free[: bisect_left(free, start - SHINGLE_WORDS + 1)], *free[bisect_left(free, stop) :]]
        return None if len(free) == len(stretch.places) else list(self._apart(stretch.life, free)) if free else []

    def parted(self, stretch: WordStretch) -> list[WordStretch]:
        """Return the parts of a stretch between the sentences, quotation marks and colons in it; none if it is one."""
        cuts = self._cuts[bisect_right(self._cuts, stretch.places[0]) : bisect_right(self._cuts, stretch.places[-1])]
        ends = [0, *(bisect_left(stretch.places, cut) for cut in cuts), len(stretch.places)]
        parts = [stretch.places[start:stop] for start, stop in pairwise(ends) if start < stop]
        return [one for part in parts for one in self._apart(stretch.life, part)] if len(parts) > 1 else []

    def rivals(self, stretch: WordStretch) -> list[WordStretch]:
        """Return the stretches of other lives that have much of the words of one, the weightiest first.

        Before them come those of clauses that once had the number at the head of the paragraph: "This is a state-based
        action (see rule 704)" stands in more clauses than are compared.
        """
        within = frozenset(stretch.places)
        bound = _RIVAL_SHARE * -stretch.weight
        found: dict[int, tuple[float, WordStretch]] = {}
        near = (takewhile(lambda other: -other.weight >= bound, self._beside.get(at, ())) for at in _blocks(stretch))
        for other in chain.from_iterable(near):
            if other.life != stretch.life and other.life not in found:
                shared = sum(self._weights[place] for place in other.places if place in within)
                if shared >= bound:
                    found[other.life] = shared, other
        head = self._page.heads.get(self._page.body(stretch.places[0])[0])
        named = self._index.numbered(head) if head else ()
        ranked = sorted(found.values(), key=lambda one: (one[1].life not in named, -one[0], one[1].life))
        return [one for _, one in ranked[:_RIVALS_MAX]]


def _blocks(stretch: WordStretch) -> range:
    return range(stretch.places[0] // _BLOCK_WORDS, stretch.places[-1] // _BLOCK_WORDS + 1)


def read_page(text: str, index: WordIndex) -> PageWords:
    """Return the words of a text, those of them that no clause has read as words of the clauses in `index`."""
    return PageWords(text, partial(_read, index=index), index.ever_has)


def _read(plain: Sequence[str], index: WordIndex) -> list[str]:
    """Return the words as they were meant: one that a clause has among these neighbours is as it should be."""
    read = list(plain)
    for at, word in enumerate(plain):
        if not index.has_word(word) and not _is_among_neighbours(word, at, read, index):
            near = index.words.near(word)
            read[at] = next((each for each in near if _is_among_neighbours(each, at, read, index)), word)
    return read


def _is_among_neighbours(word: str, at: int, words: Sequence[str], index: WordIndex) -> bool:
    """Whether a clause has `word` with the words around the place `at` in a row."""
    first = max(0, at - SHINGLE_WORDS + 1)
    around = [*words[first:at], word, *words[at + 1 : at + SHINGLE_WORDS]]
    runs = zip(*(around[start:] for start in range(SHINGLE_WORDS)), strict=False)
    return any(index.with_shingle(shingle_of(run)) for run in runs)
