"""The official text, 1999 to today, with the dates that it prints: paragraphs between introduction and glossary."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from crdiff.dialects.blocks import TextBlock, read_blocks
from crdiff.dialects.build import grow
from crdiff.dialects.clauses import read_clauses
from crdiff.dialects.evidence import numbered_lines as evidence
from crdiff.dialects.glossary import read_glossary
from crdiff.dialects.oddities import find_oddities
from crdiff.dialects.parts import divide, lacks_beginning, missing_at_the_end
from crdiff.errors import UnrecognisedText
from crdiff.model.book import HEADINGS, Headings
from crdiff.model.clause import Span
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Finding, Paragraph, Release, Source

_DATE = re.compile(r"(?P<month>[A-Z][a-z]+) (?P<day>[0-9]{1,2}), (?P<year>[0-9]{4})")
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def read_date(printed: str) -> date | None:
    """Return the day that ``June 7, 2024`` names, None where it names none."""
    found = _DATE.fullmatch(printed)
    if not found or found["month"] not in MONTHS:
        return None
    return day_of(found["year"], MONTHS.index(found["month"]) + 1, found["day"])


def day_of(year: str, month: str | int, day: str) -> date | None:
    """Return a day of the calendar, None where it has no such day."""
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None


__all__ = ["evidence", "parse"]

_EFFECTIVE = re.compile(r"(?:(?:current|effective) as of|^Effective)\s+([A-Z][a-z]+) ([0-9]{1,2}),? ([0-9]{4})")
_ON_THE_COVER = re.compile(r"COMPREHENSIVE RULES\s+(0[1-9]|1[0-2])/([0-9]{2})/([0-9]{2})$")
_AS_OF = re.compile(r"As of ([0-9]{4})-([0-9]{2})-([0-9]{2})\.?")
# Years of a release. Before, the rules were written in another form; a later year is a misprint, which a site with a
# page for each year would have to reach.
_YEARS = range(1999, 2100)
# Characters of the title of a release.
_TITLE_MAX = 80


def parse(
    text: str,
    source: Source,
    numbers: type[ClauseNumber] = ClauseNumber,
    blocks: Sequence[TextBlock] | None = None,
    headings: Headings = HEADINGS,
) -> Release:
    """Return the release that `text` prints, in `numbers` of its book.

    `blocks` are its paragraphs where they are known, `headings` those of its parts.
    Raises `UnrecognisedText` where it has no numbered rules, or where the date in it is none of `_YEARS`.
    """
    parts = divide(read_blocks(text, numbers.grammar) if blocks is None else blocks, numbers, headings)
    dates = _dates((*parts.front, *parts.credits), headings)
    if dates and dates[0].year not in _YEARS:
        raise UnrecognisedText(f"the rules of {dates[0]}", f"a release of {_YEARS[0]} to {_YEARS[-1]}")
    findings: list[Finding] = []
    drafts = read_clauses(parts.rules, findings, numbers)
    tree = grow(drafts)
    findings += tree.findings
    findings += find_oddities(parts, drafts, dates, source)
    return Release(
        effective=dates[0] if dates else None,
        title=_title(parts.front),
        sections=tree.sections,
        placements=tree.placements,
        source=source,
        glossary=read_glossary(parts.glossary),
        front=as_paragraphs(parts.front),
        contents=as_paragraphs(parts.contents),
        credits=as_paragraphs(parts.credits),
        findings=tuple(sorted(findings, key=lambda finding: finding.line)),
        missing=missing_at_the_end(parts),
        lacks_beginning=lacks_beginning(parts, drafts),
    )


def _dates(blocks: Sequence[TextBlock], headings: Headings) -> list[date]:
    """Return the effective dates printed outside the rules, in order: most texts print theirs twice."""
    dates: list[date | None] = []
    dated = re.compile(headings.dated or "(?!)")
    for block in blocks:
        if found := dated.search(block.text):
            month, months = found["month"], headings.months or MONTHS
            at = months.index(month) + 1 if month in months else month
            dates.append(day_of(found["year"], at, found["day"]))
        elif found := _EFFECTIVE.search(block.text):
            dates.append(read_date(f"{found[1]} {found[2]}, {found[3]}"))
        elif found := _AS_OF.fullmatch(block.text):
            dates.append(day_of(*found.groups()))
        elif found := _ON_THE_COVER.search(block.text):
            dates.append(read_date(f"{MONTHS[int(found[1]) - 1]} {int(found[2])}, 19{found[3]}"))
    return [day for day in dates if day]


def _title(front: Sequence[TextBlock]) -> str:
    """Return the first lines up to a blank one, without the date and the underscores of italics.

    Source: 1999-11-01 prints its title on two lines, 1999-04-23 its date beside it.
    """
    lines: list[str] = []
    for block in front:
        if lines and block.apart:
            break
        lines.append(block.text)
    title = re.sub(r"\s+(?:[0-9]{2}/){2}[0-9]{2}$", "", " ".join(lines)).replace("_", "")
    return title if len(title) <= _TITLE_MAX else ""


def as_paragraphs(blocks: Sequence[TextBlock]) -> tuple[Paragraph, ...]:
    """Return the paragraphs of a part that is no rules, with their lines."""
    return tuple(Paragraph(block.text, Span(block.first, block.last + 1)) for block in blocks)
