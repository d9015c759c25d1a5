"""Tier 1: sections, subsections and keyword headings by title.

A title stays with its chapter when everything in it is renumbered: "Controlling Another Player's Turn" is 507 in
2009-05-01 and 710 in 2009-07-11. Renamed chapters are left to later passes, which know their content.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from crdiff.align.matching import Matching, Proof
from crdiff.align.side import Side
from crdiff.model.clause import ClauseKind

TIER = "heading"


def link_headings(matching: Matching) -> None:
    """Link headings of one level whose title occurs once at that level on both sides; then those told apart by place."""
    old, new = _by_title(matching.old), _by_title(matching.new)
    for key, olds in old.items():
        news = new.get(key, [])
        if len(olds) == len(news) == 1:
            matching.link(olds[0], news[0], Proof(TIER, (f"same title {_title(matching.old, olds[0])!r}",), 0.99))
    for key, olds in old.items():
        for one, other in _told_apart(matching, olds, new.get(key, [])):
            evidence = f"same title {_title(matching.old, one)!r}, in the same chapter"
            matching.link(one, other, Proof(TIER, (evidence,), 0.97))


def _title(side: Side, index: int) -> str:
    return side.nodes[index].clause.title


def _by_title(side: Side) -> dict[tuple[bool, str], list[int]]:
    found: dict[tuple[bool, str], list[int]] = {}
    for index, node in enumerate(side.nodes):
        if side.is_heading(index):
            is_rule = node.kind in {ClauseKind.RULE, ClauseKind.SUBRULE}
            found.setdefault((is_rule, side.keys[index].casefold()), []).append(index)
    return found


def _told_apart(matching: Matching, olds: list[int], news: list[int]) -> Iterator[tuple[int, int]]:
    """Yield those of the same title whose parents are partners, where that is said of one pair only."""
    close = [
        (one, other)
        for one in olds
        for other in news
        if matching.heir[one] < 0 and matching.origin[other] < 0 and matching.parents_linked(one, other)
    ]
    often_old = Counter(one for one, _ in close)
    often_new = Counter(other for _, other in close)
    yield from ((one, other) for one, other in close if often_old[one] == often_new[other] == 1)
