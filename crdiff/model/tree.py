"""Walking a release: the flat, ordered view of its tree, and the release back to lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from crdiff.model.clause import Clause, ClauseKind, Placement
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Release


class Node(Struct, frozen=True):
    """A clause in its text: `index` in document order from 0, `parent` the index above it or -1."""

    index: int
    parent: int
    clause: Clause
    placement: Placement

    @property
    def number(self) -> ClauseNumber:
        """The number as ordered."""
        return self.placement.number

    @property
    def kind(self) -> ClauseKind:
        """The level in the tree."""
        return self.clause.kind


def walk(release: Release) -> tuple[Node, ...]:
    """Return every clause of `release` with its placement, parents before children, in printed order."""
    nodes: list[Node] = []
    placements = iter(release.placements)

    def descend(clauses: Iterable[Clause], parent: int) -> None:
        for clause in clauses:
            index = len(nodes)
            nodes.append(Node(index, parent, clause, next(placements)))
            if clause.children:
                descend(clause.children, index)

    descend(release.sections, -1)
    return tuple(nodes)


def by_number(nodes: Iterable[Node]) -> dict[ClauseNumber, Node]:
    """Return the first clause of each number; a repeated number keeps its first clause."""
    found: dict[ClauseNumber, Node] = {}
    for node in nodes:
        found.setdefault(node.number, node)
    return found


def subtree(nodes: tuple[Node, ...], index: int) -> Iterator[Node]:
    """Yield the clause at `index` and all clauses under it, in order."""
    yield nodes[index]
    inside = {index}
    for node in nodes[index + 1 :]:
        if node.parent not in inside:
            return
        inside.add(node.index)
        yield node


# What every official text prints over its glossary; the entries do not hold it.
GLOSSARY_HEADING = "Glossary"


def print_clause(clause: Clause, placement: Placement) -> tuple[str, ...]:
    """Return the lines of one clause without those under it: label and title or text, paragraphs, examples."""
    body = [line for line in (clause.title, *clause.text.split("\n")) if line]
    examples = [line for example in clause.examples for line in example.split("\n")]
    return (" ".join((placement.printed, *body[:1])), *body[1:], *examples)
