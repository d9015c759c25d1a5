"""The lineage of a clause as JSON: the contract ``crdiff.history/1``, see ``schemas/history.json``."""

from __future__ import annotations

from crdiff.history.lineage import Event, Lineage, Phrasing, Term, Worded
from crdiff.model.number import ClauseNumber
from crdiff.reports.diff_json import change_object
from crdiff.reports.indented import Json, as_json, indented

_Number = ClauseNumber | Term
SCHEMA = "crdiff.history/1"


def history_json(lineage: Lineage[_Number]) -> bytes:
    """Return a lineage as indented JSON."""
    return indented(SCHEMA, history_object(lineage))


def history_line(lineage: Lineage[_Number]) -> bytes:
    """Return a lineage as JSON on one line, for files with a line for each lineage."""
    return as_json({"schema": SCHEMA, **history_object(lineage)}) + b"\n"


def history_object(lineage: Lineage[_Number]) -> Json:
    """Return a lineage as its JSON object, without the schema's name.

    `in_force` says whether the clause is in the release `known_to`, the newest one held, or known without texts, and
    was not `revoked`. A wording whose text is not held has null for it. A glossary entry says so in `part` and has its
    terms in place of numbers. `periods` are the times in which its words stayed the same: what readers count.
    """
    part = {"part": "glossary"} if isinstance(lineage.runs[-1].number, Term) else {}
    return {
        **part,
        "lineage": lineage.id,
        "title": lineage.title,
        "in_force": lineage.in_force,
        "revoked": lineage.revoked,
        "known_to": lineage.known_until,
        "aliases": lineage.aliases,
        "runs": [{"from": run.first, "to": run.last, "number": str(run.number)} for run in lineage.runs],
        "wordings": [_wording(worded) for worded in lineage.wordings],
        "periods": [_period(lineage, phrasing) for phrasing in lineage.phrasings],
        "origin": [_event(event) for event in lineage.origin],
        "fate": [_event(event) for event in lineage.fate],
        **({"unsure": lineage.unsure} if lineage.unsure else {}),
    }


def _wording(worded: Worded[_Number]) -> Json:
    return {
        "from": worded.first,
        "to": worded.last,
        "number": str(worded.number),
        "text": worded.wording if worded.is_held else None,
        "examples": worded.examples,
        "change": change_object(worded.change) if worded.change else None,
    }


def _period(lineage: Lineage[_Number], phrasing: Phrasing[_Number]) -> Json:
    return {
        "spans": [{"from": span.first, "to": span.last} for span in lineage.spans_of(phrasing)],
        "numbers": list(map(str, lineage.numbers_during(phrasing))),
        "folded": [{"from": worded.first, "differs_in": why.value} for worded, why in phrasing.uncounted],
    }


def _event(event: Event[_Number]) -> Json:
    other = {"lineage": event.lineage or None, "number": str(event.number) if event.number else None}
    return {**other, "how": event.how.value, "release": event.release}
