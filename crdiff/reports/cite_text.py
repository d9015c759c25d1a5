"""Findings on citations for a terminal, in the form that editors know how to jump to."""

from __future__ import annotations

from crdiff.cite.judging import Certainty
from crdiff.reports import terminal
from crdiff.reports.cite import CiteReport, CiteRow, cite_summary
from crdiff.text.hidden import shown_on_a_line


def cite_text(report: CiteReport, *, colour: bool = False) -> str:
    """Return a line for each finding, and the counts: ``a.rs:7:12: 704.5w is 704.5x since …  [moved]``."""
    lines = [_line(row, colour) for row in report.findings]
    return "\n".join((*lines, cite_summary(report))) + "\n"


def _line(row: CiteRow, colour: bool) -> str:
    place = row.place
    where = f"{shown_on_a_line(place.file)}:{place.line}:{place.column}"
    likely = ", likely" if row.certainty == Certainty.LIKELY else ""
    return f"{where}: {terminal.bold(row.level.value, colour)}: {row.message}  [{row.kind}{likely}]"
