"""Edits of the lines of a text as read: cut to what changes, put in order, and where they are in its source.

Their offsets count characters of the lines (`crdiff.dialects.registry.read_lines`) joined by line feeds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from crdiff.text.edit import TextEdit
from crdiff.text.hidden import without_hidden

# A word or a number such as "704.5k", a space, a mark: what an edit replaces whole.
_TOKEN = re.compile(r"\w+(?:\.\w+)*|\s+|.", re.DOTALL)


def smallest(edit: TextEdit[str], text: str) -> TextEdit[str]:
    """Return `edit` without the words at both of its ends that stay as they are in `text`."""
    old, new = _TOKEN.findall(text[edit.start : edit.stop]), _TOKEN.findall(edit.new)
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    start = edit.start + len("".join(old[:head]))
    stop = edit.stop - len("".join(old[len(old) - tail :]))
    return TextEdit(start, stop, "".join(new[head : len(new) - tail]))


def in_order(edits: Iterable[TextEdit[str]]) -> tuple[TextEdit[str], ...]:
    """Return the edits in the order of the text, each once, those left out that begin within the one before.

    What is left out is found again when the text is read again.
    """
    kept: list[TextEdit[str]] = []
    for edit in sorted(set(edits)):
        if not kept or edit.start > kept[-1].stop or (edit.start == kept[-1].stop and edit.stop > edit.start):
            kept.append(edit)
    return tuple(kept)


def source_offsets(source: str) -> Sequence[int]:
    r"""Return for each offset of a text as read, its end included, the offset in `source` that it was read from.

    CRLF is read as one character, and one that nobody sees as several (``\u00ad``).
    """
    if "\r\n" not in source and not without_hidden(source)[1]:
        return range(len(source) + 1)
    found: list[int] = []
    for at, character in enumerate(source):
        if character == "\n" and at and source[at - 1] == "\r":
            continue
        width = 1 if character.isascii() else len(without_hidden(character)[0])
        found += [at] * width
    return [*found, len(source)]


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """Return how many items both begin with."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (mine, its) in pairs if mine != its), min(len(one), len(other)))
