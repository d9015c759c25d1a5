"""What a text says itself of its citations: the release it is written for, what is wrong, what is to be left alone."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from datetime import date

from crdiff.cite.citation import CitedGroup

# Lines at the head of a file in which it speaks of the whole of it.
_HEAD_LINES = 20
_PIN = re.compile(rb"crdiff-cite:\s*release\s*=\s*([0-9]{4}-[0-9]{2}-[0-9]{2})")
_DAY = len("2026-01-16")
_IGNORE_FILE = re.compile(rb"crdiff-cite:\s*ignore-file\b")
# A reason has to follow: without one nobody knows later why a citation is left alone.
_IGNORE = re.compile(rb"crdiff-cite:\s*ignore(?!-)\b[ \t]*[^\s*/-]")

# Least citations that an edition of the rules has: 118 are found in 1999-04-23, more in all later ones.
_CITED_IN_RULES = 100
# Least clauses, each at the head of a line, that make a text an edition of the rules rather than an article on them.
#
# Source: 1999-04-23 has 347 such lines, 1999-11-01 has 354, all later releases more.
_CLAUSES_OF_RULES = 300
# Bytes in the middle of an edition that have a clause at the head of a line; most other texts are done with there.
_WITH_A_CLAUSE = 1 << 14
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


_WRONG = (
    "(?:stale|wrong|bad|bogus|fake|invalid|non-?existent|hallucinated|incorrect|outdated|obsolete|unknown|mis-?cit)"
)
_GONE = r"(?:do(?:es)?(?:n.{1,3}t| not) exist|never (?:did |has )?exist)"
_CITED = "(?:(?:cr|rule|clause)s?[ _-]?(?:number|letter|cite|citation|annotation)s?|(?:cite|citation|cr)s?(?![a-z]))"
# What stands between a citation and what is said of it: marks, other citations, short words.
_BETWEEN = r"(?:[^a-z]|(?:[a-z][a-z]?|(?:sub-?)?rules?|cites?|citations?|numbers?|that|which|was|were|are)\b){0,40}?"
_IS = r"\b(?:is|are|was|were) (?:now )?(?:an? )?"
_SAID_NEAR = re.compile(
    rf"\b{_WRONG}[ _-]?{_CITED}|{_CITED}\W+{_IS}{_WRONG}|\bno such (?:cr|rule|clause)|\bhas no sub-?rules?"
    rf"|(?:rule|clause|number|letter)s? (?:that |which )?{_GONE}".encode()
)
_SAID_BEHIND = re.compile(rf"{_BETWEEN}(?:{_GONE}|{_IS}{_WRONG}|\({_WRONG})".encode())
_SAID_BEFORE = re.compile(rf"\b(?:{_WRONG}|formerly|previously|used to be|i?s no){_BETWEEN}\Z".encode())
# What heads a column of a table with numbers that are wrong: ``| WRONG | CORRECT |``, ``| Old | New |``.
_HEADED = re.compile(rf"\b(?:{_WRONG}|old|before|was)\b".encode())
_NEAR_LINES, _NEAR_BYTES = 2, 400
_NEW_LINE = re.compile(rb"\s*\n[ \t]*(?://+!?|#+|\*+|>)?[ \t]*")


def is_said_to_be_wrong(text: bytes, start: int, stop: int) -> bool:
    """Whether the words beside a citation say that it is wrong: a list of slips, "CR 603.8b does not exist"."""
    head, tail = text[max(start - _NEAR_BYTES, 0) : start].lower(), text[stop : stop + _NEAR_BYTES].lower()
    near = b"\n".join((*head.split(b"\n")[-1 - _NEAR_LINES :], *tail.split(b"\n")[: 1 + _NEAR_LINES]))
    before, after, around = (_NEW_LINE.sub(b" ", part) for part in (head, tail, near))
    is_said = _SAID_BEHIND.match(after) or _SAID_BEFORE.search(before) or _SAID_NEAR.search(around)
    return bool(is_said) or _is_headed_wrong(text, start)


def _is_headed_wrong(text: bytes, at: int) -> bool:
    """Whether a byte stands in a column of a table whose head says that what is in it is wrong."""
    start = top = text.rfind(b"\n", 0, at) + 1
    while top and text.startswith(b"|", above := text.rfind(b"\n", 0, top - 1) + 1):
        top = above
    cells = text[top : text.find(b"\n", top)].lower().split(b"|")[text.count(b"|", start, at) :]
    return top < start and bool(cells and _HEADED.search(cells[0]))


def is_rules_text(text: bytes, groups: Sequence[CitedGroup]) -> bool:
    """Whether a text with these citations is an edition of the rules, by the clauses at the heads of its lines."""
    middle = len(text) // 2
    if len(groups) < _CITED_IN_RULES or not _CLAUSE_LINE.search(text, middle, middle + _WITH_A_CLAUSE):
        return False
    return len(set(_CLAUSE_LINE.findall(text))) >= _CLAUSES_OF_RULES
