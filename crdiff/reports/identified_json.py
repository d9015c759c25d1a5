"""What texts quote, as ``crdiff.identified/1``."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from crdiff.identify.identified import DatedPassage, Identified, IdentifiedClause, Slip
from crdiff.model.release_span import DaysInForce, ReleaseSpan
from crdiff.reports.identified import IdentifiedDocument, verdict
from crdiff.reports.indented import Json, indented

SCHEMA = "crdiff.identified/1"


def identified_json(documents: Sequence[IdentifiedDocument]) -> bytes:
    """Return what documents quote, each with its name, as UTF-8 JSON."""
    return indented(SCHEMA, {"documents": list(map(_document, documents))})


def identified_to_json(found: Identified, name: str = "") -> bytes:
    """Return `found` by `Corpus.identify` as UTF-8 JSON, as ``identify`` does for a document called `name`."""
    return identified_json([IdentifiedDocument(name, "", found)])


def _document(document: IdentifiedDocument) -> Json:
    found = document.found
    return {
        "name": document.name,
        "verdict": verdict(found),
        "newest": found.newest,
        "as_of": found.as_of,
        "has_texts": found.has_texts,
        "words": found.words,
        "passages": [_passage(one, found) for one in found.passages],
    }


def _passage(passage: DatedPassage, found: Identified) -> Json:
    spans = {"releases": passage.spans, "by_words": passage.by_words, "by_numbers": passage.by_numbers}
    return {key: spans_json(value) for key, value in spans.items()} | {
        "days": spans_json(found.days(passage.spans)),
        "clauses": [_clause(one, found) for one in passage.quotations],
    }


def spans_json(spans: Sequence[ReleaseSpan[date] | DaysInForce]) -> list[Json]:
    """Return releases, or days, as every answer has them."""
    return [{"first": span.first, "last": span.last} for span in spans]


def _clause(one: IdentifiedClause, found: Identified) -> Json:
    return {
        "lineage": one.id,
        "is_entry": one.is_entry,
        "written": one.written,
        "label": one.label,
        "number": one.number,
        "today": one.today or None,
        "gone": one.gone,
        "merged_into": one.merged_into or None,
        "text": one.text,
        "official": one.official or None,
        "now": one.now or None,
        "reworded_since": one.since,
        "is_part": one.is_part,
        "is_absent": one.is_absent,
        "stated": one.stated,
        "is_misdated": one.is_misdated,
        "releases": spans_json(one.spans),
        "days": spans_json(found.days(one.spans)),
        "line": one.line,
        "last_line": one.last_line,
        "slips": [slip_json(slip) for slip in one.slips],
        "misprints": [
            {"printed": each.printed, "mended": each.mended, "mended_in": each.mended_in} for each in one.misprints
        ],
    }


def slip_json(slip: Slip) -> Json:
    """Return a slip as every answer has it."""
    return {
        "kind": slip.kind.value,
        "written": slip.written,
        "official": slip.official,
        "line": slip.line,
        "column": slip.column,
    }
