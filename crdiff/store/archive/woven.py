"""What the clauses and entries of each text held are called, so that texts and known lives speak of the same.

In a known release a clause is its life. In another one it is what it was in the release before, by the alignment of the
two texts where that one is held, else by what is known of it without text; and likewise in the release after, for a
clause that the one before does not have. What neither tells is a lineage of its own, which may be older. Entries go by
their terms.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date

from crdiff.changes.change import Change, Quoted, Structure
from crdiff.history.asked import folded
from crdiff.history.chain import NONE
from crdiff.history.joining import Days
from crdiff.history.known_lives import sentence_prints
from crdiff.history.lineage import Event, How, Lineage, Place, Term
from crdiff.history.news import Size
from crdiff.history.onto_facts import FactClause, FactStep, fact_clauses, fact_step, known_clauses
from crdiff.history.recorded_changes import half_quoted, unquoted
from crdiff.history.renumbering import StandingClause
from crdiff.history.thread import PlacedStay, Thread
from crdiff.model.number import ClauseNumber
from crdiff.store.archive.archive import Archive
from crdiff.store.archive.entries import Entries
from crdiff.store.archive.rows_read import WORDING, Said
from crdiff.store.archive.schema import row_of


class NamedClauses:
    """The clauses of the archive `texts` by the names of their lineages: ids of `lives`, or places in the texts.

    `aligned` are the releases of its own that follow one with a text, `rows_of` has for each name the rows of the texts
    with their releases, `unsure` has (release, name) where it is not sure that the clause is that one.
    """

    def __init__(self, texts: Archive, lives: Archive, days: Days) -> None:
        self._texts, self._lives, self._days = texts, lives, days
        before = dict(zip(days.every[1:], days.every, strict=False))
        self.aligned = frozenset(day for day in days.own if before.get(day) in days.held)
        self.unsure: set[tuple[date, str]] = set()
        self.rows_of: dict[str, dict[int, list[date]]] = defaultdict(lambda: defaultdict(list))
        self._same: dict[str, set[date]] = defaultdict(set)
        self._origin: dict[str, list[Event[ClauseNumber]]] = defaultdict(list)
        self._fate: dict[str, list[Event[ClauseNumber]]] = defaultdict(list)
        self._until: dict[str, date] = {}
        self._sizes: dict[date, Size] = {}
        self._changes: dict[date, list[Change]] = {}
        self._names: dict[date, dict[int, str]] = {}
        self._standing: dict[date, list[StandingClause[str]]] = {}
        for at, day in enumerate(texts.dates):
            self._add(at, day, before.get(day))

    # questions

    def name_of(self, place: str, day: date) -> str:
        """Return the name of the lineage of the texts with that id, as of a release."""
        return self.last_of(self._texts.index_of(place), day)

    def last_of(self, row: int, day: date | None = None) -> str:
        """Return the name of a lineage of the texts in the last release up to `day` in which one has it."""
        days = [one for one, names in self._names.items() if row in names]
        return self._names[max((one for one in days if day is None or one <= day), default=days[0])][row]

    def standing(self, day: date) -> list[StandingClause[str]]:
        """Return the clauses of a release with a text."""
        return self._standing[day]

    def same(self, name: str) -> frozenset[date]:
        """Return the releases, not known ones, in which a clause says what it said in the release before."""
        return frozenset(self._same[name])

    def completed(self, name: str, lineage: Lineage[ClauseNumber]) -> Lineage[ClauseNumber]:
        """Return a lineage with what became of it in releases that were joined to one without text."""
        return replace(
            lineage,
            origin=(*lineage.origin, *self._origin[name]),
            fate=(*lineage.fate, *self._fate[name]),
            known_until=self._until.get(name, lineage.known_until),
            unsure=tuple(sorted(day for day, one in self.unsure if one == name)),
        )

    def changes(self, day: date) -> tuple[Change, ...]:
        """Return what changed in a release that was joined to one without text; new numbers do not count."""
        return tuple(self._changes[day])

    def size(self, size: Size) -> Size:
        """Return the figures of a release, those of its changes counted from the release before, whatever is held."""
        own = self._sizes.get(size.release)
        return size if own is None else own

    # names

    def _add(self, at: int, day: date, before: date | None) -> None:
        standing = sorted(self._texts.standing(at), key=lambda one: (ClauseNumber.parse(one.number).key, one.copy))
        if day not in self._days.own:
            places = {(one.number, one.copy): one.name for one in self._lives.standing(self._lives.dates.index(day))}
            names = [self._lives.place_of(places[one.number, one.copy]) for one in standing]
        elif before is not None and before in self._days.held:
            there = self._names[before]
            names = [there.get(one.name) or self._own(one, day) for one in standing]
        else:
            names = self._woven(standing, at, day, before)
        self._names[day] = {one.name: name for one, name in zip(standing, names, strict=True)}
        self._standing[day] = [
            StandingClause(name, one.number, one.copy) for one, name in zip(standing, names, strict=True)
        ]
        for one, name in zip(standing, names, strict=True):
            self.rows_of[name][one.name].append(day)

    def _own(self, one: StandingClause[int], day: date) -> str:
        """Return the name of a clause that begins in a release of the texts, or comes back in it."""
        known = [names[one.name] for names in self._names.values() if one.name in names]
        return known[-1] if known else str(Place(day, ClauseNumber.parse(one.number), one.copy))

    def _woven(self, standing: list[StandingClause[int]], at: int, day: date, before: date | None) -> list[str]:
        """Return the names of the clauses of a release that follows one without text."""
        clauses = clauses_of(self._texts, at)
        found: list[str | None] = [None] * len(standing)
        unsure: set[int] = set()
        lives = self._lives.facts.lives if self._lives.facts else None
        assert lives is not None, "the lives are recorded facts"
        step = None
        if before is not None:
            known = known_clauses(lives, lives.dates.index(before))
            ids = self._ids(known, before)
            step = fact_step(known, clauses)
            if step:
                found = [ids[old] if old != NONE else None for old in step.step.continues]
                unsure = set(step.unsure)
        after = next((one for one in self._lives.dates if one > day), None)
        if after is not None:
            self._from_the_next(clauses, found, unsure, after)
        if step is None and before is not None:
            unsure.update(range(len(found)))
        names = [
            name or str(Place(day, ClauseNumber.parse(one.number), one.copy))
            for one, name in zip(standing, found, strict=True)
        ]
        self.unsure.update((day, names[index]) for index in unsure)
        if step and before is not None:
            self._note(day, before, names, ids, step)
            self._changes[day] = list(self._changed(at, known, clauses, step))
            self._sizes[day] = self._counted(at, step, len(ids))
        return names

    def _from_the_next(
        self, clauses: tuple[FactClause, ...], found: list[str | None], unsure: set[int], after: date
    ) -> None:
        """Name the clauses that the release before does not surely have as the release `after` has them."""
        lives = self._lives.facts.lives if self._lives.facts else None
        assert lives is not None, "the lives are recorded facts"
        known = known_clauses(lives, lives.dates.index(after))
        step = fact_step(clauses, known)
        if step is None:
            return
        ids, taken = self._ids(known, after), {name for index, name in enumerate(found) if index not in unsure}
        for new, old in enumerate(step.step.continues):
            if old == NONE or ids[new] in taken or not (found[old] is None or old in unsure) or new in step.unsure:
                continue
            if ids[new] in found:
                found[found.index(ids[new])] = None
            found[old] = ids[new]
            taken.add(ids[new])
            unsure.discard(old)

    def _note(self, day: date, before: date, names: list[str], ids: list[str], step: FactStep) -> None:
        """Note what came, went and stayed the same from a release without text to the next."""
        for new in step.same:
            self._same[names[new]].add(day)
        there = set(names)
        for new, old in enumerate(step.step.continues):
            if old == NONE and new not in step.unsure and names[new] not in ids:
                self._origin[names[new]].append(Event(How.ADDED, day))
        for old, name in enumerate(ids):
            if name in there:
                continue
            if old not in step.open:
                self._fate[name].append(Event(How.REMOVED, day))
            elif day == self._days.every[-1]:
                self._until[name] = before

    def _changed(
        self, at: int, known: tuple[FactClause, ...], clauses: tuple[FactClause, ...], step: FactStep
    ) -> Iterator[Change]:
        quoted = {(number, copy): said for number, copy, said in _said(self._texts, at)}
        for new, old in enumerate(step.step.continues):
            if new not in step.same:
                number = clauses[new].number
                said = quoted[number, clauses[new].copy]
                there = Quoted(number, said.title, said.text, said.examples, 1)
                before = known[old].number if old != NONE else ""
                structure = Structure.SAME if before == number else Structure.RENUMBERED
                yield half_quoted(structure if before else Structure.ADDED, before, there)
        for old in sorted(set(range(len(known))).difference(step.step.continues)):
            yield unquoted(Structure.REMOVED, known[old].number, "", None)

    def _counted(self, at: int, step: FactStep, clauses: int) -> Size:
        """Return the figures of a release that follows one without text, as far as numbers and fingerprints tell."""
        row = self._texts.rows("SELECT date, clauses, words FROM release WHERE position = ?", at)[0]
        added = sum(1 for old in step.step.continues if old == NONE)
        removed = clauses - (len(step.step.continues) - added)
        changed = len(step.step.continues) - len(step.same) + removed
        return Size(date.fromisoformat(row[0]), row[1], row[2], added, removed, 0, changed, changed)

    def _ids(self, known: tuple[FactClause, ...], day: date) -> list[str]:
        """Return the ids of the lives of the clauses of a known release."""
        rows = {(one.number, one.copy): one.name for one in self._lives.standing(self._lives.dates.index(day))}
        return [self._lives.place_of(rows[one.number, one.copy]) for one in known]


def clauses_of(texts: Archive, at: int) -> tuple[FactClause, ...]:
    """Return the clauses of the text at a position, as far as they would be known without it, in document order."""
    printed = [(ClauseNumber.parse(number), copy, *said) for number, copy, said in _said(texts, at)]
    return fact_clauses(sorted(printed, key=lambda each: (each[0].key, each[1])))


def _said(texts: Archive, at: int) -> Iterator[tuple[str, int, Said]]:
    """Yield number, copy and wording of the clauses of a text."""
    query = (
        f"SELECT number, copy, {WORDING} FROM stay JOIN wording ON wording.id = stay.wording"
        " WHERE first <= ? AND last >= ?"
    )
    rows = texts.rows(query, at, at)
    texts.check_found(rows)
    for number, copy, *columns in rows:
        said = texts.said_in(columns)
        if said:
            yield number, copy, said


class NamedEntries:
    """The entries of the archive `texts` by the names of their lineages: ids of `lives`, or of the texts' own.

    `threads` are those of all entries by these names, through the releases known and held.
    """

    def __init__(self, texts: Archive, lives: Archive, days: Days) -> None:
        self._texts, self._lives, self._days = texts, lives, days
        self._held, self._known = Entries(texts), Entries(lives)
        self._names: dict[date, dict[str, str]] = {day: {} for day in days.every}
        self._rows: dict[str, dict[str, list[date]]] = defaultdict(lambda: defaultdict(list))
        self._same: dict[str, set[date]] = defaultdict(set)
        self._events: dict[str, list[Event[Term]]] = defaultdict(list)
        for day, stay, thread in _standing(self._known.threads, lives.dates):
            if day not in days.own:
                self._names[day][stay.number] = thread.id
        held: dict[date, list[tuple[PlacedStay, Thread]]] = defaultdict(list)
        for day, stay, thread in _standing(self._held.threads, texts.dates):
            held[day].append((stay, thread))
        for day in days.held:
            self._add(day, held[day])
        self.threads = tuple(Thread(name, tuple(stays)) for name, stays in self._stays().items())

    def name_of(self, thread: str, day: date) -> str:
        """Return the name of the entry that the texts call `thread`, as of a release held."""
        return next(name for name, rows in self._rows.items() if day in rows.get(thread, ()))

    def life(self, name: str) -> Lineage[Term] | None:
        """Return what the lives know of an entry, None where they do not."""
        return self._known.lineage(name)

    def pieces(self, name: str) -> Iterator[tuple[Lineage[Term], frozenset[date]]]:
        """Yield the lineages that the texts have of an entry, each with the releases held in which it is that one."""
        for thread, of in self._rows[name].items():
            lineage = self._held.lineage(thread)
            assert lineage is not None, "it is one of their threads"
            yield lineage, frozenset(of)

    def same(self, name: str) -> frozenset[date]:
        """Return the releases, not known ones, in which an entry says what it said in the release before."""
        return frozenset(self._same[name])

    def events(self, name: str, *hows: How) -> tuple[Event[Term], ...]:
        """Return how an entry came or went in releases that were joined to one without text."""
        return tuple(event for event in self._events[name] if event.how in hows)

    def _add(self, day: date, standing: list[tuple[PlacedStay, Thread]]) -> None:
        at = self._days.every.index(day)
        before = self._days.every[at - 1] if at else None
        names = self._names[day]
        if day in self._days.own:
            is_aligned = before in self._days.held
            near = {} if is_aligned else self._near(at)
            last = {thread: name for name, rows in self._rows.items() for thread in rows}
            for stay, thread in standing:
                names[stay.number] = near.get(folded(stay.number)) or last.get(thread.id) or thread.id
            if before and not is_aligned:
                self._note(day, before, standing)
        for stay, thread in standing:
            self._rows[names.get(stay.number, thread.id)][thread.id].append(day)

    def _near(self, at: int) -> Mapping[str, str]:
        """Return the names of the entries of the releases around a position, by their terms without marks."""
        around = (self._names[day] for day in (*self._days.every[at + 1 : at + 2], *self._days.every[:at][-1:]))
        return {folded(term): name for names in around for term, name in names.items()}

    def _note(self, day: date, before: date, standing: list[tuple[PlacedStay, Thread]]) -> None:
        """Note what came, went and stayed the same from a release without text to the next."""
        names, there = self._names[day], self._names[before]
        for name in set(names.values()).difference(there.values()):
            self._events[name].append(Event(How.ADDED, day))
        for name in set(there.values()).difference(names.values()):
            self._events[name].append(Event(How.REMOVED, day))
        facts = self._lives.facts
        for stay, _ in standing:
            life = facts.lives.life(there.get(stay.number, "")) if facts else None
            said = self._texts.said(row_of(stay.wording))
            if life and said:
                position = self._lives.dates.index(before)
                worded = next(each for each in reversed(life.wordings) if each.at <= position)
                if worded.sentences == sentence_prints(said.text, said.examples):
                    self._same[life.thread.id].add(day)

    def _stays(self) -> Mapping[str, list[PlacedStay]]:
        stays: dict[str, list[PlacedStay]] = defaultdict(list)
        for at, names in enumerate(self._names.values()):
            for term, name in names.items():
                last = stays[name].pop() if stays[name] else None
                if last and (last.last, last.number) != (at - 1, term):
                    stays[name].append(last)
                    last = None
                stays[name].append(PlacedStay(last.first if last else at, at, term, ""))
        return stays


def _standing(threads: tuple[Thread, ...], dates: tuple[date, ...]) -> Iterator[tuple[date, PlacedStay, Thread]]:
    """Yield every entry of every release, with the stay that it is in."""
    for thread in threads:
        for stay in thread.stays:
            for day in dates[stay.first : stay.last + 1]:
                yield day, stay, thread
