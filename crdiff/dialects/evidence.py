"""Evidence for a dialect: how many lines of a text it recognises, and the reason in words."""

from __future__ import annotations

import re

from msgspec import Struct

from crdiff.model.number import NUMBERS

_NUMBERED_LINE = re.compile(rf"^[ \t]*{NUMBERS.subsection}\.(?:\s?{NUMBERS.digits}|{NUMBERS.letter}\b)", re.MULTILINE)


class Evidence(Struct, frozen=True):
    """How many lines of a text a dialect recognises as its own numbered lines, and the reason in words."""

    lines: int
    reason: str


def numbered_lines(text: str) -> Evidence:
    """Count the lines that open with a rule's number: what every text of rules has, the official one nothing else."""
    count = len(_NUMBERED_LINE.findall(text))
    lines = "line" if count == 1 else "lines"
    return Evidence(count, f"{count} {lines} opening with a number such as 100.1, and no other dialect's marks")
