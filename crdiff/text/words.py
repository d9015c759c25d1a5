"""Text as word tokens: what a redline marks and what a comparison counts.

A token is a word with its apostrophes, a rule number, a symbol in braces, a run of white space, or one other
character. Joining the tokens gives the text back.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

from crdiff.text.normalise import fold_typography

_SOLID = r"""
    [^\W\d_][^\W_]*(?:['’][^\W_]+)*(?:(?<=[sS])['’](?!\w))?  # a word: can't, players'
  | \{[^{}\s]*\}                                # a symbol: {W}, {2/U}
  | \d{3}\.\d{1,3}[a-z]{0,2}\b                  # a rule number: 702.9c
  | \d+(?:[.,]\d+)+                             # 1,000 and 3.15
  | [^\W_]+(?:['’][^\W_]+)*(?:(?<=[sS])['’](?!\w))?  # a word that begins with a figure: 20th
  | \S
"""
"""A token other than white space; the commonest form comes first."""
_TOKEN = re.compile(rf"{_SOLID} | \s+", re.VERBOSE)
_SPACED = re.compile(rf"(\s*)({_SOLID})", re.VERBOSE)
_PUNCTUATION = '.,;:!?()[]"-#'
_SENTENCE_END = re.compile(r"[.!?\n](?:(?<=\n)\n*|(?<=[.!?])[\"')\]]*\s+(?=[\"'(\[]*[A-Z0-9{]))")
"""The end of a sentence, from its last mark on; any pattern that does not begin with a set of marks is much slower."""


def tokens(text: str) -> list[str]:
    """Return the tokens of `text`; ``"".join(tokens(text)) == text``.

    A contraction ("can't") and a number ("702.9c") are one token each, so that no redline splits them.
    """
    return _TOKEN.findall(text)


def spaced_tokens(text: str) -> list[tuple[str, str]]:
    """Return the tokens of `text` other than white space, each with the white space before it."""
    return _SPACED.findall(text)


def counted_words(text: str) -> list[str]:
    """Return the words of `text` as comparisons count them: lower case, no punctuation, typography folded before.

    Words count by their stem, since rewritten rules change endings freely ("players", "player's"; "exile", "exiled").
    """
    return list(map(_plain, _split(text)))


@lru_cache(maxsize=1 << 15)
def distinct_words(text: str) -> frozenset[str]:
    """Return the different words of `text` as comparisons count them, its typography folded; most are asked again."""
    return frozenset(counted_words(fold_typography(text)))


def word_counts(text: str) -> Counter[str]:
    """Return how often each word of `counted_words` occurs in `text`; faster than counting them one by one."""
    counts: Counter[str] = Counter()
    for word, count in Counter(_split(text)).items():
        counts[_plain(word)] += count
    return counts


def _split(text: str) -> list[str]:
    text = text.lower()
    for mark in _PUNCTUATION:
        text = text.replace(mark, " ")
    return text.split()


@lru_cache(maxsize=32768)
def _plain(word: str) -> str:
    """Return the stem of a lower-case word: ``players`` -> ``player``; ``exiled`` and ``exile`` -> ``exil``."""
    word = word.strip("'").removesuffix("'s")
    if len(word) > 4 and word.endswith("s") and word[-2] not in "su":
        word = word[:-3] + "y" if word.endswith("ies") else word[:-1]
    for ending in ("ing", "ed"):
        if len(word) > len(ending) + 2 and word.endswith(ending):
            word = word.removesuffix(ending)
            return word[:-1] if word[-1] == word[-2] and word[-1] not in "ls" else word
    return word.removesuffix("e") if len(word) > 4 else word


def sentences(text: str) -> list[str]:
    """Return the sentences and paragraphs of `text`, in order, without the white space between them.

    A closing quote or bracket stays with its sentence. Abbreviations do not matter: the rules use none that end in a
    full stop before a capital.
    """
    found: list[str] = []
    start = 0
    for match in _SENTENCE_END.finditer(text):
        piece = text[start : match.end()].strip()
        if piece:
            found.append(piece)
        start = match.end()
    tail = text[start:].strip()
    return [*found, tail] if tail else found


def sentence_ends(text: str) -> list[int]:
    """Return where each sentence or paragraph of `text` ends, the white space after it included, and the whole text."""
    return [*(match.end() for match in _SENTENCE_END.finditer(text)), len(text)]
