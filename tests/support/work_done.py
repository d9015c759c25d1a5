"""Counting the work of a comparison: calls of one function, so that no test of its growth depends on a clock."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest


@contextmanager
def counted(owner: object, name: str) -> Iterator[Callable[[], int]]:
    """Return how often the function `name` of a module or class was called so far, while this lasts."""
    calls = 0
    original: Callable[..., Any] = getattr(owner, name)

    def counting(*args: Any, **kwargs: Any) -> Any:
        nonlocal calls
        calls += 1
        return original(*args, **kwargs)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(owner, name, counting)
        yield lambda: calls
