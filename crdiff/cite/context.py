"""The words beside a citation: the sentence that says what its rule is cited for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from crdiff.cite.citation import CitedGroup

_BEFORE_MAX = 200
"""Bytes before a citation that can belong to its sentence."""
_AFTER_MAX = 500
"""Bytes after it: a comment quotes a clause behind its number, and then quotes it long."""
_LINES_BEFORE = 2
"""Lines of a comment before the one with the citation, itself included."""
_LEADER = re.compile(rb"[ \t]*(//+[/!]?|/?\*+(?!/)|#+|--|;+|>|\|)?[ \t]*")
_SENTENCE_MAX = 160
"""Bytes of a sentence on either side of a citation."""
_SENTENCE_END = re.compile(r"(?<=[a-z)\]\"'`])[.;!?](?=\s)")
_LINES_OF_CODE = 3
"""Lines before and after a citation without words that may say what it is about, its own included."""
_BLANK_MAX = 3
"""Most bytes of a line that ends a paragraph: a comment's leader alone, or a tag."""


def words_beside(text: bytes, groups: Sequence[CitedGroup], place: int) -> str:
    """Return the text around `groups[place]`, comment leaders taken out, up to the citations beside it.

    What follows it counts to the end of its paragraph of comment or prose; code does not.
    """
    group = groups[place]
    start = max(groups[place - 1].stop if place else 0, group.start - _BEFORE_MAX)
    stop = min(groups[place + 1].start if place + 1 < len(groups) else len(text), group.stop + _AFTER_MAX)
    leader = _leader_of(text, group.start)
    before, after = text[start : group.start].split(b"\n"), text[group.stop : stop].split(b"\n")
    near = [*_paragraph(before[-2::-1], leader)[: _LINES_BEFORE - 1][::-1], before[-1]]
    lines = (*near, after[0], *_paragraph(after[1:], leader))
    return _plain(lines)


def sentence_beside(text: bytes, groups: Sequence[CitedGroup], place: int) -> str:
    """Return the sentence that a citation stands in, as far as the citations beside it: what it is cited for."""
    group = groups[place]
    stop = min(groups[place + 1].start if place + 1 < len(groups) else len(text), group.stop + _SENTENCE_MAX)
    after = text[group.stop : stop].split(b"\n")
    lines = (after[0], *_paragraph(after[1:], _leader_of(text, group.start)))
    start = max(groups[place - 1].stop if place else 0, group.start - _SENTENCE_MAX, text.rfind(b"\n", 0, group.start))
    head = _SENTENCE_END.split(text[start : group.start].decode("utf-8", "replace"))[-1]
    return f"{head} {_SENTENCE_END.split(_plain(lines))[0]}"


def code_beside(text: bytes, groups: Sequence[CitedGroup], place: int) -> str:
    """Return the lines about a citation that has hardly a word of its own: it says what the code there does."""
    start, stop = groups[place].start, groups[place].stop
    for _ in range(_LINES_OF_CODE):
        start = text.rfind(b"\n", 0, max(start, 0))
        stop = text.find(b"\n", stop + 1) if stop >= 0 else stop
    start = max(start, groups[place - 1].stop if place else 0, groups[place].start - _BEFORE_MAX)
    stop = min(stop if stop >= 0 else len(text), groups[place].stop + _AFTER_MAX)
    if place + 1 < len(groups):
        stop = min(stop, groups[place + 1].start)
    return text[max(start, 0) : stop].decode("utf-8", "replace")


def passage_before(text: bytes, group: CitedGroup) -> str:
    """Return the comment or paragraph up to a citation, other citations included."""
    before = text[max(0, group.start - _AFTER_MAX) : group.start].split(b"\n")
    return _plain((*_paragraph(before[-2::-1], _leader_of(text, group.start))[::-1], before[-1]))


def passage_after(text: bytes, group: CitedGroup) -> str:
    """Return the comment or paragraph from a citation on, it and others included."""
    after = text[group.start : group.stop + _AFTER_MAX].split(b"\n")
    return _plain((after[0], *_paragraph(after[1:], _leader_of(text, group.start))))


def _plain(lines: Iterable[bytes]) -> str:
    return b" ".join(_LEADER.sub(b"", line, count=1) for line in lines).decode("utf-8", "replace")


def _leader_of(text: bytes, at: int) -> bytes:
    """Return what opens the line of `at`, b"" where it opens with words or code."""
    match = _LEADER.match(text, text.rfind(b"\n", 0, at) + 1)
    return (match and match[1]) or b""


def _paragraph(lines: Sequence[bytes], leader: bytes) -> list[bytes]:
    """Return the first `lines` that go on with the same comment or paragraph."""
    found: list[bytes] = []
    for line in lines:
        said = line.strip()
        if len(said) <= _BLANK_MAX or (leader and not said.startswith(leader)):
            break
        found.append(line)
    return found
