"""Clauses that say the same once typography is folded and rule numbers are masked.

First the texts printed once on either side. A text printed several times proves nothing about which copy is which:
the parent decides, then the neighbours, then the order (308.2f and 309.2d of 2005-02-01 are twins).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from crdiff.align.matching import Grounds, Matching
from crdiff.align.measure.marks import Claim, Copies, Mark

TIER = "same text"
_FIRST = -1
"""The mark of a clause with no sibling before it, or after it; indices are its marks else."""


def link_unique_texts(matching: Matching) -> None:
    """Link clauses whose masked text occurs exactly once on each side. Linear in the number of clauses."""
    for old, new in printed_once(matching):
        if matching.is_open_old(old) and matching.is_open_new(new):
            matching.link(old, new, _proof(matching, old, new, "unique in both", 0.995))


def printed_once(matching: Matching) -> dict[tuple[int, int], None]:
    """Return the pairs of clauses whose masked text occurs exactly once on each side, in the old order."""
    olds = _copies(matching.old.keys, range(len(matching.old)))
    news = _copies(matching.new.keys, range(len(matching.new)))
    once = {key: new[0] for key, new in news.items() if key and len(new) == 1}
    return {(old[0], once[key]): None for key, old in olds.items() if len(old) == 1 and key in once}


def link_repeated_texts(matching: Matching) -> None:
    """Link the copies of repeated texts by parent, then neighbours, then number; leave the rest.

    Headings are left to what stands under them: "General" opens every section.
    """
    old_keys, new_keys = matching.old.keys, matching.new.keys
    old_left = [at for at in matching.open_old() if old_keys[at] and not matching.old.headings[at]]
    new_left = [at for at in matching.open_new() if new_keys[at] and not matching.new.headings[at]]
    both = {old_keys[at] for at in old_left}.intersection([new_keys[at] for at in new_left])
    old_left = [at for at in old_left if old_keys[at] in both]
    new_left = [at for at in new_left if new_keys[at] in both]
    for claim in _CLAIMS:
        olds = _copies(old_keys, filter(matching.is_open_old, old_left))
        news = _copies(new_keys, filter(matching.is_open_new, new_left))
        said = f"printed more than once; {claim.said}"
        for old, new in Copies(matching, claim, olds, news).settled():
            matching.link(old, new, _proof(matching, old, new, said, claim.confidence))


def _copies(keys: list[str], indices: Iterable[int]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for index in indices:
        found.setdefault(keys[index], []).append(index)
    return found


def _above_old(matching: Matching, old: int) -> int | None:
    """Return the new clause that an old one should stand under, -1 for none at all; None where that is not known."""
    above = matching.old.parents[old]
    return above if above < 0 else _known(matching, above)


def _known(matching: Matching, old: int) -> int | None:
    heir = matching.heir[old]
    return heir if heir >= 0 else None


def _beside_old(matching: Matching, old: int) -> tuple[int | None, int | None]:
    """Return the new clauses that should stand before and after an old one, likewise."""
    before, after = matching.old.before[old], matching.old.after[old]
    return (
        _FIRST if before < 0 else _known(matching, before),
        _FIRST if after < 0 else _known(matching, after),
    )


def _between_old(matching: Matching, old: int) -> Iterator[Mark]:
    above, (before, after) = _above_old(matching, old), _beside_old(matching, old)
    if above is not None and before is not None and after is not None:
        yield matching.old.keys[old], above, before, after


def _between_new(matching: Matching, new: int) -> Iterator[Mark]:
    side = matching.new
    yield side.keys[new], side.parents[new], side.before[new], side.after[new]


def _under_and_beside_old(matching: Matching, old: int) -> Iterator[Mark]:
    above = _above_old(matching, old)
    if above is not None:
        yield from ((*mark, above) for mark in _by_neighbour_old(matching, old))


def _under_and_beside_new(matching: Matching, new: int) -> Iterator[Mark]:
    yield from ((*mark, matching.new.parents[new]) for mark in _by_neighbour_new(matching, new))


def _by_neighbour_old(matching: Matching, old: int) -> Iterator[Mark]:
    key, (before, after) = matching.old.keys[old], _beside_old(matching, old)
    if before is not None:
        yield key, "after", before
    if after is not None:
        yield key, "before", after


def _by_neighbour_new(matching: Matching, new: int) -> Iterator[Mark]:
    key = matching.new.keys[new]
    yield key, "after", matching.new.before[new]
    yield key, "before", matching.new.after[new]


def _by_parent_old(matching: Matching, old: int) -> Iterator[Mark]:
    above = _above_old(matching, old)
    if above is not None:
        yield matching.old.keys[old], above


def _by_parent_new(matching: Matching, new: int) -> Iterator[Mark]:
    yield matching.new.keys[new], matching.new.parents[new]


def _by_chapter_old(matching: Matching, old: int) -> Iterator[Mark]:
    chapter = _known(matching, matching.old.chapters[old])
    if chapter is not None:
        yield matching.old.keys[old], chapter


def _by_chapter_new(matching: Matching, new: int) -> Iterator[Mark]:
    yield matching.new.keys[new], matching.new.chapters[new]


_CLAIMS = (
    Claim("its parent and both neighbours correspond", 0.995, _between_old, _between_new),
    Claim("its parent and a neighbour correspond", 0.99, _under_and_beside_old, _under_and_beside_new),
    Claim("its parent corresponds", 0.985, _by_parent_old, _by_parent_new),
    Claim("its neighbours correspond", 0.97, _by_neighbour_old, _by_neighbour_new),
    Claim("its chapter corresponds", 0.95, _by_chapter_old, _by_chapter_new),
    Claim(
        "the number is the same",
        0.9,
        lambda matching, old: [(matching.old.keys[old], matching.old.numbers[old])],
        lambda matching, new: [(matching.new.keys[new], matching.new.numbers[new])],
    ),
    Claim(
        "the only copy left on both sides",
        0.85,
        lambda matching, old: [(matching.old.keys[old],)],
        lambda matching, new: [(matching.new.keys[new],)],
    ),
)


def _proof(matching: Matching, old: int, new: int, said: str, confidence: float) -> Grounds:
    same = matching.old.texts[old] == matching.new.texts[new]
    if same and matching.old.numbers[old] == matching.new.numbers[new]:
        return Grounds(TIER, (f"same text and number, {said}",), 1.0)
    return Grounds(TIER, (f"same text{'' if same else ', rule numbers masked'}, {said}",), confidence)
