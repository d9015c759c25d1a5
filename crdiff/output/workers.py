"""Processes of this machine, or an executor of the caller's, that work on task after task."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import ParamSpec, TypeVar

from crdiff.errors import StoreError
from crdiff.output.child_process import end_with_parent

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
        raise StoreError(f"a process that worked on {on} died", "enough memory; what was done is kept") from None
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
    gc.set_threshold(100_000, 10, 10)  # the command line hardly looks for cycles: a worker would pile them up
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
