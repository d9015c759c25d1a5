"""What a site is made from, indexed for its pages: where everything is read, what refers to it, and what is ours.

Which text stood under each number when decides where a former one is read: there is a page for each subsection and
each time in which it stayed the same. A subsection too long for a page has one for each of its rules instead, and a
list of them; which subsections those are is decided release by release, so that 502 of 2007 is read by rules like 702
of today.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache, cached_property
from itertools import groupby
from operator import attrgetter, itemgetter

from msgspec import Struct, field
from msgspec.structs import replace

from crdiff.annotate.cross_references import cross_references
from crdiff.changes.change import Comparison
from crdiff.cite.cited_by import CitationIndex
from crdiff.game.rules import RuleSet
from crdiff.history.known_lives import KnownLives
from crdiff.history.news import Shown
from crdiff.history.stories import AnyLineage
from crdiff.identify.identified import Identified
from crdiff.model.corpus import Annotation
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Release, ReleaseSpan
from crdiff.pages import address
from crdiff.pages.lives import ClauseLineage, Lives
from crdiff.pages.render import Prose
from crdiff.store.archive.site_contents import Standing
from crdiff.store.embedded.editions import EditionText, QuotedClause, quoted_clauses
from crdiff.text.groups import by_key
from crdiff.trace.engines import PlayedEngine
from crdiff.trace.report import CheckedPlace, CheckReport, CheckResult, CheckRun, ClauseResult, read_report

# Characters of text beyond which each rule of a subsection has a page of its own.
#
# A page of that size opens at once on a phone. Source: 701 and 702 of 2026-04-17 are longer, no other subsection is.
PART_PAGES_FROM = 40_000


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
    # Characters of the text of each `Standing`, which is one in all releases with one number and one wording.
    _lengths: dict[int, int] = field(default_factory=dict)

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


class CheckResults(Struct, frozen=True, dict=True):
    """The report of a run with its clauses and checks indexed; `raw` is the JSON it was read from."""

    report: CheckReport
    raw: bytes

    @cached_property
    def by_lineage(self) -> Mapping[str, ClauseResult]:
        """Results of clauses by their lineage."""
        return {clause.lineage: clause for clause in self.report.clauses}

    @cached_property
    def by_id(self) -> Mapping[str, CheckResult]:
        """Checks by id."""
        return {check.id: check for check in self.report.checks}

    def runs_in(self, place: CheckedPlace) -> tuple[CheckRun, ...]:
        """Return how the checks of a clause ran in one release."""
        return tuple(run for check in place.checks for run in self.runs.get((check, place.release), ()))

    @cached_property
    def runs(self) -> Mapping[tuple[str, str], Sequence[CheckRun]]:
        """How checks ran, by the id of a check and a release."""
        return by_key(((check.id, run.release), run) for check in self.report.checks for run in check.runs)

    @cached_property
    def naming(self) -> Mapping[str, Sequence[CheckResult]]:
        """The checks that name a clause, by its lineage; they are ordered by id."""
        named = ((check, dict.fromkeys(clause.lineage for clause in check.clauses)) for check in self.report.checks)
        return by_key((lineage, check) for check, lineages in named for lineage in lineages if lineage)

    @cached_property
    def places(self) -> Mapping[str, Sequence[tuple[ClauseResult, CheckedPlace]]]:
        """The clauses of the run that stand in a release, each with what came of it there, by the release."""
        found = ((clause, place) for clause in self.report.clauses for place in clause.releases)
        return by_key((place.release, (clause, place)) for clause, place in found)


def read_results(raw: bytes, path: str = "") -> CheckResults:
    """Return the results in `raw`; see `read_report`."""
    return CheckResults(read_report(raw, path), raw)


class Addresses(Lives, frozen=True, kw_only=True, dict=True):
    """Where everything in an archive is read: what several pages name is decided here, so that all of them agree.

    `editions` (by release and id) and their `comparisons` come with crdiff.
    """

    editions: tuple[EditionText, ...] = ()
    comparisons: tuple[Comparison, ...] = ()
    # How much is published beside the pages, one of `address.DATA_LEVELS`.
    data: str = "all"

    @property
    def has_feeds_of_rules(self) -> bool:
        """Whether each rule has a feed; else its subsection has one."""
        return self.data == "all"

    def clause_page(self, lineage: str | None) -> str:
        """Return the address of the page of a clause that something else names, "" where the site has no such page.

        Results of checks may name clauses of releases that an archive lacks.
        """
        return address.clause(lineage) if lineage and lineage in self.lineages else ""

    def clause_at(self, number: ClauseNumber, release: date) -> str:
        """Return the address of the page of the clause that `number` named in `release`, "" where it named none."""
        lineage = self.lineage_of(number, release)
        return address.clause(lineage) if lineage else ""

    def feed_of(self, lineage: str) -> str:
        """Return the address of the feed on a clause in force, that of its rule or subsection, "" for none."""
        life = self.lineages.get(lineage)
        number = life.number_in(self.newest) if life and not self.is_recorded else None
        if number is None or number.has_headings_only:
            return ""
        owner = self.lineage_of(number.of_rule if self.has_feeds_of_rules else number.subsection, self.newest)
        return address.feed(owner) if owner else ""

    def entry_page(self, term: str, release: date) -> str:
        """Return the address of the page of the entry that had `term` in `release`, "" where none had."""
        entry = self.entry_at(term, release)
        return address.entry(entry.id) if entry else ""

    @cached_property
    def places(self) -> FormerPlaces:
        """Where every text of every release is read."""
        return FormerPlaces(self)

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
        return (each for each in self.quoted.get(lineage.id, ()) if first <= each.text.effective <= last)

    @cached_property
    def quoted(self) -> Mapping[str, tuple[QuotedClause, ...]]:
        """What the editions quote of each clause, by its lineage, oldest first."""
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

    @cached_property
    def subsections(self) -> Mapping[ClauseNumber, tuple[Shown, ...]]:
        """The clauses of the newest text under each number of a subsection, headings first, ascending."""
        return {number: passage.clauses for number, passage in self.contents.subsections.items()}

    @cached_property
    def split(self) -> frozenset[ClauseNumber]:
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
        clauses = () if self.is_recorded else self.contents.current.clauses
        named = (
            (_named("\n".join((shown.text, *shown.examples)), self.contents.numbers), shown.number) for shown in clauses
        )
        by = by_key((number, own) for numbers, own in named for number in sorted(numbers - {own}))
        return {number: tuple(dict.fromkeys(referring)) for number, referring in by.items()}

    @cached_property
    def referring_terms(self) -> Mapping[ClauseNumber, tuple[str, ...]]:
        """The terms of the current glossary whose texts name a number, by that number."""
        entries = () if self.is_recorded else self.contents.glossary
        return by_key(
            (number, entry.term)
            for entry in entries
            for number in _named("\n".join(entry.texts), self.contents.numbers)
        )


class ArchiveIndex(Addresses, frozen=True, kw_only=True, dict=True):
    """All that the pages of a site show. A function takes the part that it asks: `Calendar`, `Lives` or `Addresses`.

    `annotations` come with crdiff; `checks` is None where no results of checks were given. `terms` are those of the
    glossary where only facts are recorded, each with the first release that had it and the last one, None where the
    glossary still has it. `citations` are those of repositories, under the ids of the archive. `full_text` says of
    which releases the whole text is published: ``none``, ``newest`` or ``all``. `identified` is what the editions
    quote, by their ids.
    """

    known_lives: KnownLives
    # Only those on a clause that the archive has; each leads to its story.
    annotations: tuple[Annotation, ...] = ()
    # Every note as it comes, about the clauses and entries in `followed`.
    stories: tuple[Annotation, ...] = ()
    # The clauses and entries that notes speak of, by their ids, with texts where they are at hand.
    followed: Mapping[str, AnyLineage] = field(default_factory=dict)
    # Players' names for what the rules, or we, call otherwise.
    aliases: Mapping[str, str] = field(default_factory=dict)
    prose: tuple[Prose, ...] = ()
    checks: CheckResults | None = None
    terms: tuple[tuple[str, date, date | None], ...] = ()
    citations: CitationIndex = field(default_factory=CitationIndex)
    # The tests of engines, under the ids of the archive, as they stand in the newest release.
    engines: tuple[PlayedEngine, ...] = ()
    full_text: str = "none"
    # How the game model plays in every release known.
    rule_sets: Mapping[date, RuleSet] = field(default_factory=dict)
    identified: Mapping[str, Identified] = field(default_factory=dict)
    # What makes the facts for download, by the names of their files.
    dataset: Callable[[], Mapping[str, bytes]] = dict

    def annotations_on(self, lineage: str) -> tuple[Annotation, ...]:
        """Return our notes on a clause or a glossary entry, by the first release they speak of."""
        return in_time(self._annotated.get(lineage, ()))

    @cached_property
    def _annotated(self) -> Mapping[str, tuple[Annotation, ...]]:
        return by_key((name, note) for note in self.annotations for name in dict.fromkeys(note.named))


def _named(text: str, numbers: type[ClauseNumber]) -> frozenset[ClauseNumber]:
    """Return the numbers that a text refers to."""
    return frozenset(number for each in cross_references(text, numbers) for number in each.numbers)


def current_address(number: ClauseNumber, split: frozenset[ClauseNumber]) -> str:
    """Return where the current text of `number` is read; `split` are the subsections with a page for each rule."""
    if number.subsection in split and not number.is_heading:
        own = number.of_rule
        return f"/rules/{own}/" + (f"#r{number}" if number.is_subrule else "")
    return address.rule(number.subsection) + ("" if number.is_heading else f"#r{number}")


def quotation_address(quoted: QuotedClause) -> str:
    """Return where a clause is read in the edition that quotes it."""
    return f"{address.edition(quoted.text.id)}#{address.fragment(f'r{quoted.number}')}"


def in_time(annotations: Iterable[Annotation]) -> tuple[Annotation, ...]:
    """Return notes ordered by the first release each speaks of."""
    return tuple(sorted(annotations, key=lambda each: (each.releases[0], each.id)))


def with_recorded(
    archive: ArchiveIndex,
    titles: Mapping[str, str],
    noted: Iterable[AnyLineage] = (),
    aliases: Mapping[str, str] | None = None,
) -> ArchiveIndex:
    """Return `archive` with `titles`, by the ids of clauses, `aliases`, and with the notes on what it has.

    `noted` are the clauses and entries that notes speak of, as recorded.
    """
    held: dict[str, AnyLineage] = {**archive.lineages, **{entry.id: entry for entry in archive.entries}}
    return replace(
        archive,
        titles=titles,
        aliases=aliases or {},
        annotations=tuple(_held_notes(archive.annotations, held)),
        followed={life.id: held.get(life.id, life) for life in noted},
    )


def _held_notes(notes: Collection[Annotation], held: Collection[str]) -> Iterator[Annotation]:
    told = {note.id: f"Story: [{note.title}]({address.story(note.id)})" for note in notes}
    for note in notes:
        lineages, entries = (tuple(each for each in named if each in held) for named in (note.lineages, note.entries))
        if lineages:
            leads = f"Played: [{note.title}]({address.played(note.plays)})" if note.plays else told.get(note.story, "")
            yield replace(note, lineages=lineages, entries=entries, text=f"{note.text}\n{leads}\n")
