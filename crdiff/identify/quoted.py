"""Which stretches of a text quote which clauses.

Nothing is claimed of words that many texts share: card texts, licences and manuals have some of them too.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from crdiff.identify.agreement import DIFFERING_MAX, Agreement, agreement, best_fit, numbered_fit
from crdiff.identify.fitting import Fit, Window
from crdiff.identify.page_words import PageWords
from crdiff.identify.stretches import Stretches, WordStretch
from crdiff.identify.word_index import WordIndex

# Shingles of a stretch up to which its rest is searched once more: a long clause in two versions has fewer.
_AGAIN_PLACES_MAX = 500


class QuotedWords(NamedTuple):
    """Words `start` to `stop - 1` of a text, `letters` in all, quote one of some lives: `agreements`, nearest first."""

    start: int
    stop: int
    letters: int
    agreements: tuple[Agreement, ...]

    def is_beside(self, other: QuotedWords) -> bool:
        """Whether it has no word of another quotation."""
        return self.stop <= other.start or other.stop <= self.start

    def is_within(self, other: QuotedWords) -> bool:
        """Whether another quotation has all of its words."""
        return other.start <= self.start and self.stop <= other.stop


def quoted_words(page: PageWords, index: WordIndex, known: Sequence[QuotedWords] = ()) -> list[QuotedWords]:
    """Return the quotations of a text, in its order; no word belongs to two.

    `known` are its whole sentences that releases had, be their texts in the index or not. Where no text has them, they
    stand in place of what the texts have with slips; what follows them in their paragraph is of no other clause then.
    """
    search = _Search(page, index)
    found = list(search.found())
    if lacking := [one for one in known if _is_lacking(one, found, index)]:
        others = [one for one in found if all(map(one.is_beside, lacking))]
        search.taken = sorted((one.start, one.stop) for one in (*lacking, *others))
        ends = {(one.stop, page.paragraphs_of[one.stop - 1]) for one in lacking}  # no text says how these go on
        more = ((one, one.start, page.paragraphs_of[one.start]) for one in (*others, *search.found()))
        found = [*lacking, *(one for one, *at in more if not (one.agreements[0].best and tuple(at) in ends))]
    return sorted(_with_known(one, known) for one in found)


def _is_lacking(one: QuotedWords, found: Sequence[QuotedWords], index: WordIndex) -> bool:
    """Whether sentences were those of a clause, no text has them, and none has other words there as they stand."""
    costs = (zip(each.costs, index.life(each.life).wordings, strict=True) for each in one.agreements)
    had = {bool(text) for each in costs for cost, text in each if not cost}
    rivals = (other for other in found if not (other.agreements[0].best or other.is_beside(one)))
    return had == {False} and all(other.is_within(one) and not one.is_within(other) for other in rivals)


def _with_known(one: QuotedWords, known: Sequence[QuotedWords]) -> QuotedWords:
    """Return a quotation that is within known sentences, if any, compared with the wordings without a text by these."""
    said = next((other for other in known if one.is_within(other)), None)
    if said is None:
        return one
    costs = {each.life: each.costs for each in said.agreements}
    found = {each.life: each for each in said.agreements if said.is_within(one)}
    for life, every in one.agreements:
        pairs = zip(every, costs.get(life, every), strict=True)
        found[life] = Agreement(life, tuple(own if cost else 0 for own, cost in pairs))
    return one._replace(agreements=tuple(found.values()))


class _Search:
    """The search of one text: `taken` are where the quotations found so far begin and end, in order."""

    def __init__(self, page: PageWords, index: WordIndex) -> None:
        self._page = page
        self._index = index
        self._stretches = Stretches(page, index)
        self.taken: list[tuple[int, int]] = []

    def found(self) -> Iterator[QuotedWords]:
        """Yield the quotations: those that their words show, the weightiest first, then those that a number does."""
        for found in self._by_words():
            insort(self.taken, (found.start, found.stop))
            yield found
        for head, number in self._page.heads.items():
            body = self._page.body(head)
            if not any(start < body[1] and body[0] < stop for start, stop in self.taken):
                yield from self._by_number(number, body)

    def _by_words(self) -> Iterator[QuotedWords]:
        waiting = [*self._stretches.every]  # in order, they are a heap
        while waiting:
            stretch = heappop(waiting)
            rest = self._stretches.beside(stretch, self.taken)
            if rest is None:
                if found := self._compared(stretch):
                    yield found
                    # a text may quote a clause again: long ones, which repeat it for pages, are not searched as often
                    is_short = len(stretch.places) <= _AGAIN_PLACES_MAX
                    rest = self._stretches.beside(stretch, self.taken) if is_short else None
                else:
                    rest = self._stretches.parted(stretch)
            for one in rest or ():
                heappush(waiting, one)

    def _compared(self, stretch: WordStretch) -> QuotedWords | None:
        """Return the quotation that a stretch is, compared with every life that has much of it; None if it is none."""
        limits = self._limits(stretch)
        own = best_fit(stretch, limits, self._page, self._index)
        if own is None or not own.is_quotation:
            return None
        rivals = ((one.life, best_fit(one, limits, self._page, self._index)) for one in self._stretches.rivals(stretch))
        fits = [(stretch.life, own), *((life, found) for life, found in rivals if found)]
        best = max((found for _, found in fits), key=lambda one: (one.is_quotation, one.gain)).fit
        same = [life for life, (_, found, _) in fits if found.start < best.stop and best.start < found.stop]
        return self._quoted(best, same, limits)

    def _limits(self, stretch: WordStretch) -> Window:
        """Return what a quotation around a stretch may have.

        It is within one paragraph: where a clause ended and the next began was not the same in all releases.
        """
        start, stop = self._page.body(stretch.places[0])
        at = bisect_right(self.taken, (stretch.places[0], 0))
        before = self.taken[at - 1][1] if at else 0
        after = self.taken[at][0] if at < len(self.taken) else stop
        return max(before, start), min(after, stop)

    def _by_number(self, number: str, body: Window) -> Iterator[QuotedWords]:
        """Yield the quotation that a numbered paragraph begins with, if it is of a clause that once had the number.

        Source: 502.70c of 2009-02-01 has eight words; with three slips in them no three in a row are left.
        """
        compared = ((life, numbered_fit(life, body, self._page, self._index)) for life in self._index.numbered(number))
        fits = [(found[0], life, found[1]) for life, found in compared if found]
        if fits:
            yield self._quoted(min(fits)[2], [life for _, life, _ in fits], body)

    def _quoted(self, best: Fit, lives: Sequence[int], limits: Window) -> QuotedWords:
        """Return the quotation of the words of the best fit, compared with all wordings of `lives`."""
        letters = self._page.letters(best.start, best.stop)
        agreements = [agreement(life, best, limits, self._page, self._index) for life in lives]
        nearest = min(one.best for one in agreements)
        most = nearest + DIFFERING_MAX * letters
        near = sorted((one.best, one.life, one) for one in agreements if one.best <= most)
        return QuotedWords(best.start, best.stop, letters, tuple(one for _, _, one in near))
