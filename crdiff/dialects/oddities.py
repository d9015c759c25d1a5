"""Oddities of an official text as a whole, and slips of a publisher who copied by hand or by program."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import pairwise

from msgspec import structs

from crdiff.dialects.build import Draft
from crdiff.dialects.parts import Parts, lacks_beginning, listed_heading, listed_parts
from crdiff.model.clause import Clause
from crdiff.model.number import NUMBERS, ClauseNumber
from crdiff.model.release import Finding, Level, Release, Source
from crdiff.text.normalise import fold_typography


def find_oddities(parts: Parts, drafts: Sequence[Draft], dates: Sequence[date], source: Source) -> Iterator[Finding]:
    """Yield the findings about a text as a whole."""
    for damage in source.damage:
        yield Finding("carrier-damage", Level.WARNING, f"{damage.what}: {damage.count}")
    yield from _dates(dates)
    if lacks_beginning(parts, drafts):
        message = f"the text lacks its beginning: its rules begin with {drafts[0].number}"
        yield Finding("lacks-beginning", Level.ERROR, message, drafts[0].first)
    for block, is_there in listed_parts(parts):
        if not is_there:  # 2013-02-01 breaks off in its glossary
            message = f"the contents list {listed_heading(block)!r}, which the text does not have"
            yield Finding("missing-part", Level.WARNING, message, block.first)
    yield from _contents(parts, drafts)
    yield from _order(drafts)
    for before, block in pairwise((*parts.rules, *parts.glossary)):
        if block.first == before.last:  # "Ability1. Text on an object" (2021-06-18)
            message = f"{before.text!r} and {block.text[:20]!r}… are printed on one line"
            yield Finding("missing-line-break", Level.WARNING, message, block.first)


def _dates(dates: Sequence[date]) -> Iterator[Finding]:
    if not dates:
        yield Finding("no-date", Level.NOTE, "no effective date is printed in the text")
    elif len(set(dates)) > 1:
        printed = " and ".join(day.isoformat() for day in dict.fromkeys(dates))
        yield Finding("dates-disagree", Level.WARNING, f"the text prints {printed}; the first is taken")


def _contents(parts: Parts, drafts: Sequence[Draft]) -> Iterator[Finding]:
    """Yield headings that only the contents or only the text has, and those that read differently in the two."""
    headed = ((parts.labels.heading.fullmatch(listed_heading(block)), block) for block in parts.contents)
    listed = {found[1]: (found[2], block) for found, block in headed if found}
    if not listed:
        return
    headings = {str(draft.number): draft for draft in drafts if draft.number.is_heading}
    for number, (title, block) in listed.items():
        if number not in headings:
            message = f"the contents list {number}. {title}, which the text does not have"
            yield Finding("heading-not-in-text", Level.WARNING, message, block.first, number)
        elif fold_typography(title) != fold_typography(headings[number].title):
            message = f"the contents call {number} {title!r}, the text {headings[number].title!r}"
            yield Finding("heading-differs", Level.NOTE, message, block.first, number)
    for number, draft in headings.items():
        if number not in listed:
            message = f"{number}. {draft.title} is not in the contents"
            yield Finding("heading-not-in-contents", Level.NOTE, message, draft.first, number)


def _order(drafts: Sequence[Draft]) -> Iterator[Finding]:
    """Yield the numbers under another number than their parent, and those after a later one."""
    printed = {draft.number for draft in drafts}
    above: list[tuple[int, ClauseNumber]] = []  # what the clause at hand stands under, with the levels
    for draft in drafts:
        level, number = draft.level, draft.number
        before = None
        while above and above[-1][0] >= level:
            before = above.pop()
        if not number.is_complete:
            pass  # 306.b of 2008-10-01 has no place of its own; its label is a finding already
        elif above and number.path[:-1] != above[-1][1].path and number.parent != above[-1][1]:
            check = "number-out-of-place" if number.parent in printed else "number-without-parent"
            message = f"{number} is printed under {above[-1][1]}"
            yield Finding(check, Level.WARNING, message, draft.first, str(number))
        elif before and before[0] == level and number < before[1]:
            message = f"{number} is printed after {before[1]}"
            yield Finding("number-out-of-order", Level.WARNING, message, draft.first, str(number))
        above.append((level, number))


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
    spelled = _NOT_AS_S.sub(lambda slip: f"{slip[0][:-1]}t", text)
    return _CAPITAL.sub(lambda reference: reference[0][0].lower() + reference[0][1:], spelled)


def transcription_findings(drafts: Sequence[Draft]) -> Iterator[Finding]:
    """Yield what looks like a slip of the copyist, clause by clause."""
    curly = sum(len(_CURLY.findall(_wording(draft))) for draft in drafts)
    straight = sum(len(_STRAIGHT.findall(_wording(draft))) for draft in drafts)
    rare, name = (_STRAIGHT, "straight") if straight < curly else (_CURLY, "curly")
    for draft in drafts:
        for word in _NOT_AS_S.findall(_wording(draft)):  # 712.1, 712.5b and 712.6 of the 712 page
            message = f"{draft.number} prints {word!r} where the rules have {f'{word[:-1]}t'!r}; kept as printed"
            yield Finding("misspelled-not", Level.WARNING, message, draft.first, str(draft.number))
        yield from _oddly_quoted(draft, rare, name)
        for reference in _CAPITAL.findall(_wording(draft)):  # 507.3b and 507.4 of the 507 page: "See Rule 300.3"
            message = f"{draft.number} prints {reference!r} with a capital, unlike the official texts; kept as printed"
            yield Finding("capital-rule", Level.NOTE, message, draft.first, str(draft.number))


def _wording(draft: Draft) -> str:
    return "\n".join((draft.title, *draft.paragraphs, *draft.examples))


def _oddly_quoted(draft: Draft, rare: re.Pattern[str], name: str) -> Iterator[Finding]:
    """Yield a clause whose quotes or apostrophes differ from the page's. Source: 712.4 of the 712 page."""
    count = len(rare.findall(_wording(draft)))
    if count:
        marks = "quote or apostrophe" if count == 1 else "quotes or apostrophes"
        message = (
            f"{draft.number} has {count} {name} {marks} on a page that otherwise has the other kind; kept as printed"
        )
        yield Finding("mixed-quotes", Level.NOTE, message, draft.first, str(draft.number))
