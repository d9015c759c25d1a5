"""What a site is made from, indexed for its pages: where everything is read, what refers to it, and what is ours."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import date
from functools import cached_property

from msgspec import field
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
from crdiff.model.release import Release
from crdiff.pages.checks.check_results import CheckResults
from crdiff.pages.frame import address
from crdiff.pages.frame.prose import Prose
from crdiff.pages.lives import ClauseLineage, Lives
from crdiff.pages.rules.former_places import PART_PAGES_FROM, FormerPlaces
from crdiff.store.embedded.editions import EditionText, QuotedClause, quoted_clauses
from crdiff.text.groups import by_key
from crdiff.trace.engines import PlayedEngine


class Addresses(Lives, frozen=True, kw_only=True, dict=True):
    """Where everything in an archive is read: what several pages name is decided here, so that all of them agree.

    `editions` (by release and id) and their `comparisons` come with crdiff.
    """

    editions: tuple[EditionText, ...] = ()
    comparisons: tuple[Comparison, ...] = ()

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
        owner = self.lineage_of(number.of_rule, self.newest)
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
    annotations: tuple[Annotation, ...] = ()
    """Only those on a clause that the archive has; each leads to its story."""
    stories: tuple[Annotation, ...] = ()
    """Every note as it comes, about the clauses and entries in `followed`."""
    followed: Mapping[str, AnyLineage] = field(default_factory=dict)
    """The clauses and entries that notes speak of, by their ids, with texts where they are at hand."""
    prose: tuple[Prose, ...] = ()
    checks: CheckResults | None = None
    terms: tuple[tuple[str, date, date | None], ...] = ()
    citations: CitationIndex = field(default_factory=CitationIndex)
    engines: tuple[PlayedEngine, ...] = ()
    """The tests of engines, under the ids of the archive, as they stand in the newest release."""
    full_text: str = "none"
    rule_sets: Mapping[date, RuleSet] = field(default_factory=dict)
    """How the game model plays in every release known."""
    identified: Mapping[str, Identified] = field(default_factory=dict)

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


def with_recorded(archive: ArchiveIndex, titles: Mapping[str, str], noted: Iterable[AnyLineage] = ()) -> ArchiveIndex:
    """Return `archive` with `titles`, by the ids of clauses, and with the notes on what it has.

    `noted` are the clauses and entries that notes speak of, as recorded.
    """
    held: dict[str, AnyLineage] = {**archive.lineages, **{entry.id: entry for entry in archive.entries}}
    return replace(
        archive,
        titles=titles,
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
