"""Releases as lines, for the law that reading is held to: printing a parsed text gives it back."""

from __future__ import annotations

from collections.abc import Iterator

from crdiff.dialects.blocks import read_blocks
from crdiff.model.release import Paragraph, Release
from crdiff.model.tree import GLOSSARY_HEADING, print_clause, walk


def print_release(release: Release) -> tuple[str, ...]:
    """Return the lines of a release, a paragraph each, without blank lines.

    Tests hold reading to it: for an official text these are its normalised lines
    (`normalised_lines`), save that a clause printed twice with the same text is printed once. In
    1999 the contents stand inside the front matter, so these two are put in the order of their lines; asides and facts
    of quoting pages are not printed.
    """
    return tuple(_lines(release))


def normalised_lines(text: str) -> tuple[str, ...]:
    """Return the lines of `text` as `print_release` prints them: a paragraph each.

    Line ends are one, each run of white space is one space, blank lines and rulers are gone, wrapped lines are joined;
    otherwise no character is added, lost or moved. This is the law that tests hold reading to.
    """
    return tuple(block.text for block in read_blocks(text))


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
