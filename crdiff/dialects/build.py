"""From clauses in printed order to a tree: nesting and repeated numbers.

Every dialect ends here, so what counts as a repetition is decided once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct, field

from crdiff.model.clause import Clause, ClauseKind, Placement, Span
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Finding, Level
from crdiff.text.normalise import fold_typography

_KINDS = (ClauseKind.SECTION, ClauseKind.SUBSECTION, ClauseKind.RULE, ClauseKind.SUBRULE)


class Draft(Struct):
    """A clause while it is being read: paragraphs and examples are added as lines come in.

    `first` and `last` are lines from 1, both inside the clause.
    """

    number: ClauseNumber
    printed: str
    title: str = ""
    paragraphs: list[str] = field(default_factory=list)
    examples: list[str] = field(default_factory=list)
    first: int = 0
    last: int = 0

    @property
    def level(self) -> int:
        """How deep the number stands: 0 for a section, 3 for a subrule of most books."""
        return len(self.number.path) - 1

    @property
    def kind(self) -> ClauseKind:
        """The level that the number shows; all headings below a section are subsections."""
        level = len(self.number.path)
        return _KINDS[min(level - 1, 1) + max(level - self.number.headings, 0)]

    @property
    def text(self) -> str:
        """The paragraphs, a line each."""
        return "\n".join(self.paragraphs)


class Tree(Struct, frozen=True):
    """What `grow` returns: the top clauses, their placements in walking order, and what was odd."""

    sections: tuple[Clause, ...]
    placements: tuple[Placement, ...]
    findings: tuple[Finding, ...]


def grow(drafts: Sequence[Draft]) -> Tree:
    """Return the tree of `drafts`, which come in printed order.

    A clause stands under the nearest clause before it of a higher level. A repeated number with the same text
    is merged, with another text kept; both are findings (702.175 of 2024-09-20, 720.5a of the 720 page).
    """
    findings: list[Finding] = []
    kept = _without_repeats(drafts, findings)
    placements = tuple(Placement(draft.number, draft.printed, Span(draft.first, draft.last + 1)) for draft in kept)
    return Tree(_nest(kept), placements, tuple(findings))


def _nest(drafts: Sequence[Draft]) -> tuple[Clause, ...]:
    """Return the top clauses, built from the last draft to the first so that children are there before their parent."""
    waiting: list[tuple[int, Clause]] = []  # clauses without a parent yet, the nearest one last, with their levels
    for draft in reversed(drafts):
        level = draft.level
        children = []
        while waiting and waiting[-1][0] > level:
            children.append(waiting.pop()[1])
        clause = Clause(draft.kind, draft.title, draft.text, tuple(draft.examples), tuple(children))
        waiting.append((level, clause))
    return tuple(clause for _, clause in reversed(waiting))


def _without_repeats(drafts: Iterable[Draft], findings: list[Finding]) -> list[Draft]:
    kept: list[Draft] = []
    seen: dict[ClauseNumber, Draft] = {}
    for draft in drafts:
        before = seen.setdefault(draft.number, draft)
        if before is draft:
            kept.append(draft)
        elif _says_the_same(before, draft):
            message = f"{draft.number} is printed again with the same text as on line {before.first}; merged"
            findings.append(Finding("repeated-number", Level.WARNING, message, draft.first, str(draft.number)))
        else:
            message = f"{draft.number} is printed twice, with another text than on line {before.first}; both are kept"
            findings.append(Finding("repeated-number", Level.ERROR, message, draft.first, str(draft.number)))
            kept.append(draft)
    return kept


def _says_the_same(one: Draft, other: Draft) -> bool:
    """Whether `other` repeats `one`, examples left out allowed (720.5a is repeated without its example)."""
    if fold_typography(one.title) != fold_typography(other.title):
        return False
    if fold_typography(one.text) != fold_typography(other.text):
        return False
    known = {fold_typography(example) for example in one.examples}
    return all(fold_typography(example) in known for example in other.examples)
