"""Oddities of an official text as a whole: dates, missing parts, headings, the order of its numbers.

Gaps in the numbering and stale references are questions of style and left to `crdiff.lint`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import pairwise

from crdiff.dialects.blocks import TextBlock
from crdiff.dialects.build import Draft
from crdiff.dialects.parts import HEADING, Parts, lacks_beginning, listed_heading, listed_parts
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Finding, Level, Source
from crdiff.text.normalise import fold_typography


def find_oddities(parts: Parts, drafts: Sequence[Draft], dates: Sequence[date], source: Source) -> Iterator[Finding]:
    """Yield the findings about a text as a whole."""
    yield from _damage(source)
    yield from _dates(dates)
    yield from _beginning(parts, drafts)
    yield from _missing_parts(parts)
    yield from _contents(parts.contents, drafts)
    yield from _order(drafts)
    yield from _lost_breaks((*parts.rules, *parts.glossary))


def _damage(source: Source) -> Iterator[Finding]:
    for damage in source.damage:
        yield Finding("carrier-damage", Level.WARNING, f"{damage.what}: {damage.count}")


def _dates(dates: Sequence[date]) -> Iterator[Finding]:
    if not dates:
        yield Finding("no-date", Level.NOTE, "no effective date is printed in the text")
    elif len(set(dates)) > 1:
        printed = " and ".join(day.isoformat() for day in dict.fromkeys(dates))
        yield Finding("dates-disagree", Level.WARNING, f"the text prints {printed}; the first is taken")


def _beginning(parts: Parts, drafts: Sequence[Draft]) -> Iterator[Finding]:
    if lacks_beginning(parts, drafts):
        message = f"the text lacks its beginning: its rules begin with {drafts[0].number}"
        yield Finding("lacks-beginning", Level.ERROR, message, drafts[0].first)


def _missing_parts(parts: Parts) -> Iterator[Finding]:
    """Yield the parts that the contents list and the text does not have (2013-02-01 breaks off in its glossary)."""
    for block, is_there in listed_parts(parts):
        if not is_there:
            message = f"the contents list {listed_heading(block)!r}, which the text does not have"
            yield Finding("missing-part", Level.WARNING, message, block.first)


def _contents(contents: Sequence[TextBlock], drafts: Sequence[Draft]) -> Iterator[Finding]:
    """Yield headings that only the contents or only the text has, and those that read differently in the two."""
    listed = {found[1]: (found[2], block) for block in contents if (found := HEADING.fullmatch(listed_heading(block)))}
    if not listed:
        return
    headings = {str(draft.number): draft for draft in drafts if not draft.number.rule and not draft.number.letter}
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
        if number.letter and not number.rule:
            pass  # 306.b of 2008-10-01 has no place of its own; its label is a finding already
        elif above and not _is_parent(above[-1][1], number):
            check = "number-out-of-place" if number.parent in printed else "number-without-parent"
            message = f"{number} is printed under {above[-1][1]}"
            yield Finding(check, Level.WARNING, message, draft.first, str(number))
        elif before and before[0] == level and number < before[1]:
            message = f"{number} is printed after {before[1]}"
            yield Finding("number-out-of-order", Level.WARNING, message, draft.first, str(number))
        above.append((level, number))


def _is_parent(upper: ClauseNumber, number: ClauseNumber) -> bool:
    """Whether `upper` is the parent of `number`."""
    if number.letter:
        return upper.subsection == number.subsection and upper.rule == number.rule
    return upper.subsection == (number.subsection if number.rule else number.subsection // 100)


def _lost_breaks(blocks: Sequence[TextBlock]) -> Iterator[Finding]:
    """Yield the paragraphs that begin in the middle of a line ("Ability1. Text on an object", 2021-06-18)."""
    for before, block in pairwise(blocks):
        if block.first == before.last:
            message = f"{before.text!r} and {block.text[:20]!r}… are printed on one line"
            yield Finding("missing-line-break", Level.WARNING, message, block.first)
