"""Pause the garbage collector while very many values are made, or let it look less often."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_SELDOM = (20_000, 20, 20)
"""Count of new values after which the collector looks at them, and how often it looks at older ones, as in `gc`.

Source: the pages of 126 releases, to 2024-11-08, take a quarter less time than with a look at each 700 new values, in
the same memory.
"""


@contextmanager
def garbage_collection_paused() -> Iterator[None]:
    """Pause the collector: where a million values are made and none is dropped, it takes a third of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@contextmanager
def garbage_collected_seldom() -> Iterator[None]:
    """Let the collector look less often, and never at what there is already: processes go on sharing that."""
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(*_SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
