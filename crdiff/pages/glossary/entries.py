"""The life of each glossary entry: followed from release to release as the rules are, under whatever term it had.

What changed is read from the changes of each release; an entry that none of them names stood as it is since the first
release held.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from itertools import pairwise

from crdiff.changes.change import Change, Facet, Part, Quoted
from crdiff.history.news import ReleaseNews
from crdiff.pages.frame import address
from crdiff.store.archive.site_contents import SiteContents
from crdiff.text.hidden import unmarked


@dataclass(frozen=True, slots=True)
class Named:
    """A stretch of releases in which an entry had one term; `until` is the release that ended it, None for none."""

    first: date
    until: date | None
    term: str


@dataclass(frozen=True, slots=True)
class Told:
    """A change of an entry and the release that made it."""

    release: date
    change: Change


@dataclass(frozen=True, slots=True)
class Entry:
    """A glossary entry followed through all releases.

    `first` is the first release held that has it, `ended` the first one without it, None while in force. `changes` are
    in time order; the first of them brought the entry, unless the first release held has it already. `oldest` and
    `newest` are its texts at both ends.
    """

    id: str
    first: date
    ended: date | None
    names: tuple[Named, ...]
    changes: tuple[Told, ...]
    oldest: str
    newest: str

    @property
    def term(self) -> str:
        """Its newest term."""
        return self.names[-1].term

    @property
    def in_force(self) -> bool:
        """Whether the newest release held has it."""
        return not self.ended

    @property
    def href(self) -> str:
        """Where its life is told."""
        return f"{address.GLOSSARY}{self.id}/"

    @property
    def reworded(self) -> tuple[Told, ...]:
        """The changes of its wording that are more than typography."""
        return tuple(
            told
            for told in self.changes
            if told.change.old and told.change.new and set(told.change.facets) - {Facet.TYPOGRAPHIC}
        )

    @property
    def absences(self) -> tuple[tuple[date, date], ...]:
        """(first release without it, release that has it again): 2003-05-26 lacks Madness, for example."""
        return tuple(
            (left.release, back.release)
            for left, back in pairwise(self.changes)
            if not left.change.new and not back.change.old
        )

    @property
    def former_terms(self) -> tuple[str, ...]:
        """The terms it had before, oldest first; case and punctuation do not count."""
        seen = {_same(self.term)}
        found = []
        for named in self.names:
            if _same(named.term) not in seen:
                seen.add(_same(named.term))
                found.append(named.term)
        return tuple(found)


@dataclass(frozen=True)
class Entries:
    """All entries there ever were, by their term."""

    all: tuple[Entry, ...]

    @cached_property
    def current(self) -> Mapping[str, Entry]:
        """The entries of the newest release by their term."""
        return {entry.term: entry for entry in self.all if entry.in_force}

    @cached_property
    def _named(self) -> Mapping[str, tuple[tuple[Named, Entry], ...]]:
        found: dict[str, list[tuple[Named, Entry]]] = defaultdict(list)
        for entry in self.all:
            for named in entry.names:
                found[named.term].append((named, entry))
        return {term: tuple(stood) for term, stood in found.items()}

    def at(self, term: str, release: date) -> Entry | None:
        """Return the entry that had `term` in `release`."""
        for named, entry in self._named.get(term, ()):
            if named.first <= release and (not named.until or release < named.until):
                return entry
        return None


@dataclass(eq=False)
class _Growing:
    """An entry while it is being followed."""

    first: date
    names: list[tuple[date, str]]
    changes: list[Told] = field(default_factory=list)
    ended: date | None = None

    def take(self, release: date, change: Change) -> None:
        """Go on with what `change` made of it."""
        self.changes.append(Told(release, change))
        if change.new and change.new[0].number != self.names[-1][1]:
            self.names.append((release, change.new[0].number))


def follow(contents: SiteContents) -> Entries:
    """Return the entries of all releases, by newest term and id."""
    first = contents.dates[0]
    alive: dict[str, list[_Growing]] = defaultdict(list)
    gone: dict[str, list[_Growing]] = defaultdict(list)
    every: list[_Growing] = []
    for news in contents.news:
        _step(news, alive, gone, every, first)
    texts = {term.term: term.wordings[-1].text for term in contents.glossary}
    every += [_Growing(first, [(first, term)]) for term in texts if not alive[term]]
    seen: dict[str, int] = defaultdict(int)
    found = []
    for growing in every:
        name = f"{growing.first}-{_slug(growing.names[0][1])}"
        seen[name] += 1
        found.append(_grown(growing, name if seen[name] == 1 else f"{name}-{seen[name]}", texts))
    return Entries(tuple(sorted(found, key=lambda entry: (entry.term.lower(), entry.term, entry.id))))


def _step(
    news: ReleaseNews,
    alive: dict[str, list[_Growing]],
    gone: dict[str, list[_Growing]],
    every: list[_Growing],
    first: date,
) -> None:
    """Follow the entries into the release of `news`: all of them leave their old terms before any takes its new one.

    An entry that comes back after a while is the one that left; one that left in this very release was found to be
    another.
    """
    changes = [change for change in (*news.to_read, *news.others) if change.part is Part.GLOSSARY]
    moved: list[tuple[_Growing, Change]] = []
    for change in changes:
        if change.old:
            term = change.old[0].number
            if not alive[term]:
                alive[term].append(_Growing(first, [(first, term)]))
                every += alive[term]
            moved.append((alive[term].pop(0), change))
    for growing, change in moved:
        growing.take(news.release, change)
        if change.new:
            alive[change.new[0].number].append(growing)
        else:
            growing.ended = news.release
            gone[_same(change.old[0].number)].append(growing)
    for change in changes:
        if not change.old:
            back = [each for each in gone[_same(change.new[0].number)] if each.ended != news.release]
            growing = back[-1] if back else _Growing(news.release, [(news.release, change.new[0].number)])
            if back:
                gone[_same(change.new[0].number)].remove(growing)
            else:
                every.append(growing)
            growing.ended = None
            growing.take(news.release, change)
            alive[change.new[0].number].append(growing)


def _same(term: str) -> str:
    """Return what two terms have in common that name the same thing: 2008-05-01 lost the quotes of “As though”."""
    return "".join(char for char in term.lower() if char.isalnum()) or term


def _slug(term: str) -> str:
    """Return a term as part of an address: small letters and digits, dashes between."""
    plain = "".join(char if char.isascii() and char.isalnum() else " " for char in unmarked(term).lower())
    return "-".join(plain.split()) or "entry"


def _grown(growing: _Growing, name: str, texts: Mapping[str, str]) -> Entry:
    quoted = [side for told in growing.changes for side in (told.change.old, told.change.new) if side]
    term = growing.names[-1][1]
    return Entry(
        id=name,
        first=growing.first,
        ended=growing.ended,
        names=_names(growing.names, growing.ended),
        changes=tuple(growing.changes),
        oldest=_text(quoted[:1]) if quoted else texts.get(term, ""),
        newest=texts.get(term, "") if not growing.ended else _text(quoted[-1:]),
    )


def _text(sides: Iterable[Sequence[Quoted]]) -> str:
    return next((side[0].text for side in sides), "")


def _names(names: Sequence[tuple[date, str]], ended: date | None) -> tuple[Named, ...]:
    ends = [*(release for release, _ in names[1:]), ended]
    return tuple(Named(first, until, term) for (first, term), until in zip(names, ends, strict=True))
