"""The alignment while the passes make it: which clauses have a partner so far, and on what evidence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from crdiff.align.alignment import RunnerUp
from crdiff.align.measure.cuts import Cut
from crdiff.align.side import ReleaseSide

OPEN = -1
CLOSED = -2

# The tier of pairs whose texts are the same once typography is folded and rule numbers are masked.
SAME = "same text"
# The tier of decisions by hand.
OVERRIDE = "override"


class Grounds(Struct, frozen=True):
    """Why a pair was linked: by which tier, in which words, how surely, what came second, which cuts decided."""

    tier: str
    evidence: tuple[str, ...]
    confidence: float
    runner_up: RunnerUp | None = None
    cuts: tuple[Cut, ...] = ()


class Branch(Struct, frozen=True):
    """A link beside the main ones: `new` continues a part of `old`."""

    old: int
    new: int
    grounds: Grounds


class Matching:
    """Pairs of an old and a new clause, by index. A clause has at most one main partner, and branches beside it.

    `heir` and `origin` contain the main partner, `OPEN` where there is none yet, `CLOSED` where there is none;
    both are negative. `absences_old` and `absences_new` contain the grounds of closed clauses. `turns` counts
    the changes of main partners: a value derived from them is valid while the count stays the same. `bounds_old` and
    `bounds_new` give by clause why the search for its partner was cut short, `notes_old` why that for its examples was.
    """

    def __init__(self, old: ReleaseSide, new: ReleaseSide) -> None:
        self.old = old
        self.new = new
        self.heir = [OPEN] * len(old)
        self.origin = [OPEN] * len(new)
        self.turns = 0
        self.grounds: dict[int, Grounds] = {}
        self.branches: list[Branch] = []
        self.absences_old: dict[int, Grounds] = {}
        self.absences_new: dict[int, Grounds] = {}
        self.bounds_old: dict[int, str] = {}
        self.bounds_new: dict[int, str] = {}
        self.notes_old: dict[int, str] = {}
        self._other_heirs: dict[int, list[int]] = {}
        self._other_origins: dict[int, list[int]] = {}

    def link(self, old: int, new: int, grounds: Grounds) -> None:
        """Pair two clauses that have no partner yet."""
        assert self.is_open_old(old) and self.is_open_new(new), (old, new)  # noqa: PT018 - one claim: both are free
        self.turns += 1
        self.heir[old] = new
        self.origin[new] = old
        self.grounds[old] = grounds

    def unlink(self, old: int) -> None:
        """Take a pair apart again."""
        self.turns += 1
        self.origin[self.heir[old]] = OPEN
        self.heir[old] = OPEN
        del self.grounds[old]

    def close(self, old: Iterable[int], new: Iterable[int], grounds: Grounds) -> None:
        """Decide that these clauses get no main partner."""
        self.turns += 1
        for index in old:
            self.heir[index] = CLOSED
            self.absences_old[index] = grounds
        for index in new:
            self.origin[index] = CLOSED
            self.absences_new[index] = grounds

    def note_bound(self, old: Iterable[int], new: Iterable[int], reason: str) -> None:
        """Note why not every possible partner of these clauses was considered; the first reason of a clause counts."""
        for index in old:
            self.bounds_old.setdefault(index, reason)
        for index in new:
            self.bounds_new.setdefault(index, reason)

    def is_open_old(self, old: int) -> bool:
        """Whether an old clause may still get a main partner."""
        return self.heir[old] == OPEN

    def is_open_new(self, new: int) -> bool:
        """Whether a new clause may still get a main partner."""
        return self.origin[new] == OPEN

    def add_branch(self, branch: Branch) -> None:
        """Note that a new clause continues a part of an old one that is not its partner."""
        self.branches.append(branch)
        self._other_heirs.setdefault(branch.old, []).append(branch.new)
        self._other_origins.setdefault(branch.new, []).append(branch.old)

    def drop_branch(self, branch: Branch) -> None:
        """Remove a branch."""
        self.branches.remove(branch)
        self._other_heirs[branch.old].remove(branch.new)
        self._other_origins[branch.new].remove(branch.old)

    def prefer(self, branch: Branch) -> None:
        """Make a branch the main link of both its clauses; the main links that they had become branches."""
        for old, new in self.rivals(branch):
            former = Branch(old, new, self.grounds[old])
            self.unlink(old)
            self.add_branch(former)
        self.drop_branch(branch)
        self.link(branch.old, branch.new, branch.grounds)

    def rivals(self, branch: Branch) -> list[tuple[int, int]]:
        """Return the main links of the two clauses of a branch."""
        heir, origin = self.heir[branch.old], self.origin[branch.new]
        found = (branch.old, heir), (origin, branch.new)
        return [(old, new) for old, new in found if old >= 0 and new >= 0]

    def heirs(self, old: int) -> list[int]:
        """Return the main partner of an old clause, if any, and then those of its branches."""
        main = [self.heir[old]] if self.heir[old] >= 0 else []
        return main + self._other_heirs.get(old, [])

    def origins(self, new: int) -> list[int]:
        """Return the main partner of a new clause, if any, and then those of its branches."""
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
        """Whether the parents of the two clauses are partners (or both clauses are at the top)."""
        above_old, above_new = self.old.parents[old], self.new.parents[new]
        if above_old < 0 or above_new < 0:
            return above_old == above_new
        return self.heir[above_old] == above_new

    def numbered_alike(self, old: int, new: int) -> bool:
        """Whether two clauses have the same number, or the last part of it under parents that are partners."""
        one, other = self.old.numbers[old], self.new.numbers[new]
        if one.level != other.level or (not one.is_heading and one.path[-1] != other.path[-1]):
            return False
        return one == other or (self.old.parents[old] >= 0 and self.parents_linked(old, new))
