"""Links decided by hand, then clauses that say the same once typography is folded and numbers are masked."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from math import inf
from typing import NamedTuple

from crdiff.align.matching import OPEN, OVERRIDE, SAME, Branch, Grounds, Matching
from crdiff.align.overrides import Override
from crdiff.align.side import ReleaseSide
from crdiff.align.state import PassState
from crdiff.errors import OverrideError
from crdiff.model.number import ClauseNumber

# Rounds in which the copies linked before tell their neighbours apart (count): 4 are the most that the releases take,
# but a row of copies could go on for as many rounds as it has.
_ROUNDS_MAX = 25


def printed_once(matching: Matching) -> list[tuple[int, int]]:
    """Return the pairs of clauses whose masked text occurs exactly once on each side, in the old order."""
    olds, news = ({at: key or None for at, key in enumerate(side.keys)} for side in (matching.old, matching.new))
    return matched(olds, news, copies_max=1)


def matched(olds: Mapping[int, Hashable], news: Mapping[int, Hashable], copies_max: float) -> list[tuple[int, int]]:
    """Return the clauses of one mark, in their order, where both sides have as many of it; None is no mark."""
    marked_old, marked_new = _grouped(olds), _grouped(news)
    both = ((ones, marked_new.get(mark, [])) for mark, ones in marked_old.items())
    return [
        pair for one, other in both if len(one) == len(other) <= copies_max for pair in zip(one, other, strict=True)
    ]


def _grouped(marks: Mapping[int, Hashable]) -> dict[Hashable, list[int]]:
    found: dict[Hashable, list[int]] = {}
    for index, mark in marks.items():
        if mark is not None:
            found.setdefault(mark, []).append(index)
    return found


def link_same_texts(state: PassState) -> None:
    """Link clauses whose masked text occurs once on each side, then the copies of others by their places.

    Headings that are copies are left to the clauses under them: "General" opens every section.
    """
    matching = state.matching
    for old, new in printed_once(matching):
        if matching.is_open_old(old) and matching.is_open_new(new):
            matching.link(old, new, _proof(matching, old, new, "which no other clause has", 0.995))
    olds = [at for at in matching.open_old() if matching.old.keys[at] and not matching.old.headings[at]]
    news = [at for at in matching.open_new() if matching.new.keys[at] and not matching.new.headings[at]]
    both = {matching.old.keys[at] for at in olds}.intersection([matching.new.keys[at] for at in news])
    olds = [at for at in olds if matching.old.keys[at] in both]
    news = [at for at in news if matching.new.keys[at] in both]
    for _ in range(_ROUNDS_MAX):
        found = [_link_by(matching, claim, olds, news) for claim in _BY_PLACE]
        if not any(found):
            break
    for claim in _AT_LAST:
        _link_by(matching, claim, olds, news)


class _Claim(NamedTuple):
    """A reason to take copies for one: their mark in terms of the new text, of an old and of a new one.

    None where an old copy is in a place without heir yet. `copies_max`: how many on either side it may tell apart.
    """

    reason: str
    confidence: float
    of_old: Callable[[Matching, int], Hashable]
    of_new: Callable[[Matching, int], Hashable]
    copies_max: float = inf


def _link_by(matching: Matching, claim: _Claim, olds: Iterable[int], news: Iterable[int]) -> bool:
    """Link the copies of one mark; return whether there were any."""
    marks_old = {at: claim.of_old(matching, at) for at in olds if matching.is_open_old(at)}
    marks_new = {at: claim.of_new(matching, at) for at in news if matching.is_open_new(at)}
    pairs = matched(marks_old, marks_new, claim.copies_max)
    for old, new in pairs:
        reason = f"printed more than once; {claim.reason}"
        matching.link(old, new, _proof(matching, old, new, reason, claim.confidence))
    return bool(pairs)


def _by(place: str) -> tuple[Callable[[Matching, int], Hashable], Callable[[Matching, int], Hashable]]:
    """Return the marks of copies by a list of their places: their parents, chapters or neighbours."""

    def of_old(matching: Matching, old: int) -> Hashable:
        at = getattr(matching.old, place)[old]
        there = matching.heir[at] if at >= 0 else OPEN
        return (matching.old.keys[old], there) if there >= 0 else None

    def of_new(matching: Matching, new: int) -> Hashable:
        return matching.new.keys[new], getattr(matching.new, place)[new]

    return of_old, of_new


_BY_PLACE = (
    _Claim("as many under the same parent, in this order", 0.985, *_by("parents")),
    _Claim("the clause before it is the same", 0.97, *_by("before")),
    _Claim("the clause after it is the same", 0.97, *_by("after")),
    _Claim("as many in the same chapter, in this order", 0.95, *_by("chapters")),
)
_AT_LAST = (
    _Claim(
        "it has the same number",
        0.9,
        lambda matching, old: (matching.old.keys[old], matching.old.numbers[old]),
        lambda matching, new: (matching.new.keys[new], matching.new.numbers[new]),
    ),
    _Claim(
        "no other copy is left",
        0.85,
        lambda matching, old: matching.old.keys[old],
        lambda matching, new: matching.new.keys[new],
        copies_max=1,
    ),
)


def _proof(matching: Matching, old: int, new: int, reason: str, confidence: float) -> Grounds:
    same = matching.old.texts[old] == matching.new.texts[new]
    if same and matching.old.numbers[old] == matching.new.numbers[new]:
        return Grounds(SAME, (f"it has the same text and number, {reason}",), 1.0)
    but = "" if same else " but for the numbers of rules"
    return Grounds(SAME, (f"it has the same text{but}, {reason}",), confidence)


def apply_overrides(state: PassState) -> None:
    """Settle what was decided by hand. Raises `OverrideError` where one does not fit the texts or another."""
    matching = state.matching
    for override in state.overrides:
        old = [_find(matching.old, number, override, "old") for number in override.old]
        new = [_find(matching.new, number, override, "new") for number in override.new]
        if any(not matching.is_open_old(at) for at in old) or any(not matching.is_open_new(at) for at in new):
            raise OverrideError("an override decides on a clause that another has decided on", line=override.line)
        grounds = Grounds(OVERRIDE, (f"decided by hand: {override.reason}",), 1.0)
        if old and new:
            matching.link(old[0], new[0], grounds)
            for one, other in [(old[0], at) for at in new[1:]] + [(at, new[0]) for at in old[1:]]:
                matching.add_branch(Branch(one, other, grounds))
        matching.close(old[0 if not new else 1 :], new[0 if not old else 1 :], grounds)


def _find(side: ReleaseSide, number: ClauseNumber, override: Override, which: str) -> int:
    try:
        return side.numbers.index(number)
    except ValueError:
        what = f"an override names {number}, which the {which} text does not have"
        raise OverrideError(what, "a clause of that release", line=override.line) from None
