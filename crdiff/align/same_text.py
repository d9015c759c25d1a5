"""Tier 2: clauses that say the same once typography is folded and rule numbers are masked.

First the texts printed once on either side. A text printed several times proves nothing about which copy is which:
the parent decides, then the neighbours, then the order (308.2f and 309.2d of 2005-02-01 are twins).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from crdiff.align.matching import Matching, Proof

TIER = "same text"
Claim = Callable[[int, int], bool]


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
    claims: tuple[tuple[str, float, Claim], ...] = (
        (
            "its parent and both neighbours correspond",
            0.995,
            lambda o, n: matching.parents_linked(o, n) and _neighbours(matching, o, n) == 2,
        ),
        (
            "its parent and a neighbour correspond",
            0.99,
            lambda o, n: matching.parents_linked(o, n) and _neighbours(matching, o, n) >= 1,
        ),
        ("its parent corresponds", 0.985, matching.parents_linked),
        ("its neighbours correspond", 0.97, lambda o, n: _neighbours(matching, o, n) >= 1),
        ("its chapter corresponds", 0.95, lambda o, n: _chapters_linked(matching, o, n)),
        ("the number is the same", 0.9, lambda o, n: matching.old.numbers[o] == matching.new.numbers[n]),
        ("the only copy left on both sides", 0.85, lambda _o, _n: True),
    )
    for said, confidence, claim in claims:
        while _link_settled(matching, said, confidence, claim):
            pass


def _link_settled(matching: Matching, said: str, confidence: float, claim: Claim) -> bool:
    """Link the copies for which `claim` names one partner on each side; return whether any was."""
    olds = _copies(matching.old.keys, [at for at in matching.open_old() if not matching.old.headings[at]])
    news = _copies(matching.new.keys, [at for at in matching.open_new() if not matching.new.headings[at]])
    found = False
    for key, old in olds.items():
        if key not in news or not key:
            continue
        pairs = [(o, n) for o in old for n in news[key] if claim(o, n)]
        often_old, often_new = Counter(o for o, _ in pairs), Counter(n for _, n in pairs)
        for o, n in pairs:
            if often_old[o] == often_new[n] == 1:
                matching.link(o, n, _proof(matching, o, n, f"printed more than once; {said}", confidence))
                found = True
    return found


def _copies(keys: list[str], indices: Iterable[int]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for index in indices:
        found.setdefault(keys[index], []).append(index)
    return found


def _neighbours(matching: Matching, old: int, new: int) -> int:
    """Return how many of the siblings before and after correspond."""
    count = 0
    for olds, news in ((matching.old.before, matching.new.before), (matching.old.after, matching.new.after)):
        one, other = olds[old], news[new]
        count += other < 0 if one < 0 else matching.heir[one] == other
    return count


def _chapters_linked(matching: Matching, old: int, new: int) -> bool:
    return matching.heir[matching.old.chapters[old]] == matching.new.chapters[new]


def _proof(matching: Matching, old: int, new: int, said: str, confidence: float) -> Proof:
    same = matching.old.texts[old] == matching.new.texts[new]
    if same and matching.old.numbers[old] == matching.new.numbers[new]:
        return Proof(TIER, (f"same text and number, {said}",), 1.0)
    return Proof(TIER, (f"same text{'' if same else ', rule numbers masked'}, {said}",), confidence)
