"""Whether a clause says only that the rule it replaces is gone."""

from __future__ import annotations

import re

_GONE = re.compile(r"\bthis rule has been removed\b|^ignore this rule\.", re.IGNORECASE)


def is_notice(text: str) -> bool:
    """Whether a clause says only that the rule it replaces is gone.

    Source: 502.9d of 2001-07-23 ("Ignore this rule."), 306.4 of 2017-09-29 and 306.7 of 2018-04-27 ("Previously,
    planeswalkers were subject to a redirection effect […] This rule has been removed […]").
    """
    return bool(_GONE.search(text))


def is_revoked(old: str, new: str) -> bool:
    """Whether the rule of the text `old` is gone, by the text `new` that has its place."""
    return old != new and is_notice(new) and not is_notice(old)
