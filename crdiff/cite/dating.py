"""Which release citations were written for, as far as their numbers and the words beside them say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, groupby
from typing import NamedTuple

from msgspec import Struct

from crdiff.cite.checking import CheckedNumber
from crdiff.cite.judging import Basis
from crdiff.cite.numbering import Numbering, NumberUse
from crdiff.model.number import ClauseNumber

# How it is known what a citation means where its own words say so, and not what others are taken for.
_CLEAR = (Basis.QUOTATION, Basis.WORDS)
# Least share of the citations with clear words that a release must fit for a tree to be of one release.
#
# Source: of phase-rs/phase, kept at one release, 2026-04-17 fits 0.97. Of magefree/mage, where 502.46b of 2007 stands
# beside numbers of 2026, the best release fits 0.57.
_ONE_RELEASE_MIN = 0.9


class ReleaseFit(NamedTuple):
    """How many numbers were clauses in a release, and how many named in it what the words beside them are about."""

    existing: int
    meant: int


class Dating(Struct, frozen=True):
    """How well each release fits some citations.

    `fits` has every release up to the one judged by, oldest first. `numbers` counts the citations, `clear` those whose
    words say what they mean, `pinned` those whose release is written down. `oldest` is the clear citation that stopped
    meaning what it says first, `newest` the one that began to mean it last; None where no citation is clear.
    """

    numbers: int
    clear: int
    pinned: int
    fits: tuple[ReleaseFit, ...]
    oldest: CheckedNumber | None
    newest: CheckedNumber | None
    until: int | None
    since: int | None

    @property
    def best(self) -> tuple[int, ...]:
        """The releases that fit best, oldest first."""
        most = max(map(sum, self.fits))
        return tuple(at for at, fit in enumerate(self.fits) if sum(fit) == most)

    @property
    def best_by_words(self) -> tuple[int, ...]:
        """The releases in which most citations with clear words meant what these say, oldest first."""
        most = max(fit.meant for fit in self.fits)
        return tuple(at for at, fit in enumerate(self.fits) if fit.meant == most)

    @property
    def is_mixed(self) -> bool:
        """Whether clear citations exclude each other, and no release has nearly all of them."""
        excludes = self.until is not None and self.since is not None and self.until < self.since
        return excludes and self.fits[self.best[-1]].meant < _ONE_RELEASE_MIN * self.clear

    @property
    def fits_all(self) -> bool:
        """Whether the best releases have every number, with the meaning that the words give it."""
        return sum(self.fits[self.best[-1]]) == self.numbers + self.clear


def date_by(
    numbers: Sequence[CheckedNumber], key: Callable[[CheckedNumber], str], numbering: Numbering, at: int
) -> Iterator[tuple[str, Dating]]:
    """Yield the dating of the citations of each key, in the order of the keys, by the releases up to `at`."""
    for name, of_key in groupby(sorted(numbers, key=key), key=key):
        yield name, dating(list(of_key), numbering, at)


def dating(numbers: Sequence[CheckedNumber], numbering: Numbering, at: int) -> Dating:
    """Return how well each release up to `at` fits some citations, of which there is at least one."""
    clear = [checked for checked in numbers if checked.basis in _CLEAR and checked.judgement.clause is not None]
    cited = Counter(each.number for each in numbers)
    existing = _counted(((numbering.uses(number), count) for number, count in cited.items()), at)
    meanings = Counter(map(_meaning, clear))
    meant = _counted(((_named(numbering, *meaning), count) for meaning, count in meanings.items()), at)
    spans = [(_span(numbering, checked), checked) for checked in clear]
    oldest = min(spans, key=lambda each: each[0][1], default=None)
    newest = max(spans, key=lambda each: each[0][0], default=None)
    return Dating(
        numbers=len(numbers),
        clear=len(clear),
        pinned=sum(checked.basis is Basis.PIN for checked in numbers),
        fits=tuple(map(ReleaseFit, existing, meant)),
        oldest=oldest[1] if oldest else None,
        newest=newest[1] if newest else None,
        until=oldest[0][1] if oldest else None,
        since=newest[0][0] if newest else None,
    )


def _meaning(checked: CheckedNumber) -> tuple[ClauseNumber, int | None]:
    return checked.number, checked.judgement.clause


def _named(numbering: Numbering, number: ClauseNumber, clause: int | None) -> list[NumberUse]:
    """Return when `number` named `clause`."""
    return [use for use in numbering.uses(number) if use.clause == clause]


def _span(numbering: Numbering, checked: CheckedNumber) -> tuple[int, int]:
    """Return the first and the last release in which a number named the clause that it means."""
    uses = _named(numbering, *_meaning(checked))
    return uses[0].first, uses[-1].last


def _counted(uses: Iterable[tuple[Sequence[NumberUse], int]], at: int) -> list[int]:
    """Return for each release up to `at` how many numbers were in use."""
    steps = [0] * (at + 2)
    for of_number, count in uses:
        for first, last in _joined(of_number, at):
            steps[first] += count
            steps[last + 1] -= count
    return list(accumulate(steps))[: at + 1]


def _joined(uses: Iterable[NumberUse], at: int) -> Iterator[tuple[int, int]]:
    """Yield the stretches of releases up to `at` in which a number was in use, none of them twice."""
    reached = -1
    for use in sorted(uses):
        first, last = max(use.first, reached + 1), min(use.last, at)
        if first <= last:
            yield first, last
            reached = last
