"""Evidence for a dialect: how many lines of a text it recognises, and the reason in words."""

from __future__ import annotations

import re
from functools import cache

from msgspec import Struct

from crdiff.model.number import NUMBERS, NumberGrammar, first_rule, numbers_of


class Evidence(Struct, frozen=True):
    """How many lines of a text a dialect recognises as its own numbered lines, and the reason in words."""

    lines: int
    reason: str


@cache
def _numbered_line(grammar: NumberGrammar) -> re.Pattern[str]:
    label = rf"{grammar.headed}{grammar.before}(?:\s?{grammar.digits}|{grammar.letter}\b)"
    return re.compile(rf"^[ \t]*{label}", re.MULTILINE)


def numbered_lines(text: str, grammar: NumberGrammar = NUMBERS) -> Evidence:
    """Count the lines that open with a rule's number: what every text of rules has, the official one nothing else."""
    count = len(_numbered_line(grammar).findall(text))
    lines = "line" if count == 1 else "lines"
    sample = first_rule(numbers_of(grammar))
    return Evidence(count, f"{count} {lines} opening with a number such as {sample}, and no other dialect's marks")


# Lines that open with the number of a clause, for a text to be one of the rules.
_NUMBERED_MIN = 2
# Least share of them among the lines that say anything, for its examples and its glossary.
_NUMBERED_SHARE = 0.3


def is_of_rules(text: str) -> bool:
    """Whether many lines of a text are numbered clauses."""
    said = sum(map(bool, map(str.strip, text.splitlines())))
    return numbered_lines(text).lines >= max(_NUMBERED_MIN, _NUMBERED_SHARE * said)
