"""A comparison for a terminal: what happened in a few lines, then every change with its redline."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from crdiff.changes.change import Change, Comparison, Segment
from crdiff.reports import labels, terminal
from crdiff.reports.phrases import counted, in_lines
from crdiff.reports.terminal import PLAIN, Style, excerpt
from crdiff.reports.view import View

_INDENT = "    "


@in_lines
def diff_text(view: View, style: Style = PLAIN) -> Iterator[str]:
    """Return the report as lines of text."""
    yield terminal.bold(f"{view.old_name} {labels.ARROW} {view.new_name}", style.colour)
    yield from (f"{sentence}." for sentence in view.headlines)
    yield from _overview(view.comparison, style)
    yield from _group("To read", view.rows, view.to_read, style)
    yield from _group("Nothing to read" if view.to_read else "Changes", len(view.others), view.others, style)
    if view.left_out:
        yield ""
        yield f"{counted(view.left_out, 'more change')} not shown: left out by --only or --hide."


def _overview(comparison: Comparison, style: Style) -> Iterator[str]:
    if comparison.rewordings:
        yield from headed("Rewordings", style)
    for rewording in comparison.rewordings:
        left = labels.exceptions(rewording.exceptions)
        reach = counted(rewording.clauses, "clause")
        yield f"  '{rewording.old}' {labels.ARROW} {labels.put(rewording)}, {reach}{'; ' if left else ''}{left}"
    if comparison.subsections:
        yield from headed("Subsections", style)
    for subsection in comparison.subsections:
        numbers = labels.became(subsection.old, subsection.new)
        titles = labels.became(subsection.old_title, subsection.new_title)
        members = f", with {counted(subsection.members, 'clause')}" if subsection.members else ""
        yield f"  {numbers} {titles}: {subsection.structure}{members}"


def _group(name: str, rows: int, changes: Sequence[Change], style: Style) -> Iterator[str]:
    if changes:
        yield from headed(f"{name} ({rows:,})", style)
    for change in changes:
        yield ""
        yield from change_lines(change, style)


def headed(name: str, style: Style) -> Iterable[str]:
    """Return the lines that begin a part of a report."""
    return ("", terminal.bold(name, style.colour))


def change_lines(change: Change, style: Style) -> Iterator[str]:
    """Yield a change: its heading, then what `change_body` says of it."""
    titled = f" {labels.heading(change)}" if labels.heading(change) else ""
    yield f"  {terminal.bold(labels.label_with_part(change), style.colour)}{titled}  ({labels.kinds(change)})"
    yield from change_body(change, style)


def change_body(change: Change, style: Style) -> Iterator[str]:
    """Yield what is said of a change under its heading, indented: prose, redline, examples."""
    for line in labels.prose(change):
        yield f"{_INDENT}{line}"
    if labels.has_redline(change):
        yield from _redline(change.redline, style)
    for example in labels.telling_examples(change):
        yield f"{_INDENT}{labels.example_label(example)}:"
        yield from _redline(example.redline, style)


def _redline(redline: Sequence[Segment], style: Style) -> Iterator[str]:
    show = terminal.two_columns if style.side_by_side else terminal.inline
    for line in show(excerpt(redline, style.context), style.width - len(_INDENT), style.colour):
        yield f"{_INDENT}{line}".rstrip()
