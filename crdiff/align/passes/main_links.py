"""Which part of a clause is its main heir, and which of several merged clauses the main origin.

A clause goes on as the one that keeps what it is known by: its opening words, its first sentence, its title, its
number. 108.2 of 2017-01-20 is 108.2 of 2017-04-28, which kept its number and its opening, though most of its text went
to 108.2a. Between equals the choice of the passes stays, which went by the text. To weigh the text of equals again was
wrong in all four cases of which a reader was sure.
"""

from __future__ import annotations

from functools import cache

from crdiff.align.matching import OVERRIDE, Branch
from crdiff.align.measure import cuts
from crdiff.align.measure.sentences import Sentences
from crdiff.align.passes.ledger import keeps_opening
from crdiff.align.state import PassState


def elect_main_links(state: PassState) -> None:
    """Make the branch that keeps the identity of a clause its main link, and give each clause with parts a main one."""
    matching = state.matching
    if not matching.branches or state.followed:
        return
    identity = _Identity(state)

    def rank(branch: Branch) -> int:
        return -identity.of(branch.old, branch.new)

    for branch in sorted(matching.branches, key=rank):
        mine, rivals = identity.of(branch.old, branch.new), matching.rivals(branch)
        tiers = {branch.grounds.tier, *(matching.grounds[old].tier for old, _ in rivals)}
        if rivals and OVERRIDE not in tiers and all(mine > identity.of(*rival) for rival in rivals):
            matching.prefer(branch)
    for branch in sorted(matching.branches, key=rank):
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

    def _of(self, old: int, new: int) -> int:
        """Return how much two clauses share: the opening words count 2, first sentence, title and number 1 each."""
        one, other = self._matching.old, self._matching.new
        opened = keeps_opening(self._matching, old, new)
        firsts = self._found.old[old][:1], self._found.new[new][:1]
        first = all(firsts) and self._found.fit(firsts[0][0], firsts[1][0]) >= cuts.IDENTITY_LIKENESS_MIN
        title = one.nodes[old].clause.title
        titled = bool(title) and title == other.nodes[new].clause.title
        return 2 * opened + first + titled + self._matching.numbered_alike(old, new)
