"""Two releases far apart, aligned by the known lives of their clauses: see `crdiff.align.passes.followed`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from crdiff.align.passes.followed import Followed
from crdiff.history.known_lives import KnownLives, content_digest, numbers_digest
from crdiff.history.renumbering import Parting, heirs
from crdiff.history.thread import Thread, copies
from crdiff.model.fingerprint import fingerprint
from crdiff.model.release import Release
from crdiff.model.tree import walk


def recognised(lives: KnownLives, release: Release) -> int | None:
    """Return the position among the lives' releases of the one whose text this is, typography aside; None for others.

    Its numbers are compared first, then what every clause says. The date that it prints does not matter.
    """
    nodes = walk(release)
    printed = [str(node.number) for node in nodes]
    digest = numbers_digest(printed)
    alike = [at for at, known in enumerate(lives.releases) if known.numbers == digest]
    if not alike:
        return None
    content = content_digest(zip(printed, (fingerprint(node.clause) for node in nodes), strict=True))
    return next((at for at in alike if lives.releases[at].content == content), None)


def followed(lives: KnownLives, old: Release, new: Release) -> Followed | None:
    """Return what the lives say of two releases, in either order of time.

    None where one of them is not known, or where no release is known between the two: then the lives were drawn from
    the alignment of their texts.
    """
    first, last = recognised(lives, old), recognised(lives, new)
    if first is None or last is None or abs(first - last) <= 1:
        return None
    if first > last:
        turned = followed(lives, new, old)
        return turned and turned.mirrored()
    return _composed(lives, _standing(lives, first, old), _standing(lives, last, new), first, last)


def _standing(lives: KnownLives, position: int, release: Release) -> dict[int, int]:
    """Return rank of a life -> index of its clause in document order, for one release."""
    printed = [str(node.number) for node in walk(release)]
    again = copies(printed)
    at = {(number, again.get(index, 1)): index for index, number in enumerate(printed)}
    found = {}
    for rank, thread in enumerate(lives.clauses):
        stay = next((stay for stay in thread.stays if stay.first <= position <= stay.last), None)
        if stay:
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
