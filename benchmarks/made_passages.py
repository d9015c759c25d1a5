"""Passages as people quote the rules: clauses of one release with slips, numbers and markup of their writer's own."""

from __future__ import annotations

import re
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from html import escape
from random import Random
from string import ascii_lowercase
from textwrap import fill

from crdiff.corpus import Corpus
from crdiff.identify.word_index import IndexedLife, WordIndex
from crdiff.store.archive.words import MappedWords, word_index

MOST_CLAUSES, MOST_SLIPS = 4, 3
FEWEST_WORDS = 10
"""Words of the shortest clause that is quoted: shorter ones are headings and the like."""
_SLIP_LETTERS = 4
"""Letters of the shortest word that a slip is made in."""
_TRIES = 20
_APOSTROPHE = re.compile(r"['’‘]|\?(?=(?:s|t|d|m|ll|re|ve)\b)")
_STRAIGHT = str.maketrans("’‘“”", "''\"\"")


def index_at_hand(parser: ArgumentParser) -> WordIndex:
    """Return the index of the words of the user's corpus; without texts a command ends with a line of `parser`."""
    with Corpus() as corpus:
        words = corpus.words
        if not isinstance(words, MappedWords):
            parser.error("the corpus has no texts; expected $CRDIFF_HOME with those of the releases")
        return word_index(words)


