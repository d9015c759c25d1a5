"""Words that slipped: printed twice in a row, or one letter off the word that is meant."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

from crdiff.lint.finding import Fault, Fix, Passage
from crdiff.lint.laid_out import LaidOut
from crdiff.lint.trial import Trial

_DOUBLED = re.compile(r"\b([A-Za-z]+) \1\b", re.IGNORECASE)
_MAY_DOUBLE = frozenset(("that", "is", "had", "do"))
"""Words that the rules rightly print twice in a row ("any text that states that that card is a creature")."""

_WORD = re.compile(r"[^\W\d_]+")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_SHORTEST = 3
_KNOWN_WELL = 3
"""How often the meant word must be used for a neighbour of it, met in the same words, to be a slip."""
_KNOWN_BEST = 30
"""How often, where the slip is told by its letters alone."""
_LONG = 6
_TELLING = 5
"""How long a word must be to be told from its neighbours by one word on each side."""
_EVERYWHERE = 300
"""How often a word must be used to say nothing about its neighbours: "the", "a", "to"."""
_ENDINGS = ("s", "es", "d", "ed", "r", "er", "ing", "n", "y", "ly", "able")


def doubled_words(trial: Trial) -> Iterator[Fault]:
    """Yield the words printed twice in a row. Source: "see rule rule 403" in 2003-05-26."""
    for passage in trial.prose:
        for found in _DOUBLED.finditer(passage.text):
            if found[1].lower() not in _MAY_DOUBLE and found[1].islower():
                message = f"“{found[1]}” is printed twice"
                yield Fault(message, found[1].lower(), passage, found.start(), found.end(), Fix(found[0], found[1]))


def misspelt_words(trial: Trial) -> Iterator[Fault]:
    """Yield the words that nothing else uses and that are one letter off a word in common use.

    New words are no slips: the other word must have been met between the same two neighbours, or the letters must
    follow each other as in no other word. What is known: the release itself, the one before, and the vocabulary.
    Source: "uptap step" in 2017-04-28, "cardss" in 2023-10-13, "convered" in 2016-07-22.
    """
    known = _Known(trial)
    unknown = sorted(word for word in known.here if not known.is_used(word))
    if not unknown:
        return
    met = re.compile(rf"(?<![^\W\d_])(?:{'|'.join(unknown)})(?![^\W\d_])", re.IGNORECASE)
    for passage in trial.prose:
        for found in met.finditer(passage.text):
            before = _words(passage.text[: found.start()])[-2:]
            after = _words(passage.text[found.end() :])[:2]
            meant = known.meant(found[0], (*["", "", *before][-2:], found[0], *[*after, "", ""][:2]))
            if meant:
                fix = Fix(found[0], meant.capitalize() if found[0][0].isupper() else meant)
                message = f"“{found[0]}” is used nowhere else; “{fix.new}” is meant?"
                yield Fault(message, found[0].lower(), passage, found.start(), found.end(), fix)


class _Known:
    """The words in use: in the release before where there is one, else in the release itself."""

    def __init__(self, trial: Trial) -> None:
        self.vocabulary = trial.vocabulary.words
        self.here = _counted(trial)
        self.before = _counted(trial.comparer.before) if trial.comparer else Counter[str]()
        self.texts = [trial.comparer.before.prose if trial.comparer else (), trial.prose]

    def is_used(self, word: str) -> bool:
        """Whether a word is no slip: too short to tell, met before, or met often."""
        return len(word) < _SHORTEST or word in self.before or word in self.vocabulary or self.here[word] > 2

    def meant(self, word: str, around: Sequence[str]) -> str:
        """Return the word that `word` is a slip for, "" where it is none; `around`: it, two before and two after it."""
        near = sorted(
            (other for other in _one_off(word.lower()) if self.used(other) >= _KNOWN_WELL),
            key=lambda other: (-self.used(other), other),
        )
        near = [other for other in near if not _is_form(word.lower(), other)]
        if word[:-1].lower() in self.before and word.endswith("n") and around[3] == "t":  # "hadn't" needs no "hasn't"
            return ""
        for other in near:
            if self._is_met(other, around):
                return other
        if near and len(word) >= _LONG and word.islower() and self.used(near[0]) >= _KNOWN_BEST:
            return near[0] if not _threes(word) <= self.threes else ""
        return ""

    def used(self, word: str) -> int:
        """Return how often a word is used, here or in the release before."""
        return max(self.before[word], self.here[word])

    def _is_met(self, word: str, around: Sequence[str]) -> bool:
        """Whether `word` is met between the same words: one on each side, or three where those are everywhere."""
        far, left, _, right, beyond = around
        says_little = all(self.used(other) > _EVERYWHERE for other in (left, right) if other)
        if says_little or len(word) < _TELLING:
            return self._is_written(far, left, word, right) or self._is_written(left, word, right, beyond)
        return self._is_written(left, word, right)

    def _is_written(self, *words: str) -> bool:
        """Whether the words follow each other somewhere; "" at either end is the edge of a passage."""
        pattern = re.compile(r"\b" + r"[\W\d_]+".join(filter(None, words)) + r"\b", re.IGNORECASE)
        return any(_holds(pattern, passage, words) for passages in self.texts for passage in passages)

    @cached_property
    def threes(self) -> frozenset[str]:
        """Every three letters that follow each other in a word of common use."""
        words = [word for word in {**self.before, **self.here} if self.used(word) > 2]
        return frozenset().union(*map(_threes, words))


def _holds(pattern: re.Pattern[str], passage: Passage, words: Sequence[str]) -> bool:
    """Whether a passage holds the words, at its edge where they begin or end with ""."""
    found = pattern.search(passage.text)
    if not found:
        return False
    is_first = words[0] or not _WORD.search(passage.text[: found.start()])
    is_last = words[-1] or not _WORD.search(passage.text[found.end() :])
    return bool(is_first and is_last)


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]


def _counted(text: LaidOut) -> Counter[str]:
    return Counter(_WORD.findall(text.lowered))


def _one_off(word: str) -> set[str]:
    """Return every string one letter off: one dropped, added, replaced, or two neighbours swapped."""
    halves = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    dropped = {left + right[1:] for left, right in halves if right}
    swapped = {left + right[1] + right[0] + right[2:] for left, right in halves if len(right) > 1}
    replaced = {left + letter + right[1:] for left, right in halves if right for letter in _LETTERS}
    added = {left + letter + right for left, right in halves for letter in _LETTERS}
    return (dropped | swapped | replaced | added) - {word}


def _is_form(word: str, other: str) -> bool:
    """Whether one is a form of the other ("declare", "declared", "declares"), which a rule may need for once."""
    longer, shorter = (word, other) if len(word) > len(other) else (other, word)
    if longer.startswith(shorter) and longer[len(shorter) :] in _ENDINGS and not longer.endswith("ss"):
        return True
    return word[:-1] == other[:-1] and {word[-1], other[-1]} <= set("sdrn")


def _threes(word: str) -> frozenset[str]:
    edged = f"^{word}$"
    return frozenset("".join(three) for three in zip(edged, edged[1:], edged[2:], strict=False))
