"""A lint as JSON: the contract ``crdiff.lint/1``, see ``schemas/lint.json``."""

from __future__ import annotations

from crdiff.lint.finding import LintFinding
from crdiff.model.release import Release
from crdiff.reports.indented import Json, indented
from crdiff.reports.lint import Linted, LintReport

SCHEMA = "crdiff.lint/1"


def lint_json(report: LintReport) -> bytes:
    """Return the report as indented UTF-8 JSON."""
    answer = {
        "texts": [_text(text) for text in report.texts],
        "summary": {
            **{level.value: count for level, count in report.counts.items()},
            "silenced": report.silenced,
            "known": report.known,
        },
        "findings": [
            lint_finding_object(finding, text.file) for text in report.texts for finding in report.listed(text)
        ],
        "stale_baseline": report.stale,
    }
    return indented(SCHEMA, answer)


def lint_finding_object(finding: LintFinding, file: str = "") -> Json:
    """Return a finding as its JSON object. Lines and columns count from 1, 0 is unknown; offsets from 0, half-open."""
    return {
        "check": finding.check,
        "level": finding.level.value,
        "part": finding.part.value,
        "number": finding.number,
        "file": file,
        "line": finding.line,
        "column": finding.column,
        "end_line": finding.end_line,
        "end_column": finding.end_column,
        "span": {
            "piece": finding.piece.value,
            "index": finding.index,
            "start": finding.start,
            "stop": finding.stop,
        },
        "quote": finding.quote,
        "message": finding.message,
        "fingerprint": finding.fingerprint,
        "fix": finding.fix,
        "known": finding.is_known,
    }


def _text(text: Linted) -> Json:
    return {"file": text.file, **_release(text.release), "against": [_release(one) for one in text.against]}


def _release(release: Release) -> Json:
    return {"release": release.effective, "name": release.name, "title": release.title}
