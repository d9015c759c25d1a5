"""The words of a page and of a wording as they are compared, and those that a slip of typing makes of another."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate, islice, pairwise
from zlib import crc32

from rapidfuzz.distance import OSA

from crdiff.model.number import NUMBERS
from crdiff.text.groups import by_key
from crdiff.text.source_text import line_starts
from crdiff.text.words import sentence_ends

# What a line begins with in Markdown, wiki text, a diff and pages copied by hand: quotation, list, task, heading.
_LINE_HEAD = re.compile(
    rf"(?m)^[ \t]*(?:(?:>|[-*+•·○▪](?=\s|{NUMBERS.dotted})|#{{1,6}}(?=\s)|\[[ xX]\](?=\s)|[*:]+(?=\s|\d))[ \t]*)+"
)
# Marks of emphasis, links and tables, and between two versions; a pattern whose branches do not all begin with a mark
# is ten times as slow.
_EMPHASIS = re.compile(r"\*\**|__*|~~|``*|'''*|\\(?=[*_\[\]()#+.!<>-])|\||<|--*>|==*>|>|→|⇒|/(?= )")
# What stands between two pieces of a subtitle: a blank line, a count, and from when to when it is shown.
_CUE = re.compile(r"(?:^|\n\s*)(?:\d+[ \t]*\n)?(?:\d\d:)?\d\d:\d\d[.,]\d+ --> [^\n]*\n")
_BBCODE = re.compile(
    r"\[(?:\*|/?(?i:b|i|u|s|quote|url|color|size|font|list|center|indent|spoiler)(?:=[^\]\n]{0,200})?)\]"
)
# Keys and escapes of JSON; an apostrophe that is escaped is left to its word.
_JSON = re.compile(r'"\w{1,40}"\s*:(?=\s*["\[{])|\\(?:[nrt"/]|u(?!2019)[\da-f]{4})')
# What an apostrophe escaped in JSON is read as: each character stays in its place.
ESCAPED_APOSTROPHE = "’" * 6
# Where a word is cut: by a hyphen at the end of a line, or by a soft one.
_CUT = re.compile(r"(?:-|\u00ad)[ \t]*\n[ \t>]*|\u00ad")
# A word with its apostrophes; a question mark before such an ending is an apostrophe that a carrier lost.
#
# Source: 419.2 of 2008-02-01, "as events happen?they aren?t locked in": the first stands for a dash.
_WORD = re.compile(r"[^\W_]+(?:(?:['’‘´`]|’{6}|\?(?=(?:s|t|d|m|ll|re|ve)\b))[^\W_]+)*")
_NUMBER = rf"(?:(?i:CR|rule)[ \t]*)?({NUMBERS.subsection}(?:{NUMBERS.below})?)"
# What somebody calls a clause on the line with its number: "Rule 420.5e (Legend Rule)".
_CALLS = r"(?:[ \t]*\([^()\n]{1,40}\)[^\w\n]*(?=\n))?"
# What a clause begins with on a page: its number, marks, a capital; a line broken after "see rule" has no capital.
#
# A quotation mark may be a question mark: one release has these throughout, as in "?Provoke? means".
# That of a clause may be a line by itself: "410.8b" of 1999-04-23 over its words, in a list of changes of that year.
_HEAD = (
    rf"[ \t\"“‘'(\[]*(?![^\d\n]{{0,8}}{NUMBERS.subsection}[^\w\n]*\n){_NUMBER}[ \t]*[.:)\]\u2013\u2014-]*{_CALLS}"
    r"(?:[ \t]+|[ \t]*\n[ \t]*)(?=[\"\u201c'?(\[{A-Z])"
)
# What a line ends with whose next one begins with a number that is referred to.
#
# Source: 405.1 of 2009-07-11, "(see rule 601.2a). When an ability is activated", in lines of 70 characters.
_REFERRING = "".join(rf"(?<!{word}\n)" for word in ("see", "See", "rule", "rules", " and", " or", " in", " by", ","))
# What is said of a version of a clause before it, and what somebody calls one before its number.
_VERSION = "old|new|before|after|was|is|now"
_CALLED = rf"[^\n.!?:]{{1,40}}:(?=[^\w\n]*{NUMBERS.dotted})"
# Where a paragraph ends: a blank line, or a line that begins with a number of the rules, an example or a version, or
# with a small letter after a sentence ("but today"); and between what a clause was and what it is, both quoted. Each
# branch begins with a mark, as above.
_BREAK = re.compile(
    rf"\n(?:[ \t]*\n|{_REFERRING}(?=(?:{_CALLED})?{_HEAD})|(?=[ \t]*(?i:examples?|{_VERSION}):)"
    r"|(?:(?<=[.!?]\n)|(?<=[.!?][)”\"]\n)|(?<=[.!?][)”\"]{2}\n))(?=[ \t]*[a-z]))"
    rf"|(?:”|\")[ ,;.]*(?=(?i:{_VERSION}):| (?:and|but) (?:is|are|now|was|were)\b[^“”\"\n]{{0,20}}[“\"])"
)
# Where a line of a diff, or an item of a list, begins.
_DIFF_LINE = re.compile(rf"\n(?=[ \t>]*[-+](?:[ \t]+|(?={NUMBERS.subsection}\b))[\"“'(]?(?:[A-Z\d]))", re.ASCII)
# What a paragraph begins with that is none of its words: its number, what somebody calls it, or both ("New: 702.19b").
#
# A whole number needs no capital after it, which a slip may have cost.
_LABEL = re.compile(rf"(?:{_CALLED})?(?:{_HEAD}|[ \t]*({NUMBERS.dotted})[.:]?[ \t]+(?=[^\W\d]))|[ \t]*(?i:{_VERSION}):")
_LABEL_BEFORE = re.compile(rf"(?<![\d.]){_NUMBER}{_CALLS}[\W_]*$", re.IGNORECASE)
# The number of what follows a colon or is quoted: "702.19b states:", "704.5a (2009):", "704.5a was “".
_LABEL_SAYS = re.compile(
    rf"(?<![\d.])(?:(?:CR|rule)[ \t]+)?({NUMBERS.dotted})(?:[^\w\n.;!?]+(?:[^\W\d]\w*|\d{{4}}(?:-\d\d-\d\d)?)){{0,4}}"
    r"[^\w\n.;!?]*[:“\"][\W_]*$",
    re.IGNORECASE,
)
# Characters before a word in which its number stands: "704.5aa", marks, spaces that took the place of markup.
_LABEL_REACH = 72
# What stands before a number that is referred to.
#
# Source: 203.2e of 2006-10-01 ends "See rule 104.3.", and 203.3 follows.
_SEE = re.compile(r"\bsee (?:also )?rules? $", re.IGNORECASE)
# The same of a number that ends a sentence: "an exception to rule 608.2d.", "rules 713.9–10 and 712.18."
_CITING = re.compile(r"\b[a-z]+ rules? $|\d\S* (?:and|or) $")
_QUOTATION = re.compile(r"“[^”\n]*”|\"[^\"\n]*\"")
# What stands between two sentences, or around one that is quoted within another.
_ENDS = re.compile(r"[.!?:;…()\"“”\u2014\n]")
_OPENS = re.compile('[:"“]')
_CLOSES = re.compile('["”]')
_OPENING = "\"“‘'(["
_FOLDED = str.maketrans({**dict.fromkeys("'’‘´`?", ""), "Æ": "ae", "æ": "ae", "œ": "oe"})

# Words that are every fifth of an English text, and hardly one of any other.
_ENGLISH = frozenset(("the", "of", "and", "to", "is", "that", "it", "with", "if", "you"))
# Words from which on they tell the language of a text.
_LANGUAGE_WORDS = 30
# Words kept as they are compared: the rules have about eight thousand ways to print one.
_PLAIN_KEPT = 1 << 14
# Words of the shortest sentence that is a quotation by itself.
SENTENCE_WORDS = 7
# Words of the longest sentence that what it quotes is looked for in: each more costs time.
_LONGEST_WORDS = 120
# Words of a shingle: in a sentence of eight words with one slip at least one shingle stays whole.
SHINGLE_WORDS = 3


class PageWords:
    """The words of a text: `plain` as compared, and where each begins and ends in `text`.

    `read` says what words to look for instead of those that stand there.
    """

    def __init__(
        self,
        text: str,
        read: Callable[[Sequence[str]], Sequence[str]] | None = None,
        knows: Callable[[str], bool] | None = None,
    ) -> None:
        self._source = text
        self.text = blanked(text)
        found = [(match.start(), match.end(), plain(match[0])) for match in _WORD.finditer(self.text)]
        if knows and _CUT.search(self.text):
            found = _uncut(found, self.text, knows)
        self.starts = [start for start, _, _ in found]
        self.ends = [end for _, end, _ in found]
        self.plain = [word for _, _, word in found]
        self._read = read

    @property
    def is_english(self) -> bool:
        """Whether a text has the small words of English, or too few words to tell."""
        return len(self.plain) < _LANGUAGE_WORDS or sum(map(_ENGLISH.__contains__, self.plain)) >= len(self.plain) / 20

    @cached_property
    def paragraphs(self) -> list[int]:
        """Where each paragraph begins, in characters."""
        lines = (match.end() for match in _DIFF_LINE.finditer(self._source))
        starts = {0, *(match.end() for match in _BREAK.finditer(self.text)), *lines}
        return [*sorted(starts), len(self.text) + 1]

    @cached_property
    def _lines(self) -> list[int]:
        return line_starts(self._source)

    def line(self, word: int) -> int:
        """Return the line of a word, from 1."""
        return bisect_right(self._lines, self.starts[word])

    def column(self, word: int) -> int:
        """Return the column of a word, from 1."""
        return self.starts[word] - self._lines[self.line(word) - 1] + 1

    @cached_property
    def heads(self) -> dict[int, str]:
        """The first word of each paragraph after its number, and that number, for the paragraphs that have one."""
        found = {}
        for start in self.paragraphs[:-1]:
            if (label := _LABEL.match(self.text, start)) and label.lastindex:
                found[bisect_right(self.ends, label.end())] = label[label.lastindex].lower()
        return found

    @cached_property
    def paragraphs_of(self) -> list[int]:
        """The place of the paragraph that each word stands in, from 1."""
        return [bisect_right(self.paragraphs, start) for start in self.starts]

    def body(self, word: int, after: int = 0) -> tuple[int, int]:
        """Return where the words of the paragraph that a word stands in begin and end, without its number.

        It begins with the word `after` at the earliest.
        """
        first, stop = self._bodies[self.paragraphs_of[word] - 1]
        return max(first, after), stop

    @cached_property
    def _bodies(self) -> list[tuple[int, int]]:
        """The same of each paragraph, those without words included."""
        paragraphs = pairwise(self.paragraphs)
        return [(self._after_label(start), bisect_right(self.starts, end - 1)) for start, end in paragraphs]

    def _after_label(self, start: int) -> int:
        """Return the first word from character `start` on that is none of a number there."""
        label = _LABEL.match(self.text, start)
        return bisect_right(self.ends, label.end() if label else start)

    def parts(self, start: int, stop: int) -> Iterator[tuple[int, int]]:
        """Yield where a sentence begins and ends, and what may be quoted in it.

        That begins behind a number, a colon or a quotation mark, and ends before the last mark or the next one.
        """
        yield start, stop
        words = range(start + 1, stop if stop - start <= _LONGEST_WORDS else start)
        ends = [at for at in words if _CLOSES.search(self.text, self.ends[at - 1], self.starts[at])]
        openings = self.openings[bisect_left(self.openings, start) : bisect_left(self.openings, words.stop)]
        for first in dict.fromkeys((start, *(self._after_label(self.starts[at]) for at in (start, *openings)))):
            for last in (stop, *ends[-1:], *ends[bisect_right(ends, first) :][:1]):
                if last - first >= SENTENCE_WORDS:
                    yield first, last

    @property
    def bodies(self) -> list[tuple[int, int]]:
        """Where the words of each paragraph begin and end, without its number."""
        return [self._bodies[at - 1] for at in dict.fromkeys(self.paragraphs_of)]

    def between(self, start: int, stop: int) -> str:
        """Return words `start` to `stop - 1` as printed, with the marks before and after them."""
        before = self.ends[start - 1] if start else 0
        opens = before + len(self.text[before : self.starts[start]].rstrip(_OPENING))
        end = self.starts[stop] if stop < len(self.plain) else len(self.text)
        return self.text[opens : min(end, self.paragraphs[self.paragraphs_of[stop - 1]])]

    def label(self, word: int) -> str:
        """Return the number of the rules that stands directly before a word, "" where none does."""
        found = self._label_before(word)
        return found[1].lower() if found else ""

    def printed_label(self, word: int) -> str:
        """Return the same number as it stands there, with the full stop that ends it: ``502.9a.``, ``100.2.``."""
        found = self._label_before(word)
        return self.text[found.start(1) : found.end(1) + self.text.startswith(".", found.end(1))] if found else ""

    def _label_before(self, word: int) -> re.Match[str] | None:
        at = max(0, self.starts[word] - _LABEL_REACH)
        found = _LABEL_BEFORE.search(self.text, at, self.starts[word])
        if found and not self._is_reference(found, found.end()):
            return found
        found = _LABEL_SAYS.search(self.text, at, self.starts[word])
        return found if found and not self._is_reference(found, found.end(1)) else None

    def _is_reference(self, number: re.Match[str], stop: int) -> bool:
        """Whether a number ends a line, or a sentence, of its own before the words at `stop`."""
        start = self.text.rfind("\n", 0, number.start()) + 1
        is_above = "\n" in self.text[number.start(1) : stop] and re.search(r"\w", self.text[start : number.start()])
        cites = (_SEE, _CITING) if re.fullmatch(r"\.\s+", self.text[number.end(1) : stop]) else (_SEE,)
        return bool(is_above or any(each.search(self.text, start, number.start(1)) for each in cites))

    def letters(self, start: int, stop: int) -> int:
        """Return the letters of words `start` to `stop - 1`."""
        return sum(map(len, self.plain[start:stop]))

    def joined(self, start: int = 0, stop: int | None = None) -> str:
        """Return words `start` to `stop - 1` as compared, each with a space on both sides."""
        return f" {' '.join(self.plain[start:stop])} "

    @cached_property
    def read(self) -> Sequence[str]:
        """The words to look for."""
        return self._read(self.plain) if self._read else self.plain

    @cached_property
    def shingles(self) -> list[int]:
        """32 bits over each run of `SHINGLE_WORDS` words, by the place of its first: the same on every machine."""
        words = [word.encode() for word in self.read]
        ends = list(accumulate((len(word) + 1 for word in words), initial=0))
        joined = b" ".join(words)
        return [crc32(joined[start : stop - 1]) for start, stop in zip(ends, ends[SHINGLE_WORDS:], strict=False)]

    def is_apart(self, start: int, stop: int) -> bool:
        """Whether words `start` to `stop - 1` stand by themselves: a sentence, or what somebody puts between marks."""
        body = self.body(start)
        before = self.text[self.ends[start - 1] : self.starts[start]] if start > body[0] else "\n\n"
        after = self.text[self.ends[stop - 1] : self.starts[stop]] if stop < body[1] else "\n\n"
        return bool((_ENDS.search(before) or self._label_before(start)) and _ENDS.search(after))

    @cached_property
    def openings(self) -> list[int]:
        """The words that a quotation mark or a colon stands before."""
        return sorted({bisect_right(self.ends, match.start()) for match in _OPENS.finditer(self.text)})

    def opens(self, word: int) -> bool:
        """Whether a quotation mark or a colon stands before a word."""
        return self.openings[bisect_left(self.openings, word) :][:1] == [word]

    def encloses(self, start: int, stop: int) -> bool:
        """Whether words `start` to `stop - 1`, with more after them, stand directly between quotation marks."""
        return self.opens(start) and bool(_CLOSES.search(self.text, self.ends[stop - 1], self.starts[stop]))

    def has_left_out(self, word: int) -> bool:
        """Whether the text says that words are left out before a word: by three dots."""
        before = self.text[self.ends[word - 1] : self.starts[word]] if 0 < word < len(self.plain) else ""
        return "…" in before or "..." in before

    @cached_property
    def speaks(self) -> list[bool]:
        """Whether each word is the text's own: none between quotation marks, where a card speaks, and no number."""
        own = [not word[0].isdigit() for word in self.plain]
        for quotation in _QUOTATION.finditer(self.text):
            for word in range(bisect_left(self.starts, quotation.start()), bisect_left(self.starts, quotation.end())):
                own[word] = False
        return own

    @cached_property
    def sentence_starts(self) -> list[int]:
        """The words that sentences and paragraphs begin with, and the number of words."""
        ends = [end for end in sentence_ends(self.text) if end]
        starts = (bisect_right(self.ends, end) for end in (0, *ends))
        return sorted({*starts, len(self.plain)})


