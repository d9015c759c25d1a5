"""Links between two releases whose clauses were followed through all the releases between them.

Each step from a release to the next is smaller than the jump from the first to the last: of 48 clauses on which the
two ways disagreed, read by a person, following was right about 28 and the direct alignment about 11. So the two ways
are fused. A text that stands in both releases, once in each, is one clause whatever the steps between say. Of all
others what was followed is the answer, and the passes that look at the two texts alone are the cross-check: they decide
only which of several heirs is the main one, and where a clause went that ended on the way, into one that came on the
way. Wherever the two ways differ, the link is undetermined and says what both have.

Source: 810.7a of 2011-09-30 was removed in 2018-06-08, when 805.10a had had its text for a year; 601.5 and 810.7d ended
while 601.3 and 805.10d, which say it, were new. Of the 23 clauses of 2011-09-30 and 2026-08-07 on which the two ways
differ, following alone and the texts alone are right about 10 each.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from crdiff.align.alignment import FOLLOWED, NOT_FOLLOWED, Followed, RunnerUp
from crdiff.align.matching import OVERRIDE, SAME, Branch, Grounds, Matching
from crdiff.align.measure import cuts
from crdiff.align.passes.same_text import printed_once
from crdiff.align.state import PassState
from crdiff.text.words import containment, likeness

TIER = FOLLOWED

# Confidence (share) of a link that both ways give. Of 60 links of four far jumps a second reader found none of these
# wrong and one debatable.
_AGREED = 0.995
# Confidence (share) of a link that was followed between two wordings which are alike. Of the same 60, one was wrong
# and one debatable.
_ALIKE = 0.97
# Confidence (share) of a link where the two ways differ: of 48 read, 28 were right. The other way has the rest.
_DIFFERING = 0.6
# Words (count) from which on a text that is equal proves more than the steps between. Source: "See rule #." says
# nothing about which clause it is; the 49 words of 810.7a of 2011-09-30 do.
_WORDS_THAT_TELL = 5


def link_followed(state: PassState) -> None:
    """Link what was followed and is alike, so that the passes after this one look for the others only.

    Which of several heirs is the main one is left to them.
    """
    matching, followed = state.matching, state.followed
    if not followed:
        return
    parted = {old for old, _ in followed.parts}
    for old, new in followed.pairs:
        if old not in parted and matching.is_open_old(old) and matching.is_open_new(new):
            alike = _likeness(matching, old, new)
            if alike >= cuts.FOLLOWED_LIKENESS_MIN:
                evidence = (followed.evidence, f"{alike:.0%} alike")
                matching.link(old, new, Grounds(TIER, evidence, _ALIKE, cuts=(cuts.FOLLOWED_LIKENESS_MIN,)))


def settle_followed(state: PassState) -> None:
    """Fuse what was followed with the links of the matching, and say where the two have different answers."""
    matching, followed = state.matching, state.followed
    if not followed:
        return
    direct = {old: DirectLink(old, new, matching.grounds[old]) for old, new in matching.pairs()}
    came_from = {link.new: link for link in direct.values()}
    fused = _fused(matching, followed, direct)
    for old, link in direct.items():
        if fused.get(old) != link.new:
            matching.unlink(old)
    chain = dict(followed.pairs)
    for old, new in sorted(fused.items()):
        if matching.heir[old] == new:
            _confirm(matching, old, chain.get(old), followed)
        else:
            matching.link(old, new, _differing(matching, old, new, direct.get(old) or came_from.get(new), followed))
    _add_parts(matching, followed)
    for link in direct.values():
        if link.grounds.confidence >= cuts.SIMILAR_EVEN_MIN:  # what is less likely than not speaks against nothing
            _close(matching, link, followed)


class DirectLink(NamedTuple):
    """A link of the two texts alone."""

    old: int
    new: int
    grounds: Grounds


def _fused(matching: Matching, followed: Followed, direct: Mapping[int, DirectLink]) -> dict[int, int]:
    """Return old -> new: what the texts prove, then what was followed, then what the texts show of the others."""
    proved = {pair for pair in printed_once(matching) if len(matching.old.words(pair[0])) >= _WORDS_THAT_TELL}
    has_heir = {old for old, _ in (*followed.pairs, *followed.parts)}
    main = {new for _, new in followed.pairs}
    parts = {(old, new) for old, new in followed.parts if new not in main}
    certain, shown = [], []
    for link in direct.values():
        pair = link.old, link.new
        if link.grounds.tier == OVERRIDE or (link.grounds.tier == SAME and pair in proved):
            certain.append(pair)
        elif pair in parts or (
            link.old not in has_heir
            and link.new not in main
            and _likeness(matching, *pair) >= cuts.FOLLOWED_LIKENESS_MIN
        ):
            shown.append(pair)
    fused: dict[int, int] = {}
    taken: set[int] = set()
    for old, new in (*certain, *(pair for pair in shown if pair in parts), *followed.pairs, *shown):
        if old not in fused and new not in taken:
            fused[old] = new
            taken.add(new)
    return fused


def _close(matching: Matching, link: DirectLink, followed: Followed) -> None:
    """Say of two clauses which the two texts alone would link that the one ended, or the other came, in between.

    What ended may have gone into what has another origin: 212.2e of 2008-02-01, on artifact creatures, into 300.2 of
    2022-10-07, on objects with more than one card type.
    """
    old, new, _ = link
    second = _second(old, new)
    if matching.is_open_old(old) and not matching.heirs(old) and matching.origin[new] >= 0:
        said = f"the two texts alone lead to {matching.new.numbers[new]}"
        matching.add_branch(
            Branch(old, new, Grounds(NOT_FOLLOWED, (f"{followed.evidence}, it ended", said), _DIFFERING))
        )
    elif matching.is_open_old(old) and not matching.heirs(old):
        said = f"the two texts alone lead to {matching.new.numbers[new]}"
        matching.close((old,), (), Grounds(TIER, (followed.evidence, said), _DIFFERING, second))
    if matching.is_open_new(new) and not matching.origins(new):
        said = f"the two texts alone lead there from {matching.old.numbers[old]}"
        matching.close((), (new,), Grounds(TIER, (followed.evidence, said), _DIFFERING, second))


def _second(old: int, new: int) -> RunnerUp:
    """Return the answer of the way that lost: what is left of the confidence in the winner."""
    return RunnerUp(old, new, round(1 - _DIFFERING, 4))


def _confirm(matching: Matching, old: int, chain: int | None, followed: Followed) -> None:
    """Note that both ways have a link of the matching, or that what was followed has another one or none."""
    grounds, new = matching.grounds[old], matching.heir[old]
    if grounds.tier in {TIER, OVERRIDE}:
        return
    if chain == new or (old, new) in followed.parts:
        if grounds.confidence < _AGREED:
            evidence = (followed.evidence, *grounds.evidence)
            matching.grounds[old] = replace(grounds, tier=TIER, evidence=evidence, confidence=_AGREED)
        return
    origin = next((each for each, other in followed.pairs if other == new), None)
    if chain is not None:
        said, second = f"to {matching.new.numbers[chain]}", _second(old, chain)
    elif origin is not None:
        said, second = f"there from {matching.old.numbers[origin]}", _second(origin, new)
    else:
        said, second = "nowhere", None
    evidence = (*grounds.evidence, f"{followed.evidence}, it leads {said}")
    matching.grounds[old] = replace(
        grounds, tier=NOT_FOLLOWED, evidence=evidence, confidence=_DIFFERING, runner_up=second
    )


def _differing(matching: Matching, old: int, new: int, other: DirectLink | None, followed: Followed) -> Grounds:
    second = _second(other.old, other.new) if other else None
    if matching.old.keys[old] == matching.new.keys[new]:
        return Grounds(TIER, (followed.evidence, "the same text"), _ALIKE, second)
    if other is None:
        said = "the two texts alone do not show it"
    elif other.old == old:
        said = f"the two texts alone lead to {matching.new.numbers[other.new]}"
    else:
        said = f"the two texts alone lead there from {matching.old.numbers[other.old]}"
    return Grounds(TIER, (followed.evidence, said), _DIFFERING, second)


def _add_parts(matching: Matching, followed: Followed) -> None:
    """Add where text went besides, to or from a clause that has a partner."""
    for branch in list(matching.branches):
        if branch.grounds.tier != OVERRIDE:
            matching.drop_branch(branch)
    parts = set(followed.parts)
    other_mains = {(old, new) for old, new in followed.pairs if (old, matching.heir[old]) in parts}
    for old, new in sorted((parts | other_mains).difference(matching.pairs())):
        if matching.heir[old] >= 0 or matching.origin[new] >= 0:
            matching.add_branch(Branch(old, new, _part(matching, old, new, followed)))
        elif matching.is_open_old(old) and matching.is_open_new(new):
            matching.link(old, new, _part(matching, old, new, followed))


def _part(matching: Matching, old: int, new: int, followed: Followed) -> Grounds:
    """Return the grounds of a part; what it had of the old clause may be gone since, or have come in between."""
    one, other = matching.old.words(old), matching.new.words(new)
    shared = containment(len(one & other), len(one), len(other))
    is_sure = shared >= cuts.FOLLOWED_PART_MIN
    evidence = (followed.evidence, f"{shared:.0%} of the shorter text in the other one")
    main = matching.grounds.get(matching.origin[new] if matching.origin[new] >= 0 else old)
    tier = NOT_FOLLOWED if main and main.tier == NOT_FOLLOWED else TIER
    return Grounds(tier, evidence, _ALIKE if is_sure else _DIFFERING, cuts=(cuts.FOLLOWED_PART_MIN,))


def _likeness(matching: Matching, old: int, new: int) -> float:
    """Return the share of the words of both clauses that is common to them."""
    one, other = matching.old.words(old), matching.new.words(new)
    return likeness(len(one & other), len(one), len(other))
