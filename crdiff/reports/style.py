"""How a report is to look, as far as a reader can choose."""

from __future__ import annotations

import re

from msgspec import Struct


class Style(Struct, frozen=True):
    """Columns to fill, unchanged words to show around a change (None: all), colour or not, one column or two."""

    width: int = 100
    context: int | None = None
    colour: bool = False
    side_by_side: bool = False


COLOURS = re.compile("(\x1b\\[[0-9]{1,2}m)")
"""What a report for a terminal with colours puts between its words; one group, so that a split keeps it."""

PLAIN = Style()
"""100 columns, all words, no colour."""
