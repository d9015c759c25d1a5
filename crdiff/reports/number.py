"""What a number meant and when, as text and as ``crdiff.number/1``."""

from __future__ import annotations

from collections.abc import Sequence

from crdiff.history.lineage import Use
from crdiff.reports.history_text import period
from crdiff.reports.indented import Json, indented

SCHEMA = "crdiff.number/1"


def number_text(number: str, uses: Sequence[Use]) -> str:
    """Return a line for each clause that had the number, oldest first."""
    if not uses:
        return f"No release held has a number {number}.\n"
    lines = [f"{period(use.first, use.last)}  {_called(use)}  ({use.lineage}){_end(use)}" for use in uses]
    return "\n".join([f"Number {number}", *(f"  {line}" for line in lines)]) + "\n"


def _called(use: Use) -> str:
    if use.title:
        return use.title
    return f"under “{use.under}”; the text is not held" if use.under else "the text is not held"


def uses_to_json(number: str, uses: Sequence[Use]) -> bytes:
    """Return what `Corpus.number` answered as UTF-8 JSON, as ``number`` does: the `number` asked for and its `uses`."""
    return indented(SCHEMA, {"number": number, "uses": list(map(_object, uses))})


def _object(use: Use) -> Json:
    named = {"lineage": use.lineage, "title": use.title} | ({"under": use.under} if use.under else {})
    unsure = {"unsure": True} if use.unsure else {}
    return {"from": use.first, "to": use.last, **named, "revoked": use.revoked, **unsure}


def _end(use: Use) -> str:
    revoked = f"; revoked in {use.revoked}" if use.revoked else ""
    return f"{revoked}; not sure in {use.last}" if use.unsure else revoked
