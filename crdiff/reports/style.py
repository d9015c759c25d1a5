"""How a report is to look, as far as a reader can choose."""

from __future__ import annotations

from msgspec import Struct


class Style(Struct, frozen=True):
    """Columns to fill, unchanged words to show around a change (None: all), colour or not, one column or two."""

    width: int = 100
    context: int | None = None
    colour: bool = False
    side_by_side: bool = False


PLAIN = Style()
"""100 columns, all words, no colour."""
