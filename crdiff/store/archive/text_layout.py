"""The layout of a text, as the store keeps it: its numbers, order and terms, without its wordings."""

from __future__ import annotations

import msgspec


class Layout(msgspec.Struct, frozen=True):
    """A text without its wordings: parallel tuples for its clauses in document order, then for its glossary.

    `wordings` and `entries` are raw fingerprints, `parents` indices or -1, `lines` first lines from 1. `words` counts
    the words of all clauses with their examples. `known` is the release that the text was recognised as, "" for others.
    """

    title: str
    words: int
    numbers: tuple[str, ...]
    wordings: tuple[str, ...]
    parents: tuple[int, ...]
    lines: tuple[int, ...]
    terms: tuple[str, ...]
    entries: tuple[str, ...]
    known: str = ""
