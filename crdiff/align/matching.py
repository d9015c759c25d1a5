"""The alignment while it is being made: which clauses have a partner so far, and on what evidence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from crdiff.align.alignment import RunnerUp
from crdiff.align.side import Side

OPEN = -1
CLOSED = -2


class Proof(Struct, frozen=True):
    """Why a pair was linked: by which tier, in which words, how surely, and what came second."""

    tier: str
    evidence: tuple[str, ...]
    confidence: float
    runner_up: RunnerUp | None = None

    def with_more(self, evidence: str, confidence: float) -> Proof:
        """Return the proof with one more sentence of evidence and another confidence."""
        return replace(self, evidence=(*self.evidence, evidence), confidence=round(confidence, 4))


class Part(Struct, frozen=True):
    """A link beside the main ones: some of `old` went on in `new`."""

    old: int
    new: int
    proof: Proof


class Matching:
    """Pairs of an old and a new clause, by index. A clause has at most one main partner, and parts beside it.

    `heir` and `origin` hold the main partner, `OPEN` where there is none yet, `CLOSED` where none is wanted; any
    negative value says that there is none. `absences` holds the proofs of clauses closed by hand. `turns` counts the
    changes of main partners, so that what was derived from them is known to hold still. `bounds_old` and `bounds_new`
    say by clause where the search for its partner was cut short, `notes_old` where that for its examples was.
    """

    def __init__(self, old: Side, new: Side) -> None:
        self.old = old
        self.new = new
        self.heir = [OPEN] * len(old)
        self.origin = [OPEN] * len(new)
        self.turns = 0
        self.proofs: dict[int, Proof] = {}
        self.parts: list[Part] = []
        self.absences_old: dict[int, Proof] = {}
        self.absences_new: dict[int, Proof] = {}
        self.bounds_old: dict[int, str] = {}
        self.bounds_new: dict[int, str] = {}
        self.notes_old: dict[int, str] = {}
        self._other_heirs: dict[int, list[int]] = {}
        self._other_origins: dict[int, list[int]] = {}

    def link(self, old: int, new: int, proof: Proof) -> None:
        """Pair two clauses that have no partner yet."""
        assert self.is_open_old(old) and self.is_open_new(new), (old, new)  # noqa: PT018 - one claim: both are free
        self.turns += 1
        self.heir[old] = new
        self.origin[new] = old
        self.proofs[old] = proof

    def unlink(self, old: int) -> None:
        """Take a pair apart again."""
        self.turns += 1
        self.origin[self.heir[old]] = OPEN
        self.heir[old] = OPEN
        del self.proofs[old]

    def close(self, old: Iterable[int], new: Iterable[int], proof: Proof) -> None:
        """Settle that these clauses get no main partner."""
        self.turns += 1
        for index in old:
            self.heir[index] = CLOSED
            self.absences_old[index] = proof
        for index in new:
            self.origin[index] = CLOSED
            self.absences_new[index] = proof

    def note_bound(self, old: Iterable[int], new: Iterable[int], said: str) -> None:
        """Note that not every partner of these clauses was looked at, and why; the first reason of a clause counts."""
        for index in old:
            self.bounds_old.setdefault(index, said)
        for index in new:
            self.bounds_new.setdefault(index, said)

    def is_open_old(self, old: int) -> bool:
        """Whether an old clause may still get a main partner."""
        return self.heir[old] == OPEN

    def is_open_new(self, new: int) -> bool:
        """Whether a new clause may still get a main partner."""
        return self.origin[new] == OPEN

    def add_part(self, part: Part) -> None:
        """Note that some of an old clause went on in a new one that is not its partner."""
        self.parts.append(part)
        self._other_heirs.setdefault(part.old, []).append(part.new)
        self._other_origins.setdefault(part.new, []).append(part.old)

    def drop_part(self, part: Part) -> None:
        """Take back what `add_part` noted."""
        self.parts.remove(part)
        self._other_heirs[part.old].remove(part.new)
        self._other_origins[part.new].remove(part.old)

    def exchange(self, part: Part, old: int, new: int) -> None:
        """Make a part the main link in place of the pair `old`, `new`, which becomes the part."""
        former = Part(old, new, self.proofs[old])
        self.unlink(old)
        self.drop_part(part)
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

    def open_old(self) -> list[int]:
        """Return the old clauses that have no partner yet, in order."""
        return [index for index, heir in enumerate(self.heir) if heir == OPEN]

    def open_new(self) -> list[int]:
        """Return the new clauses that have no partner yet, in order."""
        return [index for index, origin in enumerate(self.origin) if origin == OPEN]

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
