"""An archive whose rows are read at once, for who asks for every lineage: a few queries, not ten thousands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property

from crdiff.changes.change import Change
from crdiff.history.thread import PlacedStay
from crdiff.model.number import ClauseNumber
from crdiff.model.release import covering
from crdiff.store.archive.archive import Archive, EventRow
from crdiff.store.archive.rows_read import STAY, WORDING, KeptChange, Said, stay_of, wordings
from crdiff.store.archive.schema import damaged, explained


class ArchiveAtOnce(Archive):
    """The same answers as those of `archive`, over its connection; what was unpacked once is kept."""

    def __init__(self, archive: Archive) -> None:
        super().__init__(
            archive.connection,
            archive.path,
            state=archive.state,
            line=archive.line,
            facts=archive.facts,
            lock=archive.lock,
        )
        self._unpacked: dict[bytes, Change] = {}

    def said(self, wording: int) -> Said | None:
        """Return what a row of the wordings says, None where the corpus lacks the text."""
        found = self._wordings.get(wording)
        self.check_found([found] if found else [])
        return found

    def changes(self, position: int) -> tuple[KeptChange, ...]:
        """Return the changes that led to the release at `position`, in their order."""
        return self._changes[position]

    def change_at(self, position: int, ordinal: int) -> KeptChange:
        """Return the change that is kept in a place among those that led to the release at `position`."""
        return self._changes[position][ordinal]

    def number_at(self, lineage: int, position: int) -> ClauseNumber | None:
        """Return the number of a lineage in the release at `position`, None where that release does not have it."""
        stay = covering(self._every_stay[lineage], position)
        return ClauseNumber.parse(stay.number) if stay else None

    def unpacked(self, body: bytes) -> Change:
        """Return a change as the store keeps it, unpacked."""
        if body not in self._unpacked:
            self._unpacked[body] = super().unpacked(body)
        return self._unpacked[body]

    def place_of(self, index: int) -> str:
        """Return the id of the lineage stored under `index`."""
        return self._places[index]

    def stays(self, index: int) -> tuple[PlacedStay, ...]:
        """Return the stays of the lineage stored under `index`, in time order."""
        return tuple(self._every_stay[index])

    def change_to(self, stay: PlacedStay) -> Change | None:
        """Return the change with which a stay begins."""
        body = self.body_to(stay)
        return self.unpacked(body) if body else None

    def body_to(self, stay: PlacedStay) -> bytes | None:
        """Return the change with which a stay begins, packed."""
        return self._told.get((stay.first, stay.node))

    def event_rows(self, index: int, side: str) -> list[EventRow]:
        """Return the events of a lineage: those of its ``origin`` or of its ``fate``."""
        return self._every_event.get((index, side), [])

    @cached_property
    def _places(self) -> Mapping[int, str]:
        return dict(self.rows("SELECT id, place FROM lineage"))

    @cached_property
    def _every_stay(self) -> Mapping[int, list[PlacedStay]]:
        found: dict[int, list[PlacedStay]] = defaultdict(list)
        for lineage, *row in self.rows(f"SELECT lineage, {STAY} FROM stay ORDER BY lineage, first"):
            found[lineage].append(stay_of(row))
        return found

    @cached_property
    def _wordings(self) -> Mapping[int, Said]:
        with explained(self.path):
            return wordings(self.rows(f"SELECT {WORDING} FROM wording"))

    @cached_property
    def _changes(self) -> Sequence[tuple[KeptChange, ...]]:
        return [super(ArchiveAtOnce, self).changes(position) for position in range(len(self.releases))]

    @cached_property
    def _told(self) -> Mapping[tuple[int, int], bytes]:
        bodies = {(one.pair, one.ordinal): one.body for each in self._changes for one in each}
        rows = self.rows("SELECT position, node, pair, ordinal FROM told JOIN release USING (pair)")
        if not all((pair, ordinal) in bodies for _, _, pair, ordinal in rows):
            raise damaged(str(self.path))
        return {(position, node): bodies[pair, ordinal] for position, node, pair, ordinal in rows}

    @cached_property
    def _every_event(self) -> Mapping[tuple[int, str], list[EventRow]]:
        query = (
            "SELECT lineage, side, how, at, other, place FROM event LEFT JOIN lineage ON lineage.id = other"
            " ORDER BY lineage, side, ordinal"
        )
        found: dict[tuple[int, str], list[EventRow]] = defaultdict(list)
        for lineage, side, *event in self.rows(query):
            found[lineage, side].append(EventRow(*event))
        return found