def shingle_of(run: Sequence[str]) -> int:
    """Return the shingle of `SHINGLE_WORDS` words as compared."""
    return crc32(" ".join(run).encode())


def blanked(text: str) -> str:
    """Return `text` with its markup as spaces, each character in its place."""
    if "-->" in text:
        text = _CUE.sub(_blank, text)
    if text.lstrip()[:1] in {"{", "["}:
        text = _JSON.sub(_blank, text).replace("\\u2019", ESCAPED_APOSTROPHE)
    text = _LINE_HEAD.sub(_blank, text)
    return _EMPHASIS.sub(_blank, _BBCODE.sub(_blank, text) if "[/" in text else text)


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


# Where a word begins and ends, and how it is compared.
_Found = tuple[int, int, str]


def _uncut(found: Iterable[_Found], text: str, knows: Callable[[str], bool]) -> list[_Found]:
    """Return some words, those that are cut in two joined where that is a word that somebody `knows`."""
    words: list[_Found] = []
    for start, end, word in found:
        if words and _CUT.fullmatch(text, words[-1][1], start) and knows(words[-1][2] + word):
            first, _, before = words.pop()
            words.append((first, end, before + word))
        else:
            words.append((start, end, word))
    return words


@lru_cache(maxsize=_PLAIN_KEPT)
def plain(word: str) -> str:
    """Return a word as it is compared: case, apostrophes and ligatures do not count."""
    return word.translate(_FOLDED).lower()


