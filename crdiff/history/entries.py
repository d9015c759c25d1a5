"""Follow glossary entries from release to release, as rules, under whatever term each of them had.

An entry continues in what it became by a comparison of two releases. One that left the glossary and comes back
under its term is the same entry: 2003-05-26 lacks Madness.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from msgspec import Struct, field

from crdiff.history.chain import NONE
from crdiff.history.lineage import How
from crdiff.history.thread import Knot, PlacedStay, Thread
from crdiff.model.release import Stay
from crdiff.text.groups import by_key
from crdiff.text.hidden import unmarked


class EntryChange(NamedTuple):
    """A change of the glossary in the release at position `at`: the old and the new term, "" for none.

    `ordinal` is its place among the changes of that release.
    """

    at: int
    ordinal: int
    old: str
    new: str


class _Growing(Struct, eq=False):
    """An entry while it is followed: since which positions it has had which term, by which change; gone since `ended`.

    `begun` are (position, term, ordinal of the change).
    """

    begun: list[tuple[int, str, int]]
    ends: list[int] = field(default_factory=list)
    ended: int = NONE


def follow_entries(
    stays: Iterable[Stay[str]], changes: Iterable[EntryChange], name_of: Callable[[int], object]
) -> tuple[Thread, ...]:
    """Return a thread for every entry there ever was, in the order in which they came.

    `stays` are those of the terms. `changes` are in time order, and in a release in their order. `name_of` gives the
    release at a position. The `node` of a stay is the ordinal of the change that began it, `NONE` where the first
    release has it already.
    """
    known = sorted(stays, key=lambda stay: (stay.number, stay.first))
    followed = _Followed(stay.number for stay in known if stay.first == 0)
    by_release = by_key((change.at, change) for change in changes)
    for at in sorted(by_release):
        followed.advance(at, by_release[at])
    left = by_key((stay.number, stay) for stay in known)
    return tuple(_threads(followed.every, left, max((stay.last for stay in known), default=NONE), name_of))


class _Followed:
    """The entries up to a release: those in force and those gone, by their terms."""

    def __init__(self, terms: Iterable[str]) -> None:
        self.every = [_Growing([(0, term, NONE)]) for term in terms]
        self._alive: dict[str, list[_Growing]] = defaultdict(list)
        self._gone: dict[str, list[_Growing]] = defaultdict(list)
        for growing in self.every:
            self._alive[growing.begun[0][1]].append(growing)

    def advance(self, at: int, changes: Sequence[EntryChange]) -> None:
        """Follow the entries into a release: all of them leave their old terms before any takes its new one.

        One that left in this very release was found to be another than those that arrive.
        """
        moved = [(self._alive[each.old].pop(0), each) for each in changes if each.old and self._alive[each.old]]
        for growing, change in moved:
            if change.new:
                self._go_on(growing, change)
            else:
                growing.ended = at
                growing.ends.append(at)
                self._gone[same_term(change.old)].append(growing)
        for change in changes:
            if not change.old:
                self._go_on(self._returned(change) or self._new(), change)

    def _returned(self, change: EntryChange) -> _Growing | None:
        gone = self._gone[same_term(change.new)]
        growing = next((each for each in reversed(gone) if each.ended != change.at), None)
        if growing:
            gone.remove(growing)
            growing.ended = NONE
        return growing

    def _new(self) -> _Growing:
        self.every.append(_Growing([]))
        return self.every[-1]

    def _go_on(self, growing: _Growing, change: EntryChange) -> None:
        growing.begun.append((change.at, change.new, change.ordinal))
        self._alive[change.new].append(growing)


def same_term(term: str) -> str:
    """Return a form that is equal for terms that name the same thing: 2008-05-01 lost the quotes of “As though”."""
    return "".join(char for char in term.lower() if char.isalnum()) or term


def _threads(
    every: Iterable[_Growing], left: Mapping[str, Sequence[Stay[str]]], newest: int, name_of: Callable[[int], object]
) -> Iterator[Thread]:
    seen: dict[str, int] = defaultdict(int)
    for growing in every:
        at, term, _ = growing.begun[0]
        name = f"{name_of(at)}-{_slug(term)}"
        seen[name] += 1
        stays = tuple(_stays(growing, left, newest))
        origin = [Knot(How.ADDED if begun == at else How.REINSTATED, begun) for begun in _arrivals(growing)]
        fate = (Knot(How.REMOVED, end) for end in growing.ends)
        yield Thread(name if seen[name] == 1 else f"{name}-{seen[name]}", stays, tuple(origin), tuple(fate))


def _arrivals(growing: _Growing) -> Iterator[int]:
    """Yield the positions at which an entry came to the glossary; not those of the first release."""
    first = growing.begun[0][0]
    if first:
        yield first
    for end in growing.ends:
        yield from [at for at, _, _ in growing.begun if at > end][:1]


def _stays(growing: _Growing, left: Mapping[str, Sequence[Stay[str]]], newest: int) -> Iterator[PlacedStay]:
    """Yield the stretches with one wording under one term, without the changes that left both alone.

    A glossary that breaks off proves nothing about what it lacks: the entry counts as unchanged. Source: 2013-02-01,
    which ends in the letter A.
    """
    begun = [
        (at, term, ordinal)
        for place, (at, term, ordinal) in enumerate(growing.begun)
        if not place or any(stay.first == at for stay in left.get(term, ()))
    ]
    ends = sorted({*(at for at, _, _ in begun[1:]), *growing.ends, newest + 1})
    for at, term, ordinal in begun:
        end = next(each for each in ends if each > at)
        inside = [stay for stay in left.get(term, ()) if at <= stay.first < end]
        worded = [stay for place, stay in enumerate(inside) if not place or stay.wording != inside[place - 1].wording]
        for stay, following in zip_longest(worded, worded[1:]):
            last = (following.first if following else end) - 1
            yield PlacedStay(stay.first, last, term, stay.wording, node=ordinal if stay.first == at else NONE)


def _slug(term: str) -> str:
    """Return a term as part of a name: small letters and digits, dashes between."""
    plain = "".join(char if char.isascii() and char.isalnum() else " " for char in unmarked(term).lower())
    return "-".join(plain.split()) or "entry"
