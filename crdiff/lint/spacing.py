"""Spaces that should not be there, seen in the lines of the file: `Release` contains paragraphs with single spaces."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from crdiff.lint.checked_release import CheckedRelease
from crdiff.lint.finding import Fault, Fix, PlacedText
from crdiff.model.number import NUMBERS

_DOUBLE = re.compile(r"(?<=[^\s–—-])  (?=[^\s–—-])")
_BEFORE_COMMA = re.compile(r"(?<=\w) +(?=[,;](?:\s|$))")
_LABEL = re.compile(rf"\s*{NUMBERS.digits}\.\d*{NUMBERS.any_letters}\.?$")
_AFTER_SENTENCE = re.compile(r"[.!?:][\"”)]?$")
_HABIT_MIN = 20
"""Double spaces after sentences: more of them are the way of a text, as some writers were taught, and no slips."""


def double_spaces(checked: CheckedRelease) -> Iterator[Fault]:
    """Yield the double spaces inside the lines of rules and glossary. Source: twelve lines of 2008-07-15.

    Not those after the label of a clause or around a dash, which carriers put there (2011-09-30), and not those after
    sentences where the text has them everywhere. The spaces of a PDF are those of its typesetting (2009-05-01.pdf has
    other ones than its .txt).
    """
    if checked.release.source.encoding == "pdf":
        return
    found = [(passage, line, match) for passage, line, match in _matches(checked, _DOUBLE, "  ")]
    habit = sum(_is_after_sentence(match) for _, _, match in found) > _HABIT_MIN
    for passage, line, match in found:
        if not _LABEL.match(match.string[: match.start()]) and not (habit and _is_after_sentence(match)):
            yield _fault(passage, line, match, "two spaces in a row", " ")


def spaces_before_commas(checked: CheckedRelease) -> Iterator[Fault]:
    """Yield the spaces before a comma or a semicolon. Source: 2019-07-12, for three years."""
    for passage, line, match in _matches(checked, _BEFORE_COMMA, " ,", " ;"):
        yield _fault(passage, line, match, f"a space before {match.string[match.end()]!r}", "")


def _matches(
    checked: CheckedRelease, pattern: re.Pattern[str], *sought: str
) -> Iterator[tuple[PlacedText, int, re.Match[str]]]:
    """Yield where `pattern` is met in the lines of the rules and the glossary, with the line, from 1.

    Only lines that contain one of the strings `sought` are searched.
    """
    places = sorted({passage.lines.start: passage for passage in reversed(checked.prose)}.items())
    starts = [start for start, _ in places]
    for number, line in enumerate(checked.lines, 1):
        if not any(map(line.__contains__, sought)):
            continue
        at = bisect_right(starts, number) - 1
        if at >= 0 and number < places[at][1].lines.stop:
            for match in pattern.finditer(line):
                yield places[at][1], number, match


def _is_after_sentence(match: re.Match[str]) -> bool:
    return _AFTER_SENTENCE.search(match.string[: match.start()]) is not None


def _fault(passage: PlacedText, line: int, match: re.Match[str], what: str, instead: str) -> Fault:
    around = match.string[max(0, match.start() - 15) : match.end() + 15].strip()
    return Fault(
        f"{what}: “{around}”",
        " ".join(around.split()),
        fix=Fix(match[0], instead),
        part=passage.part,
        number=passage.number,
        line=line,
        column=match.start() + 1,
        printed=match[0],
    )
