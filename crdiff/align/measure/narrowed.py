"""Whether a clause was narrowed by a condition that was put in, and another clause is on the opposite case.

Only the first sentences are compared, word by word: the rest of a clause says what follows from its condition.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise

from crdiff.align.measure import cuts
from crdiff.align.measure.lexicon import Lexicon
from crdiff.text.similarity import Words
from crdiff.text.words import counted_words, sentences

_NEGATIONS: Words = frozenset(counted_words("not no non other except without isn't aren't doesn't don't"))
"""Words that turn a condition into its opposite."""
_NO_CONDITION: Words = _NEGATIONS.union(counted_words("than"))
"""Words that were put in with a condition and are no part of it: "other than" before what it excludes."""
_NEGATION_REACH = 3
"""Words (count) that such a word reaches: 800.4g of 2021-04-22 is on "a choice other than whether to pay"."""
_REMAINDER: Words = frozenset(counted_words("other another"))
"""Words that leave a condition unsaid: "any other battle" where the clause beside it is on "a Siege battle"."""
_REMAINDER_WITHIN = 5
"""Words (count) at the beginning of a clause among which such a word stands: further on it is on something else."""
_FUNCTION_WORDS: Words = frozenset(counted_words("a an the if of to that is than"))
"""Words that are beside any condition, whatever it is a condition of."""
_HEADS = 2
"""Words (count) on either side of a condition that say what it is a condition of: "battle" in "a Siege battle has"."""
_NON = re.compile(r"\bnon-?(?=[a-z]{4})")


def is_narrowed(lexicon: Lexicon, source: str, partner: str, clause: str) -> bool:
    """Whether the partner of a source put in a condition, and the clause begins with the opposite one.

    Source: 104.4b of 2010-04-23 became 104.4b of 2010-07-16, "not using the limited range of influence option", and
    104.4f, "using" it.
    """
    whole = frozenset(counted_words(source))
    was, its, mine = map(_first_words, (source, partner, clause))
    gained = frozenset(its) - whole - _NO_CONDITION
    if not 0 < lexicon.mass(gained) <= cuts.NARROWED_GAIN_MAX * lexicon.mass(whole):
        return False
    heads = frozenset(_heads(was, its, gained))
    is_other = _is_opposite(lexicon, gained, heads, its, mine) or _is_remainder(gained, heads, was, mine)
    return is_other and _begins_alike(lexicon, was, mine)


def _begins_alike(lexicon: Lexicon, was: Sequence[str], mine: Sequence[str]) -> bool:
    """Whether a source and a clause have enough in common to be on two cases of one thing."""
    first = frozenset(was)
    if lexicon.shared(first, frozenset(mine)) < cuts.NARROWED_SAID_MIN * lexicon.mass(first):
        return False
    matcher = SequenceMatcher(None, was, mine, autojunk=False)
    return matcher.find_longest_match().size >= cuts.NARROWED_RUN_MIN


def _heads(was: Sequence[str], its: Sequence[str], gained: Words) -> Iterator[str]:
    """Yield the words of a source that are beside the words `gained`, or that these replaced."""
    for _, start, end, first, last in SequenceMatcher(None, was, its, autojunk=False).get_opcodes():
        if not gained.isdisjoint(its[first:last]):
            yield from (word for word in was[start:end] if word not in _FUNCTION_WORDS)
            yield from [word for word in was[:start] if word not in _FUNCTION_WORDS][-_HEADS:]
            yield from [word for word in was[end:] if word not in _FUNCTION_WORDS][:_HEADS]


def _is_opposite(lexicon: Lexicon, gained: Words, heads: Words, its: Sequence[str], mine: Sequence[str]) -> bool:
    """Whether a clause has the condition `gained` of the same thing, and just one of the two has it negated."""
    condition = gained.intersection(mine)
    if lexicon.mass(condition) < cuts.NARROWED_MET_MIN * lexicon.mass(gained):
        return False
    reach = int(cuts.NARROWED_REACH_MAX)
    return _negated(its, condition) != _negated(mine, condition) and any(
        not heads.isdisjoint(mine[max(0, at - reach) : at + reach + 1])
        for at, word in enumerate(mine)
        if word in condition
    )


def _is_remainder(gained: Words, heads: Words, was: Sequence[str], mine: Sequence[str]) -> bool:
    """Whether a clause begins with every other thing than those of the condition `gained`, which it does not name."""
    others = _REMAINDER.difference(was)
    beginning = pairwise(mine[:_REMAINDER_WITHIN])
    return gained.isdisjoint(mine) and any(word in others and following in heads for word, following in beginning)


def _negated(words: Sequence[str], condition: Collection[str]) -> set[str]:
    """Return the words of a condition that stand in a text right behind a word that turns it into its opposite."""
    return {
        word
        for at, word in enumerate(words)
        if word in condition and not _NEGATIONS.isdisjoint(words[max(0, at - _NEGATION_REACH) : at])
    }


def _first_words(text: str) -> list[str]:
    """Return the words of the first sentence of `text`, "nonland" as "non" and "land"."""
    return counted_words(_NON.sub("non ", next(iter(sentences(text)), "").lower()))
