"""What every edition prints anew outside the rules: its date, trademark lines, addresses, the names in the credits."""

from __future__ import annotations

import re

_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_DATE = re.compile(rf"These rules are (?:effective|current) as of (?:{_MONTHS}) \d{{1,2}}, \d{{4}}\.")
_LEGAL = re.compile(r"©|®|\(c\)|\btrade ?marks?\b", re.IGNORECASE)
_SENTENCE = re.compile(r"[.!?:;][\"”)_]*$")
_RULE_NUMBER = re.compile(r"(?<![\d.])\d{3}\.\d+[a-z]?\b(?!\.\d)")
"""The number of a rule: a line with one is no address. "+32.70.233.277" is a telephone."""
_LINE_WORDS_MAX = 8
"""Words of a line of an address or of a list outside the credits: a longer one is prose without its full stop.

Source: the front matter of 1999-11-01 lists offices, "Wizards of the Coast Customer Service" in one line.
"""


def is_furniture(text: str, *, in_credits: bool) -> bool:
    """Whether nobody reads a paragraph outside the rules again when it changes.

    Source: "These rules are effective as of February 7, 2025." and the trademarks in the credits of 2025-02-07.
    """
    if _DATE.fullmatch(text) or (in_credits and _LEGAL.search(text)):
        return True
    if _SENTENCE.search(text) or _RULE_NUMBER.search(text):
        return False
    return in_credits or len(text.split()) <= _LINE_WORDS_MAX
