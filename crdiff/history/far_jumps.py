"""Two releases far apart, aligned by the known lives of their clauses: see `crdiff.align.passes.followed`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from crdiff.align.passes.followed import Followed
from crdiff.history.known_lives import KnownLives, content_digest, numbers_digest
from crdiff.history.renumbering import Parting, heirs
from crdiff.history.thread import Thread, copies
from crdiff.model.clause import Clause, ClauseKind
from crdiff.model.fingerprint import fingerprint
from crdiff.model.release import Release
from crdiff.model.tree import walk


def recognised(lives: KnownLives, release: Release) -> int | None:
    """Return the position among the lives' releases of the one whose text this is, typography aside; None for others.

    Its numbers are compared first, then what every clause says. The date that it prints does not matter.
    """
    return _the_same(lives, release, _numbered_alike(lives, release))


def followed(lives: KnownLives, old: Release, new: Release) -> Followed | None:
    """Return what the lives say of two releases, in either order of time.

    None where one of them is not known, or where no release is known between the two: then the lives were drawn from
    the alignment of their texts.
    """
    olds, news = _numbered_alike(lives, old), _numbered_alike(lives, new)
    if not any(abs(one - other) > 1 for one in olds for other in news):
        return None  # most comparisons are of neighbours, and need not look at every clause
    first, last = _the_same(lives, old, olds), _the_same(lives, new, news)
    if first is None or last is None or abs(first - last) <= 1:
        return None
    if first > last:
        return _composed(lives, _standing(lives, last, new), _standing(lives, first, old), last, first).mirrored()
    return _composed(lives, _standing(lives, first, old), _standing(lives, last, new), first, last)


def _numbered_alike(lives: KnownLives, release: Release) -> list[int]:
    """Return the positions of the releases with the same numbers."""
    digest = numbers_digest(str(placement.number) for placement in release.placements)
    return [at for at, known in enumerate(lives.releases) if known.numbers == digest]


def _the_same(lives: KnownLives, release: Release, positions: Sequence[int]) -> int | None:
    """Return which of `positions` is that of the release whose clauses say the same under the same numbers."""
    if not positions:
        return None
    clauses = ((str(node.number), node.clause) for node in walk(release))
    content = content_digest((number, _print(clause.title, clause.text, clause.examples)) for number, clause in clauses)
    return next((at for at in positions if lives.releases[at].content == content), None)


@lru_cache(maxsize=1 << 14)
def _print(title: str, text: str, examples: tuple[str, ...]) -> str:
    """Return the fingerprint of a wording; neighbouring releases have most of them in common."""
    return fingerprint(Clause(ClauseKind.RULE, title, text, examples))


def _standing(lives: KnownLives, position: int, release: Release) -> dict[int, int]:
    """Return rank of a life -> index of its clause in document order, for one release."""
    printed = [str(node.number) for node in walk(release)]
    again = copies(printed)
    at = {(number, again.get(index, 1)): index for index, number in enumerate(printed)}
    found = {}
    for rank, thread in enumerate(lives.clauses):
        if stay := thread.at(position):
            found[rank] = at[stay.number, stay.copy]
    return found


def _composed(lives: KnownLives, before: dict[int, int], after: dict[int, int], first: int, last: int) -> Followed:
    """Compose the lives between two positions; `before` and `after` give the index of each life at either end."""
    carried = heirs(list(before), _partings(lives.clauses, first, last))
    pairs = {before[life]: after[life] for life in before if life in after}
    taken = set(pairs.values())
    parts = []
    for life, index in before.items():
        for place, heir in enumerate(there for there in carried[life] if there in after and there != life):
            if place == 0 and index not in pairs and after[heir] not in taken:
                pairs[index] = after[heir]
                taken.add(after[heir])
            else:
                parts.append((index, after[heir]))
    return Followed(tuple(sorted(pairs.items())), tuple(sorted(parts)), last - first - 1)


def _partings(threads: Sequence[Thread], first: int, last: int) -> Iterable[Parting[int]]:
    for source, thread in enumerate(threads):
        for knot in thread.fate:
            if knot.other is not None and first < knot.at <= last:
                yield Parting(knot.at, source, knot.other)
