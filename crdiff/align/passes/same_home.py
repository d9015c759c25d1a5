"""Clauses left alone in one step, or under one keyword, with a sign of their origin that nothing else has.

Two signs are enough there: a phrase in quotes that no other clause of either text has, and a rewriting that another
step or keyword shows in the very words.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from crdiff.align.matching import Branch, Grounds, Matching
from crdiff.align.measure import cuts
from crdiff.align.measure.families import Patterns, rewritten_as_in
from crdiff.align.measure.lexicon import Lexicon
from crdiff.align.passes.same_text import TIER as SAME
from crdiff.align.side import ReleaseSide
from crdiff.text.similarity import Words

TIER = "same home"
_CONFIDENCE = 0.8
"""Confidence (share) of such a link: the two that 126 releases have are right, which are too few to say more."""
_QUOTED = re.compile(r'"[^"]+"')


def link_in_same_home(matching: Matching, lexicon: Lexicon) -> None:
    """Link new clauses without origin to clauses of the step or keyword that they are in."""
    fresh = [new for new in matching.open_new() if _home_before(matching, new) >= 0 and not matching.origins(new)]
    for new in fresh:
        _link_quoted(matching, new)
    left = [new for new in fresh if matching.is_open_new(new)]
    if left:
        _add_rewritten(matching, lexicon, left)


def _home_before(matching: Matching, new: int) -> int:
    """Return what the step or keyword that a new clause is in was in the old text, -1 where it has none."""
    home = matching.new.homes[new]
    return matching.origin[home] if home >= 0 and not matching.new.headings[new] else -1


def _link_quoted(matching: Matching, new: int) -> None:
    """Link a clause to the one without partner that quotes what nothing else does.

    Source: 511.1 of 2016-07-22 became 511.2 of 2016-09-30: both are on what triggers "at end of combat".
    """
    home = _home_before(matching, new)
    for phrase in _QUOTED.findall(matching.new.texts[new]):
        if len(phrase.split()) >= cuts.QUOTED_WORDS_MIN and len(_quoting(matching.new, phrase)) == 1:
            holders = _quoting(matching.old, phrase)
            if len(holders) == 1 and matching.old.homes[holders[0]] == home and not matching.heirs(holders[0]):
                grounds = Grounds(TIER, (f"nothing else quotes {phrase}",), _CONFIDENCE, cuts=(cuts.QUOTED_WORDS_MIN,))
                matching.link(holders[0], new, grounds)
                return


def _quoting(side: ReleaseSide, phrase: str) -> list[int]:
    return [index for index, text in enumerate(side.texts) if phrase in text]


class _Rewritten:
    """The changed clauses of each step or keyword, and the places where two patterns, old and new, are linked."""

    def __init__(self, matching: Matching) -> None:
        self.old, self.new = Patterns(matching.old), Patterns(matching.new)
        self.places: dict[tuple[Words, Words], set[int]] = defaultdict(set)
        self.changed: dict[int, list[int]] = defaultdict(list)
        for old in (old for old, _ in matching.pairs() if matching.grounds[old].tier != SAME):
            home = matching.old.homes[old]
            self.changed[home].append(old)
            for new in (new for new in matching.heirs(old) if home >= 0 and _home_before(matching, new) == home):
                self.places[self.old.of(old), self.new.of(new)].add(home)

    def places_beside(self, old: int, new: int, home: int) -> int:
        """Return in how many steps or keywords other than `home` the patterns of two clauses are linked."""
        return len(self.places.get((self.old.of(old), self.new.of(new)), set()) - {home})


def _add_rewritten(matching: Matching, lexicon: Lexicon, fresh: Iterable[int]) -> None:
    """Add parts of clauses that were rewritten in the very words in which another step or keyword was.

    Source: 508.2 of 2016-07-22, on abilities that trigger on attackers, went on in 508.2b of 2016-09-30 too, as 509.4,
    on blockers, did in 509.4a.
    """
    found = _Rewritten(matching)
    for new in fresh:
        home = _home_before(matching, new)
        sources = {old: count for old in found.changed[home] if (count := found.places_beside(old, new, home))}
        for old, count in sources.items() if len(sources) == 1 else ():
            if lexicon.mass(found.old.of(old)) + lexicon.mass(found.new.of(new)) >= cuts.REWRITTEN_WEIGHT_MIN:
                grounds = Grounds(TIER, (rewritten_as_in(count),), _CONFIDENCE, cuts=(cuts.REWRITTEN_WEIGHT_MIN,))
                matching.add_branch(Branch(old, new, grounds))
