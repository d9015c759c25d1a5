"""Citations for a terminal, in the form that editors know how to jump to, and as ``crdiff.cite/1``."""

from __future__ import annotations

from collections import Counter

from crdiff.reports import terminal
from crdiff.reports.cite import CiteReport, CiteRow, cite_summary
from crdiff.reports.indented import Json, indented
from crdiff.text.hidden import shown_on_a_line

SCHEMA = "crdiff.cite/1"


def cite_text(report: CiteReport, *, colour: bool = False) -> str:
    """Return a line for each finding, and the counts: ``a.rs:7:12: 704.5w is 704.5x since …  [moved]``."""
    lines = [_line(row, colour) for row in report.findings]
    return "\n".join((*lines, cite_summary(report))) + "\n"


def _line(row: CiteRow, colour: bool) -> str:
    place = row.place
    where = f"{shown_on_a_line(place.file)}:{place.line}:{place.column}"
    return f"{where}: {terminal.bold(row.level.value, colour)}: {row.message}  [{row.kind}]"


def cite_json(report: CiteReport, *, everything: bool = False) -> bytes:
    """Return the report as indented UTF-8 JSON: the findings, or every citation with `everything`."""
    rows = report.rows if everything else report.findings
    answer = {
        "at": report.at,
        "written": report.written,
        "texts": report.has_texts,
        "files": report.files,
        "citations": len(report.rows),
        "summary": dict(sorted(Counter(row.kind for row in report.rows).items())),
        "findings": list(map(_object, rows)),
    }
    return indented(SCHEMA, answer)


def _object(row: CiteRow) -> Json:
    place = row.place
    return {
        "kind": row.kind,
        "level": row.level.value,
        "file": place.file,
        "line": place.line,
        "column": place.column,
        "end_column": place.end_column,
        "printed": place.printed,
        "number": row.number,
        "numbers": row.numbers,
        "message": row.message,
        "basis": row.basis,
        "written": row.written,
        "lineage": row.lineage,
    }
