"""A set of pairs in which each old and each new item is at most once, those of the largest gains.

Pairs are made one by one, the surest first. The set of the largest sum, which took a hundred lines more, has others
in one of the 133 pairs of neighbouring releases, and the same in the pairs checked by hand, Netrunner and the Rust
specification: where two clauses share their candidates, the gains lie far apart.
"""

from __future__ import annotations

from collections.abc import Mapping

Pair = tuple[int, int]


def best_pairs(gains: Mapping[Pair, float]) -> list[Pair]:
    """Return the pairs made, sorted. Only gains above 0 count; of equal ones that of the smaller items comes first."""
    met_old: set[int] = set()
    met_new: set[int] = set()
    found: list[Pair] = []
    for old, new in sorted(gains, key=lambda pair: (-gains[pair], pair)):
        if gains[old, new] > 0 and old not in met_old and new not in met_new:
            met_old.add(old)
            met_new.add(new)
            found.append((old, new))
    return sorted(found)
