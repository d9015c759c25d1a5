"""Kill work at a chosen point of it, not at a time: however busy the machine is, the point is the same."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable


def run_until(work: Callable[[], object], calls: int = 0) -> int:
    """Do `work` in a fork of this process; kill it at the call with this number, from 1, of a function written in C.

    Files are opened, written and renamed, and databases changed, by such calls. Return how many were made: of work that
    is not killed, for `calls` of 0, all of them. Raises AssertionError where the work itself fails.
    """
    ours, its = os.pipe()
    child = os.fork()
    if not child:
        _do(work, calls, its)
    os.close(its)
    with os.fdopen(ours) as pipe:
        made = pipe.read()
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code == 0 or (calls and code == -signal.SIGKILL), f"the work ended with {code}"
    return int(made or calls)


def _do(work: Callable[[], object], calls: int, pipe: int) -> None:
    made, itself = 0, os.getpid()

    def count(_frame: object, event: str, _what: object) -> None:
        nonlocal made
        if event == "c_call":
            made += 1
            if made == calls and os.getpid() == itself:  # a process that it forks counts on
                os.kill(itself, signal.SIGKILL)

    code = 1
    try:
        sys.setprofile(count)
        work()
        sys.setprofile(None)
        os.write(pipe, b"%d" % made)
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)
