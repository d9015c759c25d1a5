"""Where two sequences of words differ: the only place that knows diff-match-patch.

Words are mapped to private code points, so that the engine never splits one, and it runs without its time limit, so
that the answer does not depend on the machine. How differences are shown or judged is decided elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from diff_match_patch import diff_match_patch

_FIRST = 0xE000
"""The first private code point; everything above it is free of surrogates."""


class Difference(NamedTuple):
    """A run that differs: words ``old_start`` to ``old_stop - 1`` stand where ``new_start`` to ``new_stop - 1`` do now.

    One of the runs may be empty (words added or removed), never both.
    """

    old_start: int
    old_stop: int
    new_start: int
    new_stop: int


def differences(old: Sequence[str], new: Sequence[str]) -> list[Difference]:
    """Return the runs in which `old` and `new` differ, in order; the words between them are equal, pair by pair.

    As few words as possible differ. Words that begin or end both sequences alike are set aside before the search.
    """
    start, old_stop, new_stop = _middle(old, new)
    if start == old_stop and start == new_stop:
        return []
    if start in {old_stop, new_stop}:
        return [Difference(start, old_stop, start, new_stop)]
    codes: dict[str, str] = {}
    operations = _engine().diff_main(
        _encoded(old[start:old_stop], codes), _encoded(new[start:new_stop], codes), checklines=False
    )
    return _runs(operations, start)


def _middle(old: Sequence[str], new: Sequence[str]) -> tuple[int, int, int]:
    """Return where the common beginning stops, and where the common end starts in `old` and in `new`."""
    shorter = min(len(old), len(new))
    start = 0
    while start < shorter and old[start] == new[start]:
        start += 1
    end = 0
    while end < shorter - start and old[-1 - end] == new[-1 - end]:
        end += 1
    return start, len(old) - end, len(new) - end


def _encoded(words: Sequence[str], codes: dict[str, str]) -> str:
    return "".join([codes.setdefault(word, chr(_FIRST + len(codes))) for word in words])


def _runs(operations: list[tuple[int, str]], start: int) -> list[Difference]:
    found: list[Difference] = []
    old_at = new_at = old_from = new_from = start
    for operation, run in operations:
        if operation:
            old_at += len(run) if operation < 0 else 0
            new_at += len(run) if operation > 0 else 0
            continue
        if old_at > old_from or new_at > new_from:
            found.append(Difference(old_from, old_at, new_from, new_at))
        old_at += len(run)
        new_at += len(run)
        old_from, new_from = old_at, new_at
    if old_at > old_from or new_at > new_from:
        found.append(Difference(old_from, old_at, new_from, new_at))
    return found


@lru_cache(maxsize=1)
def _engine() -> diff_match_patch:
    from diff_match_patch import diff_match_patch

    engine = diff_match_patch()
    engine.Diff_Timeout = 0
    return engine
