"""What every edition prints anew before the rules: its date, and the lines of addresses and lists."""

from __future__ import annotations

import re

_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_DATE = re.compile(
    rf"These rules are (?:effective|current) as of (?:{_MONTHS}) ?\d{{1,2}}, \d{{4}}\.?|As of \d{{4}}-\d\d-\d\d\.?"
)
_SENTENCE = re.compile(r"[.!?:;][\"”)_]*$")
# The number of a rule: a line with one is no address. "+32.70.233.277" is a telephone.
_RULE_NUMBER = re.compile(r"(?<![\d.])\d{3}\.\d+[a-z]?\b(?!\.\d)")
# Words of a line of an address or of a list: a longer one is prose without its full stop.
#
# Source: the front matter of 1999-11-01 lists offices, "Wizards of the Coast Customer Service" in one line.
_LINE_WORDS_MAX = 8


def is_furniture(text: str) -> bool:
    """Whether nobody reads a paragraph before the rules again when it changes.

    Source: "These rules are effective as of February 7, 2025."; 2021-06-18 prints "June18", 2023-11-17 no full stop.
    """
    if _DATE.fullmatch(text):
        return True
    return not (_SENTENCE.search(text) or _RULE_NUMBER.search(text)) and len(text.split()) <= _LINE_WORDS_MAX
