"""What the passes of one alignment share: the matching, and the measures taken from it when a pass first asks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from crdiff.align.alignment import Followed, RunnerUp
from crdiff.align.matching import Matching
from crdiff.align.measure.citations import Citations
from crdiff.align.measure.context import Upheaval
from crdiff.align.measure.lexicon import Lexicon
from crdiff.align.measure.scorer import Scorer
from crdiff.align.overrides import Override

# Clauses (count), about, whose words are counted to learn which are common; all clauses give nearly the same links.
_CLAUSES_COUNTED = 1000


class PassState:
    """The matching, what is known beforehand, and the measures.

    `overrides` are the decisions by hand; `followed` says what became of the clauses through the releases between the
    two, where that is known. `scorer` scores the pairs that are still open, once reworded clauses were looked for.
    `unpaid_old` and `unpaid_new` give by clause without partner the clause of the other text that has a sentence of it,
    or one like it, which no link accounts for, with the share of the clause or the likeness.
    """

    def __init__(
        self, matching: Matching, overrides: Sequence[Override] = (), followed: Followed | None = None
    ) -> None:
        self.matching = matching
        self.overrides = overrides
        self.followed = followed
        self.scorer: Scorer | None = None
        self.unpaid_old: dict[int, RunnerUp] = {}
        self.unpaid_new: dict[int, RunnerUp] = {}

    @cached_property
    def lexicon(self) -> Lexicon:
        """The weights of the words, from a sample of the old clauses and the new clauses that changed."""
        old, new = self.matching.old, self.matching.new
        every = 1 + len(old) // _CLAUSES_COUNTED
        return Lexicon([*old.keys[::every], *(new.keys[index] for index in self.matching.open_new())])

    @cached_property
    def citations(self) -> Citations:
        """The cross-references of both sides."""
        return Citations(self.matching)

    @cached_property
    def upheaval(self) -> Upheaval:
        """The chapters that were written anew, as the equal texts show them."""
        return Upheaval(self.matching)


# A step of the alignment: it reads the state and adds links to its matching.
Pass = Callable[[PassState], None]
