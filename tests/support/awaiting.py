"""Coroutines run to their end, also where a loop of a browser already runs in the thread of the tests."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

_T = TypeVar("_T")


def awaited(work: Coroutine[Any, Any, _T]) -> _T:
    """Return what `work` comes to, in a thread of its own."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()
