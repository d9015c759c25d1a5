"""What the words beside a citation say of what it means, and which words those are."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import log
from re import compile as pattern

from crdiff.cite.citation import CitedGroup
from crdiff.cite.numbering import Numbering, NumberUse
from crdiff.model.number import ClauseNumber, first_number, next_number
from crdiff.text.normalise import folded_once
from crdiff.text.words import Words, counted_words, word_counts

SHARE = 0.4
"""Share of the words beside a citation that are taken from its clause; the others are of the language of the rules."""
TEMPER = 0.85
"""What a logarithm of the odds of words counts for: words beside one another are not independent."""
_TITLE = 10.0
"""Weight of a word of the title over a clause, in words of its text: a comment on trample says "trample"."""
_ABOVE = 1.0
"""Weight of a word of the title of the subsection."""
_BELOW = 0.25
"""Weight of a word of the clauses under a rule or a subsection: who cites 725 speaks of all that it says."""
_JOINED = pattern(r"(?<=[a-z])(?=[A-Z])|[^\w\s'’{}+-]|_")
"""Where the words of a name in code meet (``createTokenCopy``, ``combat_damage``), and marks that join others."""

_KEPT = 1 << 10
"""Wordings whose words are kept counted: most are asked for once or twice, for the clauses over them."""

Said = Callable[[str], tuple[str, str] | None]
"""Gives what a wording says by its fingerprint: title, and text with examples; None where its text is not there."""
Counts = Mapping[str, int]
Body = Mapping[str, float]
"""The words of a clause, each with its share of them."""


def words_of(text: str) -> Words:
    """Return the words of a text that can tell what it is about, names of a program taken apart: numbers are none."""
    words = counted_words(folded_once(_JOINED.sub(" ", text)))
    return frozenset(word for word in words if word and not word[:1].isdigit())


def counted(text: str) -> Counts:
    """Return how often a text has each of its words."""
    return {word: count for word, count in word_counts(folded_once(text)).items() if not word[:1].isdigit()}


class ClauseWords:
    """The words of every clause of the releases that `numbering` knows, as far as `said` has their texts.

    How much a word says follows from how many texts of `vocabulary` have it.
    """

    def __init__(self, numbering: Numbering, said: Said, vocabulary: Iterable[str]) -> None:
        self.numbering = numbering
        self.said = said
        self.body = lru_cache(maxsize=None)(self._body)
        self.title = lru_cache(maxsize=None)(self._title)
        self._words = lru_cache(maxsize=_KEPT)(self._words_read)
        counts: Counter[str] = Counter()
        for wording in vocabulary:
            counts.update(self._words(wording))
        total = sum(counts.values())
        self._common = {word: count / total for word, count in counts.items()}
        self._rare = 1 / total if total else 1.0

    def odds(self, words: Words, number: ClauseNumber, use: NumberUse) -> float:
        """Return how much better `words` are explained by what `number` named than by chance, as a logarithm."""
        body = self.body(number, use)
        shared = body.keys() & words
        known = len(shared) + len((words & self._common.keys()) - shared)
        return sum([self.gain(word, body[word]) for word in shared]) + known * log(1 - SHARE)

    def gain(self, word: str, share: float) -> float:
        """Return what it adds to the odds of a clause that it has a word, as such a share of its own."""
        return log(1 + SHARE / (1 - SHARE) * share / self._common.get(word, self._rare))

    def _body(self, number: ClauseNumber, use: NumberUse) -> Body:
        weights: dict[str, float] = defaultdict(float)
        for weight, words in self._parts(number, use):
            for word, count in words.items():
                weights[word] += weight * count
        whole = sum(weights.values())
        return {word: weight / whole for word, weight in weights.items()}

    def _parts(self, number: ClauseNumber, use: NumberUse) -> Iterator[tuple[float, Counts]]:
        """Yield the words that stand for a clause: its own, those of the titles over it, of the clauses below."""
        for wording in self.numbering.wordings(use.clause, use.first, use.last):
            yield 1.0, self._words(wording)
        above: ClauseNumber | None = number
        while above and not above.is_section:
            yield _ABOVE if above.is_heading and not number.is_heading else _TITLE, self.title(above, use.last)
            above = above.parent
        if not number.is_subrule:
            for below in _below(self.numbering, number, use.last):
                for wording in self.numbering.wordings(below, use.last, use.last):
                    yield _BELOW, self._words(wording)

    def _title(self, number: ClauseNumber, position: int) -> Counts:
        """Return the words of the title of a clause in a release, none where it has no title."""
        clause = self.numbering.clause(number, position)
        wordings = self.numbering.wordings(clause, position, position) if clause is not None else ()
        titles = (said[0] for wording in wordings if (said := self.said(wording)))
        return counted(" ".join(titles))

    def _words_read(self, wording: str) -> Counts:
        said = self.said(wording)
        return counted("\n".join(said)) if said else {}


def _below(numbering: Numbering, number: ClauseNumber, position: int) -> Iterator[int]:
    """Yield the clauses one level below `number` in a release."""
    below = first_number(number)
    while (clause := numbering.clause(below, position)) is not None:
        yield clause
        below = next_number(below)


_BEFORE_MAX = 200
"""Bytes before a citation that can belong to its sentence."""
_AFTER_MAX = 500
"""Bytes after it: a comment quotes a clause behind its number, and then quotes it long."""
_LINES_BEFORE = 2
"""Lines of a comment before the one with the citation, itself included."""
_LEADER = re.compile(rb"[ \t]*(//+[/!]?|/?\*+(?!/)|#+|--|;+|>|\|)?[ \t]*")
_SENTENCE_MAX = 160
"""Bytes of a sentence on either side of a citation."""
_SENTENCE_END = re.compile(r"(?<=[a-z)\]\"'`])[.;!?](?=\s)")
_LINES_OF_CODE = 3
"""Lines before and after a citation without words that may say what it is about, its own included."""
_BLANK_MAX = 3
"""Most bytes of a line that ends a paragraph: a comment's leader alone, or a tag."""


