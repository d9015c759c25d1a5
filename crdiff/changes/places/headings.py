"""What happened to headings and numbers, and whether a clause stayed, moved, split, merged, came or went."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Mapping, Sequence
from itertools import pairwise

from crdiff.align.alignment import Alignment, Link
from crdiff.annotate.cross_references import is_revoked
from crdiff.changes.change import Structure, SubsectionChange
from crdiff.model.clause import Clause, ClauseKind
from crdiff.model.number import SUBSECTION
from crdiff.model.tree import Node

# The old and the new index of a heading.
Heading = tuple[int, int]


def headings_followed(
    alignment: Alignment, places: Sequence[Structure], says_the_same: Container[int]
) -> dict[int, Heading]:
    """Return the heading that each clause only follows to a new number, by the index of the clause's link.

    `places` are the structures of the links, `says_the_same` the indices of links whose texts did not change. A
    renumbered heading follows itself: its row among the subsections is enough. A clause whose link could
    not be decided follows nothing, so that a reader sees it.
    """
    linked = {link.old[0]: link.new[0] for link in alignment.links if len(link.old) == len(link.new) == 1}
    found: dict[int, Heading] = {}
    for at, link in enumerate(alignment.links):
        if places[at] is Structure.RENUMBERED and at in says_the_same and not link.undetermined:
            heading = _heading(alignment, linked, link.old[0], link.new[0])
            if heading:
                found[at] = heading
    return found


def subsection_changes(
    alignment: Alignment, places: Sequence[Structure], followed: dict[int, Heading]
) -> tuple[SubsectionChange, ...]:
    """Return the subsections that changed, in the order of the links; keyword headings where they moved.

    `members` counts the clauses that only follow the heading, the heading itself not among them.
    """
    members = Counter(followed.values())
    found: list[SubsectionChange] = []
    for at, link in enumerate(alignment.links):
        old = alignment.old_nodes[link.old[0]] if link.old else None
        new = alignment.new_nodes[link.new[0]] if link.new else None
        own = (old.index, new.index) if old and new else None
        if own not in members and _kind(old, new) is not ClauseKind.SUBSECTION:
            continue
        row = SubsectionChange(
            old=str(old.number) if old else "",
            new=str(new.number) if new else "",
            old_title=old.clause.title if old else "",
            new_title=new.clause.title if new else "",
            structure=places[at],
            members=members[own] - (followed.get(at) == own) if own else 0,
        )
        if row.structure is not Structure.SAME or row.old_title != row.new_title:
            found.append(row)
    return tuple(found)


def _kind(old: Node | None, new: Node | None) -> ClauseKind | None:
    """Return the kind that both sides of a link have, or the only one."""
    if old and new:
        return old.kind if old.kind is new.kind else None
    return old.kind if old else new.kind if new else None


def _heading(alignment: Alignment, linked: dict[int, int], old: int, new: int) -> Heading | None:
    """Return the lowest linked pair of headings over two clauses whose new number explains the clause's own."""
    before, after = alignment.old_nodes[old], alignment.new_nodes[new]
    above, below = before, after
    while above.index in linked and linked[above.index] == below.index:
        is_heading = above.kind is below.kind and _is_heading(above) and _is_heading(below)
        if is_heading and _explains(above, below, before, after):
            return above.index, below.index
        if above.parent < 0 or below.parent < 0:
            return None
        above, below = alignment.old_nodes[above.parent], alignment.new_nodes[below.parent]
    return None


def _is_heading(node: Node) -> bool:
    is_keyword = node.kind is ClauseKind.RULE and bool(node.clause.title) and bool(node.clause.children)
    return is_keyword or node.kind is ClauseKind.SUBSECTION


def _explains(above: Node, below: Node, before: Node, after: Node) -> bool:
    """Whether the numbers differ in what the headings differ in, and in nothing else."""
    if above.kind is ClauseKind.SUBSECTION:
        return before.number.path[above.number.level :] == after.number.path[below.number.level :]
    return (
        above.number.path[SUBSECTION:] != below.number.path[SUBSECTION:]
        and before.number.letters == after.number.letters
    )


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
