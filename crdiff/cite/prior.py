"""Which releases the citations of a tree, of a file, of a commit are of: what the clear ones say of the others."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import accumulate
from math import log
from typing import NamedTuple

from crdiff.cite.numbering import NumberUse
from crdiff.model.number import ClauseNumber

# Times that shares are worked out again from what they make of each citation; then they hardly change.
_ROUNDS = 6
# Share of citations expected of the newest release where nothing is known; the others are as likely as one another.
#
# Who judges a tree by a release has mostly kept it up to date.
_AT_NEWEST = 0.5
# Citations that what was expected counts for, against those that are there.
FIRM = 2.0
# Most that what a number means elsewhere speaks for a clause: what is wrong often is not right for that.
#
# Source: 117.6 of 2018-01-19 in phase-rs/phase, cited 13 times for costs; 3 found none of them.
_LEANING_MAX = 40.0
# How much less likely a line is of a release than of the next one, going back from the day on which it was written.
_OLDER = 0.5
# How likely it is of the release to come, published some weeks before it is in force, beside that in force.
_ANNOUNCED = 0.05
# Share of the lines that may be of any release: copied from elsewhere, or moved by a later commit.
_ANY_OTHER = 0.03
# Share of citations expected to be of the release asked about already, and of any other, where one is presumed.
_NOT_PRESUMED = 0.005
# How much less likely a citation is of a release for each year that this ended before the tree was begun.
#
# People cite from memory, and memory fades: of 30 findings in eight trees of 2024 to 2026 that rested on numbers given
# up by 2011, at most two were right, while numbers of 2018 to 2021 are common in them.
_A_YEAR_BEFORE = 0.5
# Years before a tree was begun to which people remember the number of what they name.
#
# Of some 300 edits of thirteen trees that rest on a title, five were of older numbers, and one of these was wrong:
# "Fear" of 2013 stood in the name of a card.
RECALLED = 10.0
# Words in a row of a clause from which on they are quoted, and its release is meant, however old it is.
FROM_MEMORY = 12
# Share of the citations of a tree that may be of releases before it was begun, where nobody knows when that was.
_BEGUN = 0.02
# Share of citations expected to mean none of the clauses that their number ever named.
#
# Source: 702.8c of 2026-04-17, which no release has; 5 of 200 citations read by hand in phase-rs/phase and
# magefree/mage are about another clause than any that had their number.
INVENTED = 0.005


class Sense(NamedTuple):
    """A clause that a citation may mean, in the releases of `use`, and how likely its words are then.

    `is_named`: the words have the title over the clause, and not that over what the number names today. `quoted` is how
    many words of the clause in a row stand there, 0 where too few do.
    """

    use: NumberUse
    weight: float
    is_named: bool = False
    quoted: int = 0


_AT_CHANCE = log(INVENTED)
Senses = Sequence[Sense]
# How much less often the citations of one number in a tree mean each clause than their releases let expect.
Leanings = Mapping[int, float]

# The releases of a reading, the end half-open and within those known, and its weight.
_Stretch = tuple[int, int, float]


def weight_at(readings: Senses, position: int) -> float:
    """Return how likely the words of a citation are if it is of the release at `position`, 0 where it cannot be."""
    return max((each.weight for each in readings if each.use.covers(position)), default=0.0)


def fits(citations: Iterable[tuple[Senses, float]], size: int) -> list[float]:
    """Return how well each of the first `size` releases fits citations that are counted so often, 0 where none does."""
    steps = [0.0] * (size + 1)
    for readings, times in citations:
        best = max([each.weight for each in readings], default=0.0)
        for use, weight, _, _ in readings:
            if use.first < size:
                gain = times * (log(weight / best + INVENTED) - _AT_CHANCE)
                steps[use.first] += gain
                steps[min(use.last + 1, size)] -= gain
    return list(accumulate(steps[:-1]))


class Releases:
    """Shares of the releases that citations are of, summed up for quick answers on stretches of releases."""

    def __init__(self, shares: Sequence[float]) -> None:
        self.shares = tuple(shares)
        self._sums = (0.0, *accumulate(self.shares))

    @classmethod
    def expected(cls, at: int, presumed: int | None) -> Releases:
        """Return what is expected of a tree judged by the release `at`, `presumed` to be of another."""
        if presumed is not None:
            return cls(_around({presumed: 1 - 2 * _NOT_PRESUMED, at: _NOT_PRESUMED}, max(at, presumed) + 1))
        return cls(_around({at: _AT_NEWEST}, at + 1))

    @classmethod
    def at_hand(cls, newest: int, day: int) -> Releases:
        """Return what is expected of lines written when the release at `day` was in force, none after `newest`."""
        last = min(day, newest)
        ages = [_OLDER ** (last - position) if position <= last else 0.0 for position in range(newest + 1)]
        if last < newest:
            ages[last + 1] = _ANNOUNCED
        whole = sum(ages) / (1 - _ANY_OTHER)
        rest = _ANY_OTHER / (newest + 1)
        return cls([age / whole + rest for age in ages])

    def of(self, first: int, last: int) -> float:
        """Return the share of the releases `first` to `last`, both inside."""
        end = len(self.shares)
        sums = self._sums
        return sums[last + 1 if last < end else end] - sums[min(end, first)]

    def chances(self, readings: Senses, elsewhere: float = 1.0, leanings: Leanings | None = None) -> list[float]:
        """Return how likely each reading is; what is left to 1 is the chance that none is meant.

        `elsewhere` is how likely the words are beside any other clause, `leanings` how much less often than usual the
        number means each clause.
        """
        likely = [weight * self.of(use.first, use.last) for use, weight, _, _ in readings]
        if leanings:
            likely = [each * leanings.get(use.clause, 1.0) for each, (use, *_) in zip(likely, readings, strict=True)]
        whole = sum(likely) + INVENTED * elsewhere
        return [each / whole for each in likely]

    def learnt(self, citations: Iterable[tuple[Senses, float]], firm: float = FIRM) -> Releases:
        """Return the shares that citations, each counted so often, say, starting from these, which count for `firm`."""
        kept = [(tuple(self._stretches(readings)), times) for readings, times in citations]
        found = self
        for _ in range(_ROUNDS if kept else 0):
            found = self._again(found, kept, firm)
        return found

    def _stretches(self, readings: Senses) -> Iterator[_Stretch]:
        size = len(self.shares)
        for use, weight, _, _ in readings:
            yield min(use.first, size), min(use.last + 1, size), weight

    def _again(self, found: Releases, citations: Iterable[tuple[Sequence[_Stretch], float]], firm: float) -> Releases:
        """Return the shares after one more look at the citations; a stretch shares its count as `found` has it."""
        steps, sums = [0.0] * (len(self.shares) + 1), found._sums
        counted = firm
        for stretches, times in citations:
            likely = sum([weight * (sums[stop] - sums[start]) for start, stop, weight in stretches])
            scale = times / (likely + INVENTED)
            counted += scale * likely
            for start, stop, weight in stretches:
                steps[start] += scale * weight
                steps[stop] -= scale * weight
        rates = accumulate(steps[:-1])
        return Releases(
            [
                (firm * old + rate * now) / counted
                for old, rate, now in zip(self.shares, rates, found.shares, strict=True)
            ]
        )


def leanings(citations: Sequence[tuple[Senses, Releases]]) -> Leanings:
    """Return the leanings of a number, whose citations are of such releases.

    A number that a tree cites a hundred times for one clause hardly means another one the next time, even where some
    words fit that a little better. Source: 601.2f of 2026-04-17, the total
    cost, in phase-rs/phase.
    """
    found: dict[int, float] = {}
    if len({use.clause for readings, _ in citations for use, *_ in readings}) <= 1:
        return found
    expected: dict[int, float] = defaultdict(float)
    likely: Counter[tuple[tuple[int, float], ...]] = Counter()
    for readings, releases in citations:
        shares = [(use.clause, weight, releases.of(use.first, use.last)) for use, weight, _, _ in readings]
        for clause, _, share in shares:
            expected[clause] += share / len(citations)
        likely[tuple([(clause, weight * share) for clause, weight, share in shares])] += 1
    for _ in range(_ROUNDS):
        counts: dict[int, float] = defaultdict(float)
        for row, times in likely.items():
            here = [(clause, each * found.get(clause, 1.0)) for clause, each in row]
            scale = times / (sum([each for _, each in here]) + INVENTED)
            for clause, each in here:
                counts[clause] += scale * each
        whole = FIRM + sum(counts.values())
        found = {
            clause: min(_LEANING_MAX, (FIRM * share + counts[clause]) / (whole * share))
            for clause, share in expected.items()
            if share
        }
    return found


def leanings_of(citations: Iterable[tuple[ClauseNumber, Senses, Releases]]) -> Mapping[ClauseNumber, Leanings]:
    """Return what each number means elsewhere in the tree of its citations."""
    groups: dict[ClauseNumber, list[tuple[Senses, Releases]]] = defaultdict(list)
    for number, readings, releases in citations:
        groups[number].append((readings, releases))
    return {number: leanings(group) for number, group in groups.items()}


def aged(readings: tuple[Sense, ...], begun: int, dates: Sequence[date]) -> tuple[Sense, ...]:
    """Return what a citation may mean in a tree begun under the release at `begun`: what ended before is less likely.

    What is named or quoted at length there is not, and nothing is where the number names nothing any more.
    """
    ended = [sense.use.last < begun for sense in readings]
    if not any(ended) or all(ended):
        return readings
    return tuple(
        sense
        if sense.use.last >= begun or sense.quoted >= FROM_MEMORY
        else _aged(sense, (dates[begun] - dates[sense.use.last + 1]).days / 365.25)
        for sense in readings
    )


def _aged(sense: Sense, years: float) -> Sense:
    if sense.is_named and years <= RECALLED:
        return sense
    return sense._replace(weight=sense.weight * _A_YEAR_BEFORE**years, is_named=False)


def begun_by(releases: Releases) -> int:
    """Return the place of the release before which hardly a citation of a tree can be, by the releases of them all."""
    sums = accumulate(releases.shares)
    return next((place for place, share in enumerate(sums) if share >= _BEGUN), 0)


def _around(known: Mapping[int, float], size: int) -> list[float]:
    """Return the shares of `size` releases: those known, what is left spread over all."""
    rest = (1 - sum(known.values())) / size
    return [known.get(position, 0.0) + rest for position in range(size)]
