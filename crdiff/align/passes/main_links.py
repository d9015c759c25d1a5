"""Which part of a clause is its main heir, and which of several merged clauses the main origin.

A clause goes on as the one that keeps what it is known by: its opening words, its first sentence, its title, its
number; of equals, as the one whose first sentence is nearer. 108.2 of 2017-01-20 is 108.2 of 2017-04-28, which kept its
number and its opening, though most of its text went to 108.2a.
"""

from __future__ import annotations

from functools import cache

from crdiff.align.matching import OVERRIDE
from crdiff.align.measure import cuts
from crdiff.align.measure.sentences import Sentences
from crdiff.align.passes.ledger import keeps_opening
from crdiff.align.state import PassState

Pair = tuple[int, int]


def elect_main_links(state: PassState) -> None:
    """Make the branch that keeps the identity of a clause its main link, and give each clause with parts a main one."""
    matching = state.matching
    if not matching.branches or state.followed:
        return
    identity = _Identity(state)
    for branch in sorted(matching.branches, key=lambda one: (-identity.of(one.old, one.new)[0], one.old, one.new)):
        rivals = matching.rivals(branch)
        tiers = {branch.grounds.tier, *(matching.grounds[old].tier for old, _ in rivals)}
        pair = branch.old, branch.new
        if rivals and OVERRIDE not in tiers and all(identity.outweighs(pair, rival) for rival in rivals):
            matching.prefer(branch)
    left = [one for one in matching.branches if matching.is_open_old(one.old) and matching.is_open_new(one.new)]
    for branch in sorted(left, key=lambda one: (-identity.flow(one.old, one.new), one.old, one.new)):
        if matching.is_open_old(branch.old) and matching.is_open_new(branch.new):
            matching.prefer(branch)


class _Identity:
    """What two clauses have in common of that by which a clause is known."""

    def __init__(self, state: PassState) -> None:
        matching = self._matching = state.matching
        ends = [(branch.old, branch.new) for branch in matching.branches]
        olds = {old for old, _ in ends} | {matching.origin[new] for _, new in ends if matching.origin[new] >= 0}
        news = {new for _, new in ends} | {matching.heir[old] for old, _ in ends if matching.heir[old] >= 0}
        self._found = Sentences(matching, state.lexicon, sorted(olds), sorted(news))
        self.of = cache(self._of)
        self.flow = cache(self._flow)

    def _of(self, old: int, new: int) -> tuple[int, float]:
        """Return how much two clauses share, and how near their first sentences are, 0.0 if not near.

        The opening words count 2; first sentence, title, number and, of a new heading, the clauses under it 1 each.
        """
        one, other = self._matching.old, self._matching.new
        opened = keeps_opening(self._matching, old, new)
        firsts = zip(self._found.old[old][:1], self._found.new[new], strict=False)
        near = max((fit for pair in firsts if (fit := self._found.fit(*pair)) >= cuts.IDENTITY_LIKENESS_MIN), default=0)
        title = one.nodes[old].clause.title
        titled = bool(title) and title == other.nodes[new].clause.title
        went = {self._matching.heir[child] for child in one.children[old] if other.headings[new]}
        holds = not went.isdisjoint(other.children[new])
        return 2 * opened + bool(near) + titled + self._numbered(old, new) + holds, near

    def _numbered(self, old: int, new: int) -> bool:
        return self._matching.numbered_alike(old, new)

    def _flow(self, old: int, new: int) -> float:
        """Return the weight of the old sentences that the new clause continues best of all heirs."""
        kept, heirs = self._found.kept, {*self._matching.heirs(old), new}
        fits = [(one.mass, {heir: kept(one, (heir,)) for heir in heirs}) for one in self._found.old[old]]
        return sum(mass * of[new] for mass, of in fits if of[new] >= max(of.values()))

    def outweighs(self, one: Pair, other: Pair) -> bool:
        """Whether a pair keeps more of what a clause is known by than another.

        Between equals the pair with the clearly nearer first sentence wins, unless one of them has the number alone;
        then, and where the first sentences say nothing, the pair with more text does. Of two origins of one clause, the
        one that keeps less often has no other heir: it stays the main one unless the other has the opening words or
        nearly as much text. 500.4 of 2025-09-19 went into 500.5 whole.
        """
        (mine, my_first), (its, its_first) = self.of(*one), self.of(*other)
        if mine == its:
            if self._numbered(*one) == self._numbered(*other) and abs(my_first - its_first) >= cuts.FIT_LEAD_MIN:
                return my_first > its_first
            return self.flow(*one) > cuts.MAIN_FLOW_RATIO * self.flow(*other)
        is_opened = keeps_opening(self._matching, *one) and not keeps_opening(self._matching, *other)
        enough = one[0] == other[0] or is_opened or cuts.MAIN_FLOW_RATIO * self.flow(*one) >= self.flow(*other)
        return mine > its and enough
