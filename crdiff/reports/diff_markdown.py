"""A comparison as Markdown that fits a comment on a pull request, and tables of Markdown that do.

The summary comes first; long parts are folded, and what is left out is counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape

from msgspec import Struct

from crdiff.changes.change import Change, Op, Segment
from crdiff.model.release import Level
from crdiff.reports import labels
from crdiff.reports.phrases import counted, listed
from crdiff.reports.terminal import excerpt
from crdiff.reports.view import View
from crdiff.text.hidden import shown, shown_on_a_line

LIMIT = 65_536
"""How many bytes a comment on GitHub may have (it counts characters; bytes are the stricter measure)."""

_UNFOLDED_MAX = 10
"""Items of a group that is printed unfolded."""
_ROWS_MAX = 40
"""Rows of a table; the rest are counted."""
_GROUP_ROOM = 200
"""Bytes kept free for what stands around the changes of a group."""
_DIFF_MARKDOWN_CLOSING_ROOM = 400
"""Bytes kept free for the lines that count what did not fit."""
_SPECIAL = re.compile(r"([\\`*_\[\]~|])")
_LIVE = re.compile(
    r"@(?=[\w-])|#(?=[0-9])|\bGH-(?=[0-9])|\b(?:https?|ftp):(?=//)|\bwww(?=\.)|[0-9a-f]{6}(?=[0-9a-f])",
    re.IGNORECASE | re.ASCII,
)
"""What GitHub makes a mention or a link of: people and teams, issues, addresses, commits. ``@`` is in mail too."""
_DEAD = "<!-- -->"
"""Put inside these it keeps GitHub from seeing them, and is neither seen nor copied itself."""
_BLOCK_START = re.compile(r"^(\s*(?:\d+(?=[.)])|(?=[#+=-])))")
_TAGS = {Op.KEPT: ("", ""), Op.DELETED: ("<del>", "</del>"), Op.INSERTED: ("<ins>", "</ins>")}


def diff_markdown(view: View, context: int | None = None, limit: int = LIMIT) -> str:
    """Return the report, at most `limit` bytes of UTF-8 long; `context` as in `excerpt`."""
    pieces = ["\n\n".join(_head(view))]
    room = limit - size(pieces[0]) - _DIFF_MARKDOWN_CLOSING_ROOM
    left_out = 0
    for name, rows, changes, folded in (
        ("To read", view.rows, view.to_read, len(view.to_read) > _UNFOLDED_MAX),
        ("Nothing to read", len(view.others), view.others, True),
    ):
        taken = [] if left_out else that_fit([change_block(change, context) for change in changes], room - _GROUP_ROOM)
        left_out += len(changes) - len(taken)
        if taken:
            pieces.append(_group(f"{name} ({rows:,})", taken, folded))
            room -= size(pieces[-1])
    pieces += _closing(view, left_out, limit)
    return "\n\n".join(pieces) + "\n"


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


def _group(name: str, blocks: Sequence[str], folded: bool) -> str:
    body = "\n\n".join(blocks)
    if not folded:
        return f"### {name}\n\n{body}"
    return f"<details><summary><b>{name}</b></summary>\n\n{body}\n\n</details>"


def _closing(view: View, left_out: int, limit: int) -> Iterator[str]:
    if left_out:
        yield (
            f"*{counted(left_out, 'change')} left out, because a comment holds {limit:,} bytes; "
            "`crdiff diff --format html` has no such limit.*"
        )
    if view.left_out:
        yield f"*{counted(view.left_out, 'change')} not shown: left out by `--only` or `--hide`.*"


def _head(view: View) -> Iterator[str]:
    yield f"## {escaped_line(view.old_name)} {labels.ARROW} {escaped_line(view.new_name)}"
    yield "\n".join(f"- {escaped(sentence)}" for sentence in view.headlines)
    yield from _rewordings(view)
    yield from _subsections(view)


def _rewordings(view: View) -> Iterator[str]:
    rows = [
        (rewording.old, rewording.new or "nothing", f"{rewording.clauses:,}", listed(rewording.exceptions, most=8))
        for rewording in view.comparison.rewordings
    ]
    if rows:
        yield _group("Rewordings", [_table(("old", "new", "clauses", "left unchanged in"), rows)], folded=False)


def _subsections(view: View) -> Iterator[str]:
    rows = [
        (each.old, each.new, labels.became(each.old_title, each.new_title), each.structure, f"{each.members:,}")
        for each in view.comparison.subsections
    ]
    if rows:
        table = _table(("old", "new", "title", "what", "clauses that follow"), rows)
        yield _group(f"Subsections ({len(rows)})", [table], folded=len(rows) > _UNFOLDED_MAX)


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [header, ["---"] * len(header), *([escaped(cell) for cell in row] for row in rows[:_ROWS_MAX])]
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    rest = len(rows) - _ROWS_MAX
    return f"{table}\n\nand {rest:,} more" if rest > 0 else table


def change_block(change: Change, context: int | None) -> str:
    """Return a change as paragraphs: its heading and prose, its redline, its examples; `context` as in `excerpt`."""
    titled = f" {escaped(labels.heading(change))}" if labels.heading(change) else ""
    lines = [f"**{escaped(labels.label_with_part(change))}**{titled} · {labels.kinds(change)}"]
    lines += [escaped(line) for line in labels.prose(change)]
    blocks = ["<br>\n".join(lines)]
    if labels.has_redline(change):
        blocks.append(quoted(change.redline, context))
    for example in labels.telling_examples(change):
        blocks += [f"{labels.example_label(example)}:".capitalize(), quoted(example.redline, context)]
    return "\n\n".join(blocks)


def quoted(redline: Sequence[Segment], context: int | None) -> str:
    """Return a redline as one quoted paragraph with native ``<del>`` and ``<ins>``."""
    return "> " + _BLOCK_START.sub(r"\1\\", marked(excerpt(redline, context)).replace("\n", "<br>"), count=1)


def marked(redline: Sequence[Segment]) -> str:
    """Return a redline with native ``<del>`` and ``<ins>``."""
    return "".join(f"{_TAGS[op][0]}{escaped(text)}{_TAGS[op][1]}" for op, text in redline)


def escaped(text: str) -> str:
    """Return `text` so that Markdown shows it as it is: rules are full of brackets, underscores and asterisks.

    On GitHub it notifies nobody and links to nothing: a draft may come from anybody.
    """
    return _LIVE.sub(rf"\g<0>{_DEAD}", _SPECIAL.sub(r"\\\1", escape(shown(text), quote=False)))


def escaped_line(text: str) -> str:
    """Return `text`, such as the name of a file, as `escaped` does, and on one line."""
    return escaped(shown_on_a_line(text))


_LEVEL_HEADINGS = {Level.ERROR: "Errors", Level.WARNING: "Warnings", Level.NOTE: "Notes"}
"""What findings of each level are called, the worst first."""
_MARKDOWN_TABLES_CLOSING_ROOM = 300
"""Bytes kept free for the line that counts what did not fit."""


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
