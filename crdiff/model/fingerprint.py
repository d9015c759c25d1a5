"""Fingerprints of content: equal content, equal fingerprint, on every machine."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Iterable
from hashlib import blake2b

from crdiff.model.clause import Clause
from crdiff.text.normalise import fold_typography

# Bytes of a fingerprint: two of a million different clauses share one with a chance of one in ten million.
_LENGTH = 8

# Letters of the fingerprint of a sentence: of 6 bits each.
_SENTENCE_LETTERS = 7


def digest(parts: Iterable[str]) -> str:
    """Return 16 hex digits over `parts`."""
    return blake2b("\x1f".join(parts).encode("utf-8", "surrogatepass"), digest_size=_LENGTH).hexdigest()


def raw_fingerprint(clause: Clause) -> str:
    """Return 16 hex digits over title, text and examples exactly as printed; children do not count."""
    return digest((clause.title, clause.text, *clause.examples))


def fingerprint(clause: Clause) -> str:
    """Return 16 hex digits over title, text and examples after typography; children do not count.

    Source: 2013-11-01 to 2014-02-01 turned some 900 apostrophes curly and changed no rule.
    """
    return digest(tuple(map(fold_typography, (clause.title, clause.text, *clause.examples))))


def sentence_fingerprint(sentence: str) -> str:
    """Return 7 letters, digits, ``-`` and ``_`` over a sentence after typography: 42 bits.

    Of the 40,000 sentences that there have been in the rules, two share one with a chance of one in 5,000; a sentence
    from elsewhere has one of theirs with a chance of one in 100 million.
    """
    folded = fold_typography(sentence).strip()
    return urlsafe_b64encode(blake2b(folded.encode(), digest_size=6).digest())[:_SENTENCE_LETTERS].decode()


def share(clause: Clause, pool: dict[Clause, Clause]) -> Clause:
    """Return `clause` or the equal one already in `pool`, children first, so equal subtrees are one object."""
    children = tuple(share(child, pool) for child in clause.children)
    if any(mine is not kept for mine, kept in zip(clause.children, children, strict=True)):
        clause = Clause(clause.kind, clause.title, clause.text, clause.examples, children)
    return pool.setdefault(clause, clause)
