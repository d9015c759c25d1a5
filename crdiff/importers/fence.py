"""Work that may run out of hand, in a process of its own with so much time and memory and no more.

For libraries that cannot be told to stop: a page of a .pdf may unpack to gigabytes, or break the library that reads it.
Where a system has no ``fork`` the work is done without a fence.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Callable

# CPU seconds; the .pdf of 2024-06-07 takes half a second.
SECONDS = 8

# Bytes beyond those in use already; the .pdf of 2024-06-07 takes 20 MB.
MEMORY = 384 << 20

_CHUNK = 1 << 20
_DONE, _FAILED = b"+", b"-"


class FenceError(Exception):
    """The work broke down, or was stopped at the fence."""


def fenced(work: Callable[[], bytes], failures: type[Exception], seconds: int = SECONDS) -> bytes:
    """Return what `work` returns within CPU seconds. Raises `FenceError` with the message where it raises `failures`.

    `FenceError` without a message says that the work was stopped or broke down.
    """
    if not hasattr(os, "fork"):
        return _unfenced(work, failures)
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        _work(work, failures, writing, seconds)
    os.close(writing)
    try:
        with os.fdopen(reading, "rb") as pipe:
            answer = pipe.read()
    except BaseException:
        os.kill(child, signal.SIGKILL)
        raise
    finally:
        _, status = os.waitpid(child, 0)
    if status or answer[:1] not in {_DONE, _FAILED}:
        raise FenceError
    if answer[:1] == _FAILED:
        raise FenceError(answer[1:].decode("utf-8", "replace"))
    return answer[1:]


def _unfenced(work: Callable[[], bytes], failures: type[Exception]) -> bytes:
    try:
        return work()
    except MemoryError:
        raise FenceError from None
    except failures as error:
        raise FenceError(str(error)) from None


def _work(work: Callable[[], bytes], failures: type[Exception], pipe: int, seconds: int) -> None:
    """Do the work and write its answer to `pipe`, as the child; it never returns."""
    code = 1
    try:
        _limit(seconds)
        try:
            answer = _DONE + work()
        except failures as error:
            answer = _FAILED + str(error).encode("utf-8", "replace")
        rest = memoryview(answer)
        while rest:
            rest = rest[os.write(pipe, rest[:_CHUNK]) :]
        code = 0
    finally:
        os._exit(code)  # no handler of the parent is run, no buffer written twice


def _limit(seconds: int) -> None:
    """Set the limits of this process, and keep what a library says as it breaks down off the terminal."""
    import faulthandler
    import resource

    faulthandler.disable()
    gc.disable()  # it would touch, and so copy, every page of the parent; what the work leaves goes with the process
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    _lower(resource.RLIMIT_CPU, seconds + int(sum(os.times()[:2])))
    _lower(resource.RLIMIT_CORE, 0)
    if sys.platform == "linux":  # elsewhere the size of a process is not known, or the limit is not kept
        with open("/proc/self/statm", "rb") as file:  # noqa: PTH123 - importing pathlib costs more than the fence
            pages = int(file.read().split()[0])
        _lower(resource.RLIMIT_AS, pages * os.sysconf("SC_PAGE_SIZE") + MEMORY)


def _lower(limit: int, value: int) -> None:
    """Lower a limit of this process to `value`, where a lower one is not in force."""
    import resource

    soft, hard = resource.getrlimit(limit)
    if soft == resource.RLIM_INFINITY or soft > value:
        resource.setrlimit(limit, (value, hard))
