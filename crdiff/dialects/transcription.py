"""Slips of a publisher who copied rules by hand or by program.

Reading a text reports them and keeps them as printed. A question about the rules that only such a copy can answer
takes it `without_slips`: a slip of the copyist is not a change of the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import structs

from crdiff.dialects.build import Draft
from crdiff.model.clause import Clause
from crdiff.model.number import NUMBERS
from crdiff.model.release import Finding, Level, Release

_NOT_AS_S = re.compile(
    r"\b(?:are|could|did|do|does|had|has|have|is|must|should|was|were|would|ca)n['’]s\b", re.IGNORECASE
)
_STRAIGHT = re.compile(r"['\"]")
_CURLY = re.compile(r"[‘’“”]")
_CAPITAL = re.compile(rf"(?<=[a-z,(] )Rules? {NUMBERS.subsection}(?:{NUMBERS.below})?")


def without_slips(release: Release) -> Release:
    """Return `release` with the copyist's misspellings corrected, or itself where there are none.

    Quotes stay as printed: typography is not a change of the rules.
    """
    sections = tuple(map(_mended, release.sections))
    return release if sections == release.sections else structs.replace(release, sections=sections)


def _mended(clause: Clause) -> Clause:
    return structs.replace(
        clause,
        title=_as_meant(clause.title),
        text=_as_meant(clause.text),
        examples=tuple(map(_as_meant, clause.examples)),
        children=tuple(map(_mended, clause.children)),
    )


def _as_meant(text: str) -> str:
    spelled = _NOT_AS_S.sub(lambda slip: _not_as_t(slip[0]), text)
    return _CAPITAL.sub(lambda reference: reference[0][0].lower() + reference[0][1:], spelled)


def _not_as_t(word: str) -> str:
    return f"{word[:-1]}t"


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
        message = f"{draft.number} prints {word!r} where the rules have {_not_as_t(word)!r}; kept as printed"
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
