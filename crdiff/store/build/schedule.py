"""Cut what a build lacks into batches, and run them on an executor."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from typing import NamedTuple

from crdiff.output.workers import working
from crdiff.store.build.batch import Batch, BatchResult, BatchText, run_batch
from crdiff.store.texts.folder import TextFolder
from crdiff.store.texts.held_text import HeldText
from crdiff.store.texts.overrides import Decisions

_LONGEST = 6
"""Pairs in a batch. Each batch reads one text more than it has pairs, and every core should have some."""
_AHEAD = 16
"""Stretches handed out at a time: their texts are in memory."""
_FEW = 2
"""Pairs up to which this process does the work itself: starting others takes longer."""


class PairKey(NamedTuple):
    """What the alignment of two neighbours depends on besides the code: both texts and the overrides.

    `old` also names the stand-in of a text that breaks off: `old_text_key`.
    """

    old: str
    new: str
    overrides: str


@dataclass(frozen=True, slots=True)
class Station:
    """A release of the chain: its text, and the pair that leads to it from the release before.

    `overrides` are those of the pair. `stand_in` replaces the missing part of the release before, if that breaks off.
    The first release has no pair.
    """

    text: HeldText
    overrides: Decisions
    pair: PairKey | None
    stand_in: HeldText | None = None

    @property
    def sha256(self) -> str:
        """The checksum of the text."""
        return self.text.identity.sha256


@dataclass(frozen=True, slots=True)
class PendingBatch:
    """A batch whose texts are not in memory yet: neighbouring stations, and the checksums of the texts to read."""

    stations: tuple[Station, ...]
    unread: frozenset[str]

    @property
    def pairs(self) -> int:
        """How many pairs of neighbours are to be aligned."""
        return len(self.stations) - 1

    def batch(self, folder: TextFolder) -> Batch:
        """Return the batch with the bytes of its texts."""
        return Batch(
            tuple(self._text(station.text, folder) for station in self.stations),
            tuple(station.overrides for station in self.stations[1:]),
            tuple(self._text(station.stand_in, folder) if station.stand_in else None for station in self.stations[1:]),
        )

    def _text(self, text: HeldText, folder: TextFolder) -> BatchText:
        sha256 = text.identity.sha256
        return BatchText(text.release, sha256, text.file, folder.read_bytes(text), sha256 in self.unread)


def pending_batches(
    stations: Sequence[Station], readings: frozenset[str], pairs: frozenset[PairKey]
) -> tuple[PendingBatch, ...]:
    """Return the batches that a store with these `readings` and `pairs` lacks. No text is read for two of them."""
    unread = {station.sha256 for station in stations} - readings
    made: list[PendingBatch] = []
    for first, last in _runs(
        index for index, station in enumerate(stations) if station.pair and station.pair not in pairs
    ):
        batch = tuple(stations[first - 1 : last + 1])
        asked = unread & {station.sha256 for station in batch}
        unread -= asked
        made.append(PendingBatch(batch, frozenset(asked)))
    made += [PendingBatch((station,), frozenset({station.sha256})) for station in stations if station.sha256 in unread]
    return tuple(made)


def _runs(indices: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield first and last of each run of neighbouring indices, cut to `_LONGEST`."""
    run: list[int] = []
    for index in indices:
        if run and (index != run[-1] + 1 or len(run) == _LONGEST):
            yield run[0], run[-1]
            run = []
        run.append(index)
    if run:
        yield run[0], run[-1]


def results(todo: Sequence[PendingBatch], folder: TextFolder, executor: Executor | None) -> Iterator[BatchResult]:
    """Yield the results of the batches `todo`, the last one first, whichever finishes first: equal texts, equal stores.

    Later texts are longer, so the last batches start first; the short ones fill the gaps at the end. Where one fails,
    those that nobody has begun are cancelled: a cluster has other work to do.
    """
    waiting = list(todo)
    pending: deque[Future[BatchResult]] = deque()
    is_little = sum(task.pairs for task in todo) <= _FEW
    with working(executor, len(todo), on="the build", is_little=is_little) as running:
        try:
            while waiting or pending:
                while waiting and len(pending) < _AHEAD:
                    pending.append(running.submit(run_batch, waiting.pop().batch(folder)))
                yield pending.popleft().result()
        finally:
            for future in pending:
                future.cancel()
