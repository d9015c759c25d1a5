"""Tables as CSV, whose cells a spreadsheet shows and does not run."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from io import StringIO

from crdiff.text.hidden import shown_on_a_line

_FORMULA = re.compile(r"\s*[=+@＝＋－＠-]")
"""How a cell begins that a spreadsheet takes for a formula (OWASP, "CSV Injection")."""
_COMMAND = re.compile(r"^\s*::[^,\n]*", re.MULTILINE)
"""A first cell that the runner of GitHub would take for a command; in quotes it is the same cell."""


def csv_of(columns: Sequence[str], rows: Iterable[Iterable[object]]) -> str:
    """Return rows as CSV under the names of their columns; None is an empty cell.

    A cell is one line, and has an apostrophe before what would be a formula, such as the term "-1/-1 counter".
    """
    written = StringIO(newline="")
    table = csv.writer(written, lineterminator="\n")
    table.writerow(columns)
    table.writerows(map(_cell, row) for row in rows)
    return _COMMAND.sub(r'"\g<0>"', written.getvalue())


def _cell(value: object) -> str:
    text = "" if value is None else shown_on_a_line(str(value))
    return f"'{text}" if _FORMULA.match(text) else text
