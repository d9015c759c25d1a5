"""Citations of a clause about something else: the words beside them fit another clause clearly better."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache

from crdiff.cite.citation import CitedGroup
from crdiff.cite.evidence import ClauseWords
from crdiff.cite.numbering import NumberUse
from crdiff.model.number import ClauseNumber
from crdiff.text.similarity import Words


class Doubts:
    """Looks for the clause of the release `at` that words fit best."""

    def __init__(self, words: ClauseWords, at: int) -> None:
        self._words = words
        self._at = at

    def better(self, number: ClauseNumber, words: Words) -> ClauseNumber | None:
        return None
