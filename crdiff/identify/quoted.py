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


def quoted_words(page: PageWords, index: WordIndex) -> list[QuotedWords]:
    """Return the quotations of a text, in its order; no word belongs to two."""
    return sorted(_Search(page, index).found())


class _Search:
    """The search of one text: `_taken` are where the quotations found so far begin and end, in order."""

    def __init__(self, page: PageWords, index: WordIndex) -> None:
        self._page = page
        self._index = index
        self._stretches = Stretches(page, index)
        self._taken: list[tuple[int, int]] = []

    def found(self) -> Iterator[QuotedWords]:
        """Yield the quotations: those that their words show, the weightiest first, then those that a number does."""
        for found in self._by_words():
            insort(self._taken, (found.start, found.stop))
            yield found
        for head, number in self._page.heads.items():
            body = self._page.body(head)
            if not any(start < body[1] and body[0] < stop for start, stop in self._taken):
                yield from self._by_number(number, body)

    def _by_words(self) -> Iterator[QuotedWords]:
        waiting = [*self._stretches.every]  # in order, they are a heap
        while waiting:
            stretch = heappop(waiting)
            rest = self._stretches.beside(stretch, self._taken)
            if rest is None:
                if found := self._compared(stretch):
                    yield found
                    # a text may quote a clause again: long ones, which repeat it for pages, are not searched as often
                    is_short = len(stretch.places) <= _AGAIN_PLACES_MAX
                    rest = self._stretches.beside(stretch, self._taken) if is_short else None
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
        best = max((found for _, found in fits), key=lambda one: one.gain).fit
        same = [life for life, (_, found, _) in fits if found.start < best.stop and best.start < found.stop]
        return self._quoted(best, same, limits)

    def _limits(self, stretch: WordStretch) -> Window:
        """Return what a quotation around a stretch may have.

        It is within one paragraph: where a clause ended and the next began was not the same in all releases.
        """
        start, stop = self._page.body(stretch.places[0])
        at = bisect_right(self._taken, (stretch.places[0], 0))
        before = self._taken[at - 1][1] if at else 0
        after = self._taken[at][0] if at < len(self._taken) else stop
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
