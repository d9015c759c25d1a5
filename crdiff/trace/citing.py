"""Which clauses a text cites."""

from __future__ import annotations

from functools import lru_cache

from crdiff.annotate.cross_references import cross_references
from crdiff.model.number import ClauseNumber


@lru_cache(maxsize=8192)
def numbers_cited(text: str) -> frozenset[ClauseNumber]:
    """Return the numbers that `text` cites. Cached, since most texts recur release after release."""
    return frozenset(number for reference in cross_references(text) for number in reference.numbers)
