"""Which rules a text quotes, of which releases, and with what slips.

Nothing is read or kept but the text and the index: equal arguments give equal answers, in any process.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from crdiff.history.known_lives import KnownLives
from crdiff.identify.agreement import Agreement
from crdiff.identify.dating import Dated, WeighedQuotation, dated, with_stated_dates
from crdiff.identify.identified import (
    DatedPassage,
    EarlierPlace,
    Identified,
    IdentifiedClause,
    Misprint,
    Slip,
    SlipKind,
    without_examples,
)
from crdiff.identify.page_words import PageWords
from crdiff.identify.quoted import QuotedWords, quoted_words
from crdiff.identify.sentence_index import LivesIndex, SentenceIndex
from crdiff.identify.slips import Agreed, how_agreed, marks_around, misprints, printed_words, slips
from crdiff.identify.stretches import read_page
from crdiff.identify.word_index import IndexedLife, IndexedStay, WordIndex
from crdiff.model.release import spans_of
from crdiff.text.groups import by_key, grouped

# Words of its own between two paragraphs that quote one clause: "Example", a bullet.
_BETWEEN_WORDS = 3


def identify(text: str, index: WordIndex, as_of: date | None = None, known: KnownLives | None = None) -> Identified:
    """Return what `text`, plain or Markdown, quotes; `known` tells of the releases whose texts the index lacks.

    With `as_of` slips and numbers are told against the newest text by that day, whatever the text is of.
    Takes time in proportion to the length of the text, and memory for its words.
    """
    page = read_page(text, index)
    said = SentenceIndex(known, index).quoted_beside(text, page) if known and not as_of else ()
    return _Identifying(page, index, as_of).identified(quoted_words(page, index, said))


def identify_sentences(text: str, index: SentenceIndex, as_of: date | None = None) -> Identified:
    """Return what `text` quotes in whole sentences without a slip: all that can be told without the texts.

    `as_of` as for `identify`.
    """
    page = PageWords(text)
    return _Identifying(page, index, as_of).identified(index.quoted(page))


class _Piece(NamedTuple):
    """A paragraph of a quotation, its number or "", the life and the stay that it is of, and all lives it may be of.

    `agreed` is None where the text of the rules is not at hand: then its words are those of whole sentences.
    """

    words: QuotedWords
    number: str
    agreement: Agreement
    every: Sequence[Agreement]
    life: IndexedLife
    stay: IndexedStay
    agreed: Agreed | None


class _Identifying:
    """What tells of one text what it quotes, by the `lives` of clauses, and by their words where they are at hand.

    With `as_of` it is checked against the release of that day, else each passage against the newest that it can be of.
    """

    def __init__(self, page: PageWords, lives: LivesIndex, as_of: date | None) -> None:
        self._page = page
        self._lives = lives
        self._words = lives if isinstance(lives, WordIndex) else None
        held = self._words.held if self._words else range(len(lives.dates))
        self._at = max((at for at in held if lives.dates[at] <= as_of), default=held[0]) if as_of else None

    def identified(self, found: Sequence[QuotedWords]) -> Identified:
        """Return what was found, dated and compared."""
        passages = tuple(map(self._passage, dated(found, self._page, self._lives)))
        dates = self._lives.dates
        checked = None if self._at is None else dates[self._at]
        identified = Identified(
            passages, dates[-1], len(self._page.plain), self._words is not None, checked, dates, self._page.is_english
        )
        return with_stated_dates(identified, self._page.text, dates)

    def _passage(self, found: Dated) -> DatedPassage:
        every = found.positions if self._at is None else (self._at,)
        pieces = [self._piece(one, every) for one in found.quotations]
        quotations = tuple(self._clause(each, found.positions) for each in grouped(pieces, _goes_on))
        is_by_place = self._at is None and not found.by_numbers  # printed numbers say where the others stood
        own = frozenset.intersection(*map(_own, pieces)) if is_by_place else frozenset()
        positions = tuple(at for at in found.positions if at in own) or found.positions
        of_releases = (positions, found.by_words, found.by_numbers)
        return DatedPassage(quotations, *(spans_of(each, self._lives.dates) for each in of_releases))

    def _piece(self, one: WeighedQuotation, positions: Sequence[int]) -> _Piece:
        """Return what a quotation is of: of the lives in some releases the one that it differs from least.

        Of two, the one that had the number written beside the quotation; of a clause and an entry, the clause. Where
        none is there, the nearest at any time.
        """
        every = [(agreement, self._lives.life(agreement.life)) for agreement in one.quoted.agreements]
        ever = [(agreement, life, stay) for agreement, life in every for stay in life.stays]
        there = [each for each in ever if bisect_left(positions, each[2].first) < bisect_right(positions, each[2].last)]
        agreement, life, stay = min(there or ever, key=lambda each: _distance(one.number, *each))
        agreed = None
        if self._words and life.wordings[stay.wording]:
            said = self._words.words_of(agreement.life, stay.wording)
            agreed = how_agreed((one.quoted.start, one.quoted.stop), self._page, said, life.wordings[stay.wording])
        return _Piece(one.quoted, one.number, agreement, one.every, life, stay, agreed)

    def _clause(self, pieces: Sequence[_Piece], positions: Sequence[int]) -> IdentifiedClause:
        first, last = pieces[0], pieces[-1]
        life, stay = first.life, first.stay
        standing, newest = self._standing(first)
        page, dates = self._page, self._lives.dates
        start, stop = first.words.start, last.words.stop
        fitting = _fitting(pieces)
        is_part = _is_part(pieces) if standing is life else True
        there = _said_there(pieces)
        official = printed_words(*there) if there else ""
        whole = self._whole(first, positions) if is_part is True and len(pieces) == 1 else None
        opening, closing = marks_around(*(whole or there)) if there else ("", "")
        return IdentifiedClause(
            id=life.id,
            is_entry=life.is_entry,
            written=first.number,
            number=stay.number,
            today=newest.number if newest else "",
            text=printed_words(page, start, stop),
            official=official,
            now=standing.wordings[newest.wording] if newest else "",
            since=sum(each.begins_phrasing for each in life.stays if each.first > stay.last),
            is_part=is_part,
            spans=spans_of(fitting, dates),
            slips=tuple(self._slips(pieces)),
            line=page.line(start),
            last_line=page.line(stop - 1),
            start=page.starts[start],
            stop=page.ends[stop - 1],
            misprints=tuple(self._misprints(official, life, stay)),
            gone=None if newest else dates[life.stays[-1].last + 1],
            merged_into="" if newest else life.merged_into,
            is_absent=self._at is not None and not stay.covers(self._at),
            label=page.printed_label(start) if first.number else "",
            is_current=fitting[-1] == len(dates) - 1,
            opening=opening,
            closing=closing,
            before=tuple(self._before(first)),
            was_whole=whole is not None,
        )

    def _misprints(self, official: str, life: IndexedLife, stay: IndexedStay) -> Iterator[Misprint]:
        """Yield the errors that the rules print: what stands there later has words of the rules, as "lsot" is none."""
        for one in misprints(official, life, stay, self._lives.dates) if self._words else ():
            if self._words and all(map(self._words.has_word, PageWords(one.mended).plain)):
                yield one

    def _whole(self, piece: _Piece, positions: Sequence[int]) -> tuple[PageWords, int, int] | None:
        """Return all words of the clause in some release of its passage, as near to the piece as any and no more.

        Its examples aside; None where none had it so. Source: 104.3f of 2007-05-01, quoted without its example, which
        today is another 107.4e.
        """
        costs, size = piece.agreement.costs, piece.words.stop - piece.words.start
        near = (stay for stay in piece.life.stays if costs[stay.wording] == costs[piece.stay.wording])
        there = {stay.wording for stay in near if any(map(stay.covers, positions))} if self._words else ()
        every = (PageWords(without_examples(piece.life.wordings[at])) for at in sorted(there, reverse=True))
        return next(((one, 0, size) for one in every if len(one.plain) == size), None)

    def _before(self, piece: _Piece) -> Iterator[EarlierPlace]:
        """Yield where the words of a piece stood before its clause had them under its number."""
        begins = min(_own(piece))
        every = [(self._lives.life(each.life), each.costs) for each in piece.every]
        cost = piece.agreement.costs[piece.stay.wording]
        held = (
            ((life.is_entry, stay.number), at)
            for life, costs in every
            for stay in life.stays
            for at in range(stay.first, min(begins, stay.last + 1))
            if costs[stay.wording] == cost
        )
        places = by_key(held)
        for (is_entry, number), there in sorted(places.items(), key=lambda one: (min(one[1]), one[0])):
            yield EarlierPlace(number, is_entry, spans_of(sorted({*there}), self._lives.dates))

    def _standing(self, piece: _Piece) -> tuple[IndexedLife, IndexedStay | None]:
        """Return the life quoted and its newest stay; where that is over or says something else, one that says it.

        A quotation with a number beside it is of the clause that has it as long as that stands. A sentence of a clause
        that went into another one can have become a clause again.
        """
        at = len(self._lives.dates) - 1
        newest = piece.life.at(at)
        if newest and (piece.number or not piece.agreement.costs[newest.wording]):
            return piece.life, newest
        others = ((self._lives.life(each.life), each) for each in piece.every)
        same = ((life, stay) for life, each in others if (stay := life.at(at)) and not each.costs[stay.wording])
        return next(same, (piece.life, newest))

    def _slips(self, pieces: Sequence[_Piece]) -> Iterator[Slip]:
        """Yield the number beside a quotation, where its clause had another, and the words that differ."""
        first = pieces[0]
        if first.number and not first.life.is_entry and first.number != first.stay.number:
            line, column = self._page.line(first.words.start), self._page.column(first.words.start)
            yield Slip(SlipKind.NUMBER, first.number, first.stay.number, line, column)
        for each in pieces:
            if each.agreed and self._words:
                yield from slips(each.agreed, self._page, self._words)


def _own(piece: _Piece) -> frozenset[int]:
    """Return the releases in which the clause of a piece has its number, and words as near as its own."""
    costs, stay = piece.agreement.costs, piece.stay
    alike = (one for one in piece.life.stays if (one.number, costs[one.wording]) == (stay.number, costs[stay.wording]))
    return frozenset(at for one in alike for at in range(one.first, one.last + 1))


def _distance(number: str, agreement: Agreement, life: IndexedLife, stay: IndexedStay) -> tuple[int, bool, bool, int]:
    return agreement.costs[stay.wording], stay.number != number, life.is_entry, -stay.last


def _goes_on(group: Sequence[_Piece], piece: _Piece) -> bool:
    """Whether a paragraph without a number goes on with the clause of the one before."""
    before = group[-1]
    if piece.number or piece.life.id != before.life.id or piece.words.start - before.words.stop > _BETWEEN_WORDS:
        return False
    one, other = before.agreed, piece.agreed
    return not one or not other or other.fit.said_start >= one.fit.said_stop


def _said_there(pieces: Sequence[_Piece]) -> tuple[PageWords, int, int] | None:
    """Return the words of a clause, and from which to which of them the pieces have, None without its text."""
    first, last = pieces[0].agreed, pieces[-1].agreed
    return (first.printed, first.fit.said_start, last.fit.said_stop) if first and last else None


def _is_part(pieces: Sequence[_Piece]) -> bool | None:
    """Whether the clause says more than the pieces, examples aside, None where its text is not at hand."""
    every = [piece.agreed for piece in pieces if piece.agreed]
    if not every:
        return None
    printed = every[0].printed
    proper = bisect_left(printed.starts, len(without_examples(printed.text)))
    covered = sum(one.fit.said_stop - one.fit.said_start for one in every)
    return every[0].fit.said_start > 0 or every[-1].fit.said_stop < proper or covered < proper


def _fitting(pieces: Sequence[_Piece]) -> list[int]:
    """Return the positions of the releases whose wording of the clause the pieces differ from least."""
    stays = pieces[0].life.stays
    costs = [sum(piece.agreement.costs[stay.wording] for piece in pieces) for stay in stays]
    nearest = (stay for stay, cost in zip(stays, costs, strict=True) if cost == min(costs))
    return sorted({at for stay in nearest for at in range(stay.first, stay.last + 1)})
