"""Sentences that ended inside a clause or a glossary entry that lives on.

A clause that loses one of its sentences goes on, and so does its lineage, though something it said has ended: the rule
on unspent mana lost mana burn in 2009-07-11. A sentence ended where its clause went on without it, and neither the new
wording, nor a clause that took text from the old one, nor a wording that began elsewhere in that release restates it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache
from itertools import pairwise
from typing import Generic

from crdiff.history.lineage import Lineage, Number_co, Term, Worded
from crdiff.model.number import ClauseNumber
from crdiff.text.normalise import fold_typography
from crdiff.text.similarity import likeness
from crdiff.text.words import counted_words, sentences

_WORDS_OF_WEIGHT = 8
"""Different words (count) from which on a sentence is of weight.

Formulas and definitions of a word have fewer. Source: 507.3 of 2016-07-22 has 7 in "Players may cast spells and
activate abilities."; the sentence on mana burn in 300.3 of 2009-05-01 has 12.
"""
_REFERENCE = re.compile(r"\W*see (?:also )?(?:the )?(?:rule|section)", re.IGNORECASE)
"""How a sentence begins that only says where to read more."""
_SHARE_RESTATED = 0.5
"""Share of the words of a sentence from which on a sentence of the heirs of its text restates it.

With half of them, more of the sentence went on than ended: `crdiff.history.blame` takes it for another form. Source:
the heirs of 300.3 of 2009-05-01 have a third of the words of its sentence on mana burn.
"""
_SHARE_SAID_ELSEWHERE = 0.8
"""Share of the words of a sentence that its clause has in several sentences, or any other clause in one.

Sentences share the common words by chance, so this is more than `_SHARE_RESTATED`. Source: 702.12b of 2009-07-11
has 0.95 of the words of the sentence on snow landwalk in 502.6c of 2009-05-01.
"""

Lineages = Callable[[str], Lineage[Number_co]]
"""From the id of a lineage to the lineage."""
BegunTexts = Callable[[date], Iterable[str]]
"""From a release to the wordings that begin in it."""


@dataclass(frozen=True, slots=True)
class EndedSentence(Generic[Number_co]):
    """A sentence that a clause or an entry had, under `number`, up to the release `last`, and no more in `release`."""

    text: str
    last: date
    release: date
    number: Number_co


class Endings(Generic[Number_co]):
    """Finds the ended sentences of lineages; what begins in a release is taken apart once."""

    def __init__(self, lineages: Lineages[Number_co], begun: BegunTexts) -> None:
        self._lineages = lineages
        self._said_in = cache(lambda release: [words for text in begun(release) for words in _in_sentences(text)])

    def of(self, lineage: Lineage[Number_co], until: date) -> Iterator[EndedSentence[Number_co]]:
        """Yield the sentences that ended inside `lineage` up to the release `until`, oldest first.

        Where it was revoked the whole clause ended, and where a text is missing nothing is known.
        """
        for before, after in pairwise(lineage.wordings):
            if before.is_held and after.is_held and after.first <= until and after.first != lineage.revoked:
                heirs = list(_heirs(lineage, after.first, self._lineages))
                for one in filter(has_weight, sentences(fold_typography(before.text))):
                    if not _is_restated(one, after, heirs) and not self._is_said_elsewhere(one, after.first):
                        yield EndedSentence(one, before.last, after.first, before.number)

    def _is_said_elsewhere(self, sentence: str, release: date) -> bool:
        return any(_share(sentence, words) >= _SHARE_SAID_ELSEWHERE for words in self._said_in(release))


def has_weight(sentence: str) -> bool:
    """Whether a sentence says enough, and more than where to read on, to be missed."""
    return len(_words(sentence)) >= _WORDS_OF_WEIGHT and not _REFERENCE.match(sentence)


def _is_restated(sentence: str, after: Worded[ClauseNumber | Term], heirs: Iterable[str]) -> bool:
    """Whether the wording `after`, or one of the `heirs` of its text, has the sentence in other words."""
    if _share(sentence, frozenset().union(*_in_sentences(after.wording))) >= _SHARE_SAID_ELSEWHERE:
        return True
    texts = (after.wording, *after.examples, *heirs)
    return any(_likeness(sentence, words) >= _SHARE_RESTATED for text in texts for words in _in_sentences(text))


def _heirs(lineage: Lineage[Number_co], release: date, lineages: Lineages[Number_co]) -> Iterator[str]:
    """Yield the wordings in `release` of the clauses that gave text to `lineage` in it, or took text from it."""
    for event in (*lineage.origin, *lineage.fate):
        if event.release == release and event.lineage:
            worded = lineages(event.lineage).wordings
            yield from (one.wording for one in worded if one.covers(release))


def _share(sentence: str, others: frozenset[str]) -> float:
    """Return the share of the words of a sentence that `others` have."""
    words = _words(sentence)
    return len(words & others) / len(words)


def _likeness(sentence: str, others: frozenset[str]) -> float:
    """Return the share of the words in common: of those of `sentence`, or of both where the other one is shorter."""
    words = _words(sentence)
    return likeness(len(words & others), len(words), min(len(words), len(others)))


def _in_sentences(text: str) -> list[frozenset[str]]:
    return list(map(_words, sentences(fold_typography(text))))


@lru_cache(maxsize=1 << 14)
def _words(sentence: str) -> frozenset[str]:
    return frozenset(counted_words(sentence))
