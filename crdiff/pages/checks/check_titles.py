"""What checks and the releases they ran under are called on pages, and the icons of states and outcomes."""

from __future__ import annotations

import re
from collections.abc import Mapping

from crdiff.pages.frame.english import sentence
from crdiff.pages.lives import Calendar
from crdiff.trace.report import CheckResult
from crdiff.trace.timeline import DRAFT, release_named

ICONS: Mapping[str, str] = {
    "covered": "covered",
    "covered, unproved": "unproved",
    "suspect": "suspect",
    "context changed": "context",
    "unknown": "unknown",
    "not played": "unplayed",
    "predated": "predated",
    "orphaned": "suspect",
    "pending": "pending",
    "informational": "informational",
    "uncovered": "uncovered",
    "failed": "failed",
    "not in force": "unplayed",
    "passed": "covered",
}
"""Of the states that checks and the tests of engines may give a clause, and of the outcomes of tests."""
_MARKED = {
    **{f"{verb}nt": f"{verb}n’t" for verb in ("are", "did", "do", "does", "had", "has", "have", "is", "was", "were")},
    **{f"{verb}nt": f"{verb}n’t" for verb in ("could", "must", "should", "would")},
    "cant": "can’t",
    "wont": "won’t",
    "two headed giant": "Two-Headed Giant",
    "grand melee": "Grand Melee",
}
"""Words of a function's name that are never words without their marks, and terms of the rules that have capitals.

Source: 810 Two-Headed Giant Variant, and "can't" of 101.2, in the release of 2024-11-08.
"""
_UNMARKED = re.compile(rf"\b({'|'.join(_MARKED)})\b")


def title_of(check: CheckResult) -> str:
    """Return the sentence that a check is listed under: its docstring, else the name of its function with its marks."""
    return check.title or sentence(_UNMARKED.sub(lambda found: _MARKED[found[0]], check.name))


def name_of(release: str, calendar: Calendar) -> str:
    """Return what a release of the results is called; a draft of rules has no date."""
    day = release_named(release)
    return release if day == DRAFT else calendar.release_name(day)


def icon_of(state: str) -> str:
    """Return the name of the icon of a state or an outcome; of one that has no icon of its own, the waiting clock."""
    return ICONS.get(state, "pending")