class Numbers(StrEnum):
    """What became of the numbers of the clauses quoted."""

    KEPT = "kept"
    LOST = "lost"
    OTHER = "other"
    """those of another release"""


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a release: the life that it is of, its number and its text."""

    life: IndexedLife
    number: str
    text: str


@dataclass(frozen=True, slots=True)
class MadePassage:
    """A passage of the release at `position` in a file of the name `name`; `slips` are the words as they were misspelt.

    `truth` are the positions of the releases that have the clauses in these words, under these numbers if `numbers`
    were kept: looked for in the texts, whatever crdiff knows of the lives of clauses.
    """

    name: str
    text: str
    position: int
    numbers: Numbers
    slips: tuple[str, ...]
    truth: frozenset[int]


class Texts:
    """The clauses of every release of an index, and its glossary."""

    def __init__(self, index: WordIndex) -> None:
        self.releases: list[list[Clause]] = [[] for _ in index.dates]
        self._entries: list[list[Clause]] = [[] for _ in index.dates]
        for life in map(index.life, range(len(index))):
            there = self._entries if life.is_entry else self.releases
            for stay in life.stays:
                for position in range(stay.first, stay.last + 1):
                    there[position].append(Clause(life, stay.number, life.wordings[stay.wording]))
        for clauses in self.releases:
            clauses.sort(key=_in_order)

    @cached_property
    def words(self) -> Sequence[Mapping[str, list[str]]]:
        """Of every release, the words of its clauses and entries -> their numbers; each text is read once."""
        known: dict[str, str] = {}
        every: list[dict[str, list[str]]] = []
        for clauses in map(list.__add__, self.releases, self._entries):
            there: dict[str, list[str]] = {}
            for one in clauses:
                if one.text not in known:
                    known[one.text] = _words(one.text)
                there.setdefault(known[one.text], []).append(one.number)
            every.append(there)
        return every

    def having(self, quoted: Sequence[Clause], *, with_numbers: bool) -> frozenset[int]:
        """Return the releases that have all that is quoted, as a clause or within one."""
        return frozenset(
            position
            for position, there in enumerate(self.words)
            if all(self._has(there, one, with_number=with_numbers) for one in quoted)
        )

    def _has(self, there: Mapping[str, list[str]], one: Clause, *, with_number: bool) -> bool:
        quoted = _words(one.text)
        numbers = there.get(quoted) or self._saying(there, quoted)
        return one.number in numbers if with_number else bool(numbers)

    def is_of_one(self, text: str) -> bool:
        """Whether no release has some words in two clauses."""
        return all(len(self._saying(there, _words(text))) <= 1 for there in self.words)

    @staticmethod
    def _saying(there: Mapping[str, list[str]], quoted: str) -> list[str]:
        return [number for said, every in there.items() if quoted in said for number in every]


def _in_order(clause: Clause) -> tuple[int, int, int, str]:
    number = re.match(r"(\d+)(?:\.(\d+)([a-z]*))?", clause.number)
    return (int(number[1]), int(number[2] or -1), len(number[3] or ""), number[3] or "") if number else (0, 0, 0, "")


def _words(text: str) -> str:
    """Return the words of a text with a space around each: "rule 104.3" is not the beginning of "rule 104.3f"."""
    words = re.findall(r"[^\W_]+", _APOSTROPHE.sub("", text.lower().replace("æ", "ae")))
    return f" {' '.join(words)} "


def made_passages(texts: Texts, chance: Random, count: int) -> Iterator[MadePassage]:
    """Yield passages as `chance` has it."""
    while count:
        position = chance.randrange(len(texts.releases))
        clauses = texts.releases[position]
        many = chance.randint(1, MOST_CLAUSES)
        first = chance.randrange(len(clauses) - many)
        quoted = [one for one in clauses[first : first + many] if len(one.text.split()) >= FEWEST_WORDS]
        if quoted:
            yield _made(texts, position, quoted, chance)
            count -= 1


def _made(texts: Texts, position: int, quoted: Sequence[Clause], chance: Random) -> MadePassage:
    numbers = chance.choice(list(Numbers))
    other = chance.randrange(len(texts.releases))
    words = [one.text.translate(_STRAIGHT).split(" ") for one in quoted]
    slips = tuple(_misspelt(words, chance, chance.randint(0, MOST_SLIPS)))
    beside = [_number(one, numbers, other) for one in quoted]
    name, wrap = chance.choice(_WRAPS)
    text = "\n\n".join(wrap(number, " ".join(each)) for number, each in zip(beside, words, strict=True))
    truth = texts.having(quoted, with_numbers=numbers is Numbers.KEPT)
    return MadePassage(name, text, position, numbers, slips, truth)


def _number(one: Clause, numbers: Numbers, other: int) -> str:
    stay = one.life.at(other)
    return {Numbers.KEPT: one.number, Numbers.LOST: "", Numbers.OTHER: stay.number if stay else ""}[numbers]


def _misspelt(words: Sequence[list[str]], chance: Random, count: int) -> Iterator[str]:
    """Misspell some of the words, each once, and yield them as they are then."""
    spelt: set[tuple[int, int]] = set()
    for _ in range(count * _TRIES):
        line = chance.randrange(len(words))
        at = chance.randrange(len(words[line]))
        word = words[line][at]
        slip = _slip(word, chance) if len(word) >= _SLIP_LETTERS and word.isalpha() else word
        if slip.lower() != word.lower() and (line, at) not in spelt and len(spelt) < count:
            spelt.add((line, at))
            words[line][at] = slip
            yield slip


def _slip(word: str, chance: Random) -> str:
    """Return a word with two letters swapped, one left out, one doubled or another one in its place."""
    at = chance.randrange(len(word) - 1)
    one, next_one = word[at], word[at + 1]
    middle = chance.choice((next_one + one, next_one, one + one + next_one, chance.choice(ascii_lowercase) + next_one))
    return word[:at] + middle + word[at + 2 :]


def _plain(number: str, text: str) -> str:
    return f"{number} {text}".lstrip()


def _broken(number: str, text: str) -> str:
    return fill(_plain(number, text), 70)


def _quotation(number: str, text: str) -> str:
    return f"> **{number}.** {text}".replace("**.** ", "").replace("\n", "\n> ")


def _html(number: str, text: str) -> str:
    return f'<blockquote class="rule"><p><b>{escape(number)}</b> {escape(text)}</p></blockquote>'.replace("\n", "<br>")


_WRAPS: Sequence[tuple[str, Callable[[str, str], str]]] = (
    ("made.txt", _plain), ("made.txt", _broken), ("made.md", _quotation), ("made.html", _html),
)  # fmt: skip
