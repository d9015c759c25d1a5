"""Markdown of several tables that fits a comment on a pull request or the summary of a step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from crdiff.model.release import Level
from crdiff.reports.diff_markdown import size, that_fit
from crdiff.reports.phrases import counted

LEVEL_HEADINGS = {Level.ERROR: "Errors", Level.WARNING: "Warnings", Level.NOTE: "Notes"}
"""What findings of each level are called, the worst first."""
_CLOSING_ROOM = 300
"""Bytes kept free for the line that counts what did not fit."""


@dataclass(frozen=True, slots=True)
class MarkdownTable:
    """A table with its heading, the names of its columns, and its rows of cells, each a line of Markdown."""

    heading: str
    columns: tuple[str, ...]
    rows: Sequence[Sequence[str]]


def tables_that_fit(head: Sequence[str], tables: Iterable[MarkdownTable], rows_called: str, limit: int) -> str:
    """Return the paragraphs of `head` and the tables, at most `limit` bytes long; rows that do not fit are counted."""
    pieces = list(head)
    room = limit - _CLOSING_ROOM - sum(size(piece) + 2 for piece in pieces)
    left_out = 0
    for table in tables:
        rule = " | ".join("---" for _ in table.columns)
        opening = f"### {table.heading} ({len(table.rows):,})\n\n| {' | '.join(table.columns)} |\n| {rule} |"
        room -= size(opening) + 2
        taken = that_fit([f"| {' | '.join(row)} |" for row in table.rows], room)
        room -= sum(size(row) + 2 for row in taken)
        left_out += len(table.rows) - len(taken)
        if taken:
            pieces.append("\n".join((opening, *taken)))
    if left_out:
        pieces.append(f"*{counted(left_out, rows_called)} left out, because a comment holds {limit:,} bytes.*")
    return "\n\n".join(pieces) + "\n"
