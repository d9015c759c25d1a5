"""Slips of a publisher who copied rules by hand or by program: reported, never repaired."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from crdiff.dialects.build import Draft
from crdiff.model.release import Finding, Level

_NOT_AS_S = re.compile(
    r"\b(?:are|could|did|do|does|had|has|have|is|must|should|was|were|would|ca)n['’]s\b", re.IGNORECASE
)
_STRAIGHT = re.compile(r"['\"]")
_CURLY = re.compile(r"[‘’“”]")
_CAPITAL = re.compile(r"(?<=[a-z,(] )Rules? [0-9]{3}(?:\.[0-9]+[a-z]?)?")


def transcription_findings(drafts: Sequence[Draft]) -> Iterator[Finding]:
    """Yield what looks like a slip of the copyist, clause by clause."""
    curly = sum(len(_CURLY.findall(_wording(draft))) for draft in drafts)
    straight = sum(len(_STRAIGHT.findall(_wording(draft))) for draft in drafts)
    rare, name = (_STRAIGHT, "straight") if straight < curly else (_CURLY, "curly")
    for draft in drafts:
        yield from _misspelled(draft)
        yield from _oddly_quoted(draft, rare, name)
        yield from _capitals(draft)


def _wording(draft: Draft) -> str:
    return "\n".join((draft.title, *draft.paragraphs, *draft.examples))


def _misspelled(draft: Draft) -> Iterator[Finding]:
    """Yield each "can’s" for "can’t". Source: 712.1, 712.5b and 712.6 of the 712 page."""
    for word in _NOT_AS_S.findall(_wording(draft)):
        message = f"{draft.number} prints {word!r} where the rules have {word[:-1] + 't'!r}; kept as printed"
        yield Finding("misspelled-not", Level.WARNING, message, draft.first, str(draft.number))


def _oddly_quoted(draft: Draft, rare: re.Pattern[str], name: str) -> Iterator[Finding]:
    """Yield a clause whose quotes or apostrophes differ from the page's. Source: 712.4 of the 712 page."""
    count = len(rare.findall(_wording(draft)))
    if count:
        marks = "quote or apostrophe" if count == 1 else "quotes or apostrophes"
        message = (
            f"{draft.number} has {count} {name} {marks} on a page that otherwise has the other kind; kept as printed"
        )
        yield Finding("mixed-quotes", Level.NOTE, message, draft.first, str(draft.number))


def _capitals(draft: Draft) -> Iterator[Finding]:
    """Yield each reference written with a capital. Source: 507.3b and 507.4 of the 507 page ("See Rule 300.3")."""
    for reference in _CAPITAL.findall(_wording(draft)):
        message = f"{draft.number} prints {reference!r} with a capital, unlike the official texts; kept as printed"
        yield Finding("capital-rule", Level.NOTE, message, draft.first, str(draft.number))
