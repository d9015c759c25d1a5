"""Writing a tree of files whose parts are made independently of one another, by as many processes as pay."""

from __future__ import annotations

import gc
import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from multiprocessing.queues import SimpleQueue
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path

from crdiff.errors import StoreError
from crdiff.store.tree import NewTree, Written

Files = Iterable[tuple[str, bytes]]
Portion = Callable[[], Files]
Ending = Callable[[Sequence[str]], Files]
"""From the paths of all files, in order, to the files that are written last."""

Put = list[tuple[str, bool]]
"""Paths of files, each with whether the old tree had it with the same content."""
PROCESSES = 2
"""More would not fit into a gigabyte: each comes to hold much of what the pages are made from."""


def write_portions(folder: Path, portions: Sequence[Portion], ending: Ending = lambda _: ()) -> Written:
    """Make `folder` hold exactly the files of all `portions` and of `ending`, by their paths below it.

    Whatever fails, the folder stays as it was. The files do not depend on how many processes took part. Raises what a
    portion raises, and `OSError`.
    """
    with NewTree(folder) as tree:
        made = [(path, is_kept) for written in _made(tree, portions) for path, is_kept in written]
        last = [(path, tree.put(path, content)) for path, content in ending([path for path, _ in made])]
        return tree.publish(dict((*made, *last)))


def _made(tree: NewTree, portions: Sequence[Portion]) -> list[Put]:
    """Write the files of `portions` and return the paths of each."""
    workers = min(PROCESSES, os.cpu_count() or 1, len(portions)) - 1
    if workers < 1 or "fork" not in multiprocessing.get_all_start_methods():
        return [list(_put(tree, portion)) for portion in portions]
    gc.freeze()  # what the processes share is never looked at by the collector, and so stays shared
    context = multiprocessing.get_context("fork")
    following: Synchronized[int] = context.Value("i", 0)
    answers: SimpleQueue[tuple[int, Put | Exception]] = context.SimpleQueue()
    others = [context.Process(target=_answer, args=(tree, portions, following, answers)) for _ in range(workers)]
    try:
        for other in others:
            other.start()
        found = dict(_work(tree, portions, following))
        while len(found) < len(portions):
            place, written = _next(answers, others)
            if isinstance(written, Exception):
                raise written
            found[place] = written
    finally:
        for other in others:
            other.terminate()
            other.join()
        gc.unfreeze()
    return [found[place] for place in range(len(portions))]


def _work(tree: NewTree, portions: Sequence[Portion], following: Synchronized[int]) -> Iterator[tuple[int, Put]]:
    """Write portions that nobody has begun, and yield the place of each with its paths."""
    while True:
        with following.get_lock():
            place = following.value
            following.value += 1
        if place >= len(portions):
            return
        yield place, list(_put(tree, portions[place]))


def _put(tree: NewTree, portion: Portion) -> Iterator[tuple[str, bool]]:
    return ((path, tree.put(path, content)) for path, content in portion())


def _answer(
    tree: NewTree,
    portions: Sequence[Portion],
    following: Synchronized[int],
    answers: SimpleQueue[tuple[int, Put | Exception]],
) -> None:
    try:
        for answer in list(_work(tree, portions, following)):  # nobody listens before all portions are begun
            answers.put(answer)
    except Exception as error:  # whatever it is, the first process raises it
        answers.put((-1, error))


def _next(
    answers: SimpleQueue[tuple[int, Put | Exception]], others: Sequence[multiprocessing.process.BaseProcess]
) -> tuple[int, Put | Exception]:
    """Return the next answer. Raises `StoreError` where no process is left to give one."""
    while answers.empty():
        for other in others:
            other.join(0.05)
        if answers.empty() and not any(other.is_alive() for other in others):
            raise StoreError("a process that made pages ended before its time", "enough memory")
    return answers.get()
