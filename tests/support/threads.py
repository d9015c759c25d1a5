"""Lives as lines, for files of reviewed cases."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crdiff.history.thread import Thread


def told(thread: Thread, threads: Sequence[Thread], days: Sequence[str]) -> Iterator[str]:
    """Yield what each stay of a life has, and when and how it came and went, beside which other one."""
    yield from (f"    {stay.number} {stay.wording}, {days[stay.first]} to {days[stay.last]}" for stay in thread.stays)
    for way, knots in (("came", thread.origin), ("went", thread.fate)):
        for knot in knots:
            other = f" {threads[knot.other].id}" if knot.other is not None else ""
            yield f"    {way}: {knot.how} {days[knot.at]}{other}"
