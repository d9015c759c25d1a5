"""Dates as texts of the rules print them."""

from __future__ import annotations

import re
from datetime import date

_DATE = re.compile(r"(?P<month>[A-Z][a-z]+) (?P<day>[0-9]{1,2}), (?P<year>[0-9]{4})")
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def read_date(printed: str) -> date | None:
    """Return the day that ``June 7, 2024`` names, None where it names none."""
    found = _DATE.fullmatch(printed)
    if not found or found["month"] not in MONTHS:
        return None
    try:
        return date(int(found["year"]), MONTHS.index(found["month"]) + 1, int(found["day"]))
    except ValueError:
        return None
