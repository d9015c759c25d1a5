"""A release as JSON: the contract ``crdiff.release/1``, see ``schemas/release.json``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from crdiff.model.clause import Clause
from crdiff.model.placement import Placement
from crdiff.model.release import Aside, Fact, Finding, GlossaryEntry, Paragraph, Quotation, Release, Source
from crdiff.reports.indented import Json, indented

SCHEMA = "crdiff.release/1"


def release_json(release: Release) -> bytes:
    """Return `release` as indented UTF-8 JSON."""
    return indented(SCHEMA, release_object(release))


def release_object(release: Release) -> Json:
    """Return `release` as the object that `release_json` writes. Lines count from 1, numbers have no full stop."""
    placements = iter(release.placements)
    return {
        "schema": SCHEMA,
        "release": release.effective.isoformat() if release.effective else None,
        "title": release.title,
        "source": _source(release.source),
        "coverage": [str(number) for number in release.coverage.numbers],
        "missing": list(release.missing),
        "lacks_beginning": release.lacks_beginning,
        "sections": [_node(clause, placements) for clause in release.sections],
        "glossary": [_entry(entry) for entry in release.glossary],
        "front": _paragraphs(release.front),
        "contents": _paragraphs(release.contents),
        "credits": _paragraphs(release.credits),
        "asides": [_aside(aside) for aside in release.asides],
        "facts": [_fact(fact) for fact in release.facts],
        "quotations": [_quotation(quotation) for quotation in release.quotations],
        "findings": [finding_object(finding) for finding in release.findings],
    }


def finding_object(finding: Finding) -> Json:
    """Return a finding as its JSON object; `line` 0 concerns the whole text, `number` may be empty."""
    return {
        "check": finding.check,
        "level": finding.level.value,
        "number": finding.number,
        "line": finding.line,
        "message": finding.message,
    }


def _source(source: Source) -> Json:
    return {
        "name": source.name,
        "sha256": source.sha256,
        "size": source.size,
        "lines": source.lines,
        "encoding": source.encoding,
        "encoding_reason": source.encoding_reason,
        "line_ends": source.line_ends,
        "dialect": source.dialect,
        "dialect_reason": source.dialect_reason,
        "damage": [{"what": damage.what, "count": damage.count} for damage in source.damage],
    }


def _node(clause: Clause, placements: Iterator[Placement]) -> Json:
    placement = next(placements)
    return {
        "kind": clause.kind.value,
        "number": str(placement.number),
        "title": clause.title,
        "text": clause.text,
        "examples": clause.examples,
        "line": placement.lines.start,
        "children": [_node(child, placements) for child in clause.children],
    }


def _entry(entry: GlossaryEntry) -> Json:
    return {"term": entry.term, "text": entry.text, "line": entry.lines.start}


def _paragraphs(paragraphs: Iterable[Paragraph]) -> list[Json]:
    return [{"text": paragraph.text, "line": paragraph.lines.start} for paragraph in paragraphs]


def _aside(aside: Aside) -> Json:
    return {
        "kind": aside.kind.value,
        "about": str(aside.about) if aside.about else None,
        "label": aside.label,
        "text": aside.text,
        "line": aside.lines.start,
    }


def _fact(fact: Fact) -> Json:
    return {
        "number": str(fact.number),
        "example": fact.example,
        "name": fact.name,
        "value": fact.value,
        "line": fact.line,
    }


def _quotation(quotation: Quotation) -> Json:
    return {"release": quotation.effective.isoformat(), "name": quotation.name, "line": quotation.line}
