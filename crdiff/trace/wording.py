"""What a clause says as a wording, and whether a change leaves what it says alone."""

from __future__ import annotations

from crdiff.changes.change import Change, Quoted
from crdiff.model.clause import Clause, ClauseKind
from crdiff.model.fingerprint import fingerprint
from crdiff.text.normalise import fold_typography
from crdiff.trace.timeline import Wording


def keeps_its_sense(change: Change) -> bool:
    """Whether a clause says the same after `change`: its wording is equal or was changed mechanically only.

    Of two clauses made one, and of one made two, neither does: their sentences have new neighbours.
    """
    return len(change.old) == len(change.new) == 1 and (change.mechanical or not change.facets)


def wording_of(said: Clause | Quoted, *, is_mechanical: bool) -> Wording:
    """Return what a clause says as a wording, and whether it follows from the one before mechanically."""
    clause = Clause(ClauseKind.RULE, said.title, said.text, said.examples)
    text = "\n".join(map(fold_typography, (clause.wording, *clause.examples)))
    return Wording(fingerprint(clause), text, is_mechanical)


def entry_wording(text: str, *, is_mechanical: bool = False) -> Wording:
    """Return what the glossary says of a term as a wording."""
    return wording_of(Clause(ClauseKind.RULE, "", text), is_mechanical=is_mechanical)
