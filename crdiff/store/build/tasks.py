"""Cutting what a build lacks into stretches, and having them worked on by whatever executor there is."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import parent_process
from multiprocessing.connection import wait as wait_for
from threading import Thread
from typing import NamedTuple, ParamSpec, TypeVar

from crdiff.errors import StoreError
from crdiff.store.texts.overrides import Decisions
from crdiff.store.build.stretches import Stretch, Text, Worked, work
from crdiff.store.texts.folder import HeldText, TextFolder

_P = ParamSpec("_P")
_T = TypeVar("_T")

_LONGEST = 6
"""Pairs in a stretch. Each stretch reads one text more than it has pairs, and every core should have some."""
_AHEAD = 16
"""Stretches handed out at a time: their texts are in memory."""
_FEW = 2
"""Pairs up to which this process does the work itself: starting others takes longer."""


class PairKey(NamedTuple):
    """What the alignment of two neighbours depends on besides the code: both texts and the overrides.

    `old` also names the text that stands in for what an old text that breaks off does not have: `completed_by`.
    """

    old: str
    new: str
    overrides: str


@dataclass(frozen=True, slots=True)
class Station:
    """A release of the chain: the text that counts, and the pair that leads to it from the release before.

    `overrides` is what was decided on that pair by hand. `stand_in` is the text that stands in for what the release
    before does not have, where that breaks off. The first release has no pair.
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
class Task:
    """A stretch before its texts are in memory: neighbouring stations, and the checksums of the readings to make."""

    stations: tuple[Station, ...]
    unread: frozenset[str]

    @property
    def pairs(self) -> int:
        """How many pairs of neighbours are to be aligned."""
        return len(self.stations) - 1

    def stretch(self, folder: TextFolder) -> Stretch:
        """Return the stretch with the bytes of its texts."""
        return Stretch(
            tuple(self._text(station.text, folder) for station in self.stations),
            tuple(station.overrides for station in self.stations[1:]),
            tuple(self._text(station.stand_in, folder) if station.stand_in else None for station in self.stations[1:]),
        )

    def _text(self, text: HeldText, folder: TextFolder) -> Text:
        sha256 = text.identity.sha256
        return Text(text.release, sha256, text.file, folder.read_bytes(text), sha256 in self.unread)


def tasks(stations: Sequence[Station], readings: frozenset[str], pairs: frozenset[PairKey]) -> tuple[Task, ...]:
    """Return what is to be done where `readings` and `pairs` are there already; no text is to be read for two tasks."""
    unread = {station.sha256 for station in stations} - readings
    made: list[Task] = []
    for first, last in _runs(
        index for index, station in enumerate(stations) if station.pair and station.pair not in pairs
    ):
        stretch = tuple(stations[first - 1 : last + 1])
        asked = unread & {station.sha256 for station in stretch}
        unread -= asked
        made.append(Task(stretch, frozenset(asked)))
    made += [Task((station,), frozenset({station.sha256})) for station in stations if station.sha256 in unread]
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


def results(todo: Sequence[Task], folder: TextFolder, executor: Executor | None) -> Iterator[Worked]:
    """Yield what comes of the tasks, in the order in which they are done.

    Later texts are longer, so the last tasks are begun first: the short ones fill the gaps at the end.
    """
    waiting = list(todo)
    pending: set[Future[Worked]] = set()
    with _running(executor, todo) as running, _surviving():
        while waiting or pending:
            while waiting and len(pending) < _AHEAD:
                pending.add(running.submit(work, waiting.pop().stretch(folder)))
            done, pending = wait(pending, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()


@contextmanager
def _surviving() -> Iterator[None]:
    """Say in one line that a worker died: the system kills the largest process when memory runs out."""
    try:
        yield
    except BrokenExecutor:
        raise StoreError("a process that worked on the build died", "enough memory; what was done is kept") from None


@contextmanager
def _running(executor: Executor | None, todo: Sequence[Task]) -> Iterator[Executor]:
    """Give the executor asked for, or one for the size of the work, which is then shut down."""
    if executor:
        yield executor
        return
    few = sum(task.pairs for task in todo) <= _FEW
    own = InProcess() if few else _processes(len(todo))
    try:
        yield own
    finally:
        own.shutdown(cancel_futures=True)


def _processes(most: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(min(os.cpu_count() or 1, most), initializer=_begin_worker)


def _begin_worker() -> None:
    """Prepare a process that works on stretch after stretch."""
    gc.set_threshold(100_000, 10, 10)  # the command line hardly looks for cycles: a worker would pile them up
    _end_with_parent()


def _end_with_parent() -> None:
    """Make this process end when the one that started it is gone, killed for example: nobody else would stop it."""
    parent = parent_process()
    if parent:
        Thread(target=lambda: (wait_for([parent.sentinel]), os._exit(1)), daemon=True).start()


class InProcess(Executor):
    """An executor that does the work when it is handed in, in this process."""

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Return a future that is already done."""
        future: Future[_T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future
