"""The sentence in which a citation stands, by which a finding is known again when lines or files move."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from crdiff.cite.citation import CitedGroup

_REACH = 240
"""Bytes on either side of a citation that can belong to its sentence."""
_END = re.compile(rb"[.!?][)\"'*_]*(?=\s|\Z)|\n[^0-9A-Za-z\n]*(?=\n)")
"""The end of a sentence, or a line without words."""
_WORD = re.compile(rb"[A-Za-z\x80-\xff]+")
"""Numbers are no part of it: those cited beside change when they are moved to another release."""


def sentence_at(text: bytes, groups: Sequence[CitedGroup], at: int) -> str:
    """Return the words around the citation at the byte `at`, in lower case, up to the ends of their sentence."""
    group = groups[bisect_right(groups, at, key=lambda each: each.start) - 1]
    before, after = text[max(0, group.start - _REACH) : group.start], text[group.stop : group.stop + _REACH]
    start = max((end.end() for end in _END.finditer(before)), default=0)
    end = _END.search(after, 1)
    words = (*_WORD.findall(before, start), *_WORD.findall(after[: end.start()] if end else after))
    return b" ".join(words).lower().decode("latin-1")
