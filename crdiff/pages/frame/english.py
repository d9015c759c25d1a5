"""Small English for sentences; counts in figures and lists are those of `crdiff.reports.phrases`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from crdiff.reports import phrases


def counted(count: int, singular: str, plural: str = "") -> str:
    """Return ``one clause``, ``eleven clauses``, ``21 clauses``."""
    return f"{phrases.numeral(count)} {singular if count == 1 else plural or singular + 's'}"


def times(count: int) -> str:
    """Return ``once``, ``twice``, ``three times``."""
    return {1: "once", 2: "twice"}.get(count) or counted(count, "time")


def sentence(text: str) -> str:
    """Return `text` with its first letter upper case and a full stop at its end."""
    return f"{text[:1].upper()}{text[1:].rstrip('.')}." if text else ""


def years(days: Sequence[date]) -> str:
    """Return the years that dates span: ``2018``, ``2009–2014``."""
    first, last = min(days).year, max(days).year
    return str(first) if first == last else f"{first}–{last}"


def clipped(text: str, width: int) -> str:
    """Return `text` on one line, cut between words to at most `width` characters with an ellipsis."""
    return phrases.cut_short(" ".join(text.split(maxsplit=width)), width)  # so many words are too long


def clipped_lines(lines: Sequence[str], most: int) -> str:
    """Return as many of `lines` as fit into `most` characters, with an ellipsis where there are more."""
    shown = ""
    for line in lines:
        if len(shown) + len(line) + 2 > most:
            return f"{shown}…\n"
        shown += f"{line}\n"
    return shown
