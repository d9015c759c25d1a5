"""What stands beside a citation in a text: the words that it is cited for, its sentence, the code about it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from hashlib import blake2b

from crdiff.cite.citation import CitedGroup, Spelling

# Bytes before a citation that can belong to its sentence.
_BEFORE_MAX = 200
# Bytes after it: a comment quotes a clause behind its number, and then quotes it long.
_AFTER_MAX = 500
# Lines of a comment before the one with the citation, itself included.
_LINES_BEFORE = 2
_LEADER = re.compile(rb"[ \t]*(//+[/!]?|/?\*+(?!/)|#+|--|;+|>|\|)?[ \t]*")
# An entry of a list: what stands above it, and the next one below, are said of other things.
#
# Source: 701.20 of 2026-08-07, "a short library reveals", above 701.16 cited for a sacrifice, in Reilley64/mtgfr.
_ENTRY = re.compile(rb"(?:[ \t]*(?://+[/!]?|\*+|#+|>))?[ \t]*(?:[-+]|[0-9]{1,2}[.)])[ \t]")
# Bytes of a sentence on either side of a citation.
_SENTENCE_MAX = 160
_SENTENCE_END = re.compile(r"(?<=[a-z)\]\"'`])[.;!?](?=\s)")
# Lines before and after a citation without words that may say what it is about, its own included.
_LINES_OF_CODE = 3
# Most bytes of a line that ends a paragraph: a comment's leader alone, or a tag.
_BLANK_MAX = 3
# What opens the brackets that hold a citation, and a word that leads to it; it may be a link or code itself.
#
# Source: 701.22a of 2026-04-17, "a pile ([CR#701.22a]). Fateseal returns" cards, in msmorgan/deckmaste.rs.
_OPENED = re.compile(rb"\((?:see|per|cf\.?|by|under|also|e\.g\.)?[\s,]*[\[`]*\Z", re.IGNORECASE)
# The rest of such brackets.
_CLOSED = re.compile(rb"[^()\n]{0,80}\)")
# The end of a sentence right behind a citation, where no mark right before it makes it the head of one.
_ENDED = re.compile(rb"[\]`]*\.(?=\s)")
_GOES_ON = re.compile(rb"[\w,.;)][ \t]*[\[`]*\Z")
# Where code ends and a comment begins on its line.
_BEHIND_CODE = re.compile(rb"[;,(){}\]\w\"'][ \t]+(?://|#|/\*)")
_WORD = re.compile(rb"[A-Za-z]{3,}")
_QUOTES = (b'"', b"'")


def fingerprint_beside(text: bytes, groups: Sequence[CitedGroup], place: int) -> bytes:
    """Return 16 bytes over `groups[place]` and all that anything here reads of what stands beside it."""
    start = groups[place].start
    near = groups[max(place - 1, 0) : place + 2]
    where = (place > 0, *((each.start - start, each.stop - start) for each in near))
    around = text[max(start - _AFTER_MAX, 0) : groups[place].stop + _AFTER_MAX]
    said = repr((where, start < _AFTER_MAX and start, _leader_of(text, start))).encode()
    return blake2b(said + around, digest_size=16).digest()


def words_beside(text: bytes, groups: Sequence[CitedGroup], place: int) -> str:
    """Return the text that `groups[place]` is cited for, comment leaders taken out, up to the citations beside it.

    What follows it counts to the end of its paragraph of comment or prose; code does not. One in brackets stands
    behind the words that it is cited for: "timestamps (613.7), or dependency (613.8)".
    """
    group = groups[place]
    start = max(groups[place - 1].stop if place else 0, group.start - _BEFORE_MAX)
    before = text[start : group.start].split(b"\n")
    near = (*_above(text, group, before)[: _LINES_BEFORE - 1][::-1], before[-1])
    return f"{_plain(near)} {_following(text, groups, place, _AFTER_MAX)}"


def sentence_beside(text: bytes, groups: Sequence[CitedGroup], place: int) -> str:
    """Return the sentence that a citation stands in, as far as the citations beside it: what it is cited for."""
    group = groups[place]
    start = max(groups[place - 1].stop if place else 0, group.start - _SENTENCE_MAX, text.rfind(b"\n", 0, group.start))
    head = _SENTENCE_END.split(text[start : group.start].decode("utf-8", "replace"))[-1]
    return f"{head} {_SENTENCE_END.split(_following(text, groups, place, _SENTENCE_MAX))[0]}"


def _following(text: bytes, groups: Sequence[CitedGroup], place: int, most: int) -> str:
    """Return what follows a citation and belongs to it, `most` bytes at most."""
    group = groups[place]
    stop = min(groups[place + 1].start if place + 1 < len(groups) else len(text), group.stop + most)
    inside = _ended(text, groups, place)
    after = text[group.stop : stop if inside is None else min(stop, inside)].split(b"\n")
    below = () if _is_of_its_line(text, group) else after[1:]
    return _plain((after[0], *_paragraph(below, _leader_of(text, group.start))))


def _is_of_its_line(text: bytes, group: CitedGroup) -> bool:
    """Whether a citation stands behind code, or alone in a string: what is above and below has its own."""
    at = group.start
    start = max(text.rfind(b"\n", 0, at) + 1, at - _BEFORE_MAX)
    quote = text[group.items[0].start - 1 : group.items[0].start]
    return (quote in _QUOTES and text.startswith(quote, group.stop)) or bool(_BEHIND_CODE.search(text, start, at))


def _ended(text: bytes, groups: Sequence[CitedGroup], place: int) -> int | None:
    """Return where the brackets close or the sentence ends that a citation ends, behind words; None: it ends none."""
    group = groups[place]
    start = max(
        groups[place - 1].stop if place else 0, text.rfind(b"\n", 0, group.start) + 1, group.start - _BEFORE_MAX
    )
    before = text[start : group.start]
    if not _WORD.search(before):
        return None
    if _OPENED.search(before):
        ended = _CLOSED.match(text, group.stop)
    else:
        is_told = group.spelling is Spelling.PREFIXED and _GOES_ON.search(before)
        ended = _ENDED.match(text, group.stop) if is_told else None
    return ended.end() if ended else None


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
    return _plain((*_above(text, group, before)[::-1], before[-1]))


def passage_after(text: bytes, groups: Sequence[CitedGroup], place: int) -> str:
    """Return the comment or paragraph from a citation on, it and others included, as far as `_ended` lets it reach."""
    group = groups[place]
    stop = _ended(text, groups, place) or group.stop + _AFTER_MAX
    after = text[group.start : stop].split(b"\n")
    return _plain((after[0], *_paragraph(after[1:], _leader_of(text, group.start))))


def _plain(lines: Iterable[bytes]) -> str:
    return b" ".join(_LEADER.sub(b"", line, count=1) for line in lines).decode("utf-8", "replace")


def _leader_of(text: bytes, at: int) -> bytes:
    """Return what opens the line of `at`, b"" where it opens with words or code."""
    match = _LEADER.match(text, text.rfind(b"\n", 0, at) + 1)
    return (match and match[1]) or b""


def _above(text: bytes, group: CitedGroup, before: Sequence[bytes]) -> list[bytes]:
    """Return the lines of the paragraph of a citation above its own, nearest first; `before` ends with its own."""
    at = group.start
    if _is_of_its_line(text, group) or _ENTRY.match(text, text.rfind(b"\n", 0, at) + 1):
        return []
    above = before[-2::-1]
    found = _paragraph(above, _leader_of(text, at))
    return [*found, *(line for line in above[len(found) : len(found) + 1] if _ENTRY.match(line))]


def _paragraph(lines: Sequence[bytes], leader: bytes) -> list[bytes]:
    """Return the first `lines` that go on with the same comment, paragraph or entry of a list."""
    found: list[bytes] = []
    for line in lines:
        said = line.strip()
        if len(said) <= _BLANK_MAX or (leader and not said.startswith(leader)) or _ENTRY.match(line):
            break
        found.append(line)
    return found