def words_beside(text: bytes, groups: Sequence[CitedGroup], place: int) -> str:
    """Return the text around `groups[place]`, comment leaders taken out, up to the citations beside it.

    What follows it counts to the end of its paragraph of comment or prose; code does not.
    """
    group = groups[place]
    start = max(groups[place - 1].stop if place else 0, group.start - _BEFORE_MAX)
    stop = min(groups[place + 1].start if place + 1 < len(groups) else len(text), group.stop + _AFTER_MAX)
    leader = _leader_of(text, group.start)
    before, after = text[start : group.start].split(b"\n"), text[group.stop : stop].split(b"\n")
    near = [*_paragraph(before[-2::-1], leader)[: _LINES_BEFORE - 1][::-1], before[-1]]
    lines = (*near, after[0], *_paragraph(after[1:], leader))
    return _plain(lines)


def sentence_beside(text: bytes, groups: Sequence[CitedGroup], place: int) -> str:
    """Return the sentence that a citation stands in, as far as the citations beside it: what it is cited for."""
    group = groups[place]
    stop = min(groups[place + 1].start if place + 1 < len(groups) else len(text), group.stop + _SENTENCE_MAX)
    after = text[group.stop : stop].split(b"\n")
    lines = (after[0], *_paragraph(after[1:], _leader_of(text, group.start)))
    start = max(groups[place - 1].stop if place else 0, group.start - _SENTENCE_MAX, text.rfind(b"\n", 0, group.start))
    head = _SENTENCE_END.split(text[start : group.start].decode("utf-8", "replace"))[-1]
    return f"{head} {_SENTENCE_END.split(_plain(lines))[0]}"


def code_beside(text: bytes, groups: Sequence[CitedGroup], place: int) -> str:
    """Return the lines about a citation that has hardly a word of its own: it says what the code there does."""
    start, stop = groups[place].start, groups[place].stop
    for _ in range(_LINES_OF_CODE):
        start = text.rfind(b"\n", 0, max(start, 0))
        stop = text.find(b"\n", stop + 1) if stop >= 0 else stop
    start = max(start, groups[place - 1].stop if place else 0, groups[place].start - _BEFORE_MAX)
    stop = min(stop if stop >= 0 else len(text), groups[place].stop + _AFTER_MAX)
    if place + 1 < len(groups):
        stop = min(stop, groups[place + 1].start)
    return text[max(start, 0) : stop].decode("utf-8", "replace")


def passage_before(text: bytes, group: CitedGroup) -> str:
    """Return the comment or paragraph up to a citation, other citations included."""
    before = text[max(0, group.start - _AFTER_MAX) : group.start].split(b"\n")
    return _plain((*_paragraph(before[-2::-1], _leader_of(text, group.start))[::-1], before[-1]))


def passage_after(text: bytes, group: CitedGroup) -> str:
    """Return the comment or paragraph from a citation on, it and others included."""
    after = text[group.start : group.stop + _AFTER_MAX].split(b"\n")
    return _plain((after[0], *_paragraph(after[1:], _leader_of(text, group.start))))


def _plain(lines: Iterable[bytes]) -> str:
    return b" ".join(_LEADER.sub(b"", line, count=1) for line in lines).decode("utf-8", "replace")


def _leader_of(text: bytes, at: int) -> bytes:
    """Return what opens the line of `at`, b"" where it opens with words or code."""
    match = _LEADER.match(text, text.rfind(b"\n", 0, at) + 1)
    return (match and match[1]) or b""


def _paragraph(lines: Sequence[bytes], leader: bytes) -> list[bytes]:
    """Return the first `lines` that go on with the same comment or paragraph."""
    found: list[bytes] = []
    for line in lines:
        said = line.strip()
        if len(said) <= _BLANK_MAX or (leader and not said.startswith(leader)):
            break
        found.append(line)
    return found
