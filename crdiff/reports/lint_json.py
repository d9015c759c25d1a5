"""A lint as JSON: the contract ``crdiff.lint/1``."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, field

from crdiff.changes.change import Part
from crdiff.lint.baseline import Accepted
from crdiff.lint.finding import ClausePiece, Fix, LintFinding
from crdiff.model.release import Level
from crdiff.reports.answer import AnswerRow, Count, Day, Document, row_of
from crdiff.reports.lint import Linted, LintReport


class LintedRelease(AnswerRow, frozen=True):
    """A text that another one was held against."""

    effective: Day | None = field(name="release")
    """Effective date printed in the text."""
    name: str
    """The date, or the file's name where the text prints none."""
    title: str


class LintedText(AnswerRow, frozen=True):
    """A text, and those that it was held against."""

    file: str
    """Path with forward slashes, "" where the text is no file."""
    effective: Day | None = field(name="release")
    """Effective date printed in the text."""
    name: str
    """The date, or the file's name where the text prints none."""
    title: str
    against: tuple[LintedRelease, ...]
    """The release before, then older ones."""


class LintSummary(AnswerRow, frozen=True):
    """How many findings there are."""

    error: Count
    warning: Count
    note: Count
    silenced: Count
    """Findings that the baseline or a marker in the text suppresses."""
    known: Count
    """Findings that the previous text has too; they are listed only with --all."""


class FindingSpan(AnswerRow, frozen=True):
    """The place of a finding in the text as read."""

    piece: ClausePiece
    index: Count
    """Which example, from 0."""
    start: Count
    """Characters from 0, half-open."""
    stop: Count


class FindingRow(AnswerRow, frozen=True):
    """A finding."""

    check: Annotated[str, Meta(pattern="^[a-z-]+$")]
    """Stable id."""
    level: Level
    part: Part
    number: str
    """The clause at fault, the term of a glossary entry, front:N, or "" for the text as a whole."""
    file: str
    line: Count
    """From 1; 0 for the text as a whole."""
    column: Count
    """From 1; 0 where only the line is known."""
    end_line: Count
    end_column: Count
    """Half-open: the column after the last character."""
    span: FindingSpan
    """The same place in the text as read."""
    quote: str
    """What stands there."""
    message: str
    fingerprint: Annotated[str, Meta(pattern="^[0-9a-f]{12}$")]
    """The same while the fault and the words around it are, wherever the clause moves."""
    fix: Fix | None
    """The correction: new in place of old, which is the quote. is_sure: lint --fix makes it."""
    is_known: bool = field(name="known")
    """Whether the previous text has the finding too."""


class LintAnswer(Document, frozen=True, tag="crdiff.lint/1"):
    """What is wrong with texts, as crdiff lint --format json writes it."""

    main = "findings"
    texts: tuple[LintedText, ...]
    summary: LintSummary
    findings: tuple[FindingRow, ...]
    """In the order of the texts and of their lines; without --all those that are new."""
    stale: tuple[Accepted, ...] = field(name="stale_baseline")
    """Entries of the baseline that silence nothing any more."""


def lint_answer(report: LintReport) -> LintAnswer:
    """Return the report as an answer."""
    counts = {level.value: count for level, count in report.counts.items()}
    return row_of(
        LintAnswer,
        report,
        texts=map(_text, report.texts),
        summary=row_of(LintSummary, report, **counts),
        findings=(finding_row(each, text.file) for text in report.texts for each in report.listed(text)),
    )


def finding_row(finding: LintFinding, file: str = "") -> FindingRow:
    """Return a finding as its row. Lines and columns count from 1, 0 is unknown; offsets from 0, half-open."""
    return row_of(FindingRow, finding, file=file, span=row_of(FindingSpan, finding))


def _text(text: Linted) -> LintedText:
    return row_of(LintedText, text.release, file=text.file, against=text.against)
