"""What the glossary entries of each text held are called, so that the texts and the known lives speak of the same ones.

In a known release an entry is its life. In another one it is what it was in the release before, by the comparison of
the two texts where that one is held, else by its term; and likewise in the release after, for an entry that the one
before does not have.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import date

from crdiff.history.asked import folded
from crdiff.history.joining import Days
from crdiff.history.known_lives import sentence_prints
from crdiff.history.lineage import Event, How, Lineage, Term
from crdiff.history.thread import PlacedStay, Thread
from crdiff.store.archive.archive import Archive
from crdiff.store.archive.entries import Entries
from crdiff.store.archive.schema import row_of


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
