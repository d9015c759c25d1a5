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
from crdiff.identify.sentence_index import SentenceIndex
from crdiff.identify.word_index import IndexedLife, IndexedLives, IndexedStay, WordIndex
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
    return _identified(page, quoted_words(page, index), index, index)


def identify_sentences(text: str, index: SentenceIndex) -> Identified:
    """Return what `text` quotes in whole sentences without a slip: all that can be told without the texts."""
    page = PageWords(text)
    return _identified(page, index.quoted(page), index, None)


def _identified(
    page: PageWords, found: Sequence[QuotedWords], lives: IndexedLives, words: WordIndex | None
) -> Identified:
    """Return what was found; `words` are those of the texts, where they are at hand."""
    passages = (_passage(each, page, lives, words) for each in dated(found, page, lives))
    return Identified(tuple(passages), lives.dates[-1], len(page.plain), words is not None)


def _passage(found: Dated, page: PageWords, lives: IndexedLives, words: WordIndex | None) -> DatedPassage:
    pieces = [_piece(one, found.positions, page, lives, words) for one in found.quotations]
    quotations = (_clause(group, page, lives, words) for group in _grouped(pieces))
    spans = (_spans(positions, lives.dates) for positions in (found.positions, found.by_words, found.by_numbers))
    return DatedPassage(tuple(quotations), *spans)


def _spans(positions: Sequence[int], dates: Sequence[date]) -> tuple[ReleaseSpan, ...]:
    """Return the stretches of releases that `positions`, ascending, make."""
    starts = [at for at in positions if at - 1 not in positions]
    ends = [at for at in positions if at + 1 not in positions]
    return tuple(ReleaseSpan(dates[start], dates[end]) for start, end in zip(starts, ends, strict=True))


class _Agreed(NamedTuple):
    """How words agree with a wording of the rules."""

    said: PageWords
    fit: Fit


class _Piece(NamedTuple):
    """A paragraph of a quotation, its number or "", and the life and the stay that it is of.

    `agreed` is None where the text of the rules is not at hand: then its words are those of whole sentences.
    """

    words: QuotedWords
    number: str
    agreement: Agreement
    life: IndexedLife
    stay: IndexedStay
    agreed: _Agreed | None


def _piece(
    one: Weighed, positions: Sequence[int], page: PageWords, lives: IndexedLives, words: WordIndex | None
) -> _Piece:
    agreement, life, stay = _source(one, positions, lives)
    said = words.words_of(agreement.life, stay.wording) if words else None
    agreed = _Agreed(said, _agreed(one.quoted, page, said)) if said else None
    return _Piece(one.quoted, one.number, agreement, life, stay, agreed)


def _source(one: Weighed, positions: Sequence[int], lives: IndexedLives) -> tuple[Agreement, IndexedLife, IndexedStay]:
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


def _clause(pieces: Sequence[_Piece], page: PageWords, lives: IndexedLives, words: WordIndex | None) -> QuotedClause:
    first, last = pieces[0], pieces[-1]
    life, stay = first.life, first.stay
    newest = life.at(len(lives.dates) - 1)
    start, stop = first.words.start, last.words.stop
    return QuotedClause(
        id=life.id,
        is_entry=life.is_entry,
        written=first.number,
        number=stay.number,
        today=newest.number if newest else "",
        text=_printed(page, start, stop),
        official=_official(pieces),
        now=life.wordings[newest.wording] if newest and words else "",
        since=sum(each.begins_phrasing for each in life.stays if each.first > stay.last),
        is_part=_is_part(pieces),
        spans=_spans(_fitting(pieces), lives.dates),
        slips=(*_number_slip(first, page), *(slip for piece in pieces for slip in _slips(piece, page, words))),
        line=page.line(start),
        last_line=page.line(stop - 1),
        start=page.starts[start],
        stop=page.ends[stop - 1],
    )


def _official(pieces: Sequence[_Piece]) -> str:
    first, last = pieces[0].agreed, pieces[-1].agreed
    return _printed(first.said, first.fit.said_start, last.fit.said_stop) if first and last else ""


def _is_part(pieces: Sequence[_Piece]) -> bool | None:
    covered = [piece.agreed.fit.said_stop - piece.agreed.fit.said_start for piece in pieces if piece.agreed]
    return sum(covered) < len(pieces[0].agreed.said.plain) if pieces[0].agreed else None


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


def _slips(piece: _Piece, page: PageWords, words: WordIndex | None) -> Iterator[Slip]:
    if not piece.agreed or not words:
        return
    said, found = piece.agreed
    for run in found.runs:
        written, official = _printed(page, run.new_start, run.new_stop), _printed(said, run.old_start, run.old_stop)
        at = min(run.new_start, len(page.plain) - 1)
        yield Slip(_kind(run, page, said, words), written, official, page.line(at), page.column(at))


def _printed(words: PageWords, start: int, stop: int) -> str:
    return words.text[words.starts[start] : words.ends[stop - 1]] if start < stop else ""


def _kind(run: Difference, page: PageWords, said: PageWords, words: WordIndex) -> SlipKind:
    written, official = page.plain[run.new_start : run.new_stop], said.plain[run.old_start : run.old_stop]
    if not written:
        return SlipKind.LEFT_OUT
    if not official:
        return SlipKind.ADDED
    one, other = "".join(written), "".join(official)
    is_spelled_alike = letters_apart(one, other) <= _SPELLING_SHARE * max(len(one), len(other))
    is_known = one == other or all(map(words.has_word, written))
    return SlipKind.SPELLING if is_spelled_alike and (not is_known or len(written) != len(official)) else SlipKind.WORDS
