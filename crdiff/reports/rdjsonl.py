"""Findings on citations as rdjsonl, the lines of JSON that reviewdog takes: a diagnostic each, with its suggestion."""

from __future__ import annotations

from crdiff.model.release import Level
from crdiff.reports.cite import CiteReport, CiteRow
from crdiff.reports.cite_place import CitePlace
from crdiff.reports.indented import Json, as_json

_SEVERITIES = {Level.ERROR: "ERROR", Level.WARNING: "WARNING", Level.NOTE: "INFO"}


def rdjsonl(report: CiteReport) -> bytes:
    """Return each finding as a line; the format has no head, so that each names the release judged by as its source."""
    source = {"name": f"crdiff cite check, {report.judged_by}"}
    return b"".join(as_json(_diagnostic(row, source)) + b"\n" for row in report.findings)


def _diagnostic(row: CiteRow, source: Json) -> Json:
    found: Json = {
        "message": row.message,
        "location": {"path": row.place.file, "range": _range(row.place)},
        "severity": _SEVERITIES[row.level],
        "source": source,
        "code": {"value": row.kind},
    }
    if row.fix:
        found["suggestions"] = [{"range": _range(row.fix.place), "text": row.fix.new}]
    return found


def _range(place: CitePlace) -> Json:
    """Return a place as reviewdog counts it: columns in bytes."""
    start = {"line": place.line, "column": place.column}
    return {"start": start, "end": {"line": place.end_line, "column": place.end_column}}
