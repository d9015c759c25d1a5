"""A release back to lines: what a parsed official text says, in the order in which it says it."""

from __future__ import annotations

from collections.abc import Iterator

from crdiff.model.clause import Clause
from crdiff.model.placement import Placement
from crdiff.model.release import Paragraph, Release
from crdiff.model.tree import walk

GLOSSARY_HEADING = "Glossary"
"""What every official text prints over its glossary; the entries do not hold it."""


def print_release(release: Release) -> tuple[str, ...]:
    """Return the lines of a release, a paragraph each, without blank lines.

    Tests hold reading to it: for an official text these are its normalised lines
    (`crdiff.dialects.blocks.normalised_lines`), save that a clause printed twice with the same text is printed once. In
    1999 the contents stand inside the front matter, so these two are put in the order of their lines; asides and facts
    of quoting pages are not printed.
    """
    return tuple(_lines(release))


def print_clause(clause: Clause, placement: Placement) -> tuple[str, ...]:
    """Return the lines of one clause without those under it: label and title or text, paragraphs, examples."""
    body = [line for line in (clause.title, *clause.text.split("\n")) if line]
    examples = [line for example in clause.examples for line in example.split("\n")]
    return (" ".join((placement.printed, *body[:1])), *body[1:], *examples)


def _lines(release: Release) -> Iterator[str]:
    yield from _in_order((*release.front, *release.contents))
    for node in walk(release):
        yield from print_clause(node.clause, node.placement)
    if release.glossary:
        yield GLOSSARY_HEADING
    for entry in release.glossary:
        yield entry.term
        yield from entry.text.split("\n") if entry.text else ()
    yield from _in_order(release.credits)


def _in_order(paragraphs: tuple[Paragraph, ...]) -> Iterator[str]:
    return (paragraph.text for paragraph in sorted(paragraphs, key=lambda paragraph: paragraph.lines.start))
