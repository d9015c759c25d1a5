"""Headings: of one title first, then those whose clauses went on together.

A title stays with its chapter when everything in it is renumbered: "Controlling Another Player's Turn" is 507 in
2009-05-01 and 710 in 2009-07-11. On the Rust specification, which this was not written from, titles carry twelve links
that no other pass finds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator
from itertools import product

from crdiff.align.alignment import RunnerUp
from crdiff.align.matching import Branch, Grounds, Matching
from crdiff.align.measure import cuts
from crdiff.align.passes.same_text import matched
from crdiff.align.passes.similar import TIER as SIMILAR
from crdiff.align.side import ReleaseSide
from crdiff.align.state import PassState
from crdiff.model.clause import ClauseKind
from crdiff.model.tree import Node

TIER = "heading"
CONTENT = "content"
_SECTION = ClauseKind.SECTION
# In place of the parent of a clause at the top; unlike the mark of a parent without heir, clauses may share it.
_TOP = -9
Pair = tuple[int, int]


def link_titles(state: PassState) -> None:
    """Link headings whose title occurs once at its level on both sides; then those of one title told apart by place."""
    matching = state.matching
    _link(matching, "", 0.99, _level, _level)
    heir_of = {-1: _TOP, **dict(enumerate(matching.heir))}

    def of_new(node: Node) -> Hashable:
        return _level(node), node.parent if node.parent >= 0 else _TOP

    _link(matching, ", in the same chapter", 0.97, lambda node: (_level(node), heir_of[node.parent]), of_new)


def _is_rule(node: Node) -> bool:
    return node.kind in {ClauseKind.RULE, ClauseKind.SUBRULE}


def _level(node: Node) -> Hashable:
    return _is_rule(node) or node.kind


_Mark = Callable[[Node], Hashable]


def _link(matching: Matching, detail: str, confidence: float, of_old: _Mark, of_new: _Mark) -> None:
    """Link the open headings of one title and one mark, where there is only one on either side."""
    old, new = matching.old, matching.new
    olds, news = _marks(old, matching.is_open_old, of_old), _marks(new, matching.is_open_new, of_new)
    for one, other in matched(olds, news, copies_max=1):
        is_same = old.texts[one] == new.texts[other] and old.numbers[one] == new.numbers[other]
        evidence = f"same title {old.nodes[one].clause.title!r}{detail}"
        matching.link(one, other, Grounds(TIER, (evidence,), 1.0 if is_same else confidence))


def _marks(side: ReleaseSide, is_open: Callable[[int], bool], of: _Mark) -> dict[int, Hashable]:
    return {
        at: (side.keys[at].casefold(), of(node))
        for at, node in enumerate(side.nodes)
        if side.headings[at] and is_open(at)
    }


def link_renamed(state: PassState) -> None:
    """Link headings without partner to those that most of the clauses under them went to.

    A renamed chapter keeps its clauses: "In Play" became "Battlefield", which shares no word with it. What became a
    heading of another level keeps its title: by that alone, chapter 7 of Disney Lorcana's rules of 2025-10-31,
    "Abilities", would be 1.6 of the next text, but its clauses are in chapter 6.
    """
    matching = state.matching
    for (old, new), evidence, share in _moves(matching):
        if matching.is_open_old(old) and matching.is_open_new(new) and matching.old.headings[old]:
            matching.link(old, new, _by_clauses(evidence, share))
    _link(matching, ", at another level", 0.97, _is_rule, _is_rule)


def link_containers(state: PassState) -> None:
    """Link a clause over others, without partner, to the one that most of those under it which went on are under.

    Two chapters became one, or one was divided; a rule may have become a heading.
    """
    matching = state.matching
    for old, new in () if state.followed else _known_by_title(matching):
        state.unpaid_old[old] = state.unpaid_new[new] = RunnerUp(old, new, matching.grounds[old].confidence)
        matching.unlink(old)
    for (old, new), evidence, share in () if state.followed else _moves(matching, is_late=True):
        became_heading = matching.new.headings[new] and not matching.origins(new)
        if matching.heirs(old) and not became_heading:
            continue
        if matching.is_open_old(old) and matching.is_open_new(new):
            matching.link(old, new, _by_clauses(evidence, share))
        elif new not in matching.heirs(old):
            matching.add_branch(Branch(old, new, _by_clauses(evidence, share)))


def _known_by_title(matching: Matching) -> list[Pair]:
    """Return the headings linked by their words, the clauses under either of which have partners elsewhere only.

    Source: "Playing Cards" of Disney Lorcana's rules of 2025-10-31 has the only word of "Cards" of the next text, and
    "Ability Subtypes" of 2003-05-26 that of "Subtypes" of 2003-07-01; no clause went from the one to the other.
    """
    old, new = matching.old, matching.new
    heads = [(one, to) for one, to in matching.pairs() if old.headings[one] and matching.grounds[one].tier == SIMILAR]
    went = {pair for one, to in matching.pairs() if heads for pair in product(old.ancestors[one], new.ancestors[to])}
    olds, news = {one for one, _ in went}, {to for _, to in went}
    return [(one, to) for one, to in heads if (one, to) not in went and (one in olds or to in news)]


def _by_clauses(evidence: str, share: float) -> Grounds:
    return Grounds(CONTENT, (evidence,), round(min(0.97, 0.5 + share / 2), 4), cuts=(cuts.CONTAINER_SHARE_MIN,))


def _moves(matching: Matching, *, is_late: bool = False) -> Iterator[tuple[Pair, str, float]]:
    """Yield where most of the clauses under one without partner went, in words, and their share; the most first.

    The share is of all clauses under it, or, once their parts are known (`is_late`), of those that went on.
    """
    for (old, new), children in sorted(_containers(matching).items(), key=lambda one: (-len(one[1]), one[0])):
        under_old, under_new = matching.old.children[old], matching.new.children[new]
        gone_on = [child for child in under_old if matching.heirs(child)] if is_late else under_old
        share = len(children) / len(under_new if matching.heirs(old) else gone_on)
        is_one = len(children) > 1 and (matching.old.nodes[old].kind is _SECTION) == (
            matching.new.nodes[new].kind is _SECTION
        )
        if is_one and share >= cuts.CONTAINER_SHARE_MIN:
            said = f"{len(children)} of {len(under_old)} clauses under it went on under {matching.new.numbers[new]}"
            yield (old, new), said, share


def _containers(matching: Matching) -> dict[Pair, set[int]]:
    """Return the old clauses by the clauses over them and over an heir, where these are no partners themselves."""
    old, new = matching.old, matching.new
    found: dict[Pair, set[int]] = defaultdict(set)
    for child, heir in (*matching.pairs(), *((each.old, each.new) for each in matching.branches)):
        above_old, above_new = old.parents[child], new.parents[heir]
        if above_old >= 0 and above_new >= 0 and matching.heir[above_old] != above_new:
            over = old.parents[above_old]
            if over < 0 or matching.heir[over] != above_new:
                found[above_old, above_new].add(child)
    return found
