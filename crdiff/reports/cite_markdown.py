"""Findings on citations as Markdown that fits a comment on a pull request or the summary of a step."""

from __future__ import annotations

from crdiff.reports.cite import CiteReport, CiteRow, cite_summary
from crdiff.reports.diff_markdown import LIMIT, escaped, escaped_line
from crdiff.reports.markdown_tables import LEVEL_HEADINGS, MarkdownTable, tables_that_fit


def cite_markdown(report: CiteReport, limit: int = LIMIT) -> str:
    """Return the report, at most `limit` bytes of UTF-8 long: errors first, what does not fit is counted."""
    head = ("## Citations of rules", f"{escaped(cite_summary(report))}.")
    tables = (
        MarkdownTable(
            heading, ("where", "finding", "kind"), [_row(row) for row in report.findings if row.level is level]
        )
        for level, heading in LEVEL_HEADINGS.items()
    )
    return tables_that_fit(head, tables, "finding", limit)


def _row(row: CiteRow) -> tuple[str, str, str]:
    return escaped_line(f"{row.place.file}:{row.place.line}"), escaped_line(row.message), f"`{row.kind}`"
