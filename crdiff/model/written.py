"""Numbers as people write them: ``rule 702.19b``, ``CR 702.19B``, ``§702``, ``[702.19b]``.

`ClauseNumber.parse` stays strict, because it reads texts: what it takes for a number there becomes a clause. Here a
person has been asked for a number. ``written.js`` of the site reads the same; both answer to one table of cases.
"""

from __future__ import annotations

import re
from unicodedata import normalize

from crdiff.errors import UnknownNumber
from crdiff.model.number import NUMBERS, ClauseNumber

_WORDS = "mtg|magic|comprehensive|comp|cr|sections?|subsections?|rules?|subrules?|number|no"
_BEFORE = rf"""[ "'“”‘’«»(\[{{<]*(?:(?:{_WORDS}|[§#])[ .:]*)*"""
_AFTER = r"""[ .,;:!?"'“”‘’«»)\]}>]*"""
_WRITTEN = re.compile(rf"{_BEFORE}({NUMBERS.written}){_AFTER}", re.ASCII | re.IGNORECASE)
_APART = re.compile(r"[ ()]")


def written_number(written: str) -> ClauseNumber | None:
    """Return the number that a person means by `written`, None where that is no number: ``Trample``.

    The words and marks that people put around a number, capital letters and spaces do not count.
    """
    match = _WRITTEN.fullmatch(" ".join(normalize("NFKC", written).split()))
    if not match:
        return None
    try:
        return ClauseNumber.parse(_APART.sub("", match[1]).lower())
    except UnknownNumber:
        return None


def read_number(written: str) -> ClauseNumber:
    """Return the number that a person means by `written`. Raises `UnknownNumber` where that is no number."""
    number = written_number(written)
    if number is None:
        raise UnknownNumber(f"{written!r} is not a clause number", "a number such as 7, 702, 702.9 or 702.9a")
    return number
