"""What a site is made from, indexed for its pages: what a number named when, where it is read, what refers to it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import cached_property
from itertools import chain

from crdiff.annotate.cross_references import cross_references
from crdiff.changes.change import Comparison
from crdiff.cite.cited_by import CitationIndex
from crdiff.game.rules import RuleSet
from crdiff.history.blame import EndedSentence, Endings, Sentence, blame
from crdiff.history.heirs import Heir, Heirs, Statement, merged, obsolete_of
from crdiff.history.known_lives import KnownLives
from crdiff.history.lineage import Lineage, NumberRun, Term
from crdiff.history.news import Shown, Size
from crdiff.history.renumbering import NumberRange, ranges_by_clause
from crdiff.history.stories import AnyLineage, FollowedLife
from crdiff.identify.identified import Identified
from crdiff.model.corpus import Annotation
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Release
from crdiff.pages.checks.check_results import CheckResults, in_archive
from crdiff.pages.drawing.tracks import Scale, axis_years
from crdiff.pages.frame import address
from crdiff.pages.frame.prose import Prose
from crdiff.pages.rules.former_places import PART_PAGES_FROM, FormerPlaces
from crdiff.store.archive.site_contents import SiteContents
from crdiff.store.embedded.editions import EditionText, QuotedClause, quoted_clauses
from crdiff.trace.engines import PlayedEngine

ClauseLineage = Lineage[ClauseNumber]
EntryLineage = Lineage[Term]
Meaning = tuple[NumberRun[ClauseNumber], ClauseLineage]
"""A clause that a number named, and when it did."""


@dataclass(frozen=True)
class ArchiveIndex:
    """All that the pages of a site show.

    `contents` are those of an archive: made from texts, or from the facts recorded with crdiff. `editions` (by release
    and id), their `comparisons`, the `annotations` and the `titles` that we gave to lineages come with crdiff; `checks`
    is None where no results of checks were given. `aliases` lead from the ids that the recorded facts use to those that
    the archive, where it lacks releases, uses instead. `elsewhere` are clauses that numbers named and that have no
    page, by their ids; `terms` are those of the glossary where only facts are recorded, each with the first release
    that had it and the last one, None where the glossary still has it. `citations` are those of repositories, under the
    ids of the archive. `full_text` says of which releases the whole text is published: ``none``, ``newest`` or ``all``.
    `lives` are the known ones. `identified` is what the editions quote, by their ids.
    Addresses that several pages name are decided here, so that all of them agree.
    """

    contents: SiteContents
    lives: KnownLives
    editions: tuple[EditionText, ...] = ()
    comparisons: tuple[Comparison, ...] = ()
    annotations: tuple[Annotation, ...] = ()
    """Under the ids of the archive, only those on a clause that it has; each leads to its story."""
    stories: tuple[Annotation, ...] = ()
    """Every note as it comes, about the clauses and entries in `followed`."""
    followed: Mapping[str, FollowedLife] = field(default_factory=dict)
    prose: tuple[Prose, ...] = ()
    checks: CheckResults | None = None
    titles: Mapping[str, str] = field(default_factory=dict)
    aliases: Mapping[str, str] = field(default_factory=dict)
    elsewhere: Mapping[str, ClauseLineage] = field(default_factory=dict)
    terms: tuple[tuple[str, date, date | None], ...] = ()
    citations: CitationIndex = field(default_factory=CitationIndex)
    engines: tuple[PlayedEngine, ...] = ()
    """The tests of engines, under the ids of the archive, as they stand in the newest release."""
    full_text: str = "none"
    rule_sets: Mapping[date, RuleSet] = field(default_factory=dict)
    """How the game model plays in every release known."""
    identified: Mapping[str, Identified] = field(default_factory=dict)

    @property
    def is_recorded(self) -> bool:
        """Whether only recorded facts are held: pages that show a whole text, or compare two, are not made then."""
        return self.contents.is_recorded

    @property
    def newest(self) -> date:
        """The newest release held, or, where only facts are recorded, known: clauses may be followed further."""
        return self.contents.newest

    # releases and days

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
    def _following(self) -> Mapping[date, date | None]:
        return dict(zip(self.contents.days, (*self.contents.days[1:], None), strict=True))

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
        return self._following[release]

    def in_force(self, first: date, until: date | None) -> str:
        """Return in words when something was in force that came with `first` and ended with `until`, None for never."""
        return f"from {self.day(first)}" + (f" until {self.day(until)}" if until else "")

    def day(self, release: date) -> str:
        """Return in words the day of what `release` is the first one held to have: it may be older than that."""
        return f"{release} or earlier" if release in self._unseen else str(release)

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

    def size_of(self, release: date) -> Size:
        """Return the figures of a release that the clauses are followed to."""
        return self.contents.sizes[self.contents.days.index(release)]

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

    # clauses

    @cached_property
    def lineages(self) -> Mapping[str, ClauseLineage]:
        """Every clause that is followed, by its id."""
        return {lineage.id: lineage for lineage in self.contents.lineages}

    @cached_property
    def _begun(self) -> Mapping[date, list[str]]:
        """The wordings that begin in each release."""
        begun: dict[date, list[str]] = defaultdict(list)
        every: tuple[ClauseLineage | EntryLineage, ...] = (*self.contents.lineages, *self.contents.entries)
        for lineage in every:
            for worded in lineage.wordings:
                begun[worded.first].append(worded.wording)
        return begun

    @cached_property
    def _endings(self) -> Endings[ClauseNumber]:
        return Endings(self.lineages.__getitem__, self._begun.__getitem__)

    def endings_of(self, lineage: ClauseLineage) -> tuple[EndedSentence[ClauseNumber], ...]:
        """Return the sentences that ended inside a clause, oldest first."""
        ended = self._endings.of(lineage, lineage.known_until)
        return tuple(one for one in ended if self.is_held(one.release))  # elsewhere another clause may say it

    def sentences_of(self, lineage: str) -> tuple[Sentence[ClauseNumber], ...]:
        """Return the sentences of the newest wording of a clause, each with the releases that introduced it."""
        return blame(self.lineages[lineage], self.newest, self.lineages.__getitem__)

    @cached_property
    def heirs(self) -> Heirs[ClauseNumber]:
        """What finds what took over from clauses that ended."""
        return Heirs(self._statements)

    def heirs_of(self, lineage: ClauseLineage) -> tuple[Heir[ClauseNumber], ...]:
        """Return what took over from a clause, the surest first."""
        find = self.heirs.of if all(map(self.is_held, _around_the_end(lineage))) else merged
        return tuple(find(lineage))

    def _statements(self, release: date) -> Iterator[Statement[ClauseNumber]]:
        for one in self.contents.standing[release]:
            yield Statement(one.lineage, one.number, self.places.worded(one.lineage, release).wording)

    @cached_property
    def entry_heirs(self) -> Heirs[Term]:
        """What finds what took over from glossary entries that ended."""
        return Heirs(self._entry_statements)

    def entry_heirs_of(self, entry: EntryLineage) -> tuple[Heir[Term], ...]:
        """Return what took over from a glossary entry, the surest first."""
        find = self.entry_heirs.of if all(map(self.is_held, _around_the_end(entry))) else merged
        return tuple(find(entry))

    def _entry_statements(self, release: date) -> Iterator[Statement[Term]]:
        for entry in self.contents.entries:
            for worded in entry.wordings:
                if worded.covers(release) and entry.number_in(release):
                    yield Statement(entry.id, worded.number, worded.text)

    def title(self, lineage: str) -> str:
        """Return what a clause is called: the title that we gave to it, or that it has, or its first words."""
        return self.titles.get(lineage) or (self.lineages.get(lineage) or self.elsewhere[lineage]).title

    def title_in(self, lineage: str, release: date) -> str:
        """Return what a clause that stands in `release` was called there: its title and text, or a title of ours."""
        worded = self.places.worded(lineage, release)
        return worded.wording if worded.is_held else self.title(lineage)

    def title_then(self, lineage: str, release: date) -> str:
        """Return what a clause that had a number in `release` was called there, be it one without a page."""
        return self.title_in(lineage, release) if lineage in self.lineages else self.title(lineage)

    def clause_page(self, lineage: str | None) -> str:
        """Return the address of the page of a clause that something else names, "" where the site has no such page.

        Results of checks may name clauses of releases that an archive lacks.
        """
        return address.clause(lineage) if lineage and lineage in self.lineages else ""

    def feed_of(self, lineage: str) -> str:
        """Return the address of the feed on a clause in force, that of its rule or subsection, "" for none."""
        life = self.lineages.get(lineage)
        number = life.number_in(self.newest) if life and not self.is_recorded else None
        if number is None or number.is_section:
            return ""
        owner = self.lineage_of(ClauseNumber(number.subsection, number.rule), self.newest)
        return address.feed(owner) if owner else ""

    @cached_property
    def _placed(self) -> Mapping[date, Mapping[str, int]]:
        return {
            release: {standing.lineage: index for index, standing in enumerate(there)}
            for release, there in self.contents.standing.items()
        }

    def place_in(self, release: date) -> Mapping[str, int]:
        """Return where each lineage stands in `release`: its index among the clauses there."""
        return self._placed[release]

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
        above = (ClauseNumber(number.subsection, number.rule), ClauseNumber(number.subsection))
        there = (each for one in above if one != number for each in self.meanings(one))
        titles = (self.title(lineage.id) for run, lineage in there if run.covers(release))
        return next(filter(None, titles), "")

    def lineage_of(self, number: ClauseNumber, release: date) -> str:
        """Return the id of the clause that `number` named in `release`, "" where it named none."""
        for run, lineage in self._meanings.get(number, ()):  # asked a quarter of a million times, so no generator
            if run.covers(release):
                return lineage.id
        return ""

    def clause_at(self, number: ClauseNumber, release: date) -> str:
        """Return the address of the page of the clause that `number` named in `release`, "" where it named none."""
        lineage = self.lineage_of(number, release)
        return address.clause(lineage) if lineage else ""

    def annotations_on(self, lineage: str) -> tuple[Annotation, ...]:
        """Return our notes on a clause or a glossary entry, by the first release they speak of."""
        return in_time(self._annotated.get(lineage, ()))

    @cached_property
    def _annotated(self) -> Mapping[str, tuple[Annotation, ...]]:
        found: dict[str, list[Annotation]] = defaultdict(list)
        for note in self.annotations:
            for name in dict.fromkeys(note.named):
                found[name].append(note)
        return {name: tuple(notes) for name, notes in found.items()}

    # texts

    @cached_property
    def places(self) -> FormerPlaces:
        """Where every text of every release is read."""
        return FormerPlaces(self.contents, self.lineages, self.names, self.last_day)

    def prepare(self) -> None:
        """Work out where everything is read: processes that are forked afterwards need not do so each."""
        for release in () if self.is_recorded else self.contents.dates:
            self.places.in_release(release)

    def text_address(self, lineage: ClauseLineage, first: date, last: date) -> str:
        """Return the address of a text of a clause as it read from `first` to `last`, "" where there is none.

        That is the first one held, else that of an edition that quotes it.
        """
        held = self._held_in(lineage, first, last)
        if held and (number := lineage.number_in(held)):
            return self.places.at(number, held)
        return next(map(quotation_address, self._quoted_in(lineage, first, last)), "")

    def text_release(self, lineage: ClauseLineage, first: date, last: date) -> date:
        """Return the release of the text that `text_address` leads to, `first` where there is none."""
        quoted = (each.text.effective for each in self._quoted_in(lineage, first, last))
        return self._held_in(lineage, first, last) or next(quoted, first)

    def _held_in(self, lineage: ClauseLineage, first: date, last: date) -> date | None:
        """Return the first release from `first` to `last` whose text has the clause, None where none is held."""
        dates = () if self.is_recorded else self.contents.dates
        inside = dates[bisect_left(dates, first) : bisect_right(dates, last)]
        return next((day for day in inside if lineage.number_in(day)), None)

    def _quoted_in(self, lineage: ClauseLineage, first: date, last: date) -> Iterator[QuotedClause]:
        return (each for each in self.quoted(lineage.id) if first <= each.text.effective <= last)

    def quoted(self, lineage: str) -> tuple[QuotedClause, ...]:
        """Return what the editions quote of a clause, oldest first."""
        return self._quoted.get(lineage, ())

    @cached_property
    def _quoted(self) -> Mapping[str, tuple[QuotedClause, ...]]:
        named = {self.lineage_of(node.number, text.effective) for text in self.editions for node in text.nodes}
        return {
            lineage: quoted_clauses(self.lineages[lineage], self.editions, self.comparisons)
            for lineage in sorted(filter(None, named))
        }

    def editions_of(self, release: date) -> tuple[EditionText, ...]:
        """Return the editions that quote `release`."""
        return tuple(text for text in self.editions if text.effective == release)

    def edition_of(self, release: Release) -> EditionText:
        """Return the edition whose rules `release` is."""
        return next(text for text in self.editions if text.rules is release)

    # the glossary

    @cached_property
    def entries(self) -> tuple[EntryLineage, ...]:
        """Every glossary entry there ever was, by its newest term."""

        def by_term(entry: EntryLineage) -> tuple[str, str, str]:
            term = entry.runs[-1].number
            return term.lower(), term, entry.id

        return tuple(sorted(self.contents.entries, key=by_term))

    @cached_property
    def _terms(self) -> Mapping[str, tuple[EntryLineage, ...]]:
        named: dict[str, list[EntryLineage]] = {}
        for entry in self.entries:
            for term in {run.number for run in entry.runs}:
                named.setdefault(term, []).append(entry)
        return {term: tuple(entries) for term, entries in named.items()}

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

    def entry_page(self, term: str, release: date) -> str:
        """Return the address of the page of the entry that had `term` in `release`, "" where none had."""
        entry = self.entry_at(term, release)
        return address.entry(entry.id) if entry else ""

    # the newest text

    @cached_property
    def subsections(self) -> Mapping[int, tuple[Shown, ...]]:
        """The clauses of the newest text under each number of a subsection, headings first, ascending."""
        return {number: passage.clauses for number, passage in self.contents.subsections.items()}

    @cached_property
    def split(self) -> frozenset[int]:
        """The subsections too long for one page."""
        sizes = {number: sum(len(each.text) for each in shown) for number, shown in self.subsections.items()}
        return frozenset(number for number, size in sizes.items() if size > PART_PAGES_FROM)

    @cached_property
    def current(self) -> Mapping[ClauseNumber, str]:
        """Where each number of the newest release is read; nothing where only facts are recorded."""
        found: dict[ClauseNumber, str] = {}
        for clauses in () if self.is_recorded else self.subsections.values():
            for shown in clauses:
                found.setdefault(shown.number, current_address(shown.number, self.split))
        return found

    def read_at(self, lineage: ClauseLineage) -> str:
        """Return where the newest text has a clause, "" where it lacks it: another one may have its number there."""
        number = lineage.number_in(self.newest)
        return self.current.get(number, "") if number else ""

    @cached_property
    def referring(self) -> Mapping[ClauseNumber, tuple[ClauseNumber, ...]]:
        """The clauses of the current text that name a number, by that number, in document order."""
        found: dict[ClauseNumber, list[ClauseNumber]] = {}
        for shown in () if self.is_recorded else self.contents.current.clauses:
            said = "\n".join((shown.text, *shown.examples))
            named = {number for each in cross_references(said) for number in each.numbers} - {shown.number}
            for number in sorted(named):
                found.setdefault(number, []).append(shown.number)
        return {number: tuple(dict.fromkeys(by)) for number, by in found.items()}

    @cached_property
    def referring_terms(self) -> Mapping[ClauseNumber, tuple[str, ...]]:
        """The terms of the current glossary whose texts name a number, by that number."""
        found: dict[ClauseNumber, dict[str, None]] = {}
        for entry in () if self.is_recorded else self.contents.glossary:
            for each in cross_references("\n".join(entry.texts)):
                for number in each.numbers:
                    found.setdefault(number, {})[entry.term] = None
        return {number: tuple(terms) for number, terms in found.items()}


def _around_the_end(lineage: AnyLineage) -> tuple[date, ...]:
    """Return the last release with the words of a clause or entry that ended, and the first one without."""
    ended = lineage.ended
    if not ended:
        return ()
    return (*[worded.last for worded in lineage.wordings if worded.last < ended.release][-1:], ended.release)


def ending(lineage: ClauseLineage) -> tuple[str, ...]:
    """Return how a clause ended, "revoked" or "removed", and when; nothing of one that is not known to have."""
    if lineage.revoked:
        return "revoked", str(lineage.revoked)
    return ("removed", str(lineage.removed)) if lineage.removed else ()


def is_heading(lineage: ClauseLineage) -> bool:
    """Whether a lineage is that of a section or subsection, which has clauses under it rather than a text."""
    return not lineage.runs[-1].number.rule


def clauses_in(section: ClauseLineage, archive: ArchiveIndex) -> Iterator[ClauseLineage]:
    """Yield the clauses that entered the rules within a section, by the place they entered it."""
    for lineage in archive.contents.lineages:
        first = lineage.runs[0]
        number = section.number_in(first.first)
        if not is_heading(lineage) and number and number.subsection == first.number.subsection:
            yield lineage


def _named(lineages: Iterable[ClauseLineage]) -> Mapping[ClauseNumber, tuple[Meaning, ...]]:
    named: dict[ClauseNumber, list[Meaning]] = {}
    for lineage in lineages:
        for run in lineage.runs:
            named.setdefault(run.number, []).append((run, lineage))
    return {
        number: tuple(sorted(uses, key=lambda use: (use[0].first, use[0].last, use[1].id)))
        for number, uses in named.items()
    }


def current_address(number: ClauseNumber, split: frozenset[int]) -> str:
    """Return where the current text of `number` is read; `split` are the subsections with a page for each rule."""
    if number.subsection in split and number.rule:
        own = ClauseNumber(number.subsection, number.rule)
        return f"/rules/{own}/" + (f"#r{number}" if number.letter else "")
    return address.rule(number.subsection) + (f"#r{number}" if number.rule else "")


def quotation_address(quoted: QuotedClause) -> str:
    """Return where a clause is read in the edition that quotes it."""
    return f"{address.edition(quoted.text.id)}#{address.fragment(f'r{quoted.number}')}"


def in_time(annotations: Iterable[Annotation]) -> tuple[Annotation, ...]:
    """Return notes ordered by the first release each speaks of."""
    return tuple(sorted(annotations, key=lambda each: (each.releases[0], each.id)))


def with_recorded(
    archive: ArchiveIndex, recorded: Iterable[ClauseLineage], noted: Iterable[AnyLineage] = ()
) -> ArchiveIndex:
    """Return `archive` with titles, notes and results of checks under its own ids for the `recorded` clauses.

    `noted` are the clauses and entries that notes speak of. An archive that lacks the release a clause came with names
    it after the first release that it holds.
    """
    titled = {clause.id: (clause, held) for clause in recorded if (held := held_lineage(clause, archive))}
    followed = {life.id: FollowedLife(life, held_lineage(life, archive)) for life in noted}
    ids = {name: one.held.id for name, one in followed.items() if one.held}
    clauses = {**{name: held.id for name, (_, held) in titled.items()}, **ids}
    return replace(
        archive,
        titles={held.id: clause.title for clause, held in titled.values()},
        annotations=tuple(_held_notes(archive.annotations, clauses)),
        followed=followed,
        checks=in_archive(archive.checks, archive.lineage_of) if archive.checks else None,
        aliases={
            alias: held for alias, held in clauses.items() if alias not in archive.lineages and held in archive.lineages
        },
    )


def held_lineage(known: AnyLineage, archive: ArchiveIndex) -> AnyLineage | None:
    """Return a recorded lineage as the archive has it, None where no release held has it."""
    for release in archive.contents.days:
        named = known.number_in(release)
        if isinstance(named, ClauseNumber):
            return archive.lineages.get(archive.lineage_of(named, release))
        if named:
            return archive.entry_at(named, release)
    return None


def _held_notes(notes: Collection[Annotation], ids: Mapping[str, str]) -> Iterator[Annotation]:
    told = {note.id: f"Story: [{note.title}]({address.story(note.id)})" for note in notes}
    for note in notes:
        lineages, entries = (
            tuple(dict.fromkeys(ids[each] for each in named if each in ids)) for named in (note.lineages, note.entries)
        )
        if lineages:
            leads = f"Played: [{note.title}]({address.played(note.plays)})" if note.plays else told.get(note.story, "")
            yield replace(note, lineages=lineages, entries=entries, text=f"{note.text}\n{leads}\n")
