"""What carriers do to a text: characters lost as "?" or as U+FFFD, and how to see past them when texts are compared.

A text is never repaired here. A quote printed as "?" stays "?"; these functions let a comparison know that "can?t" is
"can't" on a damaged carrier and not a change of the rules.
"""

from __future__ import annotations

import re

from crdiff.text.normalise import fold_typography

_LOST = "?\ufffd"
_SURE = 20

_FRAGILE = str.maketrans(dict.fromkeys("?\ufffd'\"-*", "?"))
_SIGNS = re.compile(r"[™®©−•]|\((?:tm|r|c)\)", re.IGNORECASE)
_STAND_INS = re.compile(r"\s*\?[?\s]*")
_LOST_SIGN = re.compile(r"(?<=\w)[?\ufffd](?=[\s.,;:)]|$)")


def count_replaced(text: str) -> tuple[str, int]:
    """Return how many characters a decoder gave up on."""
    return "characters replaced by U+FFFD", text.count("\ufffd")


def count_lost(text: str) -> tuple[str, int]:
    """Return how many question marks stand for a lost quote, apostrophe, dash or sign.

    Sure ones stand where no question can end: before a letter, a digit or a comma, after a space. Where there are
    many of them, the rest (closing quotes before a space) are counted too.
    Source: 2008-05-01 (4,742 quotes and apostrophes), 2009-05-01 (124 dashes), 2022-10-07 ("[?4]", a minus sign).
    """
    what = "characters lost as '?'"
    places = [match.start() for match in re.finditer(r"\?", text)]
    asked = [at for at in places if _in_address(text, at)]
    sure = sum(_is_lost(text, at) for at in places if at not in asked)
    return what, len(places) - len(asked) if sure >= _SURE else sure


def _in_address(text: str, at: int) -> bool:
    """Whether the question mark is part of a web address (``default.asp?x=magic``)."""
    start = max(text.rfind(" ", 0, at), text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
    return "/" in text[start:at] and "." in text[start:at] and text[at + 1 : at + 2].isalnum()


def _is_lost(text: str, at: int) -> bool:
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    opens = before.isspace() or before in "[("
    return after.isalnum() or after in tuple("{,;:.") or (opens and after not in _LOST)


def has_damage(text: str) -> bool:
    """Whether `text` holds a character that may stand for a lost one."""
    return "?" in text or "\ufffd" in text


def without_fragile(text: str) -> str:
    """Return `text` without white space and the characters that carriers lose: equal for a text and a damaged copy.

    A key for finding partners, not a proof: `differs_by_damage` is.
    """
    return "".join(fold_typography(text).translate(_FRAGILE).replace("?", "").split())


def differs_by_damage(one: str, other: str) -> bool:
    """Whether two texts (or words) differ, and every difference is a character that the carrier of one of them lost.

    ``can?t`` and ``can't`` do, ``can?t`` and ``can`` do not; texts that differ in typography alone do not.
    """
    if fold_typography(one) == fold_typography(other):
        return False
    return _is_copy(one, other) or _is_copy(other, one)


def _is_copy(damaged: str, whole: str) -> bool:
    """Whether `damaged` is `whole` with quotes, apostrophes, dashes or signs printed as "?" or U+FFFD.

    A sign such as ™ may be missing in `whole`: releases drop and add them.
    """
    if not has_damage(damaged):
        return False
    form = _lost_form(whole)
    return _lost_form(damaged) == form or _lost_form(_LOST_SIGN.sub("", damaged)) == form


def _lost_form(text: str) -> str:
    """Return `text` as a carrier that loses every fragile character would print it, spaces around those left out."""
    return _STAND_INS.sub("?", fold_typography(_SIGNS.sub("?", text)).translate(_FRAGILE)).strip()
