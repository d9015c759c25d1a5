"""What a clause says, apart from marks and the numbers it cites."""

from __future__ import annotations

import re

from crdiff.model.number import NUMBERS
from crdiff.text.normalise import fold_typography
from crdiff.text.same_words import words_alone

_CITED = re.compile(
    rf"{NUMBERS.dotted}(?:-[a-z0-9]{{1,3}}\b)?|(?:(?<=rule |ules |tion )|(?<=\W[Ss]ee )){NUMBERS.digits}\b(?!\.\d)"
)
"""A number that a clause cites. Source: 702.160a of 2023-04-14, "See 718"."""
_DIGIT = re.compile(r"\d")
"""What hardly half of all texts have."""


def saying(title: str, text: str) -> str:
    """Return the words of a wording, equal for wordings that say the same: rule numbers do not count."""
    folded = fold_typography(f"{title}\n{text}")
    return words_alone(_CITED.sub("#", f" {folded}") if _DIGIT.search(folded) else folded)
