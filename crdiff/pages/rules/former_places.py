"""Which text stood under each number when: one page for each subsection and each time in which it stayed the same.

A subsection too long for a page has one for each of its rules instead, and a list of them; which subsections those are
is decided release by release, so that 502 of 2007 is read by rules like 702 of today.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache, cached_property
from itertools import groupby
from operator import attrgetter, itemgetter

from msgspec import Struct, field
from msgspec.structs import replace

from crdiff.model.number import ClauseNumber
from crdiff.model.release import ReleaseSpan
from crdiff.pages.frame import address
from crdiff.pages.lives import Lives
from crdiff.store.archive.site_contents import Standing
from crdiff.text.groups import by_key

PART_PAGES_FROM = 40_000
"""Characters of text beyond which each rule of a subsection has a page of its own.

A page of that size opens at once on a phone. Source: 701 and 702 of 2026-04-17 are longer, no other subsection is.
"""


class FormerPlace(ReleaseSpan[date], frozen=True):
    """What stood under `number` for a time, in document order.

    `number` is a subsection, or a rule of one that was too long; `is_list` where its rules have pages of their own and
    `clauses` are listed rather than shown.
    """

    number: ClauseNumber
    clauses: tuple[Standing, ...]
    is_list: bool

    @property
    def address(self) -> str:
        """Where it is read."""
        return address.text_then(self.number, self.first)


class FormerText(Struct, frozen=True):
    """A time in which a subsection or rule stood under `number` with one text, letter by letter, and where it is read.

    It came with the release `first`, of the set `name`. `address` is "" where no text of that time is here. `until` is
    its last day in force, None while it lasts: pages that list it stay as they are when another release comes.
    `is_reworded`: whether the words of a clause in it differ from those of the text before, or other clauses are in it.
    `size` counts its clauses, the heading aside.
    """

    first: date
    name: str
    until: date | None
    number: ClauseNumber
    address: str
    is_reworded: bool
    size: int


class FormerPlaces(Struct, frozen=True, dict=True):
    """The texts of an archive by number and time."""

    lives: Lives
    _texts: dict[str, tuple[FormerText, ...]] = field(default_factory=dict)
    _addresses: dict[date, Mapping[ClauseNumber, str]] = field(default_factory=dict)
    _pages: dict[str, Mapping[ClauseNumber, str]] = field(default_factory=dict)
    _lengths: dict[int, int] = field(default_factory=dict)
    """Characters of the text of each `Standing`, which is one in all releases with one number and one wording."""

    @cached_property
    def all(self) -> tuple[FormerPlace, ...]:
        """Every place, by the release it begins with, then by number."""
        closed: list[FormerPlace] = []
        open_: dict[ClauseNumber, FormerPlace] = {}
        for release in self.lives.contents.dates:
            units = {number: (clauses, is_list) for number, clauses, is_list in self._units(release)}
            closed += [open_.pop(number) for number in list(open_) if number not in units]
            for number, (clauses, is_list) in units.items():
                before = open_.get(number)
                if before and (before.clauses, before.is_list) == (clauses, is_list):
                    open_[number] = FormerPlace(before.first, release, number, before.clauses, is_list)
                    continue
                if before:
                    closed.append(before)
                open_[number] = FormerPlace(release, release, number, clauses, is_list)
        return tuple(sorted((*closed, *open_.values()), key=attrgetter("first", "number")))

    def under(self, subsection: ClauseNumber) -> Sequence[FormerPlace]:
        """Return the places of a subsection and of its rules, by the release they begin with."""
        return self._by_subsection.get(subsection, ())

    def at(self, number: ClauseNumber, release: date) -> str:
        """Return where the clause is read that was `number` in `release`, "" where there was none."""
        return self.in_release(release).get(number, "")

    def in_subsection(self, subsection: ClauseNumber, release: date) -> str:
        """Return where a subsection is read, or the list of its rules, that has a clause in `release`."""
        return self._place(subsection, release).address

    def in_release(self, release: date) -> Mapping[ClauseNumber, str]:
        """Return where each number of `release` is read, nothing where its text is not held."""
        if release not in self.lives.contents.texts:
            return {}
        if release not in self._addresses:
            self._addresses[release] = {number: at for part in self._parts(release) for number, at in part.items()}
        return self._addresses[release]

    def texts(self, lineage: str) -> tuple[FormerText, ...]:
        """Return those of the texts of `times` that are here, newest first.

        Where a text is known to have stood twice, and none from between is here, its page is for both times.
        """
        found: list[FormerText] = []
        for text in filter(attrgetter("address"), self.times(lineage)):
            is_read_there = bool(found) and found[-1].address == text.address
            found.append(replace(text, until=found.pop().until) if is_read_there else text)
        return tuple(found)

    def times(self, lineage: str) -> tuple[FormerText, ...]:
        """Return the texts of a subsection or rule, and of all that stood under it, through every number; newest first.

        A rule is read on the page of its subsection where that was short enough. While a clause was a section, as some
        headings of 1999 were, it has none.
        """
        if lineage not in self._texts:
            self._texts[lineage] = tuple(reversed([*self._texts_of(lineage)]))
        return self._texts[lineage]

    def unchanged_since(self, lineage: str) -> date:
        """Return the release that last changed words in the newest text of a subsection or rule, or its clauses."""
        return next(text.first for text in self.times(lineage) if text.is_reworded)

    # how it is found

    def _texts_of(self, lineage: str) -> Iterator[FormerText]:
        """Yield the texts of a subsection or rule, oldest first."""
        before: object = None
        days = self.lives.contents.days
        for run in self.lives.lineages[lineage].runs:
            among = self._subsections if run.number.is_heading else self._rules
            between = days[days.index(run.first) : days.index(run.last) + 1]
            under = ((among[release].get(run.number, ()), release) for release in between)
            for clauses, same in groupby(under, key=itemgetter(0)):
                if not clauses:
                    continue
                releases = [release for _, release in same]
                first = releases[0]
                where = filter(None, (self.at(run.number, release) for release in releases))
                words = [self._words(each.lineage, first) for each in clauses]
                yield FormerText(
                    first=first,
                    name=self.lives.set_name(first),
                    until=self.lives.last_day(releases[-1]) if releases[-1] != self.lives.contents.days[-1] else None,
                    number=run.number,
                    address=next(where, ""),
                    is_reworded=words != before,
                    size=sum(each.lineage != lineage for each in clauses),
                )
                before = words

    def _words(self, lineage: str, release: date) -> tuple[str, date]:
        """Return what is equal for a clause as long as its words are."""
        firsts = self._phrasings[lineage]
        return lineage, firsts[max(bisect_right(firsts, release) - 1, 0)]

    @cached_property
    def _phrasings(self) -> Mapping[str, list[date]]:
        return {
            lineage: [worded.first for worded in life.wordings if worded.begins_phrasing]
            for lineage, life in self.lives.lineages.items()
        }

    @cached_property
    def _subsections(self) -> Mapping[date, Mapping[ClauseNumber, tuple[Standing, ...]]]:
        """The clauses of each release by the number of their subsection."""
        return {release: dict(_by_subsection(there)) for release, there in self.lives.contents.standing.items()}

    @cached_property
    def _rules(self) -> Mapping[date, Mapping[ClauseNumber, tuple[Standing, ...]]]:
        """The clauses of each release by the rule they are or belong to."""
        return {release: _by_rule(there) for release, there in self.lives.contents.standing.items()}

    @cached_property
    def _by_number(self) -> Mapping[ClauseNumber, tuple[FormerPlace, ...]]:
        return by_key((place.number, place) for place in self.all)

    @cached_property
    def _by_subsection(self) -> Mapping[ClauseNumber, Sequence[FormerPlace]]:
        return by_key((place.number.subsection, place) for place in self.all)

    def _units(self, release: date) -> Iterator[tuple[ClauseNumber, tuple[Standing, ...], bool]]:
        """Yield what has a page in `release`: (number, clauses, whether only a list of rules)."""
        for subsection, clauses in self._subsections[release].items():
            is_long = self._size(clauses, release) > PART_PAGES_FROM
            yield subsection, clauses, is_long
            if is_long:
                yield from ((rule, inside, False) for rule, inside in _by_rule(clauses).items())

    def _size(self, clauses: Sequence[Standing], release: date) -> int:
        known = self._lengths
        for each in clauses:
            if id(each) not in known:
                known[id(each)] = len(self.lives.worded(each.lineage, release).text)
        return sum([known[key] for key in map(id, clauses)])

    def _parts(self, release: date) -> Iterator[Mapping[ClauseNumber, str]]:
        """Yield where the clauses of `release` are read, by the page that they are read on."""
        for subsection, clauses in self._subsections[release].items():
            place = self._place(subsection, release)
            yield self._on_page(place)
            if place.is_list:
                yield from (self._on_page(self._place(rule, release)) for rule in _by_rule(clauses))

    def _on_page(self, place: FormerPlace) -> Mapping[ClauseNumber, str]:
        """Return where each number is read that the page of a place shows; the page stays for many releases."""
        if place.address not in self._pages:
            where = place.address
            shown = [each.number for each in place.clauses if not place.is_list or _rule_of(each.number) is None]
            self._pages[where] = {each: where if each == place.number else f"{where}#r{each}" for each in shown}
        return self._pages[place.address]

    def _place(self, number: ClauseNumber, release: date) -> FormerPlace:
        places = self._by_number[number]
        return places[bisect_right(places, release, key=lambda place: place.first) - 1]


def _by_subsection(standing: Iterable[Standing]) -> Iterator[tuple[ClauseNumber, tuple[Standing, ...]]]:
    yield from by_key((each.number.subsection, each) for each in standing if not each.number.has_headings_only).items()


def _by_rule(clauses: Iterable[Standing]) -> Mapping[ClauseNumber, tuple[Standing, ...]]:
    return by_key((rule, each) for each in clauses if (rule := _rule_of(each.number)))


@cache
def _rule_of(number: ClauseNumber) -> ClauseNumber | None:
    """Return the rule that a clause is or belongs to: ``702.19`` of ``702.19b``, None of a subsection."""
    return None if number.is_heading else number.of_rule
