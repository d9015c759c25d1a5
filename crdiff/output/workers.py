"""Work in many processes: those of this machine or an executor of the caller's, on tasks or portions of a tree.

None of them outlives the one that forked it.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import wait as wait_for
from multiprocessing.queues import SimpleQueue
from multiprocessing.sharedctypes import Synchronized
from threading import Thread
from typing import ParamSpec, TypeVar

from crdiff.errors import StoreError
from crdiff.output.long_work import garbage_collected_seldom
from crdiff.output.tree import NewTree, Written


def end_with_parent() -> None:
    """End this process when the one that started it ends, even if that one was killed: nobody waits for its results."""
    parent = multiprocessing.parent_process()
    if parent:
        Thread(target=lambda: (wait_for([parent.sentinel]), os._exit(1)), daemon=True).start()


_P = ParamSpec("_P")
_T = TypeVar("_T")


@contextmanager
def working(executor: Executor | None, tasks: int, *, on: str, is_little: bool = False) -> Iterator[Executor]:
    """Give `executor`, or one that fits so many tasks and is shut down afterwards; `on` names the work in errors.

    Little work is done in this process: starting others takes longer. Raises `StoreError` for a process that died (the
    system kills the largest one when memory runs out) and for an executor that was stopped: a cluster cancels its work.
    """
    chosen = executor or (InProcess() if is_little else processes(tasks))
    try:
        yield chosen
    except BrokenExecutor:
        raise StoreError(
            f"a process that worked on {on} died", remedy="is memory short? what was done is kept"
        ) from None
    except CancelledError:
        raise StoreError(
            f"the executor stopped before {on} was done", "one that goes on; what was done is kept"
        ) from None
    finally:
        if chosen is not executor:
            chosen.shutdown(cancel_futures=True)


def processes(most: int) -> ProcessPoolExecutor:
    """Return an executor with a process for each core, `most` at most."""
    return ProcessPoolExecutor(min(os.cpu_count() or 1, most), initializer=_begin_worker)


def _begin_worker() -> None:
    """Prepare a process that works on task after task."""
    gc.freeze()  # what the parent made is not looked at again
    gc.set_threshold(400_000, 10, 10)  # the command line hardly looks for cycles: a worker would pile them up
    end_with_parent()


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


# Files by path and content.
Files = Iterable[tuple[str, bytes]]

Portion = Callable[[], Files]
# Takes the paths of all files, in order, and returns the files to write last.
Ending = Callable[[Sequence[str]], Files]

# Processes, this one included. More would not fit into a gigabyte: each loads much of what the pages are made from.
PROCESSES = 2

# The files of a portion by their paths, each with whether the old tree had the same bytes.
_Put = list[tuple[str, bool]]


def write_portions(
    tree: NewTree, portions: Sequence[Portion], ending: Ending = lambda _: (), source: str = ""
) -> Written:
    """Make the folder of `tree` hold exactly the files of all `portions` and of `ending`, by their paths below it.

    `source` is noted beside it, for `left_as_it_is` to know. Whatever fails, the folder stays as it was. The files do
    not depend on the number of processes. Raises what a portion raises, and `OSError`.
    """
    with garbage_collected_seldom():
        made = [file for put in _made(tree, portions) for file in put]
        made += _put(tree, lambda: ending([path for path, _ in made]))
        return tree.publish(dict(made), source)


def _made(tree: NewTree, portions: Sequence[Portion]) -> list[_Put]:
    """Write the files of `portions` and return those of each."""
    can_fork = "fork" in multiprocessing.get_all_start_methods()  # a fork has everything that this process has read
    workers = min(PROCESSES, os.cpu_count() or 1, len(portions)) - 1 if can_fork else 0
    if workers < 1:
        return [_put(tree, portion) for portion in portions]
    context = multiprocessing.get_context("fork")
    following: Synchronized[int] = context.Value("i", 0)
    answers: SimpleQueue[tuple[int, _Put | Exception]] = context.SimpleQueue()
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
    return [found[place] for place in range(len(portions))]


def _work(tree: NewTree, portions: Sequence[Portion], following: Synchronized[int]) -> Iterator[tuple[int, _Put]]:
    """Write portions that no process has begun, and yield the place of each with its files."""
    while True:
        with following.get_lock():
            place = following.value
            following.value += 1
        if place >= len(portions):
            return
        yield place, _put(tree, portions[place])


def _put(tree: NewTree, portion: Portion) -> _Put:
    return [(path, tree.put(path, content)) for path, content in portion()]


def _answer(
    tree: NewTree,
    portions: Sequence[Portion],
    following: Synchronized[int],
    answers: SimpleQueue[tuple[int, _Put | Exception]],
) -> None:
    end_with_parent()
    try:
        for answer in list(_work(tree, portions, following)):  # nobody listens before all portions are begun
            answers.put(answer)
    except Exception as error:  # whatever it is, the first process raises it
        answers.put((-1, error))


def _next(
    answers: SimpleQueue[tuple[int, _Put | Exception]], others: Sequence[multiprocessing.process.BaseProcess]
) -> tuple[int, _Put | Exception]:
    """Return the next answer. Raises `StoreError` where no process is left to give one."""
    while answers.empty():
        for other in others:
            other.join(0.05)
        if answers.empty() and not any(other.is_alive() for other in others):
            raise StoreError("a process that made pages ended before its time", remedy="is memory short?")
    return answers.get()
