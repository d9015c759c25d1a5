"""A lesson that goes through one subsection of the rules, with the author's comments between them.

The rules quoted are those of the subsections whose headings the page prints. A numbered passage from anywhere else
(3.15 of the tournament rules, 805.8) is kept as a passage, "Briefly:" and "Comment:" as comments on the clause before
them, all other lines as prose.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from crdiff.dialects.blocks import said_lines
from crdiff.dialects.evidence import Evidence
from crdiff.dialects.excerpt import EXAMPLE, LABEL, QuotedPage
from crdiff.model.number import NUMBERS, ClauseNumber
from crdiff.model.release import AsideKind, Release, Source

_NUMBERED = re.compile(rf"{LABEL}\s+(?P<text>\S.*)")
_SUBRULE = re.compile(rf"^[ \t]*{NUMBERS.subsection}\.{NUMBERS.digits}{NUMBERS.letters}(?P<stop>\.?)\s", re.MULTILINE)
_RULE = re.compile(rf"^[ \t]*{NUMBERS.dotted}\.?\s", re.MULTILINE)
_COMMENT = re.compile(r"(?P<label>Briefly|Comment|Note|Remark): (?P<text>\S.*)")
_ELSEWHERE = re.compile(rf"(?P<label>{NUMBERS.digits}{NUMBERS.below}\.?) (?P<text>\S.*)")


def evidence(text: str) -> Evidence:
    """Count the numbered lines, if most of their subrules carry a full stop after the letter ("712.1a.").

    Official texts print "712.1a" without one, save for slips.
    """
    stops = [found["stop"] for found in _SUBRULE.finditer(text)]
    with_stop = len(stops) - stops.count("")
    if with_stop * 2 <= len(stops):
        return Evidence(0, "")
    return Evidence(len(_RULE.findall(text)), f"{with_stop} of {len(stops)} subrules with a full stop after the letter")


def parse(text: str, source: Source) -> Release:
    """Return the subsections that the lesson prints, and everything else on the page as asides."""
    lines = [*said_lines(text)]
    quoted = _quoted_subsections(line for _, line in lines)
    page = QuotedPage()
    after_heading = False
    for at, line in lines:
        after_heading = _read(page, line, at, quoted, after_heading)
    return page.release(source)


def _quoted_subsections(lines: Iterable[str]) -> frozenset[ClauseNumber]:
    """Return the subsections whose headings are on the page; of a page without headings, all it quotes."""
    numbers = [ClauseNumber.parse(found["label"]) for line in lines if (found := _NUMBERED.fullmatch(line))]
    headings = frozenset(number.subsection for number in numbers if number.is_heading)
    return headings or frozenset(number.subsection for number in numbers)


def _read(page: QuotedPage, line: str, at: int, quoted: frozenset[ClauseNumber], after_heading: bool) -> bool:
    """Read a line; return whether it is the heading of a passage, whose text is still to come."""
    numbered = _NUMBERED.fullmatch(line)
    if numbered and ClauseNumber.parse(numbered["label"]).subsection in quoted:
        page.add_clause(numbered["label"], numbered["text"], at)
    elif EXAMPLE.match(line):
        page.add_example(line, at)
    elif comment := _COMMENT.fullmatch(line):
        page.add_aside(AsideKind.COMMENT, comment["text"], at, comment["label"])
    elif passage := _ELSEWHERE.fullmatch(line):
        page.add_aside(AsideKind.PASSAGE, passage["text"], at, passage["label"])
        return passage["text"][-1].isalnum()
    elif after_heading:
        page.continue_aside(line, at)
    else:
        page.add_aside(AsideKind.PROSE, line, at)
    return False
