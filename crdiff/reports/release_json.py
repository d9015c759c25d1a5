"""A release as JSON: the contract ``crdiff.release/1``, see ``schemas/release.json``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from crdiff.model.clause import Clause
from crdiff.model.placement import Placement
from crdiff.model.release import Aside, Fact, Finding, GlossaryEntry, Paragraph, Quotation, Release
from crdiff.reports.indented import Json, indented

SCHEMA = "crdiff.release/1"


def release_json(release: Release) -> bytes:
    """Return `release` as indented UTF-8 JSON. Lines count from 1, numbers have no full stop."""
    placements = iter(release.placements)
    answer = {
        "release": release.effective,
        "title": release.title,
        "source": release.source,
        "coverage": [str(number) for number in release.coverage.numbers],
        "missing": release.missing,
        "lacks_beginning": release.lacks_beginning,
        "sections": [_node(clause, placements) for clause in release.sections],
        "glossary": [_entry(entry) for entry in release.glossary],
        "front": _paragraphs(release.front),
        "contents": _paragraphs(release.contents),
        "credits": _paragraphs(release.credits),
        "asides": [_aside(aside) for aside in release.asides],
        "facts": [_fact(fact) for fact in release.facts],
        "quotations": [_quotation(quotation) for quotation in release.quotations],
        "findings": [_finding(finding) for finding in release.findings],
    }
    return indented(SCHEMA, answer)


def _finding(finding: Finding) -> Json:
    """Return a finding as its JSON object; `line` 0 concerns the whole text, `number` may be empty."""
    return {
        "check": finding.check,
        "level": finding.level.value,
        "number": finding.number,
        "line": finding.line,
        "message": finding.message,
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
    return {"release": quotation.effective, "name": quotation.name, "line": quotation.line}
