"""Which text stood under each number when: one page for each subsection and each time in which it stayed the same.

A subsection too long for a page has one for each of its rules instead, and a list of them; which subsections those are
is decided release by release, so that 502 of 2007 is read by rules like 702 of today.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

from crdiff.history.life import Life, Worded
from crdiff.model.number import ClauseNumber
from crdiff.pages.frame import address
from crdiff.store.archive.site_contents import Standing, Whole

SPLIT_FROM = 40_000
"""Characters from which on a subsection gets a page for each of its rules: 701 and 702 of today."""


@dataclass(frozen=True, slots=True)
class Place:
    """What stood under `number` in the releases `first` to `last`, in document order.

    `number` is a subsection, or a rule of one that was too long; `is_list` where its rules have pages of their own and
    `clauses` are listed rather than shown.
    """

    number: str
    first: str
    last: str
    clauses: tuple[Standing, ...]
    is_list: bool

    @property
    def address(self) -> str:
        """Where it is read."""
        return address.text_then(self.number, self.first)


@dataclass(frozen=True, slots=True)
class Text:
    """A time in which a subsection or rule stood under `number` and read the same, with where it is read.

    `last` is "" where it lasts to the newest release held: pages that list it stay as they are when another comes.
    """

    first: str
    last: str
    number: str
    address: str


@dataclass(frozen=True)
class Places:
    """The texts of `whole` by number and time; `lives` are its lineages by id."""

    whole: Whole
    lives: Mapping[str, Life]

    @cached_property
    def all(self) -> tuple[Place, ...]:
        """Every place, by the release it begins with, then by number."""
        closed: list[Place] = []
        open_: dict[str, Place] = {}
        for release in self.whole.dates:
            units = {number: (clauses, is_list) for number, clauses, is_list in self._units(release)}
            closed += [open_.pop(number) for number in list(open_) if number not in units]
            for number, (clauses, is_list) in units.items():
                before = open_.get(number)
                if before and (before.clauses, before.is_list) == (clauses, is_list):
                    open_[number] = Place(number, before.first, release, before.clauses, is_list)
                    continue
                if before:
                    closed.append(before)
                open_[number] = Place(number, release, release, clauses, is_list)
        return tuple(sorted((*closed, *open_.values()), key=lambda place: (place.first, _order(place.number))))

    def at(self, number: str, release: str) -> str:
        """Return where the clause is read that was `number` in `release`, "" where there was none."""
        return self.in_release(release).get(number, "")

    def in_subsection(self, subsection: str, release: str) -> str:
        """Return where a subsection is read, or the list of its rules, that has a clause in `release`."""
        return self._place(subsection, release).address

    def in_release(self, release: str) -> Mapping[str, str]:
        """Return where each number of `release` is read."""
        if release not in self._addresses:
            self._addresses[release] = dict(self._targets(release))
        return self._addresses[release]

    def worded(self, lineage: str, release: str) -> Worded:
        """Return the wording that a clause had in `release`, in which it stood."""
        return self.lives[lineage].wordings[bisect_right(self._firsts[lineage], release) - 1]

    def texts(self, lineage: str) -> tuple[Text, ...]:
        """Return the texts of a subsection or rule, and of all that stood under it, through every number; newest first.

        A rule is read on the page of its subsection where that was short enough. While a clause was a section, as some
        headings of 1999 were, it has none.
        """
        if lineage in self._texts:
            return self._texts[lineage]
        found: list[tuple[Text, tuple[Standing, ...]]] = []
        for run in self.lives[lineage].runs:
            for release in self._between(run.first, run.last):
                clauses = self._under(run.number, release)
                if not clauses:
                    continue
                last = found[-1] if found else None
                if last and last[1] == clauses and last[0].number == run.number:
                    found[-1] = (Text(last[0].first, release, run.number, last[0].address), clauses)
                else:
                    found.append((Text(release, release, run.number, self.at(run.number, release)), clauses))
        newest = self.whole.dates[-1]
        texts = (replace(text, last="") if text.last == newest else text for text, _ in reversed(found))
        self._texts[lineage] = tuple(texts)
        return self._texts[lineage]

    # how it is found

    @cached_property
    def _texts(self) -> dict[str, tuple[Text, ...]]:
        return {}

    @cached_property
    def _addresses(self) -> dict[str, Mapping[str, str]]:
        return {}

    @cached_property
    def _firsts(self) -> Mapping[str, list[str]]:
        return {lineage: [worded.first for worded in life.wordings] for lineage, life in self.lives.items()}

    @cached_property
    def _subsections(self) -> Mapping[str, Mapping[str, tuple[Standing, ...]]]:
        """The clauses of each release by the number of their subsection."""
        return {release: dict(_by_subsection(self.whole.standing[release])) for release in self.whole.dates}

    @cached_property
    def _rules(self) -> Mapping[str, Mapping[str, tuple[Standing, ...]]]:
        """The clauses of each release by the rule they are or belong to."""
        return {release: dict(_by_rule(self.whole.standing[release])) for release in self.whole.dates}

    @cached_property
    def _by_number(self) -> Mapping[str, tuple[Place, ...]]:
        found: dict[str, list[Place]] = {}
        for place in self.all:
            found.setdefault(place.number, []).append(place)
        return {number: tuple(places) for number, places in found.items()}

    def _units(self, release: str) -> Iterator[tuple[str, tuple[Standing, ...], bool]]:
        """Yield what has a page in `release`: (number, clauses, whether only a list of rules)."""
        for subsection, clauses in self._subsections[release].items():
            is_long = self._size(clauses, release) > SPLIT_FROM
            yield subsection, clauses, is_long
            if is_long:
                yield from ((rule, inside, False) for rule, inside in _by_rule(clauses))

    def _size(self, clauses: Sequence[Standing], release: str) -> int:
        return sum(len(self.worded(each.lineage, release).text) for each in clauses)

    def _targets(self, release: str) -> Iterator[tuple[str, str]]:
        for subsection, clauses in self._subsections[release].items():
            place = self._place(subsection, release)
            if place.is_list:
                parts = {rule: self._place(rule, release).address for rule, _ in _by_rule(clauses)}
                for number in (standing.number for standing in clauses):
                    rule = _rule_of(number)
                    yield number, _anchored(parts[rule], rule, number) if rule else place.address
            else:
                where = place.address
                yield from ((each.number, _anchored(where, subsection, each.number)) for each in clauses)

    def _place(self, number: str, release: str) -> Place:
        places = self._by_number[number]
        return places[bisect_right(places, release, key=lambda place: place.first) - 1]

    def _under(self, number: str, release: str) -> tuple[Standing, ...]:
        among = self._rules if "." in number else self._subsections
        return among[release].get(number, ())

    def _between(self, first: str, last: str) -> Sequence[str]:
        dates = self.whole.dates
        return dates[dates.index(first) : dates.index(last) + 1]


def _by_subsection(standing: Iterable[Standing]) -> Iterator[tuple[str, tuple[Standing, ...]]]:
    found: dict[str, list[Standing]] = {}
    for each in standing:
        if len(each.number) > 2:  # of one or two digits it is a section
            found.setdefault(each.number.partition(".")[0], []).append(each)
    return ((subsection, tuple(clauses)) for subsection, clauses in found.items())


def _by_rule(clauses: Iterable[Standing]) -> Iterator[tuple[str, tuple[Standing, ...]]]:
    found: dict[str, list[Standing]] = {}
    for each in clauses:
        if rule := _rule_of(each.number):
            found.setdefault(rule, []).append(each)
    return ((rule, tuple(inside)) for rule, inside in found.items())


def _anchored(where: str, named: str, number: str) -> str:
    """Return where `number` is read on the page at `where`, which is named after `named`."""
    return where if number == named else f"{where}#r{number}"


@cache
def _rule_of(number: str) -> str:
    """Return the rule that a clause is or belongs to: ``702.19`` of ``702.19b``, "" of a subsection."""
    return number.rstrip("abcdefghijklmnopqrstuvwxyz") if "." in number else ""


def _order(number: str) -> tuple[int, int]:
    parsed = ClauseNumber.parse(number)
    return parsed.subsection, parsed.rule
