"""Which rules a text quotes, of which releases, and with what slips.

Nothing is read or kept but the text and the index: equal arguments give equal answers, in any process.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from crdiff.identify.agreement import Agreement, Limits, fitted
from crdiff.identify.dating import Dated, dated
from crdiff.identify.fitting import Fit, letters_apart
from crdiff.identify.identified import DatedPassage, Identified, QuotedClause, ReleaseSpan, Slip, SlipKind
from crdiff.identify.page_words import SHINGLE_WORDS, PageWords
from crdiff.identify.quoted import QuotedWords, quoted_words
from crdiff.identify.word_index import IndexedLife, IndexedStay, WordIndex
from crdiff.text.inline import Difference

_SPELLING_SHARE = 0.5
"""Share of the letters of a word that may differ in a slip of the pen; with more it is another word."""


def identify(text: str, index: WordIndex) -> Identified:
    """Return what `text`, plain or Markdown, quotes.

    Takes time in proportion to the length of the text, and memory for its words.
    """
    page = PageWords(text)
    found = quoted_words(page, index)
    labels = [page.label(one.start) for one in found]
    numbers = {one.start: label for one, label in zip(found, labels, strict=True)}
    passages = (_passage(each, numbers, page, index) for each in dated(found, labels, index))
    return Identified(tuple(passages), index.dates[-1], len(page.plain))


def _passage(of_one: Dated, numbers: dict[int, str], page: PageWords, index: WordIndex) -> DatedPassage:
    quotations = (_clause(one, numbers[one.start], of_one.positions, page, index) for one in of_one.quotations)
    spans = (_spans(positions, index.dates) for positions in of_one[1:])
    by_words, by_numbers, both = spans
    return DatedPassage(tuple(quotations), both, by_words, by_numbers)


def _spans(positions: Sequence[int], dates: Sequence[date]) -> tuple[ReleaseSpan, ...]:
    """Return the stretches of releases that `positions`, ascending, make."""
    starts = [at for at in positions if at - 1 not in positions]
    ends = [at for at in positions if at + 1 not in positions]
    return tuple(ReleaseSpan(dates[start], dates[end]) for start, end in zip(starts, ends, strict=True))


class _Source(NamedTuple):
    """The life that a quotation is of, and its stay in the release that it is compared with."""

    agreement: Agreement
    life: IndexedLife
    stay: IndexedStay

    @property
    def cost(self) -> int:
        return self.agreement.costs[self.stay.wording]


def _clause(
    one: QuotedWords, written: str, positions: Sequence[int], page: PageWords, index: WordIndex
) -> QuotedClause:
    source = _source(one, written, positions, index)
    life, stay = source.life, source.stay
    said = index.words_of(source.agreement.life, stay.wording)
    found = _agreed(one, page, said)
    newest = life.at(len(index.dates) - 1)
    official = said.text[said.starts[found.said_start] : said.ends[found.said_stop - 1]]
    fitting = [at for at in range(len(index.dates)) if (there := life.at(at)) and source.agreement.costs[there.wording] == source.cost]
    slips = [*_number_slip(one, written, source, page), *_slips(found, page, said, index)]
    return QuotedClause(
        id=life.id,
        is_entry=life.is_entry,
        written=written,
        number=stay.number,
        today=newest.number if newest else "",
        text=page.text[page.starts[one.start] : page.ends[one.stop - 1]],
        official=official,
        now=life.wordings[newest.wording] if newest else "",
        since=sum(each.begins_phrasing for each in life.stays if each.first > stay.last),
        is_part=found.said_start > 0 or found.said_stop < len(said.plain),
        spans=_spans(fitting, index.dates),
        slips=tuple(slips),
        line=page.line(one.start),
        last_line=page.line(one.stop - 1),
        start=page.starts[one.start],
        stop=page.ends[one.stop - 1],
    )


def _source(one: QuotedWords, written: str, positions: Sequence[int], index: WordIndex) -> _Source:
    """Return what a quotation is of: in the newest of the releases at `positions` the life that it differs from least.

    Of two, the one that had the number written beside the quotation; where none is there, the nearest at any time.
    """
    lives = [(agreement, index.life(agreement.life)) for agreement in one.agreements]
    at = positions[-1]
    there = [_Source(agreement, life, stay) for agreement, life in lives if (stay := life.at(at))]
    ever = [_Source(agreement, life, stay) for agreement, life in lives for stay in life.stays]
    return min(there or ever, key=lambda source: (source.cost, source.stay.number != written, -source.stay.last))


def _agreed(one: QuotedWords, page: PageWords, said: PageWords) -> Fit:
    """Return how the words of a quotation agree with the wording that it is of."""
    limits = Limits(one.start, one.stop)
    found = fitted(page, said, (one.start, max(one.start, one.stop - SHINGLE_WORDS)), limits)
    return found or Fit(one.start, one.stop, 0, len(said.plain), (Difference(0, len(said.plain), one.start, one.stop),))


def _number_slip(one: QuotedWords, written: str, source: _Source, page: PageWords) -> Iterator[Slip]:
    if written and not source.life.is_entry and written != source.stay.number:
        at = one.start
        yield Slip(SlipKind.NUMBER, written, source.stay.number, page.line(at), page.column(at))


def _slips(found: Fit, page: PageWords, said: PageWords, index: WordIndex) -> Iterator[Slip]:
    for run in found.runs:
        written = _printed(page, run.new_start, run.new_stop)
        official = _printed(said, run.old_start, run.old_stop)
        at = min(run.new_start, len(page.plain) - 1)
        yield Slip(_kind(run, page, said, index), written, official, page.line(at), page.column(at))


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
