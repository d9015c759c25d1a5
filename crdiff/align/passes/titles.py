"""Headings of one title: sections, subsections, keywords.

A title stays with its chapter when everything in it is renumbered: "Controlling Another Player's Turn" is 507 in
2009-05-01 and 710 in 2009-07-11. On the Rust specification, which this was not written from, titles carry twelve links
that no other pass finds.
"""

from __future__ import annotations

from collections.abc import Iterator

from crdiff.align.matching import Grounds, Matching
from crdiff.align.side import ReleaseSide
from crdiff.align.state import PassState
from crdiff.model.clause import ClauseKind

TIER = "heading"
_TOP = -9
"""In place of the parent of a clause at the top; unlike the mark of a parent without heir, clauses may share it."""
Pair = tuple[int, int]


def link_titles(state: PassState) -> None:
    """Link headings whose title occurs once at its level on both sides; then those of one title told apart by place."""
    matching = state.matching
    old, new = _by_title(matching.old), _by_title(matching.new)
    for key, olds in old.items():
        news = new.get(key, [])
        if len(olds) == len(news) == 1 and matching.is_open_old(olds[0]) and matching.is_open_new(news[0]):
            _link(matching, olds[0], news[0], "", 0.99)
    for key, olds in old.items():
        for one, other in _matched_by_parent(matching, olds, new.get(key, [])):
            _link(matching, one, other, ", in the same chapter", 0.97)


def _link(matching: Matching, old: int, new: int, detail: str, confidence: float) -> None:
    is_same = (
        matching.old.texts[old] == matching.new.texts[new] and matching.old.numbers[old] == matching.new.numbers[new]
    )
    evidence = f"same title {matching.old.nodes[old].clause.title!r}{detail}"
    matching.link(old, new, Grounds(TIER, (evidence,), 1.0 if is_same else confidence))


def _by_title(side: ReleaseSide) -> dict[tuple[bool, str], list[int]]:
    found: dict[tuple[bool, str], list[int]] = {}
    for index, node in enumerate(side.nodes):
        if side.headings[index]:
            is_rule = node.kind in {ClauseKind.RULE, ClauseKind.SUBRULE}
            found.setdefault((is_rule, side.keys[index].casefold()), []).append(index)
    return found


def _matched_by_parent(matching: Matching, olds: list[int], news: list[int]) -> Iterator[Pair]:
    """Yield the headings of one title whose parents are partners, where only one pair has such parents."""
    under_old: dict[int, list[int]] = {}
    for one in filter(matching.is_open_old, olds):
        above = matching.old.parents[one]
        under_old.setdefault(matching.heir[above] if above >= 0 else _TOP, []).append(one)
    under_new: dict[int, list[int]] = {}
    for other in filter(matching.is_open_new, news):
        above = matching.new.parents[other]
        under_new.setdefault(above if above >= 0 else _TOP, []).append(other)
    for above, ones in under_old.items():
        others = under_new.get(above, ())
        if len(ones) == len(others) == 1:
            yield ones[0], others[0]
