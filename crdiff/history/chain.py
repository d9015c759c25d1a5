"""The parts of a release and of an alignment that history needs: numbers, wordings, which clause continues which.

A `Stage` is a release reduced to parallel tuples, a `ChainStep` an alignment reduced to indices. Both are small enough
to be kept for every release ever held.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from msgspec import Struct

from crdiff.align.alignment import Link
from crdiff.model.fingerprint import raw_fingerprint
from crdiff.model.tree import Node

# Index of no clause.
NONE = -1


class Stage(Struct, frozen=True):
    """A release as history sees it: tuples in document order, all of one length.

    `numbers` as in `str(ClauseNumber)`, `wordings` are raw fingerprints of title, text and examples, `parents` indices
    of the clause above or `NONE`.
    """

    release: date
    numbers: tuple[str, ...]
    wordings: tuple[str, ...]
    parents: tuple[int, ...]


class ChainStep(Struct, frozen=True):
    """How the clauses of one stage continue in the next.

    `continues[new]` is the old clause that continues as that new one, or `NONE`: each clause on at most one.
    `parts` are (old, new) where text of the old clause went into a new one that does not continue it. Clauses in
    neither were added or removed.
    """

    continues: tuple[int, ...]
    parts: tuple[tuple[int, int], ...] = ()


def stage(release: date, nodes: Sequence[Node]) -> Stage:
    """Return the stage of the release whose clauses are `nodes`."""
    return Stage(
        release,
        tuple(str(node.number) for node in nodes),
        tuple(raw_fingerprint(node.clause) for node in nodes),
        tuple(node.parent for node in nodes),
    )


def step(links: Iterable[Link], new_count: int) -> ChainStep:
    """Return which clauses continue which, by `links`; `new_count` is the number of clauses of the new release.

    The main clause of the old side continues as the main clause of the new side. Where a clause is main in several
    links, the plainest link has it (one old clause and one new clause before splits and merges), then the surest.
    """
    continues = [NONE] * new_count
    taken: set[int] = set()
    ordered = sorted(
        (link for link in links if link.old and link.new),
        key=lambda link: (len(link.old) + len(link.new), -link.confidence, link.new, link.old),
    )
    for link in ordered:
        old, new = link.old[0], link.new[0]
        if old not in taken and continues[new] == NONE:
            continues[new] = old
            taken.add(old)
    continuing = {(old, new) for new, old in enumerate(continues)}
    parts = {pair for link in ordered for pair in _pairs(link)} - continuing
    return ChainStep(tuple(continues), tuple(sorted(parts)))


def _pairs(link: Link) -> Iterator[tuple[int, int]]:
    """Yield what went where in a link: the main old clause into every new one, every old one into the main new one."""
    for new in link.new:
        yield link.old[0], new
    for old in link.old[1:]:
        yield old, link.new[0]
