"""Fingerprints of content: equal content, equal fingerprint, on every machine."""

from __future__ import annotations

from hashlib import blake2b

from crdiff.model.clause import Clause
from crdiff.text.normalise import fold_typography

_LENGTH = 8
"""Bytes of a fingerprint: two of a million different clauses share one with a chance of one in ten million."""


def _digest(parts: tuple[str, ...]) -> str:
    return blake2b("\x1f".join(parts).encode(), digest_size=_LENGTH).hexdigest()


def raw_fingerprint(clause: Clause) -> str:
    """Return 16 hex digits over title, text and examples exactly as printed; children do not count."""
    return _digest((clause.title, clause.text, *clause.examples))


def fingerprint(clause: Clause) -> str:
    """Return 16 hex digits over title, text and examples after typography; children do not count.

    Source: 2013-11-01 to 2014-02-01 turned some 900 apostrophes curly and changed no rule.
    """
    return _digest(tuple(map(fold_typography, (clause.title, clause.text, *clause.examples))))


def share(clause: Clause, pool: dict[Clause, Clause]) -> Clause:
    """Return `clause` or the equal one already in `pool`, children first, so equal subtrees are one object."""
    children = tuple(share(child, pool) for child in clause.children)
    if any(mine is not kept for mine, kept in zip(clause.children, children, strict=True)):
        clause = Clause(clause.kind, clause.title, clause.text, clause.examples, children)
    return pool.setdefault(clause, clause)
