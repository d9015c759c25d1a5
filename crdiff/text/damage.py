"""How many characters a carrier lost: printed as "?", or as U+FFFD by the decoder.

A text is never repaired: a quote printed as "?" stays "?".
"""

from __future__ import annotations

import re

LOST = "?\ufffd"
"""What stands for a character that a carrier lost."""
_SURELY_LOST_MIN = 20
"""Question marks that cannot end a question: from so many on, none of the text is believed to end one. 2009-05-01 has
124 of them, a text without damage a few in addresses."""


def count_replaced(text: str) -> tuple[str, int]:
    """Return how many characters a decoder gave up on."""
    return "characters replaced by U+FFFD", text.count("\ufffd")


def count_lost(text: str) -> tuple[str, int]:
    """Return how many question marks stand for a lost quote, apostrophe, dash or sign.

    Sure ones stand where no question can end: before a letter, a digit or a comma, after a space. Where there are
    `_SURELY_LOST_MIN` of them, the rest (closing quotes before a space) are counted too.
    Source: 2008-05-01 (4,742 quotes and apostrophes), 2009-05-01 (124 dashes), 2022-10-07 ("[?4]", a minus sign).
    """
    what = "characters lost as '?'"
    places = [match.start() for match in re.finditer(r"\?", text)]
    asked = [at for at in places if _in_address(text, at)]
    sure = sum(_is_lost(text, at) for at in places if at not in asked)
    return what, len(places) - len(asked) if sure >= _SURELY_LOST_MIN else sure


def _in_address(text: str, at: int) -> bool:
    """Whether the question mark is part of a web address (``default.asp?x=magic``)."""
    start = max(text.rfind(" ", 0, at), text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
    return "/" in text[start:at] and "." in text[start:at] and text[at + 1 : at + 2].isalnum()


def _is_lost(text: str, at: int) -> bool:
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    opens = before.isspace() or before in "[("
    return after.isalnum() or after in tuple("{,;:.") or (opens and after not in LOST)
