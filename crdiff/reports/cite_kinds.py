"""The kinds of findings on citations: how bad each is, and why it matters."""

from __future__ import annotations

from msgspec import Struct

from crdiff.model.release import Level
from crdiff.reports.results import Rule

RIGHT = "right"
"""What a citation is called that nothing is found on."""


class CiteKind(Struct, frozen=True):
    """A kind of finding: its name, its level, and why it matters. `is_usual`: reported without being asked for."""

    name: str
    level: Level
    reason: str
    is_usual: bool = True


_ALL = (
    CiteKind("absent", Level.ERROR, "A reader who looks up the number finds nothing."),
    CiteKind("moved", Level.ERROR, "The clause has another number now, and nothing has this one."),
    CiteKind("reused", Level.ERROR, "A reader who looks up the number finds another clause."),
    CiteKind("retired", Level.ERROR, "The clause is no longer in the rules."),
    CiteKind("split", Level.WARNING, "What the clause said is in several clauses now."),
    CiteKind("malformed", Level.WARNING, "A reader cannot tell which clause is meant."),
    CiteKind("mixed", Level.NOTE, "A reader cannot tell which of two numberings a file follows."),
    CiteKind("quotation", Level.NOTE, "A reader takes an older wording for that of the clause."),
    CiteKind("doubtful", Level.NOTE, "The words beside the citation fit another clause clearly better."),
    CiteKind("reworded", Level.NOTE, "The clause says something else than it did.", is_usual=False),
)
KINDS = {kind.name: kind for kind in _ALL}
"""Name -> kind, the worst first. What `crdiff.cite` finds is reported under these names alone."""


def rules() -> tuple[Rule, ...]:
    """Return the kinds as rules for jobs of continuous integration."""
    return tuple(Rule(kind.name, kind.level, kind.reason) for kind in _ALL)
