"""A wiki page that quotes several passages of the rules: bullets, and lines that date the passages after them.

Numbered bullets are clauses. After a line "From the glossary of the Comprehensive Rules (…)" bullets are terms and
their texts, after "Rulings for Mindslaver" they are rulings. Any other line is the page's own prose; it ends the
passage before it.
"""

from __future__ import annotations

import re
from enum import Enum, auto

from msgspec import Struct, field

from crdiff.dialects.blocks import said_lines
from crdiff.dialects.evidence import Evidence
from crdiff.dialects.excerpt import EXAMPLE, LABEL, QuotedPage
from crdiff.dialects.official import read_date
from crdiff.model.clause import Span
from crdiff.model.release import AsideKind, Finding, GlossaryEntry, Level, Quotation, Release, Source

_BULLET = r"[-*•]\s+"
_NUMBERED = re.compile(rf"(?:{_BULLET})?{LABEL}\s+(?P<text>\S.*)")
_BULLETED_NUMBER = re.compile(rf"^[ \t]*{_BULLET}{LABEL}\s", re.MULTILINE)
_BULLETED = re.compile(rf"{_BULLET}(?P<text>.*)")
_QUOTATION = re.compile(
    r"From the (?P<glossary>glossary of the )?Comprehensive Rules "
    r"\((?P<date>\w+ [0-9]{1,2}, [0-9]{4})(?:\s*[—–-]\s*(?P<name>.+))?\)"
)
_RULINGS = re.compile(r"Rulings for \S.*")
_TEMPLATE = re.compile(r"Template:")


def evidence(text: str) -> Evidence:
    """Count the numbers after a bullet."""
    count = len(_BULLETED_NUMBER.findall(text)) if any(f"{mark} " in text for mark in "-*•") else 0
    dated = len(_QUOTATION.findall(text)) if count else 0
    return Evidence(count, f"{count} numbers after a bullet, {dated} lines 'From the … Comprehensive Rules (…)'")


class _Mode(Enum):
    """What a bullet without a number is."""

    PROSE = auto()
    RULES = auto()
    GLOSSARY = auto()
    RULINGS = auto()


class _Page(Struct):
    excerpt: QuotedPage = field(default_factory=QuotedPage)
    mode: _Mode = _Mode.PROSE
    heading: str = ""

    def read(self, line: str, at: int) -> None:
        if quotation := _QUOTATION.fullmatch(line):
            self._quotation(quotation, line, at)
        elif numbered := _NUMBERED.fullmatch(line):
            self.mode = _Mode.RULES
            self.excerpt.add_clause(numbered["label"], numbered["text"], at)
        elif EXAMPLE.match(line) and self.mode is _Mode.RULES:
            self.excerpt.add_example(line, at)
        elif _RULINGS.fullmatch(line):
            self.mode, self.heading = _Mode.RULINGS, line
            self.excerpt.add_aside(AsideKind.PROSE, line, at)
        elif (bulleted := _BULLETED.fullmatch(line)) and self.mode is not _Mode.PROSE:
            self._bullet(bulleted["text"], at)
        else:
            self._prose(line, at)

    def _quotation(self, found: re.Match[str], line: str, at: int) -> None:
        effective = read_date(found["date"])
        if effective is None:
            message = f"{found['date']!r} is not a date; the passage is left undated"
            self.excerpt.findings.append(Finding("unreadable-date", Level.WARNING, message, at))
            self.excerpt.add_aside(AsideKind.PROSE, line, at)
        else:
            self.excerpt.quotations.append(Quotation(effective, found["name"] or "", at))
        self.mode = _Mode.GLOSSARY if found["glossary"] else _Mode.RULES

    def _bullet(self, text: str, at: int) -> None:
        if self.mode is _Mode.RULINGS:
            self.excerpt.add_aside(AsideKind.RULING, text, at, self.heading)
        elif self.mode is _Mode.GLOSSARY:
            self._glossary(text, at)
        elif self.excerpt.drafts:
            self.excerpt.add_paragraph(text, at)
        else:
            self.excerpt.add_aside(AsideKind.PROSE, text, at)

    def _glossary(self, text: str, at: int) -> None:
        """Add to the glossary: a line that does not end a sentence is a term, the lines after it are its text."""
        entries = self.excerpt.glossary
        if not entries or text[-1] not in '.”")':
            entries.append(GlossaryEntry(text, "", Span(at, at + 1)))
            return
        last = entries[-1]
        entries[-1] = GlossaryEntry(last.term, f"{last.text}\n{text}".strip(), Span(last.lines.start, at + 1))

    def _prose(self, line: str, at: int) -> None:
        self.mode = _Mode.PROSE
        self.excerpt.add_aside(AsideKind.PROSE, line, at)
        if _TEMPLATE.match(line):
            message = "the page prints a template's name instead of its text"
            self.excerpt.findings.append(Finding("unexpanded-template", Level.NOTE, message, at))


def parse(text: str, source: Source) -> Release:
    """Return the passages that the page quotes, and the rest of the page as asides."""
    page = _Page()
    for at, line in said_lines(text):
        page.read(line, at)
    return page.excerpt.release(source)
