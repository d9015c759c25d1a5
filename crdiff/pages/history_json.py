"""The life of a clause as ``crdiff.history/1``: what is published beside its page."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from crdiff.model.corpus import KnownLineage, LineageEvent
from crdiff.pages.held import Held, held_texts
from crdiff.pages.library import Library
from crdiff.reports.diff_json import change_object

SCHEMA = "crdiff.history/1"


def history_object(lineage: KnownLineage, library: Library) -> dict[str, Any]:
    """Return the life of a clause; `wordings` are those of which a text is held."""
    return {
        "schema": SCHEMA,
        "lineage": lineage.id,
        "aliases": [],
        "runs": [
            {"from": run.first.isoformat(), "to": run.last.isoformat(), "number": str(run.number)}
            for run in lineage.runs
        ],
        "wordings": [_wording(held, lineage, library) for held in _one_each(held_texts(lineage, library), lineage)],
        "origin": [_event(event) for event in lineage.origin],
        "fate": [_event(event) for event in lineage.fate],
    }


def _one_each(held: Sequence[Held], lineage: KnownLineage) -> list[Held]:
    """Return the first text held of each wording."""
    firsts = {_begins(item.effective, lineage): item for item in reversed(held)}
    return sorted(firsts.values(), key=lambda item: item.effective)


def _wording(held: Held, lineage: KnownLineage, library: Library) -> dict[str, Any]:
    return {
        "from": _begins(held.effective, lineage).isoformat(),
        "to": _ends(held.effective, lineage, library).isoformat(),
        "number": str(held.node.number),
        "text": held.node.clause.wording,
        "examples": list(held.node.clause.examples),
        "change": change_object(held.change) if held.change else None,
    }


def _begins(day: date, lineage: KnownLineage) -> date:
    """Return the release that brought the wording of `day`."""
    changes = (wording.release for wording in lineage.wordings if wording.release <= day)
    return max(changes, default=lineage.runs[0].first)


def _ends(day: date, lineage: KnownLineage, library: Library) -> date:
    """Return the last release known with the wording of `day`."""
    following = min((wording.release for wording in lineage.wordings if wording.release > day), default=None)
    last = lineage.runs[-1].last
    if following is None:
        return last
    return max((each.effective for each in library.releases if each.effective < following), default=day)


def _event(event: LineageEvent) -> dict[str, Any]:
    return {"lineage": event.lineage or None, "how": event.how.value, "release": event.release.isoformat()}
