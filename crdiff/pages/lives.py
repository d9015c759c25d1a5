"""What an archive says of releases, clauses and entries: what each is called, from when to when, what became of it.

Where it is read is left to `crdiff.pages.archive_index`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from functools import cached_property
from itertools import chain

from msgspec import Struct, field
from msgspec.structs import replace

from crdiff.history.blame import EndedSentence, Endings
from crdiff.history.heirs import Heir, Heirs, Statement, merged, obsolete_of
from crdiff.history.lineage import Lineage, Number_co, NumberRun, Term, Worded
from crdiff.history.news import Size
from crdiff.history.renumbering import NumberRange, ranges_by_clause
from crdiff.history.stories import AnyLineage
from crdiff.model.number import ClauseNumber
from crdiff.pages import address
from crdiff.pages.drawing import Scale, axis_years
from crdiff.store.archive.site_contents import SiteContents
from crdiff.text.groups import by_key

# The title of ten subsections that names nothing.
GENERAL = "General"

ClauseLineage = Lineage[ClauseNumber]
EntryLineage = Lineage[Term]
# A clause that a number named, and when it did.
Meaning = tuple[NumberRun[ClauseNumber], ClauseLineage]


class Calendar(Struct, frozen=True, kw_only=True, dict=True):
    """The releases of an archive and its days, and how pages speak of them.

    `contents` are made from texts, or from the facts recorded with crdiff.
    """

    contents: SiteContents

    @property
    def is_recorded(self) -> bool:
        """Whether only recorded facts are held: pages that show a whole text, or compare two, are not made then."""
        return self.contents.is_recorded

    def numbered(self, printed: str) -> ClauseNumber:
        """Return the number that is printed so."""
        return self.contents.numbers.parse(printed)

    @property
    def newest(self) -> date:
        """The newest release held, or, where only facts are recorded, known: clauses may be followed further."""
        return self.contents.newest

    @cached_property
    def names(self) -> Mapping[date, str]:
        """The name of the set that a release came with, by its date."""
        return {known.effective: known.name for known in self.contents.known}

    def set_name(self, release: date) -> str:
        """Return the name of the set that a release came with, "" where none is known."""
        return self.names.get(release, "")

    def release_name(self, release: date) -> str:
        """Return what readers call a release: ``Magic 2010 (2009-07-11)``, its date alone where no name is known."""
        name = self.set_name(release)
        return f"{name} ({release})" if name else str(release)

    @cached_property
    def codes(self) -> Mapping[date, str]:
        """The code of the set that a release came with, by its date."""
        return {known.effective: known.code for known in self.contents.known if known.code}

    @cached_property
    def published(self) -> tuple[date, ...]:
        """Every release known or held, oldest first."""
        return tuple(sorted({*self.contents.dates, *(known.effective for known in self.contents.known)}))

    def last_day(self, release: date) -> date | None:
        """Return the last day on which `release` was in force: the one before the next release, None for the newest."""
        after = bisect_right(self.published, release)
        return self.published[after] - timedelta(days=1) if after < len(self.published) else None

    def last_day_of(self, run: NumberRun[ClauseNumber], lineage: ClauseLineage) -> date | None:
        """Return the last day on which a clause is known to have had a number, None while it has it."""
        lasts = lineage.stands and run.last == lineage.known_until
        return None if lasts else self.last_day(run.last)

    @cached_property
    def scale(self) -> Scale:
        """The scale that every life is drawn on: whole years, from the first release to the last that is spoken of."""
        days = [self.contents.days[0], self.contents.days[-1]]
        if self.is_recorded:
            days += [known.effective for known in self.contents.known]
        return Scale(date(min(days).year, 1, 1), date(max(days).year + 1, 1, 1))

    @cached_property
    def years(self) -> tuple[tuple[float, int, bool], ...]:
        """The years on the axis of every life: (place, year, for wide screens only)."""
        return axis_years(self.scale)

    @cached_property
    def _unseen(self) -> frozenset[date]:
        """The releases right before which another was published of which nothing is known."""
        days = self.contents.days
        before = dict(zip(self.published[1:], self.published, strict=False))
        return frozenset(release for release in days if before.get(release, release) not in days)

    @property
    def knows_more(self) -> bool:
        """Whether clauses are followed through releases whose texts are not here."""
        return self.is_recorded or self.contents.days != self.contents.dates

    @property
    def first_text(self) -> str:
        """What a page calls the oldest wording of a clause that is not known to be new."""
        return "First known text" if self.knows_more else "First text on this site"

    def release_after(self, release: date) -> date | None:
        """Return the next release that the clauses are followed to, None after the newest."""
        after = self.contents.days[bisect_right(self.contents.days, release) :]
        return after[0] if after else None

    def day(self, release: date) -> str:
        """Return in words the day of what `release` is the first one held to have: it may be older than that."""
        return f"{release} or earlier" if release in self._unseen else str(release)

    def ended_with(self, lineage: Lineage[ClauseNumber]) -> str:
        """Return how a clause ended and with which release, "" of one that is not known to have: "removed with ..."."""
        if lineage.revoked:
            return f"revoked with {self.came_with(lineage.revoked)}"
        return f"removed with {self.came_with(lineage.removed)}" if lineage.removed else ""

    def day_before(self, release: date) -> str:
        """Return the last day before `release` in words: what ended with it may have ended earlier."""
        return f"{release - timedelta(days=1)}{' or earlier' if release in self._unseen else ''}"

    def came_with(self, release: date) -> str:
        """Return what readers call the release that brought something; it may have come with one not held before it."""
        return self.release_name(release) + (" or earlier" if release in self._unseen else "")

    @cached_property
    def newer(self) -> tuple[date, ...]:
        """The releases known that are newer than the newest one held, oldest first."""
        return self.published[bisect_right(self.published, self.newest) :]

    def is_newest(self, release: date) -> bool:
        """Whether `release` is the newest text: what is in force there has no end, what was recorded to it may have."""
        return not self.is_recorded and release == self.newest

    def is_today(self, release: date) -> bool:
        """Whether a page calls `release` "today": the newest text, where no newer release is known."""
        return self.is_newest(release) and not self.newer

    def named(self, release: date) -> str:
        """Return what a page calls the last release of a time: its date, or "today"."""
        return "today" if self.is_today(release) else str(release)

    def until(self, lineage: ClauseLineage) -> date:
        """Return the day up to which a clause is known: the first release without it, or the next one published.

        What stands in the newest text lasts to the end of that year, the end of all pictures: they need not be drawn
        anew with every release.
        """
        last = lineage.runs[-1].last
        if self.is_newest(last):
            return self.scale.last
        return lineage.removed or (self.last_day(last) or last) + timedelta(days=1)

    @cached_property
    def sizes(self) -> tuple[Size, ...]:
        """The releases in figures, with as many changes to read as the page of each shows."""
        read = {news.release: len(news.to_read) for news in self.contents.news}
        return tuple(replace(size, to_read=read.get(size.release, 0)) for size in self.contents.sizes)

    def release_page(self, release: date) -> str:
        """Return the address of the page on what `release` changed, "" where there is none."""
        return "" if self.is_recorded or not self.is_held(release) else address.release(release)

    def is_held(self, release: date) -> bool:
        """Whether the text of `release` is here, or, where only facts are recorded, its clauses are known."""
        return release in self._held

    @cached_property
    def _held(self) -> frozenset[date]:
        return frozenset(self.contents.dates)

    def release_listed(self, release: date) -> str:
        """Return the address of the page of a release held, of any other the address of its line in the list."""
        return self.release_page(release) or f"{address.RELEASES}#d{release}"


class Lives(Calendar, frozen=True, kw_only=True, dict=True):
    """The clauses and glossary entries of an archive: what named them when, and what became of them.

    `titles` are those that we gave to lineages. `elsewhere` are clauses that numbers named and that have no page, by
    their ids.
    """

    titles: Mapping[str, str] = field(default_factory=dict)
    elsewhere: Mapping[str, ClauseLineage] = field(default_factory=dict)

    @cached_property
    def lineages(self) -> Mapping[str, ClauseLineage]:
        """Every clause that is followed, by its id."""
        return {lineage.id: lineage for lineage in self.contents.lineages}

    def worded(self, lineage: str, release: date) -> Worded[ClauseNumber]:
        """Return the wording that a clause had in `release`, in which it stood."""
        return self.lineages[lineage].wordings[bisect_right(self._firsts[lineage], release) - 1]

    @cached_property
    def _firsts(self) -> Mapping[str, list[date]]:
        return {lineage: [worded.first for worded in life.wordings] for lineage, life in self.lineages.items()}

    @cached_property
    def _endings(self) -> Endings[ClauseNumber]:
        every: tuple[AnyLineage, ...] = (*self.contents.lineages, *self.contents.entries)
        begun = by_key((worded.first, worded.wording) for lineage in every for worded in lineage.wordings)
        return Endings(self.lineages.__getitem__, lambda release: begun.get(release, ()))

    def endings_of(self, lineage: ClauseLineage) -> tuple[EndedSentence[ClauseNumber], ...]:
        """Return the sentences that ended inside a clause, oldest first."""
        ended = self._endings.of(lineage, lineage.known_until)
        return tuple(one for one in ended if self.is_held(one.release))  # elsewhere another clause may say it

    @cached_property
    def heirs(self) -> Heirs[ClauseNumber]:
        """What finds what took over from clauses that ended."""
        return Heirs(self._statements)

    def heirs_of(self, ended: Lineage[Number_co], heirs: Heirs[Number_co]) -> tuple[Heir[Number_co], ...]:
        """Return what took over from a clause or an entry that ended, one of `heirs`, the surest first."""
        end = ended.ended.release if ended.ended else self.newest
        around = [*[worded.last for worded in ended.wordings if worded.last < end][-1:], end]
        find = heirs.of if not ended.ended or all(map(self.is_held, around)) else merged
        return tuple(find(ended))

    def _statements(self, release: date) -> Iterator[Statement[ClauseNumber]]:
        for one in self.contents.standing[release]:
            yield Statement(one.lineage, one.number, self.worded(one.lineage, release).wording)

    @cached_property
    def entry_heirs(self) -> Heirs[Term]:
        """What finds what took over from glossary entries that ended."""
        return Heirs(self._entry_statements)

    def _entry_statements(self, release: date) -> Iterator[Statement[Term]]:
        for entry in self.contents.entries:
            for worded in entry.wordings:
                if worded.covers(release) and entry.number_in(release):
                    yield Statement(entry.id, worded.number, worded.text)

    def title(self, lineage: str) -> str:
        """Return what a clause is called: the title that we gave to it, or that it has, or its first words."""
        return self.titles.get(lineage) or (self.lineages.get(lineage) or self.elsewhere[lineage]).title

    def title_in(self, lineage: str, release: date) -> str:
        """Return what a clause was called in `release`: its title and text, or, where they are not here, as `title`."""
        worded = self.worded(lineage, release) if lineage in self.lineages else None
        return worded.wording if worded and worded.is_held else self.title(lineage)

    def telling(self, title: str, number: ClauseNumber, release: date) -> str:
        """Return a title that says something alone: ten subsections are called "General", and so is 212.1."""
        over = [each for run, each in self.meanings(number.upto(max(1, number.level - 1))) if run.covers(release)]
        if title != GENERAL or not over:
            return title
        return f"{self.title_in(over[0].id, release)}: {title[:1].lower()}{title[1:]}"

    @cached_property
    def places_in(self) -> Mapping[date, Mapping[str, int]]:
        """Where each lineage stands in each release: its index among the clauses there."""
        return {
            release: {standing.lineage: index for index, standing in enumerate(there)}
            for release, there in self.contents.standing.items()
        }

    def range_moved(self, lineage: str, release: date) -> NumberRange | None:
        """Return the range of clauses with which a clause changed number in `release`, None where it did not.

        Of recorded facts, which lack the clauses around it, that is not known.
        """
        if self.is_recorded:
            return None
        if release not in self._moved:
            at = self.contents.days.index(release)
            old, new = (self._numbered[each] for each in self.contents.days[at - 1 : at + 1])
            parted = frozenset(chain.from_iterable(self.contents.partings.get(release, ())))
            self._moved[release] = ranges_by_clause(old, new, parted)
        return self._moved[release].get(lineage)

    @cached_property
    def _numbered(self) -> Mapping[date, Sequence[tuple[str, ClauseNumber]]]:
        standing = self.contents.standing
        return {release: [(one.lineage, one.number) for one in there] for release, there in standing.items()}

    @cached_property
    def _moved(self) -> dict[date, Mapping[str, NumberRange]]:
        return {}

    @cached_property
    def _meanings(self) -> Mapping[ClauseNumber, tuple[Meaning, ...]]:
        return _named(self.contents.lineages)

    @cached_property
    def _all_meanings(self) -> Mapping[ClauseNumber, tuple[Meaning, ...]]:
        return _named((*self.contents.lineages, *self.elsewhere.values())) if self.elsewhere else self._meanings

    @cached_property
    def numbers(self) -> tuple[ClauseNumber, ...]:
        """Every number that ever named a clause, with a page or without, in document order."""
        return tuple(sorted(self._all_meanings))

    def meanings(self, number: ClauseNumber) -> tuple[Meaning, ...]:
        """Return what `number` named when, oldest first: clauses with a page or without."""
        return self._all_meanings.get(number, ())

    def heading_over(self, number: ClauseNumber, release: date) -> str:
        """Return the title of the nearest clause above `number` in `release` that has one, "" where none has."""
        above = (number.of_rule, number.subsection)
        there = (each for one in above if one != number for each in self.meanings(one))
        titles = (self.title(lineage.id) for run, lineage in there if run.covers(release))
        return next(filter(None, titles), "")

    def lineage_of(self, number: ClauseNumber, release: date) -> str:
        """Return the id of the clause that `number` named in `release`, "" where it named none."""
        for run, lineage in self._meanings.get(number, ()):  # asked a quarter of a million times, so no generator
            if run.covers(release):
                return lineage.id
        return ""

    @cached_property
    def entries(self) -> tuple[EntryLineage, ...]:
        """Every glossary entry there ever was, by its newest term."""

        def by_term(entry: EntryLineage) -> tuple[str, str, str]:
            term = entry.runs[-1].number
            return term.lower(), term, entry.id

        return tuple(sorted(self.contents.entries, key=by_term))

    @cached_property
    def _terms(self) -> Mapping[str, tuple[EntryLineage, ...]]:
        return by_key((term, entry) for entry in self.entries for term in {run.number for run in entry.runs})

    @cached_property
    def _about(self) -> Mapping[str, tuple[EntryLineage, ...]]:
        """The entries that call a term obsolete, by that term."""
        found: dict[str, tuple[EntryLineage, ...]] = {}
        for term, entries in self._terms.items():
            if about := obsolete_of(term):
                found[about] = (*found.get(about, ()), *entries)
        return found

    def obsolete_twins(self, entry: EntryLineage) -> tuple[tuple[EntryLineage, bool], ...]:
        """Return the entries that call a term of `entry` obsolete, and those whose terms it does, by their terms.

        With each, whether it is the former.
        """
        terms = {run.number for run in entry.runs}
        telling = {each.id for term in terms for each in self._about.get(term, ())} - {entry.id}
        told = {each.id for term in terms for each in self._terms.get(obsolete_of(term), ())} - {entry.id}
        among = self.entries if telling or told else ()
        return tuple((each, each.id in telling) for each in among if each.id in telling or each.id in told)

    def entry_at(self, term: str, release: date) -> EntryLineage | None:
        """Return the entry that had `term` in `release`."""
        return next((each for each in self._terms.get(term, ()) if each.number_in(release) == term), None)

    def inside(self, section: ClauseLineage) -> Iterator[ClauseLineage]:
        """Yield the clauses that entered the rules within a section, by the place they entered it."""
        for lineage in self.contents.lineages:
            first = lineage.runs[0]
            number = section.number_in(first.first)
            if not is_heading(lineage) and number and number.subsection == first.number.subsection:
                yield lineage


def ending(lineage: ClauseLineage) -> tuple[str, ...]:
    """Return how a clause ended, "revoked" or "removed", and when; nothing of one that is not known to have."""
    if lineage.revoked:
        return "revoked", str(lineage.revoked)
    return ("removed", str(lineage.removed)) if lineage.removed else ()


def is_heading(lineage: ClauseLineage) -> bool:
    """Whether a lineage is that of a section or subsection, which has clauses under it rather than a text."""
    return lineage.runs[-1].number.is_heading


def _named(lineages: Iterable[ClauseLineage]) -> Mapping[ClauseNumber, tuple[Meaning, ...]]:
    named = by_key((run.number, (run, lineage)) for lineage in lineages for run in lineage.runs)
    return {
        number: tuple(sorted(uses, key=lambda use: (use[0].first, use[0].last, use[1].id)))
        for number, uses in named.items()
    }
