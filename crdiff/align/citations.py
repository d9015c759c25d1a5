"""Which clauses cite which: evidence that two clauses are the same one where they cite, or are cited by, partners."""

from __future__ import annotations

from crdiff.align.matching import Matching
from crdiff.align.side import Side
from crdiff.annotate.cross_references import cross_references
from crdiff.model.tree import by_number


class Citations:
    """The cross-references of one side as indices: what each clause cites, and what cites it."""

    def __init__(self, side: Side) -> None:
        at = {number: node.index for number, node in by_number(side.nodes).items()}
        self.cited: dict[int, frozenset[int]] = {}
        citing: dict[int, set[int]] = {}
        for index, text in enumerate(side.texts):
            if "ule" not in text and "ection" not in text:
                continue
            found = frozenset(
                at[number] for mention in cross_references(text) for number in mention.numbers if number in at
            )
            if found:
                self.cited[index] = found
                for target in found:
                    citing.setdefault(target, set()).add(index)
        self.citing = {target: frozenset(sources) for target, sources in citing.items()}


_NONE: frozenset[int] = frozenset()


def agreement(matching: Matching, old: Citations, new: Citations, pair: tuple[int, int]) -> tuple[int, int]:
    """Return how many clauses cited by, and how many citing, the two of a pair are partners of one another."""
    one, other = pair
    heirs = {matching.heir[target] for target in old.cited.get(one, _NONE)}
    sources = {matching.heir[source] for source in old.citing.get(one, _NONE)}
    return len(heirs & new.cited.get(other, _NONE)), len(sources & new.citing.get(other, _NONE))
