"""Formats that no answer writes for itself, made from its type: JSON, its lines, CSV, a table of Markdown.

A spreadsheet shows a cell of CSV and does not run it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from io import StringIO
from types import NoneType
from typing import Any, get_args, get_origin

from msgspec import Struct, structs

from crdiff.changes.change import Segment
from crdiff.model.release import Level
from crdiff.reports.answer import Document, as_json, field_types, json_of, keys_of
from crdiff.reports.phrases import counted
from crdiff.reports.terminal import inline
from crdiff.text.hidden import shown, shown_on_a_line

# Columns of a redline that is kept on one line.
_UNWRAPPED = 1 << 30

# How many bytes a comment on GitHub may have (it counts characters; bytes are the stricter measure).
LIMIT = 65_536

_SPECIAL = re.compile(r"([\\`*_\[\]~|])")

# What GitHub makes a mention or a link of: people and teams, issues, addresses, commits. ``@`` is in mail too.
_LIVE = re.compile(
    r"@(?=[\w-])|#(?=[0-9])|\bGH-(?=[0-9])|\b(?:https?|ftp):(?=//)|\bwww(?=\.)|[0-9a-f]{6}(?=[0-9a-f])",
    re.IGNORECASE | re.ASCII,
)

# Put inside these it keeps GitHub from seeing them, and is neither seen nor copied itself.
_DEAD = "<!-- -->"


def size(text: str) -> int:
    """Return how many bytes of UTF-8 a text has."""
    return len(text.encode())


def that_fit(blocks: Sequence[str], room: int) -> list[str]:
    """Return the first blocks that take no more than `room` bytes together, two bytes between them counted."""
    taken = []
    for block in blocks:
        room -= size(block) + 2
        if room < 0:
            break
        taken.append(block)
    return taken


def escaped(text: str) -> str:
    """Return `text` so that Markdown shows it as it is: rules are full of brackets, underscores and asterisks.

    On GitHub it notifies nobody and links to nothing: a draft may come from anybody.
    """
    from html import escape

    return _LIVE.sub(rf"\g<0>{_DEAD}", _SPECIAL.sub(r"\\\1", escape(shown(text), quote=False)))


def escaped_line(text: str) -> str:
    """Return `text`, such as the name of a file, as `escaped` does, and on one line."""
    return escaped(shown_on_a_line(text))


# What findings of each level are called, the worst first.
_LEVEL_HEADINGS = {Level.ERROR: "Errors", Level.WARNING: "Warnings", Level.NOTE: "Notes"}

# Bytes kept free for the line that counts what did not fit.
_MARKDOWN_TABLES_CLOSING_ROOM = 300


class MarkdownTable(Struct, frozen=True):
    """A table with its heading, the names of its columns, and its rows of cells, each a line of Markdown."""

    heading: str
    columns: tuple[str, ...]
    rows: Sequence[Sequence[str]]


def tables_by_level(rows: Iterable[tuple[Level, Sequence[str]]], columns: tuple[str, ...]) -> Iterator[MarkdownTable]:
    """Yield a table of the rows of each level, the worst first."""
    found = list(rows)
    for level, called in _LEVEL_HEADINGS.items():
        yield MarkdownTable(called, columns, [row for of, row in found if of is level])


def tables_that_fit(head: Sequence[str], tables: Iterable[MarkdownTable], rows_called: str, limit: int) -> str:
    """Return the paragraphs of `head` and the tables, at most `limit` bytes long; rows that do not fit are counted."""
    pieces = list(head)
    room = limit - _MARKDOWN_TABLES_CLOSING_ROOM - sum(size(piece) + 2 for piece in pieces)
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


def written(answer: Struct, form: str, main: str = "") -> str | bytes:
    """Return an answer in a format that needs no more than its type: json, jsonl, csv or markdown.

    `main` is the key of its main list, where it is no `Document`, which says so itself.
    """
    if form == "json":
        return json_of(answer)
    return _WRITERS[form](answer, main or (answer.main if isinstance(answer, Document) else ""))


def _lines(answer: Struct, main: str) -> bytes:
    """Return an answer as lines of JSON: all but its rows first, with the name of the schema, then each row."""
    rows = main.partition(".")[0]
    head = {key: value for key, value in keys_of(answer).items() if key != rows}
    return b"".join(as_json(line) + b"\n" for line in (head, *getattr(answer, rows)))


def _table(answer: Struct, main: str) -> tuple[list[str], Iterator[list[object]]]:
    """Return the columns and the rows of an answer: what is one value, or a list of texts with semicolons between them.

    Where the `main` list is in the rows of another one, a row begins with the cells of the row that it is in.
    """
    kind: Any = type(answer)
    columns: list[str] = []
    rows: list[tuple[list[object], Any]] = [([], answer)]
    for level in main.split("."):
        kind = get_args(field_types(kind)[level])[0]
        cells = {each.encode_name: each.name for each in structs.fields(kind) if _is_cell(field_types(kind)[each.name])}
        columns += [f"{level}.{name}" if name in columns else name for name in cells]
        rows = [
            ([*outer, *(_cell(getattr(row, name)) for name in cells.values())], row)
            for outer, above in rows
            for row in getattr(above, level)
        ]
    return columns, (row for row, _ in rows)


def _is_cell(hint: Any) -> bool:
    """Whether the values of a type have room in a cell: text, a date, a clause by its number, a redline, or a list.

    A clause with its release has none: its number alone would not tell which of its releases it is about.
    """
    arguments = [each for each in get_args(hint) if each is not NoneType]
    if get_origin(hint) is tuple or NoneType in get_args(hint):
        return all(each is Ellipsis or _is_cell(each) for each in arguments)
    names = getattr(hint, "__match_args__", ("number",))
    return hint is Segment or (get_origin(hint) is not dict and "number" in names and "release" not in names)


def _cell(value: Any) -> object:
    if isinstance(value, bool):
        return str(value).lower()
    if hasattr(type(value), "__match_args__"):
        return value.number
    if isinstance(value, tuple) and value and isinstance(value[0], Segment):
        return " ".join(inline(value, _UNWRAPPED, colour=False))
    return "; ".join(str(_cell(each)) for each in value) if isinstance(value, tuple) else value


def _csv(answer: Struct, main: str) -> str:
    return csv_of(*_table(answer, main))


def _markdown(answer: Struct, main: str) -> str:
    """Return what is said of the whole, then the table; what a comment has no room for is counted."""
    _, *keys = keys_of(answer).items()
    head = [f"{key}: {escaped_line(str(_cell(value)))}" for key, value in keys if isinstance(value, str | int | date)]
    columns, rows = _table(answer, main)
    cells = [["" if cell is None else escaped_line(str(cell)) for cell in each] for each in rows]
    shown = MarkdownTable(main.rpartition(".")[2].capitalize(), tuple(columns), cells)
    return tables_that_fit(["  \n".join(head)] if head else [], [shown], "row", LIMIT)


_WRITERS: dict[str, Callable[[Struct, str], str | bytes]] = {"jsonl": _lines, "csv": _csv, "markdown": _markdown}


# How a cell begins that a spreadsheet takes for a formula (OWASP, "CSV Injection").
_FORMULA = re.compile(r"\s*[=+@＝＋－＠-]")
# A first cell that the runner of GitHub would take for a command; in quotes it is the same cell.
_COMMAND = re.compile(r"^\s*::[^,\n]*", re.MULTILINE)


def csv_of(columns: Sequence[str], rows: Iterable[Iterable[object]]) -> str:
    """Return rows as CSV under the names of their columns; None is an empty cell.

    A cell is one line, and has an apostrophe before what would be a formula, such as the term "-1/-1 counter".
    """
    import csv

    written = StringIO(newline="")
    table = csv.writer(written, lineterminator="\n")
    table.writerow(columns)
    table.writerows(map(_harmless, row) for row in rows)
    return _COMMAND.sub(r'"\g<0>"', written.getvalue())


def _harmless(value: object) -> str:
    text = "" if value is None else shown_on_a_line(str(value))
    return f"'{text}" if _FORMULA.match(text) else text
