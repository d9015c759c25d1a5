"""Whole sentences identified without any text: by the fingerprints of the known lives.

A sentence with a slip has another fingerprint, so nothing near is found; whoever asks says so.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import cache
from itertools import islice
from typing import NamedTuple

from crdiff.history.known_lives import KnownLife, KnownLives
from crdiff.identify.agreement import Agreement
from crdiff.identify.page_words import ESCAPED_APOSTROPHE, SENTENCE_WORDS, PageWords
from crdiff.identify.quoted import QuotedWords
from crdiff.identify.word_index import IndexedLife, IndexedStay, WordIndex
from crdiff.model.fingerprint import sentence_fingerprint
from crdiff.text.groups import grouped
from crdiff.text.normalise import squeeze
from crdiff.text.words import sentences

# Marks around a sentence that are none of its own: of a writer who quotes it, of JSON, of a call in a program.
_AROUND = ' "“”()[]{};,/'
# A word cut at the end of a line.
_CUT = re.compile(r"(?<=[a-z])- (?=[a-z])")
# What a page has for the "rule" of "See rule 310".
_CAPITAL = re.compile(r"\bRule(?=s? \d)", re.ASCII)


class _Sentence(NamedTuple):
    """A sentence of a text, from word `start` to `stop - 1`, and the lives that have it, by their places."""

    start: int
    stop: int
    fingerprint: str
    lives: frozenset[int]


class SentenceIndex:
    """The sentences of the known lives, numbered as they are found: an index serves one page, in one thread.

    With `words`, an index that lacks some texts, quotations are of the lives of that.
    """

    def __init__(self, known: KnownLives, words: WordIndex | None = None) -> None:
        self._known = known
        self._words = words
        self._places: dict[str, int] = {}
        self._found: list[KnownLife] = []
        self.with_sentence = cache(lambda fingerprint: frozenset(map(self._place, known.with_sentence(fingerprint))))

    @property
    def dates(self) -> tuple[date, ...]:
        """The releases, oldest first."""
        return self._known.dates

    def life(self, place: int) -> IndexedLife:
        """Return a life with the numbers it had; its wordings have no text."""
        return without_texts(self._found[place], self._known)

    def _place(self, life: KnownLife) -> int:
        place = self._places.setdefault(life.thread.id, len(self._found))
        if place == len(self._found):
            self._found.append(life)
        return place

    def quoted(self, page: PageWords) -> list[QuotedWords]:
        """Return the quotations of a text: whole sentences in a row, within one paragraph, that one wording has.

        One of them has `SENTENCE_WORDS` at least: those of fewer prove nothing by themselves.
        """
        paragraphs = (self._sentences(*body, page) for body in page.bodies)
        rows = (row for paragraph in paragraphs for row in grouped(paragraph, self._goes_on))
        return [self._quoted(row, page) for row in rows if any(one.stop - one.start >= SENTENCE_WORDS for one in row)]

    def quoted_beside(self, text: str, page: PageWords) -> list[QuotedWords]:
        """Return the quotations of a text by the words of its `page`, which joins those that are cut."""
        plain = PageWords(text)
        places = [bisect_left(page.ends, end) for end in plain.ends]
        found = (one for one in self.quoted(plain) if one.agreements)
        return [one._replace(start=places[one.start], stop=places[one.stop - 1] + 1) for one in found]

    def saying(self, page: PageWords, body: tuple[int, int]) -> tuple[Agreement, ...]:
        """Return how the lives that have all sentences of a paragraph agree with it, however short these are."""
        found = list(self._sentences(*body, page))
        is_whole = sum(one.stop - one.start for one in found) == body[1] - body[0]
        return self._quoted(found, page).agreements if found and is_whole else ()

    def _sentences(self, first: int, last: int, page: PageWords) -> Iterator[_Sentence]:
        """Yield the sentences of a paragraph, from its first word up to the one after its last, that any life has."""
        start = first
        for sentence in sentences(squeeze(page.between(first, last))):
            stop = start + len(PageWords(sentence).plain)
            end = start
            for part in page.parts(start, stop) if stop > start else ():
                said = sentence if part == (start, stop) else squeeze(page.between(*part))
                prints = map(sentence_fingerprint, _readings(said) if part[0] >= end else ())
                for one in islice(filter(self.with_sentence, prints), 1):
                    yield _Sentence(*part, one, self.with_sentence(one))
                    end = part[1]
            start = stop

    def _goes_on(self, group: Sequence[_Sentence], one: _Sentence) -> bool:
        """Whether a sentence follows others in some wording of a life, be it with other sentences between them.

        One that no wording has after them begins another quotation.
        """
        lives = one.lives.intersection(*(each.lives for each in group)) if one.start == group[-1].stop else ()
        row = [each.fingerprint for each in (*group, one)]
        return any(all(each in left for each in row) for life in lives for left in map(iter, self._said(life)))

    def _said(self, life: int) -> list[tuple[str, ...]]:
        """Return the sentences of each wording of a life."""
        every = self._found[life].wordings
        return undamaged([one.sentences for one in every], [one.begins_phrasing for one in every])

    def _quoted(self, group: Sequence[_Sentence], page: PageWords) -> QuotedWords:
        start, stop = group[0].start, group[-1].stop
        lives = frozenset.intersection(*(one.lives for one in group))
        agreements = tuple(self._agreement(life, group, page) for life in sorted(lives))
        quoted = QuotedWords(start, stop, page.letters(start, stop), agreements)
        return quoted._replace(agreements=tuple(self._in_words(quoted, page, self._words))) if self._words else quoted

    def _in_words(self, one: QuotedWords, page: PageWords, index: WordIndex) -> Iterator[Agreement]:
        """Yield how lives of an index agree: a text of a release that is not known, where it has the words in a row."""
        words = page.joined(one.start, one.stop)
        for known, costs in ((self._found[each.life], each.costs) for each in one.agreements):
            numbered = {place for stay in known.thread.stays for place in index.numbered(stay.number)}
            for place in (place for place in numbered if index.life(place).id == known.thread.id):
                same = enumerate(known_wordings(index.life(place), index.dates, known, self._known))
                told = ((wording, one.letters if at is None else costs[at]) for wording, at in same)
                every = (0 if words in index.words_of(place, wording).joined else cost for wording, cost in told)
                yield Agreement(place, tuple(every))

    def _agreement(self, life: int, group: Sequence[_Sentence], page: PageWords) -> Agreement:
        costs = []
        for there in self._said(life):
            lacking = (one for one in group if one.fingerprint not in there)
            costs.append(sum(page.letters(one.start, one.stop) for one in lacking))
        return Agreement(life, tuple(costs))


# Lives by their places, over the releases at `dates`, with their words or without.
LivesIndex = WordIndex | SentenceIndex


def undamaged(said: Sequence[Sequence[str]], begins: Sequence[bool]) -> list[tuple[str, ...]]:
    """Return the sentences of each wording, with those that stand before and after it while the words are the same.

    `begins` says of each wording whether its words are others than those before. A file that has question marks in
    place of its quotes and dashes is no gap. Source: 2008-05-01.
    """
    found = [tuple(one) for one in said]
    for at in range(1, len(found) - 1):
        if not (begins[at] or begins[at + 1]):
            found[at] = tuple(dict.fromkeys((*found[at], *(one for one in found[at - 1] if one in found[at + 1]))))
    return found


def known_wordings(
    life: IndexedLife, dates: Sequence[date], known: KnownLife | None, lives: KnownLives
) -> list[int | None]:
    """Return for each wording of a life, over `dates`, the place of that which is known of its first day, if any is."""
    begun = [lives.dates[one.at] for one in known.wordings] if known else []
    first = {stay.wording: dates[stay.first] for stay in reversed(life.stays)}
    days = (first[wording] for wording in range(len(life.wordings)))
    return [max(0, bisect_right(begun, day) - 1) if begun and day in lives.dates else None for day in days]


def without_texts(known: KnownLife, lives: KnownLives) -> IndexedLife:
    """Return one of the known `lives` with its numbers; its wordings have no text."""
    begun = {wording.at: at for at, wording in enumerate(known.wordings)}
    begins = {wording.at for wording in known.wordings if wording.begins_phrasing}
    stays = []
    for stay in known.thread.stays:
        wording = max((at for first, at in begun.items() if first <= stay.first), default=0)
        stays.append(IndexedStay(stay.first, stay.last, stay.number, wording, stay.first in begins))
    name = known.thread.id
    return IndexedLife(name, tuple(stays), lives.is_entry(name), ("",) * len(known.wordings), lives.merged_into(known))


def _readings(said: str) -> Iterable[str]:
    """Return how a sentence may read in the rules: as it stands, without the marks around it, its words uncut."""
    said = said.replace(ESCAPED_APOSTROPHE, "’")
    bare = said.strip(_AROUND)
    read = (said, bare, _CUT.sub("", bare))
    return dict.fromkeys((*read, *(_CAPITAL.sub("rule", one) for one in read)))
