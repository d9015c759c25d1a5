"""Texts that only say that a rule is gone: the rule ended when such a notice took its place under its number."""

from __future__ import annotations

import re

_GONE = re.compile(r"\bthis rule has been removed\b|^ignore this rule\.", re.IGNORECASE)

MARK = "this rule"
"""Words that every notice has, in any case: what a search can look for first."""


def is_notice(text: str) -> bool:
    """Whether a clause says of itself that the rule which stood there is gone.

    Source: 502.9d of 2001-07-23 ("Ignore this rule."), 306.4 of 2017-09-29 and 306.7 of 2018-04-27 ("Previously,
    planeswalkers were subject to a redirection effect […] This rule has been removed […]").
    """
    return bool(_GONE.search(text))
