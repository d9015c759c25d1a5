"""Clauses that say the same once typography is folded and rule numbers are masked.

First the texts printed once on either side. A text printed several times proves nothing about which copy is which:
the parent decides, then the neighbours, then the order (308.2f and 309.2d of 2005-02-01 are twins).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from crdiff.align.matching import SAME, Grounds, Matching
from crdiff.align.measure.marks import Claim, Copies, CopyPlace, Mark
from crdiff.align.state import PassState


def link_unique_texts(state: PassState) -> None:
    """Link clauses whose masked text occurs exactly once on each side. Linear in the number of clauses."""
    matching = state.matching
    for old, new in printed_once(matching):
        if matching.is_open_old(old) and matching.is_open_new(new):
            matching.link(old, new, _proof(matching, old, new, "unique in both", 0.995))


def printed_once(matching: Matching) -> dict[tuple[int, int], None]:
    """Return the pairs of clauses whose masked text occurs exactly once on each side, in the old order."""
    olds = _copies(matching.old.keys, range(len(matching.old)))
    news = _copies(matching.new.keys, range(len(matching.new)))
    once = {key: new[0] for key, new in news.items() if key and len(new) == 1}
    return {(old[0], once[key]): None for key, old in olds.items() if len(old) == 1 and key in once}


def link_repeated_texts(state: PassState) -> None:
    """Link the copies of repeated texts by parent, then neighbours, then number; leave the rest.

    Headings are left to the clauses under them: "General" opens every section.
    """
    matching = state.matching
    old_keys, new_keys = matching.old.keys, matching.new.keys
    old_left = [at for at in matching.open_old() if old_keys[at] and not matching.old.headings[at]]
    new_left = [at for at in matching.open_new() if new_keys[at] and not matching.new.headings[at]]
    both = {old_keys[at] for at in old_left}.intersection([new_keys[at] for at in new_left])
    old_left = [at for at in old_left if old_keys[at] in both]
    new_left = [at for at in new_left if new_keys[at] in both]
    for claim in _CLAIMS:
        olds = _copies(old_keys, filter(matching.is_open_old, old_left))
        news = _copies(new_keys, filter(matching.is_open_new, new_left))
        reason = f"printed more than once; {claim.reason}"
        for old, new in Copies(matching, claim, olds, news).settled():
            matching.link(old, new, _proof(matching, old, new, reason, claim.confidence))


def _copies(keys: list[str], indices: Iterable[int]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for index in indices:
        found.setdefault(keys[index], []).append(index)
    return found


def _between(place: CopyPlace) -> Iterator[Mark]:
    if place.above is not None and place.before is not None and place.after is not None:
        yield place.key, place.above, place.before, place.after


def _under_and_beside(place: CopyPlace) -> Iterator[Mark]:
    if place.above is not None:
        yield from ((*mark, place.above) for mark in _by_neighbour(place))


def _by_neighbour(place: CopyPlace) -> Iterator[Mark]:
    if place.before is not None:
        yield place.key, "after", place.before
    if place.after is not None:
        yield place.key, "before", place.after


def _by_parent(place: CopyPlace) -> Iterator[Mark]:
    if place.above is not None:
        yield place.key, place.above


def _by_chapter(place: CopyPlace) -> Iterator[Mark]:
    if place.chapter is not None:
        yield place.key, place.chapter


_CLAIMS = (
    Claim("its parent and both neighbours correspond", 0.995, _between),
    Claim("its parent and a neighbour correspond", 0.99, _under_and_beside),
    Claim("its parent corresponds", 0.985, _by_parent),
    Claim("its neighbours correspond", 0.97, _by_neighbour),
    Claim("its chapter corresponds", 0.95, _by_chapter),
    Claim("the number is the same", 0.9, lambda place: [(place.key, place.number)]),
    Claim("the only copy left on both sides", 0.85, lambda place: [(place.key,)]),
)


def _proof(matching: Matching, old: int, new: int, reason: str, confidence: float) -> Grounds:
    same = matching.old.texts[old] == matching.new.texts[new]
    if same and matching.old.numbers[old] == matching.new.numbers[new]:
        return Grounds(SAME, (f"same text and number, {reason}",), 1.0)
    return Grounds(SAME, (f"same text{'' if same else ', rule numbers masked'}, {reason}",), confidence)
