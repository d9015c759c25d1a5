"""Which commit wrote each line of a file, and when, as git says."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import NamedTuple

from crdiff.cite.checking import CitingText
from crdiff.cite.numbering import Numbering
from crdiff.cite.places import TextPlaces
from crdiff.cite_tree.git import git

_HEAD = re.compile(rb"([0-9a-f]{40,64}) \d+ (\d+)(?: \d+)?")
"""The line that opens each line of a file in the porcelain format of git blame: commit, line there, line here."""
_ZEROS = re.compile("0+")


class BlamedLine(NamedTuple):
    """The commit that a line is from, "" where it is not committed yet, and the day on which its author wrote it.

    `day` is None of what is not committed, and where a shallow clone ends: the commit stands for all before it.
    """

    commit: str
    day: date | None


NOT_COMMITTED = BlamedLine("", None)


def blamed_lines(path: str, revision: str = "") -> Sequence[BlamedLine]:
    """Return the commit of each line of a file as it is, or as a revision has it; none where git does not know it.

    Changes of blanks and moves within the file are looked through: the commit is the one that wrote the words.
    """
    folder, name = (".", path) if revision else os.path.split(path)
    said = git("blame", "--porcelain", "-w", "-M", *([revision] if revision else []), "--", name, folder=folder or ".")
    if not said:
        return ()
    return tuple(_lines(said, is_shallow=b"\nboundary\n" in said and _is_shallow(folder)))


def _is_shallow(folder: str) -> bool:
    return git("rev-parse", "--is-shallow-repository", folder=folder or ".") == b"true\n"


def _lines(said: bytes, *, is_shallow: bool) -> Iterator[BlamedLine]:
    days: dict[bytes, date | None] = {}
    commit = b""
    for line in said.split(b"\n"):
        if line.startswith(b"\t"):
            name = commit.decode()
            yield NOT_COMMITTED if _ZEROS.fullmatch(name) else BlamedLine(name, days[commit])
        elif match := _HEAD.fullmatch(line):
            commit = match[1]
        elif line.startswith(b"author-time "):
            days[commit] = datetime.fromtimestamp(int(line.split()[1]), UTC).date()
        elif line == b"boundary" and is_shallow:
            days[commit] = None


def blamed(texts: Iterable[CitingText], numbering: Numbering, revision: str = "") -> Iterator[CitingText]:
    """Yield the texts with the release in force on the day on which the line of each citation was written."""
    for text in texts:
        lines = blamed_lines(text.name, revision)
        days = tuple(_day(line, numbering) for line in lines_cited(text, lines)) if lines else ()
        yield replace(text, days=days)


def lines_cited(text: CitingText, lines: Sequence[BlamedLine]) -> Iterator[BlamedLine]:
    """Yield for each group of a text what `lines` say of its line; one that git lacks is not committed."""
    places = TextPlaces(text.text)
    for group in text.groups:
        line = places.line(group.start)
        yield lines[line - 1] if line <= len(lines) else NOT_COMMITTED


def _day(line: BlamedLine, numbering: Numbering) -> int | None:
    if not line.commit:
        return numbering.newest
    return numbering.position(line.day) if line.day else None
