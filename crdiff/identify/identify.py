"""Which rules a text quotes, of which releases, and with what slips.

Nothing is read or kept but the text and the index: equal arguments give equal answers, in any process.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from msgspec.structs import replace

from crdiff.identify.agreement import Agreement
from crdiff.identify.dating import Dated, WeighedQuotation, dated, with_stated_dates
from crdiff.identify.identified import EXAMPLES, DatedPassage, Identified, IdentifiedClause, Slip, SlipKind
from crdiff.identify.page_words import PageWords
from crdiff.identify.quoted import QuotedWords, quoted_words
from crdiff.identify.sentence_index import SentenceIndex
from crdiff.identify.slips import Agreed, how_agreed, misprints, printed_words, slips
from crdiff.identify.stretches import read_page
from crdiff.identify.word_index import IndexedLife, IndexedLives, IndexedStay, WordIndex
from crdiff.model.release import spans_of

_BETWEEN_WORDS = 3
"""Words of its own between two paragraphs that quote one clause: "Example", a bullet."""


def identify(text: str, index: WordIndex, as_of: date | None = None, releases: tuple[date, ...] = ()) -> Identified:
    """Return what `text`, plain or Markdown, quotes; `releases` are all known ones where the index lacks some.

    With `as_of` slips and numbers are told against the release in force on that day, whatever the text is of.
    Takes time in proportion to the length of the text, and memory for its words.
    """
    page = read_page(text, index)
    found = _identified(page, quoted_words(page, index), index, index, as_of)
    return replace(found, releases=releases) if releases else found


def identify_sentences(text: str, index: SentenceIndex, as_of: date | None = None) -> Identified:
    """Return what `text` quotes in whole sentences without a slip: all that can be told without the texts.

    `as_of` as for `identify`.
    """
    page = PageWords(text)
    return _identified(page, index.quoted(page), index, None, as_of)


def _identified(
    page: PageWords,
    found: Sequence[QuotedWords],
    lives: IndexedLives,
    words: WordIndex | None,
    as_of: date | None,
) -> Identified:
    """Return what was found; `words` are those of the texts, where they are at hand."""
    at = max(0, bisect_right(lives.dates, as_of) - 1) if as_of else None
    passages = (_passage(each, page, lives, words, at) for each in dated(found, page, lives))
    checked = None if at is None else lives.dates[at]
    dates = lives.dates
    identified = Identified(tuple(passages), dates[-1], len(page.plain), words is not None, checked, dates)
    return with_stated_dates(identified, page.text, dates)


def _passage(
    found: Dated, page: PageWords, lives: IndexedLives, words: WordIndex | None, at: int | None
) -> DatedPassage:
    """Return a passage, checked against the release at the position `at`, else against the newest that it can be of."""
    positions = found.positions if at is None else (at,)
    pieces = [_piece(one, positions, page, lives, words) for one in found.quotations]
    quotations = [_clause(group, page, lives, words) for group in _grouped(pieces)]
    if at is not None:
        groups = zip(quotations, _grouped(pieces), strict=True)
        quotations = [replace(one, is_absent=not group[0].stay.covers(at)) for one, group in groups]
    spans = (spans_of(positions, lives.dates) for positions in (found.positions, found.by_words, found.by_numbers))
    return DatedPassage(tuple(quotations), *spans)


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


def _piece(
    one: WeighedQuotation, positions: Sequence[int], page: PageWords, lives: IndexedLives, words: WordIndex | None
) -> _Piece:
    agreement, life, stay = _source(one, positions, lives)
    place = stay.wording
    ends = one.quoted.start, one.quoted.stop
    said = how_agreed(ends, page, words.words_of(agreement.life, place), life.wordings[place]) if words else None
    return _Piece(one.quoted, one.number, agreement, one.every, life, stay, said)


def _source(
    one: WeighedQuotation, positions: Sequence[int], lives: IndexedLives
) -> tuple[Agreement, IndexedLife, IndexedStay]:
    """Return what a quotation is of: in the newest of the releases at `positions` the life that it differs from least.

    Of two, the one that had the number written beside the quotation; where none is there, the nearest at any time.
    """
    every = [(agreement, lives.life(agreement.life)) for agreement in one.quoted.agreements]
    there = [(agreement, life, stay) for agreement, life in every if (stay := life.at(positions[-1]))]
    ever = [(agreement, life, stay) for agreement, life in every for stay in life.stays]
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
    if piece.number or piece.life.id != before.life.id or piece.words.start - before.words.stop > _BETWEEN_WORDS:
        return False
    one, other = before.agreed, piece.agreed
    return not one or not other or other.fit.said_start >= one.fit.said_stop


def _clause(
    pieces: Sequence[_Piece], page: PageWords, lives: IndexedLives, words: WordIndex | None
) -> IdentifiedClause:
    first, last = pieces[0], pieces[-1]
    life, stay = first.life, first.stay
    standing, newest = _standing(first, lives)
    start, stop = first.words.start, last.words.stop
    fitting = _fitting(pieces)
    return IdentifiedClause(
        id=life.id,
        is_entry=life.is_entry,
        written=first.number,
        number=stay.number,
        today=newest.number if newest else "",
        text=printed_words(page, start, stop),
        official=_official(pieces),
        now=standing.wordings[newest.wording] if newest and words else "",
        since=sum(each.begins_phrasing for each in life.stays if each.first > stay.last),
        is_part=_is_part(pieces) if standing is life else True,
        spans=spans_of(fitting, lives.dates),
        slips=(*_number_slip(first, page), *(slip for each in pieces for slip in _slips(each, page, words))),
        line=page.line(start),
        last_line=page.line(stop - 1),
        start=page.starts[start],
        stop=page.ends[stop - 1],
        misprints=misprints(_official(pieces), life, stay, lives.dates) if words else (),
        gone=None if newest else lives.dates[life.stays[-1].last + 1],
        merged_into="" if newest else life.merged_into,
        label=page.printed_label(start) if first.number else "",
        is_current=fitting[-1] == len(lives.dates) - 1,
        opening=first.agreed.marks[0] if first.agreed else "",
        closing=last.agreed.marks[1] if last.agreed else "",
    )


def _standing(piece: _Piece, lives: IndexedLives) -> tuple[IndexedLife, IndexedStay | None]:
    """Return the life quoted and its stay in the newest release; where it says something else there, one that says it.

    A quotation with a number beside it is of the clause that has it as long as that stands. A sentence of a clause that
    went into another one can have become a clause again.
    """
    at = len(lives.dates) - 1
    newest = piece.life.at(at)
    if newest and (piece.number or not piece.agreement.costs[newest.wording]):
        return piece.life, newest
    others = ((lives.life(each.life), each) for each in piece.every)
    same = ((life, stay) for life, each in others if (stay := life.at(at)) and not each.costs[stay.wording])
    return next(same, (piece.life, newest))


def _official(pieces: Sequence[_Piece]) -> str:
    first, last = pieces[0].agreed, pieces[-1].agreed
    return printed_words(first.printed, first.fit.said_start, last.fit.said_stop) if first and last else ""


def _is_part(pieces: Sequence[_Piece]) -> bool | None:
    """Whether the clause says more than the pieces, examples aside, None where its text is not at hand."""
    every = [piece.agreed for piece in pieces if piece.agreed]
    if not every:
        return None
    printed = every[0].printed
    proper = bisect_left(printed.starts, len(printed.text.partition(EXAMPLES)[0]))
    covered = sum(one.fit.said_stop - one.fit.said_start for one in every)
    return every[0].fit.said_start > 0 or every[-1].fit.said_stop < proper or covered < proper


def _fitting(pieces: Sequence[_Piece]) -> list[int]:
    """Return the positions of the releases whose wording of the clause the pieces differ from least."""
    costs = {
        at: sum(piece.agreement.costs[stay.wording] for piece in pieces)
        for stay in pieces[0].life.stays
        for at in range(stay.first, stay.last + 1)
    }
    least = min(costs.values())
    return sorted(at for at, cost in costs.items() if cost == least)


def _number_slip(piece: _Piece, page: PageWords) -> Iterator[Slip]:
    if piece.number and not piece.life.is_entry and piece.number != piece.stay.number:
        at = piece.words.start
        yield Slip(SlipKind.NUMBER, piece.number, piece.stay.number, page.line(at), page.column(at))


def _slips(piece: _Piece, page: PageWords, words: WordIndex | None) -> Iterator[Slip]:
    return slips(piece.agreed, page, words) if piece.agreed and words else iter(())
