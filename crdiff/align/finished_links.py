"""The links that the finished matching makes: one for each pair, split, merge, addition and removal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from crdiff.align.alignment import Link
from crdiff.align.matching import Branch, Grounds, Matching
from crdiff.align.measure.absence import weigh_absences
from crdiff.align.measure.confidence import DECIDED_MIN, calibrated
from crdiff.align.passes.ledger import TIER as SENTENCES
from crdiff.align.passes.parts_by_words import TIER as LEFTOVER
from crdiff.align.passes.similar import TIER as SIMILAR
from crdiff.align.side import ReleaseSide
from crdiff.align.state import PassState

_RAW = frozenset({SIMILAR, SENTENCES, LEFTOVER})


def finished_links(state: PassState) -> Iterator[Link]:
    """Yield the links, pairs in the order of the old text, then what was removed, then what was added.

    A clause that was split and whose heir was also merged is in two links. A sentence that moved between two
    clauses which both have partners of their own makes a merge of the clause it came to.
    """
    matching, (removed, added) = state.matching, weigh_absences(state)
    split: dict[int, list[Branch]] = defaultdict(list)
    merged: dict[int, list[Branch]] = defaultdict(list)
    for branch in matching.branches:
        if matching.origin[branch.new] < 0:
            split[branch.old].append(branch)
        else:
            merged[branch.new].append(branch)
    for old, new in matching.pairs():
        if split[old] or not merged[new]:
            yield _link(matching, old, new, split[old], [])
        if merged[new]:
            yield _link(matching, old, new, [], merged[new])
    for old, heir in enumerate(matching.heir):
        if heir < 0 and not matching.heirs(old) and _was_quoted(matching.old, matching.new, matching.heir, old):
            yield _alone((old,), (), removed[old])
    for new, origin in enumerate(matching.origin):
        if origin < 0 and not matching.origins(new) and _was_quoted(matching.new, matching.old, matching.origin, new):
            yield _alone((), (new,), added[new])


def _link(matching: Matching, old: int, new: int, split: list[Branch], merged: list[Branch]) -> Link:
    grounds = matching.grounds[old]
    branches = split or merged
    evidence = list(grounds.evidence)
    parts = [(matching.new.numbers[branch.new], branch) for branch in split]
    parts += [(matching.old.numbers[branch.old], branch) for branch in merged]
    evidence.extend(f"{number}: {line}" for number, branch in parts for line in branch.grounds.evidence)
    evidence.extend(_bounds(matching, old, new, is_sought=grounds.tier in _RAW))
    confidence = min([certain(grounds), *(certain(branch.grounds) for branch in branches)])
    return Link(
        (old, *(branch.old for branch in merged)),
        (new, *(branch.new for branch in split)),
        branches[0].grounds.tier if branches else grounds.tier,
        tuple(evidence),
        confidence,
        confidence < DECIDED_MIN,
        grounds.runner_up,
    )


def _bounds(matching: Matching, old: int, new: int, *, is_sought: bool) -> Iterator[str]:
    """Yield why the search for a pair, or for its examples, was cut short, if it was."""
    found = matching.bounds_old.get(old) or matching.bounds_new.get(new)
    if found and is_sought:
        yield found
    if old in matching.notes_old:
        yield matching.notes_old[old]


def certain(grounds: Grounds) -> float:
    """Return the confidence of a main link or of a part by itself, calibrated where its figure is a raw one."""
    return calibrated(grounds.confidence) if grounds.tier in _RAW else grounds.confidence


def _alone(old: tuple[int, ...], new: tuple[int, ...], grounds: Grounds) -> Link:
    """Return the link of one clause that has no partner."""
    is_doubted = grounds.confidence < DECIDED_MIN
    return Link(old, new, grounds.tier, grounds.evidence, grounds.confidence, is_doubted, grounds.runner_up)


def _was_quoted(side: ReleaseSide, other: ReleaseSide, partners: list[int], index: int) -> bool:
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
