"""A comparison as JSON: the contract ``crdiff.diff/1``, see ``schemas/diff.json``."""

from __future__ import annotations

from crdiff.changes.change import Change, Quoted, RunnerUpClause, SubsectionChange
from crdiff.changes.reading import skip_reason
from crdiff.model.release import Release
from crdiff.reports.breaks import break_object, excerpt_object
from crdiff.reports.indented import Json, as_json
from crdiff.reports.labels import read_with
from crdiff.reports.view import View

SCHEMA = "crdiff.diff/1"


def diff_json(view: View) -> bytes:
    """Return the report as UTF-8 JSON, each item of a list on a line of its own."""
    parts = []
    for key, value in diff_object(view).items():
        if isinstance(value, list) and value:
            items = b",\n  ".join(map(as_json, value))
            parts.append(b"%s: [\n  %s\n ]" % (as_json(key), items))
        else:
            parts.append(b"%s: %s" % (as_json(key), as_json(value)))
    return b"{\n %s\n}\n" % b",\n ".join(parts)


def diff_object(view: View) -> Json:
    """Return the report as the object that `diff_json` writes."""
    comparison = view.comparison
    return {
        "schema": SCHEMA,
        "old": _text(view.old),
        "new": _text(view.new),
        "summary": view.summary,
        "breaks_off": [break_object(told) for told in comparison.alignment.breaks],
        "excerpts": [excerpt_object(told) for told in comparison.alignment.excerpts],
        "subsections": [_subsection(subsection) for subsection in comparison.subsections],
        "rewordings": list(comparison.rewordings),
        "changes": [change_object(change) for change in view.changes],
    }


def change_object(change: Change) -> Json:
    """Return one change as its JSON object, the same wherever a change is published (histories too).

    A clause's `text` is all that the redline compares: its title too, on a line of its own, where it has both.
    """
    return {
        "part": change.part.value,
        "structure": change.structure.value,
        "facets": change.facets,
        "mechanical": change.mechanical,
        "review": change.for_review,
        "review_reason": skip_reason(change),
        "read_with": read_with(change),
        "old": [_quoted(clause) for clause in change.old],
        "new": [_quoted(clause) for clause in change.new],
        "confidence": round(change.confidence, 4),
        "undetermined": change.undetermined,
        "runner_up": _runner_up(change.runner_up) if change.runner_up else None,
        "evidence": change.evidence,
        "summary": change.summary,
        "remarks": change.remarks,
        "redline": change.redline,
        "examples": change.examples,
    }


def _text(release: Release) -> Json:
    return {"release": release.name, "title": release.title}


def _subsection(subsection: SubsectionChange) -> Json:
    return {
        "old": subsection.old or None,
        "new": subsection.new or None,
        "title": {"old": subsection.old_title, "new": subsection.new_title},
        "structure": subsection.structure.value,
        "members": subsection.members,
    }


def _quoted(clause: Quoted) -> Json:
    return {"number": clause.number, "text": clause.wording, "examples": clause.examples, "line": clause.line}


def _runner_up(other: RunnerUpClause) -> Json:
    return {"old": other.old or None, "new": other.new or None, "score": round(other.score, 4)}
