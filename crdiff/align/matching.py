"""The alignment while it is being made: which clauses have a partner so far, and on what evidence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from crdiff.align.alignment import RunnerUp
from crdiff.align.side import Side


@dataclass(frozen=True, slots=True)
class Proof:
    """Why a pair was linked: by which tier, in which words, how surely, and what came second."""

    tier: str
    evidence: tuple[str, ...]
    confidence: float
    runner_up: RunnerUp | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """A link beside the main ones: some of `old` went on in `new`."""

    old: int
    new: int
    proof: Proof


class Matching:
    """Pairs of an old and a new clause, by index. A clause has at most one main partner, and parts beside it."""

    def __init__(self, old: Side, new: Side) -> None:
        self.old = old
        self.new = new
        self.heir = [-1] * len(old)
        self.origin = [-1] * len(new)
        self.proofs: dict[int, Proof] = {}
        self.parts: list[Part] = []
        self._other_heirs: dict[int, list[int]] = {}
        self._other_origins: dict[int, list[int]] = {}

    def link(self, old: int, new: int, proof: Proof) -> None:
        """Pair two clauses that have no partner yet."""
        assert self.heir[old] < 0 and self.origin[new] < 0, (old, new)  # noqa: PT018 - one claim: both are free
        self.heir[old] = new
        self.origin[new] = old
        self.proofs[old] = proof

    def unlink(self, old: int) -> None:
        """Take a pair apart again."""
        self.origin[self.heir[old]] = -1
        self.heir[old] = -1
        del self.proofs[old]

    def add_part(self, part: Part) -> None:
        """Note that some of an old clause went on in a new one that is not its partner."""
        self.parts.append(part)
        self._other_heirs.setdefault(part.old, []).append(part.new)
        self._other_origins.setdefault(part.new, []).append(part.old)

    def exchange(self, part: Part, old: int, new: int) -> None:
        """Make a part the main link in place of the pair `old`, `new`, which becomes the part."""
        former = Part(old, new, self.proofs[old])
        self.unlink(old)
        self.parts.remove(part)
        self._other_heirs[part.old].remove(part.new)
        self._other_origins[part.new].remove(part.old)
        self.link(part.old, part.new, part.proof)
        self.add_part(former)

    def heirs(self, old: int) -> list[int]:
        """Return the main partner of an old clause, if any, and then its parts."""
        main = [self.heir[old]] if self.heir[old] >= 0 else []
        return main + self._other_heirs.get(old, [])

    def origins(self, new: int) -> list[int]:
        """Return the main partner of a new clause, if any, and then its parts."""
        main = [self.origin[new]] if self.origin[new] >= 0 else []
        return main + self._other_origins.get(new, [])

    def free_old(self) -> list[int]:
        """Return the old clauses without a partner, in order."""
        return [index for index, heir in enumerate(self.heir) if heir < 0]

    def free_new(self) -> list[int]:
        """Return the new clauses without a partner, in order."""
        return [index for index, origin in enumerate(self.origin) if origin < 0]

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Yield the pairs in the order of the old text."""
        for old, new in enumerate(self.heir):
            if new >= 0:
                yield old, new

    def parents_linked(self, old: int, new: int) -> bool:
        """Whether the clauses stand under clauses that are partners (or both at the top)."""
        above_old, above_new = self.old.parents[old], self.new.parents[new]
        if above_old < 0 or above_new < 0:
            return above_old == above_new
        return self.heir[above_old] == above_new
