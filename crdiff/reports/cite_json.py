"""Citations as ``crdiff.cite/1``, as lines of JSON, and as CSV."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from crdiff.cite.listed import SCHEMA
from crdiff.reports.cite import CiteReport, CiteRow, JudgedBy
from crdiff.reports.cite_place import CitePlace
from crdiff.reports.csv_table import csv_of
from crdiff.reports.indented import Json, as_json, indented
from crdiff.version import __version__

_COLUMNS = (
    *("file", "line", "column", "printed", "number", "now"),
    *("kind", "level", "certainty", "written", "at", "message"),
)


def head(kind: str, rests_on: JudgedBy) -> Json:
    """Return what every answer on citations says first: its `kind`, and what it rests on."""
    return {
        "kind": kind,
        "crdiff": __version__,
        "at": rests_on.at,
        "written": rests_on.written,
        "texts": rests_on.has_texts,
        "files": rests_on.files,
        "read": rests_on.read,
        "known": rests_on.known,
    }


def cite_json(report: CiteReport) -> bytes:
    """Return a report as indented UTF-8 JSON."""
    return indented(SCHEMA, {**_head(report), "findings": list(map(finding_json, report.rows))})


def cite_jsonl(report: CiteReport) -> bytes:
    """Return a report as lines of JSON: what it rests on first, then each finding."""
    return json_lines(_head(report), map(finding_json, report.rows))


def json_lines(first: Mapping[str, object], rows: Iterable[Json]) -> bytes:
    """Return lines of JSON, of which the first names the schema."""
    lines = ({"schema": SCHEMA, **first}, *rows)
    return b"".join(as_json(line) + b"\n" for line in lines)


def cite_csv(report: CiteReport) -> str:
    """Return a report as CSV with a line for each finding."""
    rows = ({**finding_json(row), "at": report.judged_by.at} for row in report.rows)
    return csv_of(_COLUMNS, (map(row.__getitem__, _COLUMNS) for row in rows))


def _head(report: CiteReport) -> Json:
    counts = {"summary": report.counts, "silenced": report.silenced, "stale": report.stale}
    return {**head("check", report.judged_by), **counts}


def place_json(place: CitePlace) -> Json:
    """Return where something is printed, and what."""
    return {
        "file": place.file,
        "line": place.line,
        "column": place.column,
        "end_column": place.end_column,
        "printed": place.printed,
    }


def citation_json(row: CiteRow) -> Json:
    """Return where a citation stands and what it means."""
    return {
        **place_json(row.place),
        "number": row.number,
        "kind": row.kind,
        "written": row.written,
        "lineage": row.lineage,
        "now": row.now or None,
    }


def finding_json(row: CiteRow) -> Json:
    """Return what is said of a citation, with its place."""
    return {
        **citation_json(row),
        "level": row.level.value,
        "numbers": row.numbers,
        "message": row.message,
        "basis": row.basis,
        "certainty": row.certainty,
        "fingerprint": row.fingerprint,
    }
