"""From the finished matching to links: one for each pair, split, merge, addition and removal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from crdiff.align.alignment import Link
from crdiff.align.matching import Matching, Part
from crdiff.align.side import Side


def links_of(matching: Matching) -> Iterator[Link]:
    """Yield the links, pairs in the order of the old text, then what was removed, then what was added.

    A clause that was split and whose heir was also merged stands in two links. A sentence that moved between two
    clauses which both have partners of their own makes a merge of the clause it came to.
    """
    split: dict[int, list[Part]] = defaultdict(list)
    merged: dict[int, list[Part]] = defaultdict(list)
    for part in matching.parts:
        if matching.origin[part.new] < 0:
            split[part.old].append(part)
        else:
            merged[part.new].append(part)
    for old, new in matching.pairs():
        if split[old] or not merged[new]:
            yield _link(matching, old, new, split[old], [])
        if merged[new]:
            yield _link(matching, old, new, [], merged[new])
    linked_old = {part.old for part in matching.parts}
    linked_new = {part.new for part in matching.parts}
    for old in matching.free_old():
        if old not in linked_old and _was_quoted(matching.old, matching.new, matching.heir, old):
            yield Link((old,), (), "removed", ("no partner in the new text",), 0.9)
    for new in matching.free_new():
        if new not in linked_new and _was_quoted(matching.new, matching.old, matching.origin, new):
            yield Link((), (new,), "added", ("no partner in the old text",), 0.9)


def _link(matching: Matching, old: int, new: int, split: list[Part], merged: list[Part]) -> Link:
    proof = matching.proofs[old]
    if not (split or merged):
        return Link((old,), (new,), proof.tier, proof.evidence, proof.confidence, runner_up=proof.runner_up)
    said = list(proof.evidence)
    said.extend(f"{matching.new.numbers[part.new]}: {line}" for part in split for line in part.proof.evidence)
    said.extend(f"{matching.old.numbers[part.old]}: {line}" for part in merged for line in part.proof.evidence)
    parts = split or merged
    return Link(
        (old, *(part.old for part in merged)),
        (new, *(part.new for part in split)),
        parts[0].proof.tier if parts else proof.tier,
        tuple(said),
        min([proof.confidence, *(part.proof.confidence for part in parts)]),
        runner_up=proof.runner_up,
    )


def _was_quoted(side: Side, other: Side, partners: list[int], index: int) -> bool:
    """Whether the other text set out to quote the place of a clause without partner.

    It did where it is whole, or where a clause above this one has a partner that it set out to quote.
    """
    coverage = other.release.coverage
    while not coverage.is_whole:
        index = side.parents[index]
        if index < 0:
            return False
        if partners[index] >= 0 and coverage.covers(other.numbers[partners[index]]):
            return True
    return True
