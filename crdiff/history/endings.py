"""Sentences that ended inside a clause that lives on.

A clause that loses one of its sentences goes on, and so does its lineage, though something it said has ended: the rule
on unspent mana lost mana burn in 2009-07-11. A sentence ended where its clause went on without it, and neither the new
wording, nor a clause that took text from the old one, nor a wording that began elsewhere in that release restates it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import pairwise

from crdiff.history.lineage import Lineage, Worded
from crdiff.model.number import ClauseNumber
from crdiff.text.nearest import NearestSentences, nearest
from crdiff.text.normalise import fold_typography
from crdiff.text.weights import KIN, SAID
from crdiff.text.words import distinct_words, sentences

_WORDS_OF_WEIGHT = 8
"""Different words (count) from which on a sentence is of weight.

Formulas and definitions of a word have fewer. Source: 507.3 of 2016-07-22 has 7 in "Players may cast spells and
activate abilities."; the sentence on mana burn in 300.3 of 2009-05-01 has 12.
"""
_REFERENCE = re.compile(r"\W*see (?:also )?(?:the )?(?:rule|section)", re.IGNORECASE)
"""How a sentence begins that only says where to read more."""
Lineages = Callable[[str], Lineage[ClauseNumber]]
"""From the id of a lineage to the lineage."""
BegunTexts = Callable[[date], Iterable[str]]
"""From a release to the wordings that begin in it."""


@dataclass(frozen=True, slots=True)
class EndedSentence:
    """A sentence that a clause had, under `number`, up to the release `last`; `release` is the first without it."""

    text: str
    last: date
    release: date
    number: ClauseNumber


class Endings:
    """Finds the ended sentences of lineages; what begins in a release is taken apart once."""

    def __init__(self, lineages: Lineages, begun: BegunTexts) -> None:
        self._lineages = lineages
        self._begun = cache(
            lambda release: NearestSentences(
                (release, one) for text in begun(release) for one in sentences(text) if has_weight(one)
            )
        )

    def of(self, lineage: Lineage[ClauseNumber], until: date) -> Iterator[EndedSentence]:
        """Yield the sentences that ended inside `lineage` up to the release `until`, oldest first.

        Where it was revoked the whole clause ended, and where a text is missing nothing is known.
        """
        for before, after in pairwise(lineage.wordings):
            if before.is_held and after.is_held and after.first <= until and after.first != lineage.revoked:
                heirs = list(_heirs(lineage, after.first, self._lineages))
                for one in filter(has_weight, sentences(fold_typography(before.text))):
                    if not _is_restated(one, after, heirs) and not self._begun(after.first).of(one, SAID):
                        yield EndedSentence(one, before.last, after.first, before.number)


def has_weight(sentence: str) -> bool:
    """Whether a sentence says enough, and more than where to read on, to be missed."""
    return len(distinct_words(sentence)) >= _WORDS_OF_WEIGHT and not _REFERENCE.match(sentence)


def _is_restated(sentence: str, after: Worded[ClauseNumber], heirs: Iterable[str]) -> bool:
    """Whether the wording `after`, as a whole or in a sentence, or one of the `heirs` of its text says it again."""
    said = (each for text in (after.wording, *after.examples, *heirs) for each in sentences(text))
    return nearest(sentence, said)[0] >= KIN or nearest(sentence, [after.wording])[0] >= SAID


def _heirs(lineage: Lineage[ClauseNumber], release: date, lineages: Lineages) -> Iterator[str]:
    """Yield the wordings in `release` of the clauses that gave text to `lineage` in it, or took text from it."""
    for event in (*lineage.origin, *lineage.fate):
        if event.release == release and event.lineage:
            worded = lineages(event.lineage).wordings
            yield from (one.wording for one in worded if one.covers(release))
