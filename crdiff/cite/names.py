"""The numbers that the name of a test cites.

Names spell citations as sentences and as identifiers: ``CR 704.5k legend rule``, ``cr_704_5k``, ``TestCR704_5k``,
``cr704_5kLegendRule``, ``CR_704.5k_legend_rule`` of a Go subtest. All of them are brought into the one form that people
print, and the scanner of citations reads that.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from crdiff.cite.citation import Spelling
from crdiff.cite.scan import Scanner, numbers_cited
from crdiff.model.number import NUMBERS, ClauseNumber

_NAME_MAX = 1_000
"""Characters of a name that are read."""
_WORDS = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[0-9])(?=[A-Z][a-z])")
"""Where a word of a name in camel case begins: ``cr704_5k|Legend|Rule``."""
_CAPITAL = re.compile(r"(?<=[0-9])[A-Z](?![A-Za-z0-9])")
"""The letter of a subrule in a name in capitals: ``CR_704_5K``."""
_SPELLED = re.compile(
    rf"(?<![A-Za-z0-9])(?P<prefix>CR|[Cc]r|[Rr]ules?|RULES?)[ _]*(?P<sub>{NUMBERS.subsection})[_.]"
    rf"(?P<rule>{NUMBERS.rule})(?![0-9])(?:_(?P<letter>[b-hj-zB-HJ-Z])(?![A-Za-z0-9]))?"
)
"""A number behind a prefix, in pieces; a letter by itself is one of a number, unless it is a word of English."""


class NamedNumber(NamedTuple):
    """A number in a name; `is_bare`: no word before it says that it is one of a rule."""

    number: ClauseNumber
    is_bare: bool


def numbers_in_name(name: str) -> tuple[NamedNumber, ...]:
    """Return the numbers that a name cites, in order, each once; the ends of a range and all between them."""
    printed = printed_name(name[:_NAME_MAX])
    found = [
        NamedNumber(number, group.spelling is Spelling.BARE)
        for group in _scanner().scan(printed.encode("utf-8", "replace"))
        for item in group.items
        for number in numbers_cited(item)
    ]
    return tuple({each.number: each for each in reversed(found)}.values())[::-1]


@cache
def _scanner() -> Scanner:
    return Scanner(identifiers=False)


def printed_name(name: str) -> str:
    """Return a name with its citations as they are printed, and blanks between its words."""
    lowered = _CAPITAL.sub(lambda found: found[0].lower(), name)
    return _SPELLED.sub(_with_stop, _WORDS.sub("_", lowered)).replace("_", " ")


def _with_stop(found: re.Match[str]) -> str:
    return f" CR {found['sub']}.{found['rule']}{(found['letter'] or '').lower()}"
