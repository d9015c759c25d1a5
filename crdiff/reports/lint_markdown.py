"""A lint as Markdown that fits a comment on a pull request or the summary of a step."""

from __future__ import annotations

from collections.abc import Iterator

from crdiff.lint.finding import LintFinding
from crdiff.model.release import Level
from crdiff.reports.diff_markdown import LIMIT, escaped, escaped_line
from crdiff.reports.labels import in_words
from crdiff.reports.lint import LintReport
from crdiff.reports.lint_text import summary
from crdiff.reports.markdown_tables import LEVEL_HEADINGS, MarkdownTable, tables_that_fit


def lint_markdown(report: LintReport, limit: int = LIMIT) -> str:
    """Return the report, at most `limit` bytes of UTF-8 long: errors first, what does not fit is counted."""
    pieces = [
        f"## Lint: {escaped_line(', '.join(text.name for text in report.texts))}",
        f"{summary(report)}.",
    ]
    tables = (
        MarkdownTable(heading, ("where", "finding", "check"), list(_rows(report, level)))
        for level, heading in LEVEL_HEADINGS.items()
    )
    return tables_that_fit(pieces, tables, "finding", limit)


def _rows(report: LintReport, level: Level) -> Iterator[tuple[str, str, str]]:
    for text in report.texts:
        for finding in map(text.as_people_find, report.listed(text)):
            if finding.level is level:
                is_placed = len(report.texts) == 1 and (finding.line or finding.number)
                yield _row("" if is_placed else text.name, finding)
    for finding in report.about_baseline:
        if finding.level is level:
            yield _row("baseline", finding)


def _row(name: str, finding: LintFinding) -> tuple[str, str, str]:
    line = f"line {finding.line}" if finding.line else ""
    where = ", ".join(filter(None, (name, in_words(finding.number), line)))
    fix = f" Write “{finding.fix.new}”." if finding.fix and finding.fix.is_of_words else ""
    message = escaped(f"{finding.message}.{fix}".replace("\n", " "))
    return escaped_line(where), message, f"`{finding.check}`"
