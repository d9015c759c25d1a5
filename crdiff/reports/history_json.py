"""The life of a clause as JSON: the contract ``crdiff.history/1``, see ``schemas/history.json``."""

from __future__ import annotations

import msgspec.json

from crdiff.history.life import Life, Turn, Worded
from crdiff.reports.diff_json import change_object
from crdiff.reports.indented import Json, indented

SCHEMA = "crdiff.history/1"


def history_json(life: Life) -> bytes:
    """Return a life as indented JSON."""
    return indented(SCHEMA, history_object(life))


def history_line(life: Life) -> bytes:
    """Return a life as JSON on one line, for files with a line for each lineage."""
    return msgspec.json.encode({"schema": SCHEMA, **history_object(life)}) + b"\n"


def history_object(life: Life) -> Json:
    """Return a life as its JSON object, without the schema's name.

    `in_force` says whether the clause is in the release `known_to`, the newest one held, or known without texts. A
    wording whose text is not held has null for it.
    """
    return {
        "lineage": life.lineage,
        "title": life.title,
        "in_force": life.in_force,
        "known_to": life.newest,
        "aliases": life.aliases,
        "runs": [{"from": run.first, "to": run.last, "number": run.number} for run in life.runs],
        "wordings": [_wording(worded) for worded in life.wordings],
        "origin": [_turn(turn) for turn in life.origin],
        "fate": [_turn(turn) for turn in life.fate],
    }


def _wording(worded: Worded) -> Json:
    return {
        "from": worded.first,
        "to": worded.last,
        "number": worded.number,
        "text": worded.wording if worded.is_held else None,
        "examples": worded.examples,
        "change": change_object(worded.change) if worded.change else None,
    }


def _turn(turn: Turn) -> Json:
    other = {"lineage": turn.lineage or None, "number": turn.number or None}
    return {**other, "how": turn.how.value, "release": turn.release}
