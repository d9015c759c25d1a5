"""The sentence in which a citation stands, by which a finding is known again when lines or files move."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from crdiff.cite.citation import CitedGroup

_LINE_MAX = 400
"""Bytes of a line on either side of a citation that are read: lines of data have no end."""
_END = re.compile(rb"[.!?][)\"'*_]*(?=\s|\Z)")
_WORD = re.compile(rb"[A-Za-z\x80-\xff]+")
"""Numbers are no part of it: those cited beside change when they are moved to another release."""


def sentence_at(text: bytes, groups: Sequence[CitedGroup], at: int) -> str:
    """Return the words beside the citation at the byte `at`, in lower case: those of its sentence on its lines.

    What stands on the lines above and below may change without it: in code these are other comments.
    """
    group = groups[bisect_right(groups, at, key=lambda each: each.start) - 1]
    stop = text.find(b"\n", group.stop, group.stop + _LINE_MAX)
    before = text[max(text.rfind(b"\n", 0, group.start) + 1, group.start - _LINE_MAX) : group.start]
    after = text[group.stop : stop if stop >= 0 else group.stop + _LINE_MAX]
    start = max((end.end() for end in _END.finditer(before)), default=0)
    end = _END.search(after, 1)
    words = (*_WORD.findall(before, start), *_WORD.findall(after[: end.start()] if end else after))
    return b" ".join(words).lower().decode("latin-1")