# Letters of the shortest word that is read as another one: "gts" for "gets"; those of two are near too many.
#
# Source: 504.2 of 2016-09-30, "Second, the active player gets priority".
_SHORTEST_LETTERS = 3
# Letters of the longest word: that of the rules has 19 ("characteristicdefining", were its hyphen lost, 22).
_LONGEST_LETTERS = 24
# Words that one can be read as, those that more clauses have first.
_READINGS_MAX = 6


class NearWords:
    """The words of the rules, those that most clauses have first."""

    def __init__(self, words: Sequence[str]) -> None:
        self._words = words

    @cached_property
    def _by_edges(self) -> Mapping[tuple[str, int], Sequence[int]]:
        """The words by their length and first two letters, last two, or first and last: a slip leaves such a pair."""
        return by_key(((edge, len(word)), rank) for rank, word in enumerate(self._words) for edge in _edges(word))

    def near(self, word: str) -> list[str]:
        """Return the words that one letter left out, put in or replaced, or two swapped, make of `word`."""
        if not _SHORTEST_LETTERS <= len(word) <= _LONGEST_LETTERS or word[0].isdigit():
            return []
        lengths = (len(word) - 1, len(word), len(word) + 1)
        beside = (self._by_edges.get((edge, length), ()) for edge in _edges(word) for length in lengths)
        every = map(self._words.__getitem__, sorted(set().union(*beside)))
        return list(islice((other for other in every if OSA.distance(word, other, score_cutoff=1) <= 1), _READINGS_MAX))


