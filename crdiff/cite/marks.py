"""What a text says itself of its citations: the release it is written for, and what is to be left alone."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from datetime import date

from crdiff.cite.citation import CitedGroup

_HEAD_LINES = 20
"""Lines at the head of a file in which it speaks of the whole of it."""
_PIN = re.compile(rb"crdiff-cite:\s*release\s*=\s*([0-9]{4}-[0-9]{2}-[0-9]{2})")
_DAY = len("2026-01-16")
_IGNORE_FILE = re.compile(rb"crdiff-cite:\s*ignore-file\b")
_IGNORE = re.compile(rb"crdiff-cite:\s*ignore(?!-)\b[ \t]*[^\s*/-]")
"""A reason has to follow: without one nobody knows later why a citation is left alone."""

_CITED_IN_RULES = 100
"""Least citations that an edition of the rules has: 118 are found in 1999-04-23, more in all later ones."""
_CLAUSES_OF_RULES = 300
"""Least clauses, each at the head of a line, that make a text an edition of the rules rather than an article on them.

Source: 1999-04-23 has 347 such lines, 1999-11-01 has 354, all later releases more.
"""
_WITH_A_CLAUSE = 1 << 14
"""Bytes in the middle of an edition that have a clause at the head of a line; most other texts are done with there."""
_CLAUSE_LINE = re.compile(rb"[\r\n][ \t]*[1-9][0-9]{2}\.[0-9]{1,3}[a-z]{0,2}(?=[. \t])")


def _head(text: bytes) -> bytes:
    return b"\n".join(text.split(b"\n", _HEAD_LINES)[:_HEAD_LINES])


def pin_place(text: bytes) -> int:
    """Return where the day of the release stands that the head of a text says it is written for, -1 without one."""
    found = _PIN.search(text, 0, len(_head(text))) if b"crdiff-cite" in text else None
    return found.start(1) if found else -1


def pinned_release(text: bytes) -> date | None:
    """Return the release that the head of a text says it is written for. Raises `ValueError` for no day."""
    at = pin_place(text)
    return date.fromisoformat(text[at : at + _DAY].decode()) if at >= 0 else None


def not_ignored(text: bytes, groups: tuple[CitedGroup, ...]) -> tuple[CitedGroup, ...]:
    """Return the groups that neither the head of their text nor, with a reason, a line of theirs asks to leave."""
    if b"crdiff-cite" not in text:
        return groups
    if _IGNORE_FILE.search(_head(text)):
        return ()
    lines = list(_ignored_lines(text))
    stops = [stop for _, stop in lines]
    return tuple(
        group for group in groups if (at := bisect_left(stops, group.start)) == len(lines) or group.stop < lines[at][0]
    )


def _ignored_lines(text: bytes) -> Iterator[tuple[int, int]]:
    """Yield where the lines with a mark start and stop, each line once, however long it is."""
    stop = -1
    for mark in _IGNORE.finditer(text):
        if mark.start() > stop:
            start = text.rfind(b"\n", stop + 1, mark.start()) + 1 or stop + 1
            found = text.find(b"\n", mark.end())
            stop = found if found >= 0 else len(text)
            yield start, stop


def is_rules_text(text: bytes, groups: Sequence[CitedGroup]) -> bool:
    """Whether a text with these citations is an edition of the rules, by the clauses at the heads of its lines."""
    middle = len(text) // 2
    if len(groups) < _CITED_IN_RULES or not _CLAUSE_LINE.search(text, middle, middle + _WITH_A_CLAUSE):
        return False
    return len(set(_CLAUSE_LINE.findall(text))) >= _CLAUSES_OF_RULES
