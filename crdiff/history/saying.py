"""What a clause says, apart from marks and the numbers it cites."""

from __future__ import annotations

import re

from crdiff.model.number import NUMBERS
from crdiff.text.normalise import fold_typography
from crdiff.text.same_words import words_alone

_CITED = re.compile(
    rf"{NUMBERS.dotted}(?:-[a-z0-9]{{1,3}}\b)?|((?:rules?|section|\bsee) ){NUMBERS.digits}\b(?!\.\d)", re.IGNORECASE
)
"""A number that a clause cites, and what a whole one follows. Source: 702.160a of 2023-04-14, "See 718"."""


def saying(title: str, text: str) -> str:
    """Return the words of a wording, equal for wordings that say the same: rule numbers do not count."""
    return words_alone(_CITED.sub(r"\1#", fold_typography(f"{title}\n{text}")))
