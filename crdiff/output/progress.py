"""Report how far long work is."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int, int], None]
"""Called with the number of pieces of work done and the number of all."""
