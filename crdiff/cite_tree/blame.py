"""When the lines of a tree were written, as far as git says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import NamedTuple

from crdiff.cite.checking import CitingText
from crdiff.cite.numbering import Numbering
from crdiff.cite.places import TextPlaces
from crdiff.cite_tree.git import git

_HEAD = re.compile(rb"(?P<commit>[0-9a-f]{40,64}) \d+ (?P<line>\d+)")
_TIME = b"committer-time "
_NOT_COMMITTED = b"0" * 40


class LineWritten(NamedTuple):
    """The commit that last changed a line, and its day; a line that no commit has yet has "" and None."""

    commit: str
    day: date | None


def blamed_lines(path: str) -> tuple[LineWritten, ...]:
    """Return when each line of a file was written, indented anew or not; nothing where git does not know it."""
    folder, name = str(Path(path).parent), Path(path).name
    answered = git("blame", "--porcelain", "-w", "-M", "--", name, folder=folder)
    return tuple(_lines(answered)) if answered else ()


def _lines(porcelain: bytes) -> Iterator[LineWritten]:
    """Yield the lines of an answer of ``git blame --porcelain``, which tells of each commit once."""
    days: dict[bytes, date] = {}
    commit = b""
    for line in porcelain.split(b"\n"):
        if line.startswith(b"\t"):
            is_committed = not commit.startswith(_NOT_COMMITTED)
            yield LineWritten(commit.decode() if is_committed else "", days[commit] if is_committed else None)
        elif found := _HEAD.match(line):
            commit = found["commit"]
        elif line.startswith(_TIME):
            days[commit] = datetime.fromtimestamp(int(line.removeprefix(_TIME)), UTC).date()


def blamed(texts: Iterable[CitingText], numbering: Numbering) -> Iterator[CitingText]:
    """Yield texts with the releases that were in force when the lines of their citations were written."""
    for text in texts:
        written = blamed_lines(text.name)
        yield replace(text, days=tuple(_days(text, written, numbering))) if written else text


def _days(text: CitingText, written: Sequence[LineWritten], numbering: Numbering) -> Iterator[int | None]:
    places = TextPlaces(text.text)
    for group in text.groups:
        line = places.line(group.items[0].start) - 1
        day = written[line].day if line < len(written) else None
        yield numbering.newest if day is None else numbering.position(day)
