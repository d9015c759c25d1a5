"""From clauses in printed order to a tree: nesting, repeated numbers, numbers out of order.

Every dialect ends here, so what counts as a repetition or as an orphan is decided once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from crdiff.model.clause import Clause, ClauseKind
from crdiff.model.number import ClauseNumber
from crdiff.model.placement import Placement, Span
from crdiff.model.release import Finding, Level
from crdiff.text.normalise import fold_typography

_LEVELS = {ClauseKind.SECTION: 0, ClauseKind.SUBSECTION: 1, ClauseKind.RULE: 2, ClauseKind.SUBRULE: 3}


@dataclass(slots=True)
class Draft:
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
    def kind(self) -> ClauseKind:
        """The level that the number shows."""
        if self.number.is_section:
            return ClauseKind.SECTION
        if self.number.letter:
            return ClauseKind.SUBRULE
        return ClauseKind.RULE if self.number.rule else ClauseKind.SUBSECTION

    @property
    def text(self) -> str:
        """The paragraphs, a line each."""
        return "\n".join(self.paragraphs)


@dataclass(slots=True)
class _Branch:
    draft: Draft
    children: list[_Branch] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Tree:
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
    roots: list[_Branch] = []
    open_branches: list[_Branch] = []
    for draft in _without_repeats(drafts, findings):
        branch = _Branch(draft)
        level = _LEVELS[draft.kind]
        while open_branches and _LEVELS[open_branches[-1].draft.kind] >= level:
            open_branches.pop()
        (open_branches[-1].children if open_branches else roots).append(branch)
        open_branches.append(branch)
    placements: list[Placement] = []
    sections = tuple(_freeze(root, placements) for root in roots)
    return Tree(sections, tuple(placements), tuple(findings))


def _freeze(branch: _Branch, placements: list[Placement]) -> Clause:
    draft = branch.draft
    placements.append(Placement(draft.number, draft.printed, Span(draft.first, draft.last + 1)))
    children = tuple(_freeze(child, placements) for child in branch.children)
    return Clause(draft.kind, draft.title, draft.text, tuple(draft.examples), children)


def _without_repeats(drafts: Iterable[Draft], findings: list[Finding]) -> list[Draft]:
    kept: list[Draft] = []
    seen: dict[ClauseNumber, Draft] = {}
    for draft in drafts:
        before = seen.get(draft.number)
        if before is None:
            seen[draft.number] = draft
        elif _says_the_same(before, draft):
            message = f"{draft.number} is printed again with the same text as on line {before.first}; merged"
            findings.append(Finding("repeated-number", Level.WARNING, message, draft.first, str(draft.number)))
            continue
        else:
            message = f"{draft.number} is printed again with another text than on line {before.first}; both kept"
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