def _edges(word: str) -> tuple[str, str, str]:
    return f"{word[:2]}+", f"+{word[-2:]}", f"{word[:1]}+{word[-1:]}"


# Mark of a word that a sentence begins with; the number of the word stands above the marks.
_BEGINS = 2
# Mark of a word that is the text's own, and no card's.
_SPEAKS = 1
# Bits of the marks.
MARK_BITS = 2


def coded(words: PageWords, numbers: Mapping[str, int]) -> tuple[int, ...]:
    """Return each word of a wording as its number and its marks; wordings that differ in typography alone are one."""
    codes = [
        numbers[word] << MARK_BITS | speaks * _SPEAKS for word, speaks in zip(words.plain, words.speaks, strict=True)
    ]
    for at in words.sentence_starts[:-1]:  # the last one is the number of words
        codes[at] |= _BEGINS
    return tuple(codes)


class SaidWords:
    """A wording as it is compared: its words as `coded` returned them, named by `vocabulary`, and its shingles."""

    def __init__(self, codes: Sequence[int], vocabulary: Sequence[str], shingles: Sequence[int]) -> None:
        self._codes = codes
        self._vocabulary = vocabulary
        self.shingles = shingles

    def __len__(self) -> int:
        return len(self._codes)

    @cached_property
    def plain(self) -> list[str]:
        """The words as compared."""
        return [self._vocabulary[code >> MARK_BITS] for code in self._codes]

    @cached_property
    def joined(self) -> str:
        """The words as compared, each with a space on both sides."""
        return f" {' '.join(self.plain)} "

    @cached_property
    def speaks(self) -> list[bool]:
        """Whether each word is the text's own, as `PageWords.speaks` tells."""
        return [bool(code & _SPEAKS) for code in self._codes]

    @cached_property
    def sentence_starts(self) -> list[int]:
        """The words that sentences and paragraphs begin with, and the number of words."""
        return [*(at for at, code in enumerate(self._codes) if code & _BEGINS), len(self._codes)]

    @cached_property
    def weighty_parts(self) -> list[tuple[int, int]]:
        """Where the whole and its sentences begin and end that are long enough, and more than what a card says."""
        every = [(0, len(self)), *pairwise(self.sentence_starts)]
        said = [not word[0].isdigit() for word in self.plain]
        return [one for one in every if sum(said[slice(*one)]) >= SENTENCE_WORDS and any(self.speaks[slice(*one)])]

    @cached_property
    def shingle_set(self) -> frozenset[int]:
        """The shingles."""
        return frozenset(self.shingles)

    @cached_property
    def only_places(self) -> dict[int, int]:
        """Where the shingles stand that occur once."""
        places = {shingle: at for at, shingle in enumerate(self.shingles)}
        if len(places) == len(self.shingles):
            return places
        counts = Counter(self.shingles)
        return {shingle: at for shingle, at in places.items() if counts[shingle] == 1}
