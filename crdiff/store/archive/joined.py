"""An archive of some texts and the known lives, asked as one about numbers: what each adds to the other.

The lives answer for the releases they know, whether a text is held or not, and the archive for its other releases: a
draft, or a release after the last known one. Wordings come from the texts.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cache, cached_property
from typing import TYPE_CHECKING

from crdiff.errors import UnknownNumber, UnknownRelease
from crdiff.history.asked import read_asked
from crdiff.history.joining import Days, joined
from crdiff.history.lineage import Lineage, Use
from crdiff.history.nearest import HOW_TO_GET, nearest_dates
from crdiff.history.news import Size
from crdiff.history.renumbering import (
    Parting,
    Renumbering,
    StandingClause,
    compose,
    in_document_order,
    inverted,
)
from crdiff.model.number import ClauseNumber
from crdiff.store.archive.archive import Archive
from crdiff.store.archive.questions import begun_texts, blame_of, last_held, sizes
from crdiff.store.embedded.lives import known_release

if TYPE_CHECKING:
    from crdiff.history.blame import Blame
    from crdiff.model.release import Release

_Followed = Lineage[ClauseNumber]
_PARTED = (
    "SELECT at, one.place, two.place FROM event JOIN lineage AS one ON one.id = event.lineage"
    " JOIN lineage AS two ON two.id = event.other WHERE side = 'fate'"
)


class JoinedArchive:
    """The archive `texts`, made from texts of some releases, and `lives`, that of all known releases without texts."""

    def __init__(self, texts: Archive, lives: Archive) -> None:
        self._texts = texts
        self._lives = lives
        own = frozenset(release.date for release in texts.releases if not release.is_known)
        self._days = Days(tuple(sorted({*lives.dates, *texts.dates})), texts.dates, own)

    # questions

    def history(self, written: str, at: str | date | None) -> _Followed:
        """Return the lineage of the clause that `written` names, through all releases.

        Raises `UnknownNumber` and `UnknownRelease`.
        """
        day = self.in_force(at) if at else None
        text, life = self._found(self._texts, written, day), self._found(self._lives, written, day)
        if text is None and life is None:
            self._lives.find(written, day)  # says which numbers are near
        is_own = day in self._days.own if day else text is not None and self._is_newer(text, written)
        if text is not None and (is_own or life is None):
            return self._of_text(text)
        assert life is not None, "one of the two was found"
        return self._of_life(life, self._texts_of.get(life))

    def uses(self, written: str) -> tuple[Use, ...]:
        """Return what a number meant and when, oldest first."""
        number = self._number_of(written)
        held = [self._named(use) for use in self._texts.uses(str(number))]
        found = [
            next((replace(use, title=one.title, under="") for one in held if _overlap(one, use) and one.title), use)
            for use in self._lives.uses(str(number))
        ]
        for use in held:
            for day in (day for day in self._days.held if use.first <= day <= use.last and day in self._days.own):
                self._add(found, replace(use, first=day, last=day))
        return tuple(sorted(found, key=lambda use: use.first))

    def blamed(self, written: str, at: str | date | None) -> Blame:
        """Return the sentences of a clause as the text in force on the day `at` has them, by default its last text.

        What ended is told only of releases with a text: elsewhere another clause may say it. Raises `UnknownNumber` and
        `UnknownRelease`.
        """
        day = self._texts.dates[self._texts.position_at(at)] if at else None
        lineage = self.history(written, day)
        blame = blame_of(lineage, day or last_held(lineage), written, cache(self._lineage), self._begun)
        return replace(blame, ended=tuple(one for one in blame.ended if one.release in self._days.held))

    def sizes(self) -> tuple[Size, ...]:
        """Return the figures of every release known or held, oldest first."""
        own = (size for size in sizes(self._texts) if size.release in self._days.own)
        known = (size for size in sizes(self._lives) if size.release not in self._days.own)
        return tuple(sorted((*known, *own), key=lambda size: size.release))

    def renumbering(self, old: str | date, new: str | date) -> Renumbering:
        """Return the numbers of the release `old` with their heirs in `new`, composed through those between."""
        before, after = self._release(old), self._release(new)
        first, last = sorted(map(self.dates.index, (before, after)))
        later = in_document_order(self.standing(last))
        revoked = {name for name, day in self._revoked() if self.dates[first] < day <= self.dates[last]}
        rows, arrived = compose(in_document_order(self.standing(first)), later, self.partings(first, last), revoked)
        if before > after:
            rows, arrived = inverted(rows, [number for _, number in later])
        return Renumbering(before, after, tuple(self.dates[first + 1 : last]), rows, arrived)

    # days

    def in_force(self, at: str | date) -> date:
        """Return the release in force on the day `at`, known or held. Raises `UnknownRelease`."""
        day = self._texts.day(at)
        position = bisect_right(self._days.every, day) - 1
        if position < 0:
            raise UnknownRelease(
                f"no release known was in force on {day}", f"{self._days.every[0]}, the first, or later"
            )
        return self._days.every[position]

    def _release(self, named: str | date) -> date:
        """Return a release known or held. Raises `UnknownRelease`, naming the nearest ones."""
        day = self._texts.day(named)
        if day not in self._days.every:
            near = " or ".join(map(str, nearest_dates(day, self._days.every)))
            raise UnknownRelease(f"release {day} is neither known nor held", f"{near}; {HOW_TO_GET} adds more")
        return day

    # lineages

    @staticmethod
    def _found(archive: Archive, written: str, at: date | None) -> int | None:
        try:
            return archive.find(written, at)
        except (UnknownNumber, UnknownRelease):
            return None

    def _is_newer(self, text: int, written: str) -> bool:
        """Whether only the texts tell of the last release in which a lineage of theirs has the name `written`."""
        runs, asked = self._texts.lineage(text).runs, read_asked(written)
        named = [run for run in runs if run.number == asked] if isinstance(asked, ClauseNumber) else runs
        return bool(named) and named[-1].last in self._days.own

    def _of_text(self, text: int) -> _Followed:
        """Return a lineage of the texts, with its life if it has one."""
        life = self._names.get(text)
        return self._texts.lineage(text) if life is None else self._of_life(life, text)

    def _of_life(self, life: int, text: int | None) -> _Followed:
        """Return a life, with its lineage of the texts if it has one."""
        known = self._lives.lineage(life)
        return known if text is None else joined(known, self._texts.lineage(text), self._days, self._id)

    def _lineage(self, name: str) -> _Followed:
        """Return the lineage of that id: among the lives, or among the texts where they lack it."""
        try:
            life = self._lives.index_of(name)
        except UnknownNumber:
            return self._of_text(self._texts.index_of(name))
        return self._of_life(life, self._texts_of.get(life))

    def _begun(self, release: date) -> Iterator[str]:
        """Yield the wordings that begin in a release, none where its text is not held."""
        return begun_texts(self._texts, release) if release in self._texts.dates else iter(())

    def _id(self, lineage: str) -> str:
        """Return the id among the lives of a lineage of the texts, its own where they lack it."""
        life = self._names.get(self._texts.index_of(lineage))
        return lineage if life is None else self._lives.place_of(life)

    def _named(self, use: Use) -> Use:
        return replace(use, lineage=self._id(use.lineage))

    def _add(self, uses: list[Use], use: Use) -> None:
        """Add a use in one release, to the use before it if that is of the same clause."""
        before = self._days.every[self._days.every.index(use.first) - 1]
        for place, one in enumerate(uses):
            if one.lineage == use.lineage and one.last == before:
                uses[place] = replace(one, last=use.last)
                return
        uses.append(use)

    def _number_of(self, written: str) -> ClauseNumber:
        try:
            return self._lives.number_of(written)
        except UnknownNumber:
            return self._texts.number_of(written)

    @cached_property
    def _names(self) -> Mapping[int, int]:
        """From lineages of the texts to lives: the life at the last known place of each."""
        lives: dict[tuple[str, int], list[tuple[int, int, int]]] = defaultdict(list)
        for first, last, number, copy, life in self._lives.rows("SELECT first, last, number, copy, lineage FROM stay"):
            lives[number, copy].append((first, last, life))
        positions = {
            at: self._lives.dates.index(day) for at, day in enumerate(self._texts.dates) if day not in self._days.own
        }
        found: dict[int, int] = {}
        query = "SELECT first, last, number, copy, lineage FROM stay ORDER BY lineage, first"
        for first, last, number, copy, lineage in self._texts.rows(query):
            for known in [positions[at] for at in range(first, last + 1) if at in positions][-1:]:
                found.update((lineage, life) for begun, ended, life in lives[number, copy] if begun <= known <= ended)
        return found

    @cached_property
    def _texts_of(self) -> Mapping[int, int]:
        """From lives to lineages of the texts."""
        return {life: text for text, life in self._names.items()}

    # standing

    @property
    def dates(self) -> Sequence[date]:
        """Every release known or held, oldest first."""
        return self._days.every

    def position_with(self, text: Release) -> int | None:
        """Return the position of the release that has this text, held or known; None where none has."""
        at = self._texts.position_with(text)
        if at is not None:
            return self.dates.index(self._texts.dates[at])
        day = known_release(text)
        return self.dates.index(date.fromisoformat(day)) if day else None

    def standing(self, at: int) -> Iterator[StandingClause[str]]:
        """Yield the clauses of the release at a position, named by the ids of their lineages."""
        day = self.dates[at]
        archive = self._texts if day in self._days.own else self._lives
        name = self._id if archive is self._texts else str
        for row, number, copy in archive.standing(archive.dates.index(day)):
            yield StandingClause(name(archive.place_of(row)), number, copy)

    def partings(self, first: int, last: int) -> Iterator[Parting[str]]:
        """Yield where text went after the release at the position `first`, up to that at `last`."""
        for archive in (self._lives, self._texts):
            name = self._id if archive is self._texts else str
            for at, source, target in archive.rows(_PARTED):
                position = self.dates.index(archive.dates[at])
                if first < position <= last and (archive is self._texts) == (archive.dates[at] in self._days.own):
                    yield Parting(position, name(source), name(target))

    def _revoked(self) -> Iterator[tuple[str, date]]:
        """Yield (id, release) of every clause that was revoked."""
        for life, at in self._lives.revoked.items():
            yield self._lives.place_of(life), self._lives.dates[at]
        for text, at in self._texts.revoked.items():
            if self._texts.dates[at] in self._days.own:  # of the others the lives know the very release
                yield self._id(self._texts.place_of(text)), self._texts.dates[at]


def _overlap(one: Use, other: Use) -> bool:
    return one.lineage == other.lineage and one.first <= other.last and other.first <= one.last
