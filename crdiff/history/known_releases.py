"""The releases at the head of the known lives: what nearly every command asks for first, read without the lives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date

# Begins the first line of the file: what it is and the version of its format. A digest of the other lines follows.
HEAD = "crdiff known lives 2"
# What the line of a release begins with.
RELEASE = "release "


def releases_in(lines: Iterable[str]) -> Iterator[tuple[date, int]]:
    """Yield date and number of clauses of the releases at the head of the lives; no line after them is read."""
    for line in lines:
        if line.startswith(RELEASE):
            _, day, clauses, _ = line.split(" ", 3)
            yield date.fromisoformat(day), int(clauses)
        elif not line.startswith(("#", HEAD)):
            return
