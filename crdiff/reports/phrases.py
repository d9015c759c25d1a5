"""Counts and lists in words, as reports say them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from functools import wraps
from typing import TYPE_CHECKING, ParamSpec

if TYPE_CHECKING:
    from crdiff.history.lineage import Lineage, Term
    from crdiff.model.number import ClauseNumber

_NUMERALS = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)

# A double mark that opens a quotation: a curly one, or a straight one before which no word stands.
_OPENING = re.compile(r'“|(?<![^\s(\[‘—–-])"(?=\S)')
_CLOSING = str.maketrans({"”": "’", '"': "’"})


_P = ParamSpec("_P")


def in_lines(report: Callable[_P, Iterable[str]]) -> Callable[_P, str]:
    """Make a function that yields the lines of a report one that returns them as a text."""

    @wraps(report)
    def text(*arguments: _P.args, **named: _P.kwargs) -> str:
        return "".join(f"{line}\n" for line in report(*arguments, **named))

    return text


def numeral(count: int) -> str:
    """Return small counts in letters, larger ones in figures: ``eleven``, ``21``."""
    return _NUMERALS[count] if count < len(_NUMERALS) else str(count)


def counted(count: int, one: str, many: str = "") -> str:
    """Return the count with its noun: "1 rule", "2,041 rules"."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def listed(items: Sequence[str], most: int = 0) -> str:
    """Return "a, b and c"; beyond `most` items (0: all) the rest is counted: "a, b and 7 more"."""
    if most and len(items) > most + 1:
        items = [*items[:most], f"{len(items) - most:,} more"]
    return " and ".join([", ".join(items[:-1]), items[-1]]) if len(items) > 1 else "".join(items)


def quoted(text: str) -> str:
    """Return `text` in quotation marks; a quotation inside it gets single ones, so that no two marks meet."""
    opened = _OPENING.sub("‘", text)
    return f"“{opened.translate(_CLOSING)}”"


def cut_short(line: str, width: int) -> str:
    """Return `line` in at most `width` characters; what does not fit ends between words, with an ellipsis."""
    head = line[: width - 1]
    return line if len(line) <= width else f"{head.rpartition(' ')[0].rstrip(' ,;:.(') or head.rstrip()}…"


def period(first: date, last: date) -> str:
    """Return a stretch of releases: "2003-10-01 – 2009-05-01", or one date padded to the same width."""
    return f"{first} – {last}" if first != last else f"{first!s:23}"


def not_sure(lineage: Lineage[ClauseNumber | Term]) -> Iterator[str]:
    """Yield what is not sure of a lineage, in sentences without a full stop."""
    first = lineage.runs[0].first
    for day in lineage.unsure:
        was = "it has no origin" if day == first else f"{lineage.number_in(day)} of {day} is this clause"
        yield f"Not sure that {was}: the text of the release before is not held"
