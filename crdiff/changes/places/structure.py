"""The structure of a change: whether a clause kept its place, moved, split, merged, was added, removed or revoked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise

from crdiff.align.alignment import Alignment, Link
from crdiff.annotate.notices import is_revoked
from crdiff.changes.change import Structure
from crdiff.model.clause import Clause
from crdiff.model.tree import Node


def structures(alignment: Alignment) -> list[Structure]:
    """Return the structure of each link of `alignment`, in its order."""
    heirs = _heirs(alignment.links)
    crossing = _crossing(alignment, heirs)
    return [_structure(link, alignment, heirs, crossing) for link in alignment.links]


def _structure(
    link: Link, alignment: Alignment, heirs: Mapping[int, Sequence[int]], crossing: frozenset[tuple[int, int]]
) -> Structure:
    if not link.old:
        return Structure.ADDED
    if not link.new:
        return Structure.REMOVED
    old, new = alignment.old_nodes[link.old[0]], alignment.new_nodes[link.new[0]]
    if len(link.new) == 1 and is_revoked(old.clause.text, new.clause.text):
        return Structure.REVOKED
    if len(link.new) > 1 and len(link.new) >= len(link.old):
        return Structure.SPLIT
    if len(link.old) > 1:
        return Structure.MERGED
    if old.number == new.number:
        return Structure.SAME
    if (old.index, new.index) in crossing or not _share_parent(old, new, heirs):
        return Structure.MOVED
    return Structure.RENUMBERED


def _heirs(links: Sequence[Link]) -> dict[int, list[int]]:
    heirs: dict[int, list[int]] = defaultdict(list)
    for link in links:
        for old in link.old:
            heirs[old] += link.new
    return heirs


def _share_parent(old: Node, new: Node, heirs: Mapping[int, Sequence[int]]) -> bool:
    """Whether the clause above the old one became the clause above the new one.

    The top of an excerpt shares its parent with anything: the clause above it was not quoted.
    """
    if old.parent < 0 or new.parent < 0:
        return old.kind is new.kind
    return new.parent in heirs.get(old.parent, ())


def _crossing(alignment: Alignment, heirs: Mapping[int, Sequence[int]]) -> frozenset[tuple[int, int]]:
    """Return the links, as pairs of indices, that cross the longest run of siblings in unchanged order."""
    families: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for link in alignment.links:
        if len(link.old) == len(link.new) == 1:
            old, new = alignment.old_nodes[link.old[0]], alignment.new_nodes[link.new[0]]
            if _share_parent(old, new, heirs):
                families[old.parent, new.parent].append((old.index, new.index))
    crossing: set[tuple[int, int]] = set()
    for pairs in families.values():
        pairs.sort()
        if any(one[1] > other[1] for one, other in pairwise(pairs)):
            crossing.update(set(pairs) - set(_longest_in_order(pairs, alignment)))
    return frozenset(crossing)


def _bulk(clause: Clause) -> int:
    """Return how many characters a clause and the clauses under it have."""
    return len(clause.wording) + sum(map(len, clause.examples)) + sum(map(_bulk, clause.children))


def _longest_in_order(pairs: Sequence[tuple[int, int]], alignment: Alignment) -> list[tuple[int, int]]:
    """Return the longest run of `pairs`, sorted by old index, that is also in order by new index.

    Among runs of equal length the one with more text stays, whichever side one looks from.
    """
    best: list[tuple[int, int, int]] = []
    for at, (old, new) in enumerate(pairs):
        weight = _bulk(alignment.old_nodes[old].clause) + _bulk(alignment.new_nodes[new].clause)
        before = [(*best[i][:2], i) for i in range(at) if pairs[i][1] < new]
        length, text, previous = max(before, key=lambda run: run[:2], default=(0, 0, -1))
        best.append((length + 1, text + weight, previous))
    at = max(range(len(best)), key=lambda i: best[i][:2])
    run: list[tuple[int, int]] = []
    while at >= 0:
        run.append(pairs[at])
        at = best[at][2]
    return run
