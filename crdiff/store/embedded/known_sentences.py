"""What a text quotes in whole sentences, by the known lives: all that can be told without the texts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from msgspec import Struct

from crdiff.identify.check import CheckedQuotation, check
from crdiff.identify.identified import Identified
from crdiff.identify.identify import identify_sentences
from crdiff.identify.sentence_index import SentenceIndex
from crdiff.model.book import MAGIC
from crdiff.store.embedded.lives import known_lives


class KnownSentences(Struct, frozen=True):
    """The sentences of the known lives. Pickled as nothing: each process reads the lives that come with crdiff."""

    book: str = MAGIC

    def identify(self, text: str, as_of: date | None = None) -> Identified:
        """Return what `text` quotes, whatever was asked before it, in this thread or in others.

        With `as_of` numbers are told against the release in force on that day.
        """
        return identify_sentences(text, SentenceIndex(known_lives(self.book)), as_of)

    @property
    def dates(self) -> tuple[date, ...]:
        """The releases known, oldest first."""
        return known_lives(self.book).dates

    def check(self, text: str, number: str, day: date, releases: Sequence[date] = ()) -> CheckedQuotation:
        """Return whether the clause called `number` on `day` says `text`; `releases` are all known ones."""
        return check(text, number, day, SentenceIndex(known_lives(self.book)), releases)
