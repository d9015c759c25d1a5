"""One of the two releases as the passes of the alignment see it: its clauses with the keys for their comparison."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import cache, lru_cache

from crdiff.model.clause import ClauseKind
from crdiff.model.number import NUMBERS, RULES, NumberGrammar
from crdiff.model.release import Release
from crdiff.model.tree import Node, walk
from crdiff.text.normalise import fold_typography
from crdiff.text.words import Words, counted_words

_REMINDER = re.compile(r"\([A-Z][^()]*\.\)")


@cache
def _cited(grammar: NumberGrammar) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of rules wherever they are cited, and of what stands above them after its word."""
    dotted = re.compile(rf"{grammar.dotted}(?:-[a-z0-9]{{1,3}}\b)?")
    if grammar.rules == RULES:  # begins with the digit: a search passes over all else at once
        return dotted, re.compile(r"[0-9](?:(?<=ule [0-9])|(?<=ules [0-9])|(?<=ection [0-9]))[0-9]{0,2}\b()")
    return dotted, re.compile(rf"({grammar.rules} |{grammar.sections} ){grammar.heads}\b")


@lru_cache(maxsize=1 << 14)
def mask_numbers(folded: str, grammar: NumberGrammar = NUMBERS) -> str:
    """Return `folded` with the rule numbers it cites as ``#``, so that texts that cite other numbers can be equal.

    A text without the word "rule" or "section" stays as it is: hardly any such text cites a number.
    """
    if "ule" not in folded and "ection" not in folded and grammar.rules == RULES:
        return folded
    dotted, whole = _cited(grammar)
    return whole.sub(r"\1#", dotted.sub("#", folded))


def without_reminders(text: str) -> str:
    """Return `text` without its reminders, the sentences in brackets, unless it has no other.

    Source: the reminder in 507.4 of 2009-05-01 ("Unused mana … is still lost when a phase ends") is nearer to 703.4n of
    2009-07-11 than 507.4 itself, which went with mana burn, is to anything.
    """
    if ".)" not in text:
        return text
    return _REMINDER.sub("", text).strip() or text


# The ordinal of a step at the head of a clause: "Fifth" became "Fourth" in 2016-09-30, which dropped a step.
_ORDINAL = re.compile(r"^(?:First|Second|Third|Fourth|Fifth|Sixth|Seventh), ")


# The end of the title of a subsection on a step of the turn, whose clauses have the words of those of another step.
#
# Source: 509.4 of 2016-09-30, on blockers, came of 509.5 of 2016-07-22 and not of 510.4, on damage.
_STEP = " Step"

# Clauses (count) under one parent up to which a clause is compared with all of them: 702 has 192 in 2026-04-17, 185 of
# them without an equal in 1999-04-23. Of more siblings only the nearest are compared: a thousand would make a million
# pairs.
SIBLINGS_MAX = 400
# Siblings (count) on either side that a clause is compared with where there are very many.
_NEAREST_SIBLINGS = 10


def nearest(siblings: Sequence[int], at: int) -> Sequence[int]:
    """Return the few of `siblings` around the place `at` among them."""
    return siblings[max(0, at - _NEAREST_SIBLINGS) : at + _NEAREST_SIBLINGS]


def _is_named(node: Node) -> bool:
    """Whether a clause is the title of a keyword, a step or a kind of objects."""
    title = node.clause.title
    return bool(title) and (
        node.kind is ClauseKind.RULE or (node.kind is ClauseKind.SUBSECTION and title.endswith(_STEP))
    )


class ReleaseSide:
    """A release laid out flat; every list is indexed by the clause's place in document order.

    `texts` is the wording after typography, `keys` the same with rule numbers masked, `parents` holds -1 at the top,
    `ancestors` the clauses above, the nearest first. `headings` marks the clauses that are a title only, such as
    ``702.9. Flying``; `named` the keywords, steps and kinds of objects: rules with a title, and subsections on a step.
    `homes` holds the nearest of these above a clause, or -1.
    """

    def __init__(self, release: Release) -> None:
        self.release = release
        self.nodes = walk(release)
        self.texts = [fold_typography(node.clause.wording) for node in self.nodes]
        grammar = release.numbers.grammar
        self.keys = [mask_numbers(text, grammar) for text in self.texts]
        self.parents = [node.parent for node in self.nodes]
        self.numbers = [node.number for node in self.nodes]
        self.children: list[list[int]] = [[] for _ in self.nodes]
        self.before = [-1] * len(self.nodes)
        self.after = [-1] * len(self.nodes)
        tops: list[int] = []
        for index, parent in enumerate(self.parents):
            siblings = self.children[parent] if parent >= 0 else tops
            if siblings:
                self.before[index] = siblings[-1]
                self.after[siblings[-1]] = index
            siblings.append(index)
        self.headings = [bool(node.clause.title) and not node.clause.text for node in self.nodes]
        self.named = [_is_named(node) for node in self.nodes]
        self.ancestors: list[tuple[int, ...]] = []
        for parent in self.parents:
            self.ancestors.append((parent, *self.ancestors[parent]) if parent >= 0 else ())
        self.homes = [next((above for above in found if self.named[above]), -1) for found in self.ancestors]
        self.chapters: list[int] = []
        for index, node in enumerate(self.nodes):
            is_own = node.parent < 0 or node.kind in {ClauseKind.SECTION, ClauseKind.SUBSECTION}
            self.chapters.append(index if is_own else self.chapters[node.parent])
        self._words: list[Words | None] = [None] * len(self.nodes)

    def __len__(self) -> int:
        return len(self.nodes)

    def words(self, index: int) -> Words:
        """Return the distinct words of a clause, rule numbers left out."""
        found = self._words[index]
        if found is None:
            found = self._words[index] = frozenset(
                counted_words(_ORDINAL.sub("", without_reminders(self.keys[index]), 1))
            )
        return found

    def beside(self, index: int) -> Sequence[int]:
        """Return the clauses under the parent of a clause, its own index among them; of very many the nearest.

        A clause at the top has no siblings.
        """
        parent = self.parents[index]
        siblings = self.children[parent] if parent >= 0 else []
        return siblings if len(siblings) <= SIBLINGS_MAX else nearest(siblings, bisect_left(siblings, index))
