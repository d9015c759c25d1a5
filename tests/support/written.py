"""How people write numbers: one table for the reader of the command line and for that of the site."""

from __future__ import annotations

from ast import literal_eval

from table import rows_of


def _said(written: str) -> str:
    """Return what a cell says: a blank at an end, or one that does not show, is written as Python has it."""
    return literal_eval(written) if written[:1] == "'" else written


# What is written -> the number that is meant.
NUMBERS = {_said(row["written"]): row["meant"] for row in rows_of(__file__, "numbers")}
# What is written and is no number.
NO_NUMBERS = [_said(row["written"]) for row in rows_of(__file__, "no numbers")]
