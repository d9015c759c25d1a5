"""Which stretches of a text quote which clauses: words in a row that clauses have, weighed by how few have them.

Nothing is claimed of words that many texts share. A stretch is a quotation if it has a whole sentence of a wording, or
many words of one, in their order; card texts, licences and manuals have neither.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from itertools import pairwise
from math import log
from typing import NamedTuple

from crdiff.identify.fitting import Fit, fit
from crdiff.identify.page_words import SHINGLE_WORDS, PageWords
from crdiff.identify.word_index import WordIndex

_COMMON_MIN = 100
"""Clauses that have three words in a row from which on these lead to none: "of the game" stands in hundreds."""
_GAP_WORDS = 14
"""Words without a shingle of a clause after which a quotation of it has ended: three slips close together, or a card's
name put into a template, leave fewer."""
_WEIGHT_MIN = 14.0
"""Weight below which a stretch is not looked at: a sentence of seven words with a slip in it keeps two shingles, and
those that no other clause has weigh 8 each."""
_DENSITY_MIN = 0.3
"""Share of the words of a stretch at which a shingle begins, below which it is words met by chance: a word of five that
differs leaves two shingles of five."""
_RIVAL_SHARE = 0.6
"""Share of the weight of the best clause for a stretch from which on another is compared with it word by word."""
_WORDINGS_MAX = 4
"""Wordings of one life compared with a stretch, those with most of its shingles first."""
_BLOCK_WORDS = 64
"""Words of a block of a text, by which stretches near one another are found."""
_RIVALS_MAX = 7
"""Clauses compared with a stretch, best first."""
_SENTENCE_WORDS = 7
"""Words of the shortest sentence that is a quotation by itself."""
_NUMBERED_WORDS = 4
"""Words of the shortest sentence that is a quotation with its number beside it: "104.1. A game ends immediately when a
player wins."; those of headings are fewer."""
_PIECE_WORDS = 24
"""Words of a piece of a sentence that is a quotation without the rest of it, and of a quotation in which other words of
the rules stand in the place of some: fewer are common to card texts, or somebody else's rules."""
_DIFFERING_MAX = 0.2
"""Share of the words of a quotation that may differ from the wording nearest to it."""
_SAID_SLACK_WORDS = 16
"""Words that a quotation may leave out on either side of them."""
_FAR_SHINGLES = 12
"""Shingles that a wording lacks more than the nearest one, above which it is another wording whatever the slips are:
four words that differ, each by itself."""
_FAR_LETTERS = 4
"""Letters that count for a shingle which such a wording lacks: about the letters of a word."""
_SLACK_WORDS = 4
"""Words that a quotation may be longer than the wording on either side of its first and last shingle."""


class Agreement(NamedTuple):
    """How a quotation agrees with the wordings of one life: the letters in which it differs from each, by its place.

    A wording that has hardly anything of it is not there.
    """

    life: int
    costs: dict[int, int]

    @property
    def best(self) -> int:
        """The letters in which the quotation differs from the nearest wording."""
        return min(self.costs.values())


class Quoted(NamedTuple):
    """Words `start` to `stop - 1` of a text, `letters` in all, quote a clause; `agreements` has the lives it can be, nearest first."""

    start: int
    stop: int
    letters: int
    agreements: tuple[Agreement, ...]


class _Stretch(NamedTuple):
    """Where the shingles of a life stand close together in a text: their places there, ascending, and their weight."""

    weight: float
    life: int
    places: Sequence[int]


def quoted(page: PageWords, index: WordIndex) -> list[Quoted]:
    """Return the quotations of a text, in its order; no word belongs to two."""
    return sorted(_Search(page, index).found())


