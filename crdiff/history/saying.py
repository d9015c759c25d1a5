"""What a clause says, apart from typography and the numbers it cites; whether it says only that its rule is gone."""

from __future__ import annotations

import re

from crdiff.align.side import mask_numbers
from crdiff.text.normalise import fold_typography

_GONE = re.compile(r"\bthis rule has been removed\b|^ignore this rule\.", re.IGNORECASE)


def saying(title: str, text: str) -> str:
    """Return a form that is equal for wordings that say the same: typography, case and rule numbers do not count."""
    return mask_numbers(fold_typography(f"{title}\n{text}")).lower()


def is_notice(text: str) -> bool:
    """Whether a clause says only that the rule it replaces is gone.

    Source: 502.9d of 2001-07-23 ("Ignore this rule."), 306.4 of 2017-09-29 and 306.7 of 2018-04-27 ("Previously,
    planeswalkers were subject to a redirection effect […] This rule has been removed […]").
    """
    return bool(_GONE.search(text))
