"""Links between two releases whose clauses were followed through all the releases between them.

Each step from a release to the next is smaller than the jump from the first to the last: of 48 clauses on which the
two ways disagreed, read by a person, following was right about 28 and the direct alignment about 11. So what was
followed is the answer, and the passes that look at the two texts alone are the cross-check. Where they say something
else, the link is undetermined unless the wordings themselves bear it out.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from crdiff.align.alignment import FOLLOWED, RunnerUp
from crdiff.align.matching import OVERRIDE, Branch, Grounds, Matching
from crdiff.align.measure import cuts
from crdiff.align.state import State
from crdiff.text.similarity import containment, likeness

TIER = FOLLOWED

_AGREED = 0.995
"""Confidence (share) of a link that both ways give. Of 60 links of four far jumps a second reader found none of these
wrong and one debatable."""
_ALIKE = 0.97
"""Confidence (share) of a link that was followed between two wordings which are alike. Of the same 60, one was wrong
and one debatable."""
_DIFFERING = 0.6
"""Confidence (share) of a link where the two ways differ: of 48 read, 28 were right."""


class Followed(Struct, frozen=True):
    """What following gives for two releases, by index in document order.

    `pairs` are (old, new) that are one clause, or of which the old one was wholly merged into the new one; `parts` are
    (old, new) where text of the old one went into a new one besides. Clauses in neither came or went in between.
    `through` counts the releases between the two.
    """

    pairs: tuple[tuple[int, int], ...]
    parts: tuple[tuple[int, int], ...]
    through: int

    def mirrored(self) -> Followed:
        """Return the same, asked for in the other direction."""
        pairs, parts = (tuple((new, old) for old, new in each) for each in (self.pairs, self.parts))
        return Followed(pairs, parts, self.through)

    @property
    def evidence(self) -> str:
        """What speaks for its links, in words."""
        return f"followed through {self.through} releases between"


def link_followed(state: State) -> None:
    """Link what was followed and is alike, so that the passes after this one look for the others only."""
    matching, followed = state.matching, state.followed
    if not followed:
        return
    for old, new in followed.pairs:
        if matching.is_open_old(old) and matching.is_open_new(new):
            alike = _likeness(matching, old, new)
            if alike >= cuts.FOLLOWED_LIKENESS_MIN:
                evidence = (followed.evidence, f"{alike:.2f} likeness")
                matching.link(old, new, Grounds(TIER, evidence, _ALIKE, cuts=(cuts.FOLLOWED_LIKENESS_MIN,)))


def settle_followed(state: State) -> None:
    """Make the links of the matching those that were followed, and say where the other passes had another answer."""
    matching, followed = state.matching, state.followed
    if not followed:
        return
    direct = dict(matching.pairs())
    found = {new: old for old, new in direct.items()}
    wanted = dict(followed.pairs)
    decided = {old for old in direct if matching.grounds[old].tier == OVERRIDE}
    grounds = {old: matching.grounds[old] for old in direct}
    for old, new in direct.items():
        if old not in decided and wanted.get(old) != new:
            matching.unlink(old)
    for old, new in followed.pairs:
        if direct.get(old) == new:
            _confirm(matching, old, followed)
        elif matching.is_open_old(old) and matching.is_open_new(new):
            matching.link(old, new, _differing(matching, old, new, _other(direct, found, grounds, old, new), followed))
    _add_parts(matching, followed)
    for old, new in direct.items():
        _close(matching, old, new, grounds[old].confidence, followed)


def _close(matching: Matching, old: int, new: int, confidence: float, followed: Followed) -> None:
    """Tell of two clauses which the two texts alone would link that the one ended, or the other came, in between."""
    second = RunnerUp(old, new, confidence)
    if matching.is_open_old(old) and not matching.heirs(old):
        said = f"the two texts alone lead to {matching.new.numbers[new]}"
        matching.close((old,), (), Grounds(TIER, (followed.evidence, said), _DIFFERING, second))
    if matching.is_open_new(new) and not matching.origins(new):
        said = f"the two texts alone lead there from {matching.old.numbers[old]}"
        matching.close((), (new,), Grounds(TIER, (followed.evidence, said), _DIFFERING, second))


def _confirm(matching: Matching, old: int, followed: Followed) -> None:
    """Note that both ways agree, where the passes were not certain anyway."""
    grounds = matching.grounds[old]
    if grounds.confidence < _AGREED and grounds.tier not in {TIER, OVERRIDE}:
        evidence = (followed.evidence, *grounds.evidence)
        matching.grounds[old] = replace(grounds, tier=TIER, evidence=evidence, confidence=_AGREED)


def _other(
    direct: dict[int, int], found: dict[int, int], grounds: dict[int, Grounds], old: int, new: int
) -> RunnerUp | None:
    """Return what the two texts alone gave for a pair that was followed."""
    if old in direct:
        return RunnerUp(old, direct[old], grounds[old].confidence)
    return RunnerUp(found[new], new, grounds[found[new]].confidence) if new in found else None


def _differing(matching: Matching, old: int, new: int, other: RunnerUp | None, followed: Followed) -> Grounds:
    if matching.old.keys[old] == matching.new.keys[new]:
        return Grounds(TIER, (followed.evidence, "the same text"), _ALIKE, other)
    if other is None:
        said = "the two texts alone do not show it"
    elif other.old == old:
        said = f"the two texts alone lead to {matching.new.numbers[other.new or 0]}"
    else:
        said = f"the two texts alone lead there from {matching.old.numbers[other.old or 0]}"
    return Grounds(TIER, (followed.evidence, said), _DIFFERING, other)


def _add_parts(matching: Matching, followed: Followed) -> None:
    """Add where text went besides, to or from a clause that has a partner."""
    for branch in list(matching.branches):
        if branch.grounds.tier != OVERRIDE:
            matching.drop_branch(branch)
    for old, new in followed.parts:
        if matching.heir[old] >= 0 or matching.origin[new] >= 0:
            matching.add_branch(Branch(old, new, _part(matching, old, new, followed)))


def _part(matching: Matching, old: int, new: int, followed: Followed) -> Grounds:
    """Return the grounds of a part; what it had of the old clause may be gone since, or have come in between."""
    one, other = matching.old.words(old), matching.new.words(new)
    shared = containment(len(one & other), len(one), len(other))
    is_sure = shared >= cuts.FOLLOWED_PART_MIN
    evidence = (followed.evidence, f"{shared:.2f} containment")
    return Grounds(TIER, evidence, _ALIKE if is_sure else _DIFFERING, cuts=(cuts.FOLLOWED_PART_MIN,))


def _likeness(matching: Matching, old: int, new: int) -> float:
    """Return the share of the words of both clauses that is common to them."""
    one, other = matching.old.words(old), matching.new.words(new)
    return likeness(len(one & other), len(one), len(other))
