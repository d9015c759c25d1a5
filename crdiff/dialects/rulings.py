"""An index of rulings in which every rule and example ends with the date it took its wording.

``• 507.1a - Multiple turn-controlling effects … [CompRules 2003/10/01]``. The dates become facts of the clauses and
examples; everything else on the page is its own prose.
"""

from __future__ import annotations

import re
from datetime import date

from crdiff.dialects.blocks import said_lines
from crdiff.dialects.evidence import Evidence
from crdiff.dialects.excerpt import EXAMPLE, QuotedPage
from crdiff.dialects.official import day_of
from crdiff.model.number import NUMBERS, ClauseNumber
from crdiff.model.release import AsideKind, Fact, Finding, Level, Release, Source

_CLAUSE = re.compile(rf"(?:[•*]\s*)?(?P<label>{NUMBERS.number}) - (?P<text>\S.*)")
_DATED = re.compile(r"\s*\[CompRules ([0-9]{4})/([0-9]{2})/([0-9]{2})\]$")
_DATED_NUMBER = re.compile(rf"^\s*•\s*{NUMBERS.dotted} - .*\[CompRules ", re.MULTILINE)


def evidence(text: str) -> Evidence:
    """Count the numbers after a bullet whose lines end with the date of the wording."""
    count = len(_DATED_NUMBER.findall(text)) if "[CompRules " in text else 0
    return Evidence(count, f"{count} numbers after a bullet, each line ending with [CompRules and a date]")


def parse(text: str, source: Source) -> Release:
    """Return the rules that the page lists, with the date of each as a fact."""
    page = QuotedPage()
    for at, line in said_lines(text):
        _read(page, line, at)
    return page.release(source)


def _read(page: QuotedPage, line: str, at: int) -> None:
    wording, day = _split_date(line)
    if clause := _CLAUSE.fullmatch(wording):
        page.add_clause(clause["label"], clause["text"], at)
        _note_date(page, clause["label"], None, day, at)
    elif EXAMPLE.match(wording) and page.drafts:
        page.add_example(wording, at)
        draft = page.drafts[-1]
        _note_date(page, str(draft.number), len(draft.examples) - 1, day, at)
    else:
        page.add_aside(AsideKind.PROSE, line, at)


def _split_date(line: str) -> tuple[str, date | None]:
    """Return the wording without its date, and the date; a date that no calendar has stays in the wording."""
    found = _DATED.search(line)
    day = day_of(*found.groups()) if found else None
    return (line[: found.start()], day) if found and day else (line, None)


def _note_date(page: QuotedPage, label: str, example: int | None, day: date | None, at: int) -> None:
    number = ClauseNumber.parse(label)
    if day is not None:
        page.facts.append(Fact(number, example, "dated", day.isoformat(), at))
    elif not number.is_heading:
        what = f"{number} has no date" if example is None else f"an example of {number} has no date"
        page.findings.append(
            Finding("undated-rule", Level.WARNING, f"{what} in an index that dates its rules", at, label)
        )
