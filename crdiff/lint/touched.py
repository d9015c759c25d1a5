"""What a change touches elsewhere in a draft: clauses that still say what it said, Examples that play it, definitions.

Nothing is at fault there, but an editor who changes a clause looks at these places too. Each is shown with its reason.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from itertools import chain

from msgspec import Struct

from crdiff.annotate.cross_references import cross_references
from crdiff.changes.change import Change, Facet, Op, Part
from crdiff.lint.finding import ClausePiece, PlacedText
from crdiff.lint.indexed_release import IndexedRelease
from crdiff.model.number import DOTTED, NUMBERS, ClauseNumber
from crdiff.text.normalise import fold_typography
from crdiff.text.words import sentence_ends

# Words before an edit that a clause saying the same has to share, fewer only where the sentence begins.
#
# Source: 103.4 and 119.1 of 2026-04-17 share "with a starting life total of" before "20".
_BEFORE = 5
# Words after an edit that such a clause has to share, fewer only where the sentence ends.
#
# Source: 103.4 of 2026-04-17, where the sentence ends with the number.
_AFTER = 2
# Words that two clauses have to share, those edited among them; fewer are a turn of phrase of the rules.
#
# Source: 103.4 and 119.1 of 2026-04-17 share six.
_WORDS_MIN = 6
# Clauses that share the words, above which these are a formula of the rules and no clause is told.
#
# Source: no edit of the releases from 2025-02-07 to 2026-04-17 has more; 715.3 of 2025-02-07 has two.
_SISTERS_MAX = 3
# Entries that use a term, above which it is a word of every day and none is told.
#
# Source: "Commander" of 2025-07-25, which twelve entries use; "Incubator Token" of 2025-04-04 has one.
_DEFINED_MAX = 8
_WORD = re.compile(r"\{[^{}\s]*\}|[^\W_]+(?:['’.][^\W_]+)*")
_NUMBER = re.compile(f"{NUMBERS.number}|{DOTTED}")


class Touching(StrEnum):
    """Why a change elsewhere touches a passage."""

    # it still says what the changed clause said
    SAME_WORDS = "same words"
    # it is an Example of the changed clause, or of one that cites it, and did not change
    EXAMPLE = "example"
    # it is an entry of the glossary that uses the term whose entry changed
    TERM = "term"


class Touched(Struct, frozen=True):
    """A passage of the draft that a change elsewhere touches, why, and the words that show it."""

    why: Touching
    passage: PlacedText
    words: str


class TouchedPlaces:
    """The places of a draft that changes touch. `changes` are all of them: what changed itself is not told."""

    def __init__(self, old: IndexedRelease, new: IndexedRelease, changes: Sequence[Change]) -> None:
        self._old, self._new = old, new
        self._changed = {
            (change.part, clause.number) for change in changes if change.is_unproved for clause in change.new
        }

    def of(self, change: Change) -> tuple[Touched, ...]:
        """Return the passages that a change touches, each once."""
        if not (change.old and change.new and Facet.WORDING in change.facets):
            return ()
        found = chain(self._same_words(change), self._examples(change), self._using(change))
        return tuple({(one.passage.number, one.passage.piece, one.passage.index): one for one in found}.values())

    @cached_property
    def _worded(self) -> tuple[tuple[PlacedText, str], ...]:
        """The texts of the draft's rules and glossary, each with its words between single spaces."""
        return tuple((passage, _words(passage.text)) for passage in self._new.prose)

    @cached_property
    def _under_citation(self) -> Mapping[str, Sequence[PlacedText]]:
        """The Examples of the draft by the numbers that they or their clauses cite."""
        cited: dict[str, set[ClauseNumber]] = defaultdict(set)
        for citation in self._new.citations:
            if citation.passage.part is Part.RULES:
                cited[citation.passage.number] |= set(citation.reference.numbers)
        under: dict[str, list[PlacedText]] = defaultdict(list)
        for passage in self._new.rules:
            if passage.piece is ClausePiece.EXAMPLE:
                for number in (*map(str, cited[passage.number]), passage.number):
                    under[number].append(passage)
        return under

    def _same_words(self, change: Change) -> Iterator[Touched]:
        own = {clause.number for clause in change.new}
        for phrase in dict.fromkeys(_phrases(change)):
            sought = _words(phrase)
            found = [passage for passage, words in self._worded if sought in words and passage.number not in own]
            if len(found) <= _SISTERS_MAX:
                yield from (Touched(Touching.SAME_WORDS, passage, phrase) for passage in found)

    def _examples(self, change: Change) -> Iterator[Touched]:
        if change.part is not Part.RULES:
            return
        changed = {
            example.new for example in change.examples if any(part.op is not Op.KEPT for part in example.redline)
        }
        for clause in change.new:
            for passage in self._under_citation.get(clause.number, ()):
                own = passage.number == clause.number
                if (passage.number, passage.index) not in changed and (own or self._is_unchanged(passage)):
                    yield Touched(Touching.EXAMPLE, passage, "")

    def _is_unchanged(self, passage: PlacedText) -> bool:
        return (passage.part, passage.number) not in self._changed

    def _using(self, change: Change) -> Iterator[Touched]:
        if change.part is not Part.GLOSSARY:
            return
        term = _words(change.new[0].number)
        found = [
            passage
            for passage, words in self._worded
            if passage.part is Part.GLOSSARY and passage.piece is ClausePiece.TEXT and term in words
        ]
        others = [passage for passage in found if passage.number != change.new[0].number]
        if len(others) <= _DEFINED_MAX:
            yield from (Touched(Touching.TERM, one, change.new[0].number) for one in others if self._is_unchanged(one))


def _phrases(change: Change) -> Iterator[str]:
    """Yield the old words of each edit of a change with some of those around it, within their sentence."""
    old = "".join(part.text for part in change.redline if part.op is not Op.INSERTED)
    ends = sentence_ends(old)
    words = list(_WORD.finditer(old))
    at = 0
    for part in change.redline:
        if part.op is Op.INSERTED:
            continue
        start, at = at, at + len(part.text)
        if part.op is Op.KEPT or all(map(_NUMBER.fullmatch, _WORD.findall(part.text))):
            continue
        first = max((end for end in ends if end <= start), default=0)
        last = min(end for end in ends if end >= at)
        before = [word for word in words if first <= word.start() and word.end() <= start][-_BEFORE:]
        edited = [word for word in words if word.end() > start and word.start() < at]
        after = [word for word in words if word.start() >= at and word.end() <= last][:_AFTER]
        shared = (*before, *edited, *after)
        if len(shared) >= _WORDS_MIN:
            phrase = old[shared[0].start() : shared[-1].end()]
            if not cross_references(phrase):  # lint looks after citations
                yield phrase


def _words(text: str) -> str:
    return f" {' '.join(_WORD.findall(fold_typography(text).lower()))} "
