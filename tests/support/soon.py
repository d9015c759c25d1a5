"""The bound on what has to end soon, as the one place where tests look at a clock: that of the processor."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import pytest

# CPU seconds after which work counts as never ending; other work on the machine does not count. What is bounded takes
# a tenth of them at most, and what grows with the square of a long text takes minutes.
SECONDS = 60.0


@contextmanager
def ends_soon() -> Iterator[None]:
    """Fail a test of what takes more than `SECONDS`, in this process or in those that it waits for."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        pytest.fail(f"more than {SECONDS:g} s of CPU")

    handler = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    before = os.times()
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, handler)
    after = os.times()
    assert sum(after[2:4]) - sum(before[2:4]) < SECONDS, f"more than {SECONDS:g} s of CPU in other processes"
