"""The map of a comparison: old clauses left, new ones right, a curve for each link.

The labels are lists of the page; only the curves are drawn, in a square of 100 by 100 that the page stretches.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from crdiff.changes.change import Change, Comparison, Part, Quoted, Structure
from crdiff.model.clause import ClauseKind
from crdiff.model.tree import Node
from crdiff.pages.frame.change_view import anchor
from crdiff.pages.frame.english import clipped

_Key = tuple[str, int]


End = tuple[str, str, str]
"""A clause on one side of the map: its number, its first words, and the id of its change on the page."""
Curve = tuple[str, str]
"""A link as an SVG path, and its kind: ``kept``, ``cross`` (moved), ``in`` (added) or ``out`` (removed)."""


ClauseMap = dict[str, Sequence[tuple[str, ...]]]
"""The clauses of both sides, `old` and `new`, in printed order, and the `curves` between them."""


def map_clauses(comparison: Comparison) -> ClauseMap:
    """Return the map of all rules and subrules on both sides, headings left out."""
    changes = [change for change in comparison.changes if change.part is Part.RULES]
    old = _rows(comparison.alignment.old_nodes)
    new = _rows(comparison.alignment.new_nodes)
    return {
        "old": _ends(old, {_key(clause): change for change in changes for clause in change.old}),
        "new": _ends(new, {_key(clause): change for change in changes for clause in change.new}),
        "curves": list(_curves(changes, _heights(old), _heights(new))),
    }


def _rows(nodes: Iterable[Node]) -> list[Node]:
    return [node for node in nodes if node.kind in {ClauseKind.RULE, ClauseKind.SUBRULE}]


def _ends(rows: Sequence[Node], changes: dict[_Key, Change]) -> tuple[End, ...]:
    linked = ((node, changes.get(_place(node))) for node in rows)
    return tuple(
        (str(node.number), clipped(node.clause.wording, 42), anchor(change) if change else "")
        for node, change in linked
    )


def _heights(rows: Sequence[Node]) -> dict[_Key, float]:
    return {_place(node): 100 * (index + 0.5) / len(rows) for index, node in enumerate(rows)}


def _curves(changes: Iterable[Change], old: dict[_Key, float], new: dict[_Key, float]) -> Iterator[Curve]:
    for change in changes:
        starts = [old[_key(clause)] for clause in change.old if _key(clause) in old]
        ends = [new[_key(clause)] for clause in change.new if _key(clause) in new]
        kind = "cross" if change.structure is Structure.MOVED else "kept"
        for start in starts:
            for end in ends:
                yield f"M0 {start:.2f}C45 {start:.2f} 55 {end:.2f} 100 {end:.2f}", kind
        if not change.new:
            yield from ((f"M0 {start:.2f}H26", "out") for start in starts)
        if not change.old:
            yield from ((f"M74 {end:.2f}H100", "in") for end in ends)


def _key(clause: Quoted) -> _Key:
    return clause.number, clause.line


def _place(node: Node) -> _Key:
    return str(node.number), node.placement.lines.start
