"""The wording of a clause, and whether a change keeps its meaning."""

from __future__ import annotations

from crdiff.changes.change import Change, Quoted
from crdiff.model.clause import Clause, ClauseKind
from crdiff.model.fingerprint import fingerprint
from crdiff.text.normalise import fold_typography
from crdiff.trace.timeline import Wording


def keeps_its_sense(change: Change) -> bool:
    """Whether a clause says the same after `change`: its wording is equal or changed mechanically only.

    A clause that was merged or split does not: its sentences have new neighbours.
    """
    return len(change.old) == len(change.new) == 1 and (change.mechanical or not change.facets)


def wording_of(said: Clause | Quoted, *, is_mechanical: bool) -> Wording:
    """Return the wording of a clause; `is_mechanical` says whether it follows mechanically from the one before."""
    clause = Clause(ClauseKind.RULE, said.title, said.text, said.examples)
    text = "\n".join(map(fold_typography, (clause.wording, *clause.examples)))
    return Wording(fingerprint(clause), text, is_mechanical)


def entry_wording(text: str, *, is_mechanical: bool = False) -> Wording:
    """Return the wording of a glossary entry."""
    return wording_of(Clause(ClauseKind.RULE, "", text), is_mechanical=is_mechanical)
