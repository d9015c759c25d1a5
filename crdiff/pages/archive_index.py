"""An archive indexed for its pages: which clause a number named when, where it is read now, what refers to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property

from crdiff.annotate.cross_references import cross_references
from crdiff.changes.change import Change
from crdiff.history.life import Life, Turn
from crdiff.history.lineage import How as Happened
from crdiff.history.passage import Shown
from crdiff.model.corpus import Annotation, How, KnownLineage, LineageEvent, NewWording, NumberRun, Respect
from crdiff.model.number import ClauseNumber
from crdiff.pages.checks.check_results import in_archive
from crdiff.pages.drawing.life import axis_years, time_scale
from crdiff.pages.drawing.timeline import Scale
from crdiff.pages.frame import address
from crdiff.pages.glossary.entries import Entries, follow
from crdiff.pages.library import Library
from crdiff.pages.rules.former_places import SPLIT_FROM, Places
from crdiff.store.archive.site_contents import Whole


@dataclass(frozen=True)
class Holdings:
    """A whole archive with what the embedded corpus adds to it: `library` holds editions, notes, checks and prose.

    `redlines` are those that an earlier site knew, by what they were made from: `Readings` asks for them.
    `aliases` are ids from the embedded corpus of clauses that the archive, lacking releases, names otherwise.
    Addresses of the current text and of the changes of a release are decided here, so that every page agrees on them.
    """

    whole: Whole
    library: Library
    lives: Mapping[str, Life] = field(default_factory=dict)
    aliases: Mapping[str, str] = field(default_factory=dict)
    redlines: Mapping[str, str] = field(default_factory=dict)

    @property
    def newest(self) -> str:
        """The newest release held."""
        return self.whole.dates[-1]

    @cached_property
    def scale(self) -> Scale:
        """The scale that every life is drawn on."""
        return time_scale(self.library)

    @cached_property
    def years(self) -> tuple[tuple[float, int, bool], ...]:
        """The years on the axis of every life: (place, year, for wide screens only)."""
        return axis_years(self.scale)

    @cached_property
    def _placed(self) -> Mapping[str, Mapping[str, int]]:
        return {
            release: {standing.lineage: index for index, standing in enumerate(there)}
            for release, there in self.whole.standing.items()
        }

    def place_in(self, release: str) -> Mapping[str, int]:
        """Return where each lineage stands in `release`: its index among the clauses there."""
        return self._placed[release]

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The name of the set that a release came with, by its date."""
        return {known.effective.isoformat(): known.name for known in self.whole.known}

    @cached_property
    def _named(self) -> Mapping[str, tuple[tuple[str, str, str], ...]]:
        named: dict[str, list[tuple[str, str, str]]] = {}
        for life in self.whole.lives:
            for run in life.runs:
                named.setdefault(run.number, []).append((run.first, run.last, life.lineage))
        return {number: tuple(sorted(uses)) for number, uses in named.items()}

    def lineage_of(self, number: str, release: str) -> str:
        """Return the lineage that `number` named in `release`, "" where it named none."""
        uses = self._named.get(number, ())
        return next((lineage for first, last, lineage in uses if first <= release <= last), "")

    def clause_at(self, number: str, release: str) -> str:
        """Return where the life of the clause is told that `number` named in `release`, "" where it named none."""
        lineage = self.lineage_of(number, release)
        return address.clause(lineage) if lineage else ""

    @cached_property
    def places(self) -> Places:
        """Where every text of every release is read."""
        return Places(self.whole, self.lives)

    @cached_property
    def entries(self) -> Entries:
        """Every glossary entry there ever was, followed through all releases."""
        return follow(self.whole)

    @cached_property
    def _following(self) -> Mapping[str, str]:
        return dict(zip(self.whole.dates, (*self.whole.dates[1:], ""), strict=True))

    @cached_property
    def _unseen(self) -> frozenset[str]:
        """The releases held right before which another was published that is not held."""
        dates = self.whole.dates
        published = sorted({*dates, *(known.effective.isoformat() for known in self.whole.known)})
        before = dict(zip(published[1:], published, strict=False))
        return frozenset(date for date in dates if before.get(date, date) not in dates)

    def seen_first(self, release: str) -> str:
        """Return what `release` is of all without something: the first one, as far as is known, or the first held."""
        return "the first release held" if release in self._unseen else "the first release"

    def release_after(self, release: str) -> str:
        """Return the next release held, "" after the newest."""
        return self._following[release]

    def in_force(self, first: str, until: str) -> str:
        """Return in words when something was in force that came with `first` and ended with `until`, "" for never."""
        return f"from {self.day(first)}" + (f" until {self.day(until)}" if until else "")

    def day(self, release: str) -> str:
        """Return in words the day of what `release` is the first one held to have: it may be older than that."""
        return f"{release} or earlier" if release in self._unseen else release

    @cached_property
    def newer(self) -> tuple[str, ...]:
        """The releases known that are newer than the newest one held, oldest first."""
        return tuple(sorted(day for known in self.whole.known if (day := known.effective.isoformat()) > self.newest))

    # the current text

    @cached_property
    def subsections(self) -> Mapping[int, tuple[Shown, ...]]:
        """The clauses of the current text by subsection, headings first, ascending."""
        found: dict[int, list[Shown]] = {}
        for shown in self.whole.current.clauses:
            number = ClauseNumber.parse(shown.number)
            if not number.is_section:
                found.setdefault(number.subsection, []).append(shown)
        return {subsection: tuple(clauses) for subsection, clauses in found.items()}

    @cached_property
    def split(self) -> frozenset[int]:
        """The subsections too long for one page."""
        sizes = {number: sum(len(each.text) for each in shown) for number, shown in self.subsections.items()}
        return frozenset(number for number, size in sizes.items() if size > SPLIT_FROM)

    @cached_property
    def current(self) -> Mapping[str, str]:
        """Where each number of the newest release is read."""
        found: dict[str, str] = {}
        for shown in self.whole.current.clauses:
            number = ClauseNumber.parse(shown.number)
            if not number.is_section:
                found.setdefault(shown.number, current_address(number, self.split))
        return found

    @cached_property
    def referring(self) -> Mapping[str, tuple[str, ...]]:
        """The clauses of the current text that name a number, by that number, in document order."""
        found: dict[str, list[str]] = {}
        for shown in self.whole.current.clauses:
            said = "\n".join((shown.text, *shown.examples))
            named = {str(number) for each in cross_references(said) for number in each.numbers} - {shown.number}
            for number in sorted(named):
                found.setdefault(number, []).append(shown.number)
        return {number: tuple(dict.fromkeys(by)) for number, by in found.items()}


