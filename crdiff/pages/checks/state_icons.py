"""The icons of the states that checks and the tests of engines may give a clause, and of the outcomes of tests."""

from __future__ import annotations

from collections.abc import Mapping

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


def icon_of(state: str) -> str:
    """Return the name of the icon of a state or an outcome; of one that has no icon of its own, the waiting clock."""
    return ICONS.get(state, "pending")