class _Search:
    """The search of one text: `taken` are the words of the quotations found so far, in order."""

    def __init__(self, page: PageWords, index: WordIndex) -> None:
        self.page = page
        self.index = index
        self.taken: list[tuple[int, int]] = []
        self.weights, places = self._looked_up()
        self.stretches = [one for life, there in places.items() for one in self._stretches(life, there)]
        self.beside: dict[int, list[_Stretch]] = defaultdict(list)
        for one in self.stretches:
            for block in range(one.places[0] // _BLOCK_WORDS, one.places[-1] // _BLOCK_WORDS + 1):
                self.beside[block].append(one)

    def _looked_up(self) -> tuple[list[float], Mapping[int, list[int]]]:
        """Return what each shingle of the text weighs, and where those of each life stand."""
        weights = []
        places: dict[int, list[int]] = defaultdict(list)
        for place, shingle in enumerate(self.page.shingles):
            lives = self.index.with_shingle(shingle)
            weights.append(log(len(self.index) / len(lives)) if lives else 0.0)
            if len(lives) < _COMMON_MIN:
                for life in lives:
                    places[life].append(place)
        return weights, places

    def _stretches(self, life: int, places: Sequence[int]) -> Iterator[_Stretch]:
        """Yield the stretches of weight that `places` make, apart where a gap is."""
        first = 0
        for at in range(1, len(places) + 1):
            if at == len(places) or self._is_apart(places[at - 1], places[at]):
                weight = sum(self.weights[place] for place in places[first:at])
                span = places[at - 1] - places[first] + 1
                if weight >= _WEIGHT_MIN and at - first >= _DENSITY_MIN * span:
                    yield _Stretch(weight, life, places[first:at])
                first = at

    def _is_apart(self, place: int, next_: int) -> bool:
        """Whether a quotation ends between two places: at a gap, or with its paragraph."""
        return next_ - place > _GAP_WORDS or self.page.paragraphs_of[place] != self.page.paragraphs_of[next_]

    def found(self) -> Iterator[Quoted]:
        """Yield the quotations: the weightiest first, then those that their numbers lead to."""
        yield from self._by_words()
        for head, number in self.page.heads.items():
            body = self.page.body(head)
            if not self._is_taken(*body) and (found := self._by_number(number, body)):
                insort(self.taken, (found.start, found.stop))
                yield found

    def _is_taken(self, start: int, stop: int) -> bool:
        return any(one < stop and start < other for one, other in self.taken)

    def _by_number(self, number: str, body: tuple[int, int]) -> Quoted | None:
        """Return the quotation that a numbered paragraph begins with, of a clause that once had that number."""
        fits = []
        for life in self.index.numbered(number):
            for wording in range(len(self.index.life(life).wordings)):
                said = self.index.words_of(life, wording)
                stop = min(body[1], body[0] + len(said.plain) + _SLACK_WORDS)
                if (found := fit(self.page.plain, (body[0], stop), said.plain, (0, len(said.plain)), body)) and self._is_whole(found, said):
                    fits.append((found.letters(self.page.plain, said.plain), life, found))
        if not fits:
            return None
        best = min(fits, key=lambda one: one[:2])[2]
        lives = sorted({life for _, life, _ in fits})
        return self._quoted(best, lives, (body[0], body[1]))

    def _is_whole(self, found: Fit, said: PageWords) -> bool:
        """Whether a paragraph says the first sentence of a wording, but for slips."""
        sentence = said.sentence_starts[1]
        if found.said_start or found.said_stop < sentence or sentence < _NUMBERED_WORDS:
            return False
        return found.letters(self.page.plain, said.plain) <= _DIFFERING_MAX * self._letters(found.start, found.stop)

    def _by_words(self) -> Iterator[Quoted]:
        waiting = [(-one.weight, one.places[0], one.life, one) for one in self.stretches]
        heapify(waiting)
        while waiting:
            stretch = heappop(waiting)[-1]
            if (free := self._free(stretch)) != list(stretch.places):
                for one in self._stretches(stretch.life, free):
                    heappush(waiting, (-one.weight, one.places[0], one.life, one))
            elif found := self._compared(stretch):
                insort(self.taken, (found.start, found.stop))
                yield found

    def _free(self, stretch: _Stretch) -> list[int]:
        """Return the places of a stretch that are not taken."""
        free = list(stretch.places)
        for start, stop in self.taken:
            if start < free[-1] + SHINGLE_WORDS and stop > free[0]:
                free = [place for place in free if place + SHINGLE_WORDS <= start or place >= stop]
                if not free:
                    break
        return free

    def _compared(self, stretch: _Stretch) -> Quoted | None:
        """Return the quotation that a stretch is, compared with every life that has much of it; None if it is none."""
        limits = self._limits(stretch)
        own = self._fit(stretch, limits)
        if own is None:
            return None
        fits = [(one.life, found) for one in self._rivals(stretch) if (found := self._fit(one, limits))]
        fits.insert(0, (stretch.life, own))
        best = max((found for _, found in fits), key=lambda one: one.kept - 2 * one.cost)
        same = [life for life, found in fits if found.start < best.stop and best.start < found.stop]
        return self._quoted(best, same, limits)

    def _quoted(self, best: Fit, lives: Sequence[int], limits: tuple[int, int]) -> Quoted:
        """Return the quotation of the words of the best fit, compared with all wordings of `lives`."""
        agreements = [self._agreement(life, best, limits) for life in lives]
        nearest = min(one.best for one in agreements)
        bound = nearest + _DIFFERING_MAX * self._letters(best.start, best.stop)
        near = sorted((one for one in agreements if one.best <= bound), key=lambda one: (one.best, one.life))
        return Quoted(best.start, best.stop, self._letters(best.start, best.stop), tuple(near))

    def _rivals(self, stretch: _Stretch) -> list[_Stretch]:
        """Return the stretches of other lives that have much of the words of one, the weightiest first."""
        within = frozenset(stretch.places)
        blocks = range(stretch.places[0] // _BLOCK_WORDS, stretch.places[-1] // _BLOCK_WORDS + 1)
        rivals: dict[int, tuple[float, _Stretch]] = {}
        for other in (other for block in blocks for other in self.beside[block]):
            if other.weight >= (bound := _RIVAL_SHARE * stretch.weight) and other.life not in (stretch.life, *rivals):
                shared = sum(self.weights[place] for place in other.places if place in within)
                if shared >= bound:
                    rivals[other.life] = shared, other
        ranked = sorted(rivals.values(), key=lambda one: (-one[0], one[1].life))
        return [one for _, one in ranked[:_RIVALS_MAX]]

    def _limits(self, stretch: _Stretch) -> tuple[int, int]:
        """Return the first word, and the one after the last, that a quotation around a stretch may have.

        It is within one paragraph: where a clause ended and another began was not the same in all releases.
        """
        body = self.page.body(stretch.places[0])
        at = bisect_right(self.taken, (stretch.places[0], 0))
        before = self.taken[at - 1][1] if at else 0
        after = self.taken[at][0] if at < len(self.taken) else len(self.page.plain)
        return max(before, body[0]), min(after, body[1])

    def _fit(self, stretch: _Stretch, limits: tuple[int, int]) -> Fit | None:
        """Return how a stretch agrees with the wording of its life that fits it best; None if it quotes none."""
        first, last = stretch.places[0], stretch.places[-1]
        around = self.page.shingles[max(limits[0], first - _GAP_WORDS) : min(limits[1], last + _GAP_WORDS)]
        every = [self.index.words_of(stretch.life, one) for one in range(len(self.index.life(stretch.life).wordings))]
        shared = [sum(one in said.shingle_set for one in around) for said in every]
        ranked = sorted(range(len(every)), key=lambda one: (-shared[one], -one))
        near = [every[one] for one in ranked[:_WORDINGS_MAX] if shared[one] >= shared[ranked[0]] - SHINGLE_WORDS]
        fits = ((found, said) for said in near if (found := self._fitted(said, first, last, limits)))
        quotations = (found for found, said in fits if _is_quotation(found, said, self.page, self.index))
        return max(quotations, key=lambda one: one.kept - 2 * one.cost, default=None)

    def _fitted(self, said: PageWords, first: int, last: int, limits: tuple[int, int]) -> Fit | None:
        """Return how a text agrees with a wording around the shingles at `first` to `last`."""
        shingles, places = self.page.shingles, said.only_places
        head = next((at for at in range(first, last + 1) if shingles[at] in places), None)
        tail = next((at for at in range(last, first - 1, -1) if shingles[at] in places), None)
        if head is None or tail is None:
            return None
        said_head, said_tail, length = places[shingles[head]], places[shingles[tail]], len(said.plain)
        start, stop = max(limits[0], head - said_head - _SLACK_WORDS), min(limits[1], tail + length - said_tail + _SLACK_WORDS)
        said_start = max(0, said_head - (head - start) - _SAID_SLACK_WORDS)
        said_stop = min(length, said_tail + (stop - tail) + _SAID_SLACK_WORDS)
        return fit(self.page.plain, (start, stop), said.plain, (said_start, said_stop), self.page.body(head, limits[0]))

    def _agreement(self, life: int, best: Fit, limits: tuple[int, int]) -> Agreement:
        """Return how the words of the best fit agree with every wording of a life.

        Wordings that lack far more of its shingles than the nearest one are not compared word by word.
        """
        there = self.page.shingles[best.start : best.stop - SHINGLE_WORDS + 1]
        quoted_words = self.page.joined(best.start, best.stop)
        said = [self.index.words_of(life, one) for one in range(len(self.index.life(life).wordings))]
        lacking = [sum(one not in words.shingle_set for one in there) for words in said]
        near = min(lacking) + _FAR_SHINGLES
        costs = {}
        for wording, (words, count) in enumerate(zip(said, lacking, strict=True)):
            if count > near:
                costs[wording] = count * _FAR_LETTERS
            elif count or quoted_words not in words.joined():
                costs[wording] = self._cost(words, best, limits)
            else:
                costs[wording] = 0
        return Agreement(life, costs)

    def _cost(self, said: PageWords, best: Fit, limits: tuple[int, int]) -> int:
        """Return in how many letters the stretch of the best fit differs from a wording: all where it has none."""
        found = self._fitted(said, best.start, best.stop - SHINGLE_WORDS, limits)
        if found is None:
            return self._letters(best.start, best.stop)
        outside = self._letters(best.start, found.start) + self._letters(found.stop, best.stop)
        return found.letters(self.page.plain, said.plain) + outside

    def _letters(self, start: int, stop: int) -> int:
        return sum(map(len, self.page.plain[start:stop]))


def _is_quotation(found: Fit, said: PageWords, page: PageWords, index: WordIndex) -> bool:
    """Whether an agreement is more than words that anybody may have written.

    It has a whole sentence of weight, or a long piece of one; words that differ are slips of typing, or few among many.
    """
    words = found.stop - found.start
    if found.cost > _DIFFERING_MAX * words:
        return False
    within = (one for one in pairwise(said.sentence_starts) if found.said_start <= one[0] and one[1] <= found.said_stop)
    whole = [one for one in within if _is_of_weight(said, *one)]
    if any(found.keeps(*one) and page.is_apart(found.on_page(one[0]), found.on_page(one[1])) for one in whole):
        return True
    differing = [word for run in found.runs for word in page.plain[run.new_start : run.new_stop]]
    if whole and differing and not any(index.has_word(word) for word in differing):
        return True
    return sum(said.speaks[found.said_start : found.said_stop]) >= _PIECE_WORDS


def _is_of_weight(said: PageWords, start: int, stop: int) -> bool:
    """Whether a sentence of a wording is long enough, and more than what a card says."""
    words = sum(not word[0].isdigit() for word in said.plain[start:stop])
    return words >= _SENTENCE_WORDS and any(said.speaks[start:stop])
