"""An editor's notes on clauses, read from Markdown: a heading or the beginning of a line names the clause."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from crdiff.errors import UsageError
from crdiff.model.number import NUMBERS

_HEADING = re.compile(r"#{1,6}\s+(?P<name>.*?)\s*#*\s*")
_LINE = re.compile(rf"(?:[-*+]\s+)?(?:\*\*)?(?P<name>{NUMBERS.number})\.?(?:\*\*)?:\s*(?P<text>.*)")
_EXPECTED = "headings such as '## 702.9b', or lines such as '702.9b: text'"


@dataclass(frozen=True, slots=True)
class EditorNote:
    """What an editor wrote about a clause or a glossary entry, as Markdown; `line` is where it begins in its file."""

    name: str
    text: str
    line: int


def read_notes(text: str, path: str) -> tuple[EditorNote, ...]:
    """Return the notes of a file in Markdown.

    Raises `UsageError`, with its line, for text that belongs to no clause.
    """
    lines: dict[int, list[str]] = {}
    names: dict[int, str] = {}
    at, is_headed = 0, False
    for number, line in enumerate(text.splitlines(), 1):
        headed, begun = _HEADING.fullmatch(line), _LINE.fullmatch(line)
        if headed or begun:
            at, is_headed = number, headed is not None
            found = headed or begun
            names[at] = found["name"].removeprefix("rule ").removesuffix(".") if found else ""
            lines[at] = [begun["text"]] if begun else []
        elif at and (is_headed or line.strip()):
            lines[at].append(line)
        elif line.strip():
            raise UsageError("text that belongs to no clause", _EXPECTED, path=path, line=number)
        else:
            at = 0
    return tuple(_notes(names, lines, path))


def _notes(names: dict[int, str], lines: dict[int, list[str]], path: str) -> Iterator[EditorNote]:
    if not names:
        raise UsageError("has no notes", _EXPECTED, path=path)
    for at, name in names.items():
        text = "\n".join(lines[at]).strip()
        if not text:
            raise UsageError(f"the note on {name} is empty", "text under its heading", path=path, line=at)
        yield EditorNote(name, text, at)


def require_known(notes: tuple[EditorNote, ...], names: Collection[str], draft: str, path: str) -> None:
    """Raise `UsageError` for the first note on something that the texts compared do not have."""
    for note in notes:
        if note.name not in names:
            expected = "the number of a clause or a term of the glossary"
            raise UsageError(f"{note.name!r} is not in {draft}", expected, path=path, line=note.line)