def current_address(number: ClauseNumber, split: frozenset[int]) -> str:
    """Return where the current text of `number` is read; `split` are the subsections with a page for each rule."""
    if number.subsection in split and number.rule:
        own = ClauseNumber(number.subsection, number.rule)
        return f"/rules/{own}/" + (f"#r{number}" if number.letter else "")
    return address.rule(number.subsection) + (f"#r{number}" if number.rule else "")


def hold(whole: Whole, embedded: Library) -> Holdings:
    """Return the holdings of `whole`; `embedded` is what the site is made from where there is no archive.

    Titles given to a lineage by hand stay; all else about lineages comes from the archive.
    """
    plain = Holdings(whole, embedded)
    ids = {lineage.id: held for lineage in embedded.lineages if (held := _held_id(lineage, plain))}
    titles = {ids[lineage.id]: lineage.title for lineage in embedded.lineages if lineage.id in ids}
    library = replace(
        embedded,
        releases=whole.known,
        lineages=tuple(_lineage(life, titles.get(life.lineage) or life.title) for life in whole.lives),
        annotations=tuple(_held_notes(embedded.annotations, ids)),
        current=plain.current,
        checks=in_archive(embedded.checks, plain.lineage_of) if embedded.checks else None,
        held=(_day(whole.dates[0]), _day(whole.dates[-1])),
    )
    lives = {life.lineage: life for life in whole.lives}
    return Holdings(whole, library, lives, {alias: held for alias, held in ids.items() if alias not in lives})


def _held_id(lineage: KnownLineage, holdings: Holdings) -> str:
    """Return what a recorded lineage is called in the archive, "" where no release held has it.

    An archive that lacks the release a clause came with names it after the first release that it holds.
    """
    for release in holdings.whole.dates:
        if number := lineage.number_in(_day(release)):
            return holdings.lineage_of(str(number), release)
    return ""


def _held_notes(notes: Iterable[Annotation], ids: Mapping[str, str]) -> Iterator[Annotation]:
    for note in notes:
        if held := tuple(dict.fromkeys(ids[each] for each in note.lineages if each in ids)):
            yield replace(note, lineages=held)


def _lineage(life: Life, title: str) -> KnownLineage:
    return KnownLineage(
        id=life.lineage,
        title=title,
        runs=tuple(
            NumberRun(_day(run.first), _day(run.last), ClauseNumber.parse(run.number), is_read=True)
            for run in life.runs
        ),
        wordings=tuple(NewWording(_day(each.first), _respect(each.change)) for each in life.wordings[1:]),
        origin=tuple(_events(life.origin, life)),
        fate=tuple(_events(life.fate, life)),
    )


def _respect(change: Change | None) -> Respect:
    facets = {facet.value for facet in change.facets} - {"typographic"} if change else set()
    return Respect(next(iter(facets))) if len(facets) == 1 and facets <= {"reference", "example"} else Respect.WORDING


def _events(turns: tuple[Turn, ...], life: Life) -> Iterator[LineageEvent]:
    """Yield splits, merges and the end; an end that was taken back, and a beginning, are no events."""
    for turn in turns:
        is_end = turn is life.ended
        if turn.how is Happened.SPLIT or (turn.how is Happened.MERGED and (is_end or turn in life.origin)):
            yield LineageEvent(How(turn.how.value), turn.lineage, _day(turn.release))
        elif turn.how in {Happened.MERGED, Happened.REMOVED} and is_end:
            yield LineageEvent(How.REMOVED, turn.lineage, _day(turn.release))


def _day(release: str) -> date:
    return date.fromisoformat(release)
