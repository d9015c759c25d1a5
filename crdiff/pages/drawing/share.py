"""How much of a release has to be read: one bar, cut in proportion into what explains its changes."""

from __future__ import annotations

from collections.abc import Iterable

from crdiff.history.news import Shares

_LEAST = 0.4
"""Per cent of the width that the smallest part has: less is not seen."""
_GAP = 0.3
"""Per cent of the width left free between two parts."""


SharePart = dict[str, object]
"""A part of the bar: how many changes, what they are called, where the page shows them, and whether to be read.

`x` and `width` are per cent of the width.
"""


def draw_shares(shares: Shares) -> tuple[SharePart, ...]:
    """Return the parts of the bar of a release, what explains its changes first."""
    return draw_parts(
        (
            (shares.rewordings, "explained by a rewording", "#mechanical", False),
            (shares.references, "only a reference updated", "#mechanical", False),
            (shares.numbers, "only a new number", "#moved", False),
            (shares.together, "read with another", "#read", False),
            (shares.to_read, "to read", "#read", True),
        )
    )


def draw_parts(every: Iterable[tuple[int, str, str, bool]]) -> tuple[SharePart, ...]:
    """Return parts (count, words, address, whether to be read) from left to right, those with nothing in them left out.

    Each is as wide as its share of the count, but never too narrow to be seen.
    """
    told = [each for each in every if each[0]]
    total = sum(count for count, *_ in told)
    room = 100 - _GAP * (len(told) - 1)
    widths = [max(_LEAST, room * count / total) for count, *_ in told]
    scale = room / sum(widths) if widths else 0
    parts: list[SharePart] = []
    x = 0.0
    for (count, words, href, is_read), width in zip(told, widths, strict=True):
        place = {"x": round(x, 2), "width": round(width * scale, 2)}
        parts.append({"count": count, "words": words, "href": href, "is_read": is_read, **place})
        x += width * scale + _GAP
    return tuple(parts)
