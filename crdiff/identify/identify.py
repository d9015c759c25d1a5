"""Which rules a text quotes, of which releases, and with what slips.

Nothing is read or kept but the text and the index: equal arguments give equal answers, in any process.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from crdiff.identify.agreement import Agreement, Limits, fitted
from crdiff.identify.dating import Dated, Weighed, dated
from crdiff.identify.fitting import Fit, letters_apart
from crdiff.identify.identified import DatedPassage, Identified, QuotedClause, ReleaseSpan, Slip, SlipKind
from crdiff.identify.page_words import SHINGLE_WORDS, PageWords
from crdiff.identify.quoted import QuotedWords, quoted_words
from crdiff.identify.word_index import IndexedLife, IndexedStay, WordIndex
from crdiff.text.inline import Difference

_SPELLING_SHARE = 0.5
"""Share of the letters of a word that may differ in a slip of the pen; with more it is another word."""

_BETWEEN_WORDS = 3
"""Words of its own between two paragraphs that quote one clause: "Example", a bullet."""


def identify(text: str, index: WordIndex) -> Identified:
    """Return what `text`, plain or Markdown, quotes.

    Takes time in proportion to the length of the text, and memory for its words.
    """
    page = PageWords(text)
    passages = tuple(_passage(each, page, index) for each in dated(quoted_words(page, index), page, index))
    return Identified(passages, index.dates[-1], len(page.plain))


def _passage(found: Dated, page: PageWords, index: WordIndex) -> DatedPassage:
    pieces = [_piece(one, found.positions, page, index) for one in found.quotations]
    quotations = (_clause(group, page, index) for group in _grouped(pieces))
    spans = (_spans(positions, index.dates) for positions in (found.positions, found.by_words, found.by_numbers))
    return DatedPassage(tuple(quotations), *spans)


def _spans(positions: Sequence[int], dates: Sequence[date]) -> tuple[ReleaseSpan, ...]:
    """Return the stretches of releases that `positions`, ascending, make."""
    starts = [at for at in positions if at - 1 not in positions]
    ends = [at for at in positions if at + 1 not in positions]
    return tuple(ReleaseSpan(dates[start], dates[end]) for start, end in zip(starts, ends, strict=True))


class _Piece(NamedTuple):
    """A paragraph of a quotation, its number or "", and the life, the stay and the words that it agrees with."""

    words: QuotedWords
    number: str
    agreement: Agreement
    life: IndexedLife
    stay: IndexedStay
    said: PageWords
    fit: Fit


def _piece(one: Weighed, positions: Sequence[int], page: PageWords, index: WordIndex) -> _Piece:
    agreement, life, stay = _source(one, positions, index)
    said = index.words_of(agreement.life, stay.wording)
    return _Piece(one.quoted, one.number, agreement, life, stay, said, _agreed(one.quoted, page, said))


def _source(one: Weighed, positions: Sequence[int], index: WordIndex) -> tuple[Agreement, IndexedLife, IndexedStay]:
    """Return what a quotation is of: in the newest of the releases at `positions` the life that it differs from least.

    Of two, the one that had the number written beside the quotation; where none is there, the nearest at any time.
    """
    lives = [(agreement, index.life(agreement.life)) for agreement in one.quoted.agreements]
    there = [(agreement, life, stay) for agreement, life in lives if (stay := life.at(positions[-1]))]
    ever = [(agreement, life, stay) for agreement, life in lives for stay in life.stays]
    return min(there or ever, key=lambda each: _distance(one.number, each[0], each[2]))


def _distance(number: str, agreement: Agreement, stay: IndexedStay) -> tuple[int, bool, int]:
    return agreement.costs[stay.wording], stay.number != number, -stay.last


def _grouped(pieces: Sequence[_Piece]) -> Iterator[list[_Piece]]:
    """Yield the pieces of one clause together: a paragraph without a number that goes on with the clause before."""
    group: list[_Piece] = []
    for piece in pieces:
        if group and not _goes_on(group[-1], piece):
            yield group
            group = []
        group.append(piece)
    if group:
        yield group


def _goes_on(before: _Piece, piece: _Piece) -> bool:
    is_next = piece.fit.said_start >= before.fit.said_stop and piece.words.start - before.words.stop <= _BETWEEN_WORDS
    return is_next and not piece.number and piece.life.id == before.life.id


def _clause(pieces: Sequence[_Piece], page: PageWords, index: WordIndex) -> QuotedClause:
    first, last = pieces[0], pieces[-1]
    life, stay, said = first.life, first.stay, first.said
    newest = life.at(len(index.dates) - 1)
    start, stop = first.words.start, last.words.stop
    covered = sum(piece.fit.said_stop - piece.fit.said_start for piece in pieces)
    return QuotedClause(
        id=life.id,
        is_entry=life.is_entry,
        written=first.number,
        number=stay.number,
        today=newest.number if newest else "",
        text=_printed(page, start, stop),
        official=_printed(said, first.fit.said_start, last.fit.said_stop),
        now=life.wordings[newest.wording] if newest else "",
        since=sum(each.begins_phrasing for each in life.stays if each.first > stay.last),
        is_part=covered < len(said.plain),
        spans=_spans(_fitting(pieces), index.dates),
        slips=(*_number_slip(first, page), *(slip for piece in pieces for slip in _slips(piece, page, index))),
        line=page.line(start),
        last_line=page.line(stop - 1),
        start=page.starts[start],
        stop=page.ends[stop - 1],
    )


def _fitting(pieces: Sequence[_Piece]) -> list[int]:
    """Return the positions of the releases whose wording of the clause the pieces differ from least."""
    costs = {
        at: sum(piece.agreement.costs[stay.wording] for piece in pieces)
        for stay in pieces[0].life.stays
        for at in range(stay.first, stay.last + 1)
    }
    return sorted(at for at, cost in costs.items() if cost == min(costs.values()))


def _agreed(one: QuotedWords, page: PageWords, said: PageWords) -> Fit:
    """Return how the words of a quotation agree with the wording that it is of."""
    limits = Limits(one.start, one.stop)
    found = fitted(page, said, (one.start, max(one.start, one.stop - SHINGLE_WORDS)), limits)
    return found or Fit(one.start, one.stop, 0, len(said.plain), (Difference(0, len(said.plain), one.start, one.stop),))


def _number_slip(piece: _Piece, page: PageWords) -> Iterator[Slip]:
    if piece.number and not piece.life.is_entry and piece.number != piece.stay.number:
        at = piece.words.start
        yield Slip(SlipKind.NUMBER, piece.number, piece.stay.number, page.line(at), page.column(at))


def _slips(piece: _Piece, page: PageWords, index: WordIndex) -> Iterator[Slip]:
    for run in piece.fit.runs:
        written = _printed(page, run.new_start, run.new_stop)
        official = _printed(piece.said, run.old_start, run.old_stop)
        at = min(run.new_start, len(page.plain) - 1)
        yield Slip(_kind(run, page, piece.said, index), written, official, page.line(at), page.column(at))


def _printed(words: PageWords, start: int, stop: int) -> str:
    return words.text[words.starts[start] : words.ends[stop - 1]] if start < stop else ""


def _kind(run: Difference, page: PageWords, said: PageWords, index: WordIndex) -> SlipKind:
    written, official = page.plain[run.new_start : run.new_stop], said.plain[run.old_start : run.old_stop]
    if not written:
        return SlipKind.LEFT_OUT
    if not official:
        return SlipKind.ADDED
    one, other = "".join(written), "".join(official)
    is_spelled_alike = letters_apart(one, other) <= _SPELLING_SHARE * max(len(one), len(other))
    is_known = one == other or all(map(index.has_word, written))
    return SlipKind.SPELLING if is_spelled_alike and (not is_known or len(written) != len(official)) else SlipKind.WORDS
