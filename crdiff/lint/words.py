"""Words that slipped: printed twice in a row, or one letter off the word that is meant."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

from crdiff.lint.checked_release import CheckedRelease
from crdiff.lint.finding import Fault, Fix, PlacedText
from crdiff.lint.indexed_release import IndexedRelease

_DOUBLED = re.compile(r"\b([A-Za-z]+)(?: \1)+\b", re.IGNORECASE)
# Words that the rules rightly print twice in a row ("any text that states that that card is a creature").
_MAY_DOUBLE = frozenset(("that", "is", "had", "do"))

_WORD = re.compile(r"[^\W\d_]+")
_WORD_OR_EDGE = re.compile(r"[^\W\d_]+|\n")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
# Letters of a word that may be a slip: every two letters are one letter off many words.
_LETTERS_MIN = 3
# The same where nothing is known but the release itself: "him or her" of 217.5a is not a slip for "his or her"
# (1999-04-23).
_LETTERS_MIN_ALONE = 4
# Letters of a word that is looked at. The longest of the releases has 17; the neighbours of 3,000 take 500 MB.
_LETTERS_MAX = 40
# Stands for the words before the first and after the last of a passage.
_EDGE = "\n"
# Uses of a word in the text: a slip is made once, or once more in a copy.
_RARE_MAX = 2
# Uses of the word meant, where it occurs between the same words as the slip.
_USES_MIN = 3
# The same where only its letters show the slip, or nothing but the release itself is known.
_USES_MIN_ALONE = 30
# Letters of a word that its letters alone may show to be a slip.
_LETTERS_MIN_JUDGED = 6
# Letters of a word that one word on each side identifies; a shorter one takes three.
_LETTERS_MIN_MET = 5
# Uses of a word that says nothing about its neighbours: "the", "a", "to".
_EVERYWHERE_MIN = 300
_ENDINGS = ("s", "es", "d", "ed", "r", "er", "ing", "n", "y", "ly", "able")

_VERBAL = ("ing", "ed", "er", "able")


def doubled_words(checked: CheckedRelease) -> Iterator[Fault]:
    """Yield the words printed twice in a row. Source: "see rule rule 403" in 2003-05-26."""
    for passage in checked.prose:
        for found in _DOUBLED.finditer(passage.text):
            second = found[0][len(found[1]) + 1 :]
            if second.islower() and second not in _MAY_DOUBLE:  # a name may double a word, as "Duel Duel" would
                message = f"“{found[1]}” is printed twice"
                yield Fault(message, found[1].lower(), passage, found.start(), found.end(), Fix(found[0], found[1]))


def misspelt_words(checked: CheckedRelease) -> Iterator[Fault]:
    """Yield the words that nothing else uses and that are one letter off a word in common use.

    New words are no slips: the other word must have been met between the same two neighbours, or the letters must
    follow each other as in no other word. What is known: the release itself, the one before, and the vocabulary.
    Source: "uptap step" in 2017-04-28, "cardss" in 2023-10-13, "convered" in 2016-07-22.
    """
    known = _Known(checked)
    for word, near in known.slips():
        for passage, start in _places(checked, word):
            text, stop = passage.text, start + len(word)
            before, after = _words(text[:start])[-2:], _words(text[stop:])[:2]
            around = (*[_EDGE, _EDGE, *before][-2:], *[*after, _EDGE, _EDGE][:2])
            meant = known.meant(text[start:stop], near, around)
            if meant:
                is_sure = f"{word}:{meant}" in checked.words.slips or _said_before(checked, passage, meant, around)
                fix = Fix(text[start:stop], meant.capitalize() if text[start].isupper() else meant, is_sure)
                message = f"“{fix.old}” is used nowhere else; did you mean “{fix.new}”?"
                yield Fault(message, word, passage, start, stop, fix)


def _said_before(checked: CheckedRelease, passage: PlacedText, meant: str, around: Sequence[str]) -> bool:
    """Whether the passage had the word that is meant in the release before, between the same words."""
    before = checked.predecessor.wording_before(passage) if checked.predecessor else None
    edges = [_EDGE, _EDGE]
    said = " ".join((*edges, *_words(before or ""), *edges))
    return f" {' '.join((*around[:2], meant, *around[2:]))} " in f" {said} "


class _Known:
    """The words in use, in the release before and in the release itself, and how they follow each other."""

    def __init__(self, checked: CheckedRelease) -> None:
        self.vocabulary = checked.vocabulary.words
        self.has_before = checked.predecessor is not None
        self.texts = [_sequence(checked.predecessor.before) if checked.predecessor else "", _sequence(checked)]
        self.before, self.here = (Counter(text.split()) for text in self.texts)

    def slips(self) -> Iterator[tuple[str, list[str]]]:
        """Yield the words that may be slips, each with the words one letter off, the most used first."""
        known = self.before.keys() | self.vocabulary.keys()
        shortest = _LETTERS_MIN if self.has_before else _LETTERS_MIN_ALONE
        short_enough = {word: count for word, count in self.here.items() if len(word) <= _LETTERS_MAX}
        rare = {word for word, count in short_enough.items() if count <= _RARE_MAX and len(word) >= shortest} - known
        common = _USES_MIN if self.has_before else _USES_MIN_ALONE
        near: dict[str, list[str]] = {word: [] for word in sorted(rare)}
        if self.has_before:  # few words are new, many are common
            for word in near:
                near[word] += [other for other in _one_off(word) if self.used(other) >= common]
        else:
            for other in [word for word, count in short_enough.items() if count >= common]:
                for word in _one_off(other) & rare:
                    near[word].append(other)
        for word, others in near.items():
            fitting = [other for other in others if not _is_form(word, other)]
            if fitting:
                yield word, sorted(fitting, key=lambda other: (-self.used(other), other))

    def meant(self, word: str, near: Sequence[str], around: Sequence[str]) -> str:
        """Return the word that `word` is a slip for, "" where it is none; `around`: two words before and two after."""
        if word[:-1].lower() in self.before and word.endswith("n") and around[2] == "t":
            return ""  # "hadn't" needs no "hasn't"
        for other in near:
            if other[1:] == word and _threes(word) <= self.threes:
                continue  # "can ever let" of 702.124g in 2024-02-02 is no "can never let"
            if self._is_met(other, around, is_short=len(word) < _LETTERS_MIN_MET):
                return other
        is_judged = len(word) >= _LETTERS_MIN_JUDGED and word.islower() and not self._is_formed(word)
        if is_judged and self.used(near[0]) >= _USES_MIN_ALONE:
            return near[0] if not _threes(word) <= self.threes else ""
        return ""

    def used(self, word: str) -> int:
        """Return how often a word is used, here or in the release before."""
        return max(self.before[word], self.here[word])

    def _is_formed(self, word: str) -> bool:
        """Whether a word is made from a known one: "placing", which 504.4 of 2002-10-07 is the first to use."""
        stems = (word.removesuffix(ending) for ending in _VERBAL if word.endswith(ending))
        return any(self.used(form) for stem in stems for form in (stem, f"{stem}e"))

    def _is_met(self, word: str, around: Sequence[str], *, is_short: bool) -> bool:
        """Whether `word` is met between the same words: one on each side, or three where those are everywhere."""
        far, left, right, beyond = around
        says_little = all(self.used(other) > _EVERYWHERE_MIN for other in (left, right) if other != _EDGE)
        if says_little or is_short or not self.has_before:
            return self._is_written(far, left, word, right) or self._is_written(left, word, right, beyond)
        return self._is_written(left, word, right)

    def _is_written(self, *words: str) -> bool:
        sought = f" {' '.join(words)} "
        return any(sought in text for text in self.texts)

    @cached_property
    def threes(self) -> frozenset[str]:
        """Every three letters that follow each other in a word of common use."""
        words = [word for word in {**self.before, **self.here} if self.used(word) > _RARE_MAX]
        return frozenset().union(*map(_threes, words))


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _sequence(text: IndexedRelease) -> str:
    """Return all words of a text in order, a space between them and edges between the passages."""
    edge = f" {_EDGE} {_EDGE} "
    return edge + " ".join(_WORD_OR_EDGE.findall(text.lowered)).replace(_EDGE, f"{_EDGE} {_EDGE}") + edge


def _places(checked: CheckedRelease, word: str) -> Iterator[tuple[PlacedText, int]]:
    """Yield the passages that contain `word`, with the place where it begins."""
    whole = re.compile(rf"(?<![^\W\d_]){word}(?![^\W\d_])", re.IGNORECASE)
    for passage in checked.holding(word):
        yield from ((passage, found.start()) for found in whole.finditer(passage.text))


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
