"""Wordings that the rules no longer use: known ones, and those that a release replaced throughout."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from datetime import date

from crdiff.lint.checked_release import CheckedRelease
from crdiff.lint.finding import ClausePiece, Fault, PlacedText
from crdiff.model.book import RetiredWording
from crdiff.text.normalise import fold_typography
from crdiff.text.words import sentences

# Words of a sentence that explains an old wording and does not use it.
_TELLS_OF_THE_PAST = re.compile(
    r"\b(?:older|old|obsolete|previously|former(?:ly)?|used to|errat\w+|years|originally|renamed"
    r"|(?:was|were|been|as) printed)\b",
    re.IGNORECASE,
)

_PAIRED = re.compile(r"\b(?:he or she|him or her|his or hers?|himself or herself|she or he|her or his)\b")
_PRONOUN = re.compile(rf"{_PAIRED.pattern}|\b(?:he|she|him|his|her|hers|himself|herself)\b")


def retired_wordings(checked: CheckedRelease) -> Iterator[Fault]:
    """Yield the wordings that an earlier release replaced throughout.

    Sentences that explain the old wording, and entries marked as obsolete, may use it. Source: "the player who played
    the ability" in 602.2a and "plays a spell" in 603.6d of 2009-07-11.
    """
    effective = _in_force(checked)
    for wording in (*checked.words.retired, *checked.vocabulary.retired):
        if wording.release > effective or wording.core not in checked.lowered:
            continue
        pattern = re.compile(rf"(?<!\w){wording.old}\b", re.IGNORECASE)
        for passage in checked.holding(wording.core):
            if "bsolete" not in passage.number:
                for found in pattern.finditer(passage.text):
                    if not _is_explained(passage, found.start(), found[0]):
                        yield _fault(passage, found, wording)


def gendered_pronouns(checked: CheckedRelease) -> Iterator[Fault]:
    """Yield the pronouns that single out a gender, where the book says since when it writes "they" throughout.

    In examples Alex may be "he", so there only "he or she" and its like are faults.
    """
    since = checked.words.they_since
    if since is None or _in_force(checked) < since:
        return
    for passage in checked.prose:
        pattern = _PAIRED if passage.piece is ClausePiece.EXAMPLE else _PRONOUN
        for found in pattern.finditer(passage.text):
            message = f"“{found[0]}” assumes gender; the rules have used “they” since {since}"
            yield Fault(message, found[0], passage, found.start(), found.end())


def _in_force(checked: CheckedRelease) -> date:
    """Return the day of the text under check: that after the release before it where it prints none."""
    if checked.release.effective:
        return checked.release.effective
    before = checked.predecessor.before.release.effective if checked.predecessor else None
    return before or date.min


def _is_explained(passage: PlacedText, at: int, words: str) -> bool:
    """Whether the sentence around a place explains old cards or old rules, or quotes just these words."""
    text = passage.text
    after = fold_typography(text[at + len(words) :])
    if fold_typography(text[max(0, at - 1) : at]) == '"' and after.startswith(('"', '."', ',"')):
        return True
    start = 0
    for sentence in sentences(text):
        start = text.index(sentence, start)
        if start <= at < start + len(sentence):
            sense = text[text.rfind("\n", 0, start) + 1 : start + 20]
            return _TELLS_OF_THE_PAST.search(sentence) is not None or "bsolete)" in sense
    return False


def _fault(passage: PlacedText, found: re.Match[str], wording: RetiredWording) -> Fault:
    happened = f"replaced it with “{wording.new}”" if wording.new else "dropped it"
    message = f"“{found[0]}” is a retired wording: {wording.release} {happened}"
    return Fault(message, found[0].lower(), passage, found.start(), found.end())


class Phrases:
    """A text in which phrases can be looked up; words are what spaces divide. ``phrase in text`` says the same.

    A search through the text for each term of a glossary grows with the square of the text.
    """

    def __init__(self, text: str) -> None:
        self._words = text.split(" ")
        self._places: dict[str, list[int]] = {}
        for at, word in enumerate(self._words):
            self._places.setdefault(word, []).append(at)
        self._once = " ".join(self._places)
        self._forwards = sorted(self._places)
        self._backwards = sorted(word[::-1] for word in self._places)

    def __contains__(self, phrase: str) -> bool:
        """Whether the text contains `phrase`, which may begin and end within words of it."""
        first, *rest = phrase.split(" ")
        if not rest:
            return phrase in self._once
        *middle, last = rest
        ways = [
            (0, [word[::-1] for word in _beginning(self._backwards, first[::-1])]),
            *((at, [word] if word in self._places else []) for at, word in enumerate(middle, 1)),
            (len(rest), list(_beginning(self._forwards, last))),
        ]
        offset, words = min(ways, key=lambda way: sum(len(self._places[word]) for word in way[1]))
        return any(self._reads(at - offset, first, middle, last) for word in words for at in self._places[word])

    def _reads(self, start: int, first: str, middle: Sequence[str], last: str) -> bool:
        """Whether the words from `start` on are these, the first one from its middle on and the last one to it."""
        stop = start + 1 + len(middle)
        if start < 0 or stop >= len(self._words):
            return False
        return (
            self._words[start].endswith(first)
            and self._words[stop].startswith(last)
            and self._words[start + 1 : stop] == middle
        )


def _beginning(words: Sequence[str], beginning: str) -> Iterator[str]:
    """Yield those of sorted `words` that begin so."""
    at = bisect_left(words, beginning)
    while at < len(words) and words[at].startswith(beginning):
        yield words[at]
        at += 1
