"""A page that quotes rules, while it is read from top to bottom, and what it set out to quote."""

from __future__ import annotations

import re

from msgspec import Struct, field
from msgspec.structs import replace

from crdiff.dialects.build import Draft, grow
from crdiff.dialects.oddities import transcription_findings
from crdiff.model.clause import ClauseKind, Placement, Span
from crdiff.model.number import NUMBERS, ClauseNumber
from crdiff.model.release import (
    Aside,
    AsideKind,
    Coverage,
    Fact,
    Finding,
    GlossaryEntry,
    Level,
    Quotation,
    Release,
    Source,
)
from crdiff.text.normalise import squeeze

# A number as pages print it before a clause: ``718.``, ``718.1.``, ``718.1a`` or ``712.1a.``.
LABEL = rf"(?P<label>{NUMBERS.label})"

# What an example opens with.
EXAMPLE = re.compile(r"examples?:", re.IGNORECASE)

# Words of a title that a page prints after a number; more of them are text without its full stop.
_TITLE_WORDS_MAX = 8


class QuotedPage(Struct):
    """What was read so far. Texts are added squeezed, lines counted from 1."""

    drafts: list[Draft] = field(default_factory=list)
    asides: list[Aside] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    glossary: list[GlossaryEntry] = field(default_factory=list)
    quotations: list[Quotation] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    def add_clause(self, label: str, text: str, line: int) -> Draft:
        """Open a clause: a number without a letter may carry a title, all others carry text."""
        number = ClauseNumber.parse(label)
        body = squeeze(text)
        is_title = number.is_heading or (number.is_rule and _looks_like_title(body))
        draft = Draft(number, label, body if is_title else "", [] if is_title or not body else [body], [], line, line)
        self.drafts.append(draft)
        return draft

    def add_example(self, text: str, line: int) -> None:
        """Give the open clause an example; without one the line is prose, with a finding."""
        if not self.drafts:
            self.findings.append(Finding("stray-example", Level.WARNING, "an example before any clause", line))
            self.add_aside(AsideKind.PROSE, text, line)
            return
        self.drafts[-1].examples.append(squeeze(text))
        self.drafts[-1].last = line

    def add_paragraph(self, text: str, line: int) -> None:
        """Continue the open clause, or its last example, with another paragraph."""
        draft = self.drafts[-1]
        if draft.examples:
            draft.examples[-1] += "\n" + squeeze(text)
        else:
            draft.paragraphs.append(squeeze(text))
        draft.last = line

    def add_aside(self, kind: AsideKind, text: str, line: int, label: str = "") -> None:
        """Keep a line other than a rule; a comment is about the clause before it."""
        about = self.drafts[-1].number if self.drafts and kind is AsideKind.COMMENT else None
        self.asides.append(Aside(kind, squeeze(text), Span(line, line + 1), about, label))

    def continue_aside(self, text: str, line: int) -> None:
        """Add a paragraph to the last aside."""
        last = self.asides[-1]
        lines = Span(last.lines.start, line + 1)
        self.asides[-1] = replace(last, text=f"{last.text}\n{squeeze(text)}", lines=lines)

    def release(self, source: Source) -> Release:
        """Return the page as a release. Its date is the one its quotations agree on, its title the first title."""
        tree = grow(self.drafts)
        dates = {quotation.effective for quotation in self.quotations}
        findings = (*self.findings, *tree.findings, *transcription_findings(self.drafts))
        return Release(
            effective=dates.pop() if len(dates) == 1 else None,
            title=next((draft.title for draft in self.drafts if draft.title), ""),
            sections=tree.sections,
            placements=tree.placements,
            source=source,
            glossary=tuple(self.glossary),
            asides=tuple(self.asides),
            facts=tuple(self.facts),
            quotations=tuple(self.quotations),
            findings=tuple(sorted(findings, key=lambda finding: finding.line)),
        )


def _looks_like_title(text: str) -> bool:
    return text[-1:].isalnum() and len(text.split()) <= _TITLE_WORDS_MAX


# Sections of a whole text: fewer than any release has, more than a page quotes.
_SECTIONS_MIN = 3


def quoted_coverage(release: Release, sections_min: int = _SECTIONS_MIN) -> Coverage:
    """Return everything for a text with its beginning and that many sections, otherwise the highest numbers in it.

    The releases have five sections and more, from 1999-04-23 on; the "Player" page quotes 102, 506.2, 802 and 810.7.
    """
    sections = sum(clause.kind is ClauseKind.SECTION for clause in release.sections)
    if sections >= sections_min and not release.lacks_beginning:
        return Coverage()
    return Coverage(_highest(release.placements), is_inferred=True)


def _highest(placements: tuple[Placement, ...]) -> tuple[ClauseNumber, ...]:
    numbers = sorted({placement.number for placement in placements})
    highest: list[ClauseNumber] = []
    for number in numbers:
        if not highest or not number.within(highest[-1]):
            highest.append(number)
    return tuple(highest)
