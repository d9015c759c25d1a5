"""What took over from a clause, or from an entry, that ended, and the change of one clause alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from enum import StrEnum
from functools import cache, cached_property, lru_cache
from typing import Generic

from msgspec import Struct, structs

from crdiff.changes.change import Change
from crdiff.changes.description.redline import compare_as_printed
from crdiff.history.blame import has_weight
from crdiff.history.lineage import How, Lineage, Number_co, Worded
from crdiff.model.number import ClauseNumber
from crdiff.text.nearest import NearestSentences, nearest
from crdiff.text.normalise import fold_typography
from crdiff.text.words import Weights, distinct_words, sentences, word_counts

# Fit from which on a sentence is said again: formulas differ in one word, which says what they are about.
_SAME = 0.95
# Fit from which on a sentence that came when another one went took it over: most of its words, fewer than elsewhere.
#
# Source: 110.6 of 2009-07-11 has 0.78 of the words of the first sentence of 214.5 of 2009-05-01.
_TAKEN_OVER = 0.65
# Count of heirs that are named. Source: the seven sentences of 405.2 of 2007-10-01 are near those of five clauses.
_HEIRS_MOST = 4


class Ground(StrEnum):
    """Why a clause is taken for the heir of another one."""

    # The text went into it.
    MERGED = "merged"
    # It says the same, and did so before or does so since.
    SAME = "same"
    # It got a sentence with most of the words when the other one ended.
    NEAR = "near"


class Statement(Struct, Generic[Number_co], frozen=True):
    """What a clause says in a release, under `number`."""

    lineage: str
    number: Number_co
    text: str


class Heir(Struct, Generic[Number_co], frozen=True):
    """What took over, in `release`; `number` is its number there, `sentence` the nearest of its sentences, or ""."""

    lineage: str
    number: Number_co
    release: date
    ground: Ground
    sentence: str = ""


# From a release to all that its clauses say.
Statements = Callable[[date], Iterable[Statement[Number_co]]]


class Heirs(Generic[Number_co]):
    """Finds what took over from lineages that ended; what a release says is taken apart once."""

    def __init__(self, said_in: Statements[Number_co]) -> None:
        self._apart = cache(lambda release: _Apart(said_in(release)))

    def of(self, lineage: Lineage[Number_co]) -> tuple[Heir[Number_co], ...]:
        """Return what took over from `lineage` when it ended, the surest first; nothing where it is unknown."""
        heirs = tuple(merged(lineage))
        ended = lineage.ended
        last = next((one for one in reversed(lineage.wordings) if ended and one.last < ended.release), None)
        if heirs or not ended or not last or not last.is_held:
            return heirs
        said = [one for one in sentences(fold_typography(last.wording)) if has_weight(one)]
        there, before = self._apart(ended.release), self._apart(last.last)
        if not said:
            return ()
        if same := there.saying_all(said, lineage.id):
            return (Heir(same.lineage, same.number, ended.release, Ground.SAME),)
        new = there.new_since(before, lineage.id)
        found: dict[str, Heir[Number_co]] = {}
        for each, sentence in (near for one in said for near in new.of(one, _TAKEN_OVER)[:1]):
            found.setdefault(each.lineage, Heir(each.lineage, each.number, ended.release, Ground.NEAR, sentence))
        return tuple(found.values())[:_HEIRS_MOST]


def merged(lineage: Lineage[Number_co]) -> Iterator[Heir[Number_co]]:
    """Yield what the text of `lineage` was merged into."""
    for event in lineage.fate:
        if event.how is How.MERGED and event.lineage and event.number:
            yield Heir(event.lineage, event.number, event.release, Ground.MERGED)


class _Apart(Generic[Number_co]):
    """What a release says, in sentences, with the weight of each word."""

    def __init__(self, statements: Iterable[Statement[Number_co]]) -> None:
        self._said = [(each, sentence) for each in statements for sentence in sentences(fold_typography(each.text))]
        self.sentences = frozenset(sentence for _, sentence in self._said)

    @cached_property
    def _weights(self) -> Weights:
        return Weights(word_counts("\n".join(sentence for _, sentence in self._said)))

    @cached_property
    def _nearest(self) -> NearestSentences[Statement[Number_co]]:
        return NearestSentences(self._said, self._weights)

    def saying_all(self, said: Sequence[str], but: str) -> Statement[Number_co] | None:
        """Return the statement that says every sentence of `said` again, other than that of the lineage `but`."""
        heaviest = max(said, key=lambda one: self._weights.mass(distinct_words(one)))
        for each, _ in self._nearest.of(heaviest, _SAME):
            here = sentences(fold_typography(each.text))
            if each.lineage != but and all(nearest(one, here, self._weights)[0] >= _SAME for one in said):
                return each
        return None

    def new_since(self, before: _Apart[Number_co], but: str) -> NearestSentences[Statement[Number_co]]:
        """Return the sentences that `before` lacks, other than those of the lineage `but`."""
        new = (
            one for one in self._said if one[1] not in before.sentences and one[0].lineage != but and has_weight(one[1])
        )
        return NearestSentences(new, self._weights)


@lru_cache(maxsize=1 << 12)  # asked of every pair of glossary entries
def obsolete_of(term: str) -> str:
    """Return the term that a glossary entry with a term such as "Mana Burn (Obsolete)" is about, "" for any other."""
    said, bracket, rest = term.rpartition(" (")
    return said if bracket and rest.casefold() == "obsolete)" else ""


def subsections_of(clauses: Iterable[Lineage[ClauseNumber]], release: date) -> tuple[tuple[ClauseNumber, int], ...]:
    """Return the subsections that `clauses` are in as of `release`, each with how many of them, the fullest first.

    Source: the clauses of 408 of 2009-05-01 went to eight subsections of 2009-07-11.
    """
    there = (clause.number_in(release) for clause in clauses)
    return tuple(Counter(number.subsection for number in there if number).most_common())


def own_change(before: Worded[Number_co] | None, worded: Worded[Number_co]) -> Change | None:
    """Return the change that brought a wording, with the redline of this clause where it gave or took text.

    The change of a split or a merger is that of all their text, wherever it stands now. `before` is the wording before.

    Source: 117.1 of 2009-10-01 gave its second sentence to 117.1a: nothing but marks differs in both together.
    """
    change = worded.change
    if change is None or before is None or not (worded.is_parted and before.is_held and worded.is_held):
        return change
    text = next(compare_as_printed(before.wording, (), worded.wording, ()))
    return structs.replace(change, redline=text.segments, facets=worded.own_facets, summary="")
