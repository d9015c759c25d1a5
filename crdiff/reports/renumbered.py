"""What renumbering a draft does as text, CSV and ``crdiff.renumbered/1``."""

from __future__ import annotations

from dataclasses import dataclass

from crdiff.renumber.renumber import NumberedDraft, RenumberedLabel
from crdiff.reports.csv_table import csv_of
from crdiff.reports.indented import Json, indented
from crdiff.reports.labels import ARROW
from crdiff.reports.phrases import counted, listed
from crdiff.text.hidden import shown_on_a_line

SCHEMA = "crdiff.renumbered/1"
_FIELDS = ("old", "new", "became")


@dataclass(frozen=True, slots=True)
class RenumberedDraft:
    """A draft renumbered: its file, the name of the release that its numbers were of, and what moved."""

    file: str
    old: str
    renumbered: NumberedDraft
    keeps_gaps: bool


def renumbered_text(draft: RenumberedDraft) -> str:
    """Return a line for each label that changes, after a line of counts."""
    rows = draft.renumbered.rows
    width = max((len(row.label) for row in rows), default=0)
    lines = [f"{shown_on_a_line(draft.file)}: {counts(draft.renumbered)}", *([""] if rows else [])]
    lines += [f"{row.label:{width}} {ARROW} {row.new or '-'}{_remark(row)}" for row in rows]
    return "".join(f"{line}\n" for line in lines)


def renumbered_csv(draft: RenumberedDraft) -> str:
    """Return the labels that change as CSV: the old number or the open label, the new number, what became of it."""
    return csv_of(_FIELDS, ((row.label, row.new, _became(row)) for row in draft.renumbered.rows))


def renumbered_json(draft: RenumberedDraft) -> bytes:
    """Return the labels that change as JSON, with the citations that could not follow."""
    done = draft.renumbered
    answer = {
        "file": draft.file,
        "old": draft.old,
        "keeps_gaps": draft.keeps_gaps,
        "labels": len(done.labels),
        "citations": len(done.citations),
        "rows": [_object(row) for row in done.rows],
        "left": [{"line": left.line, "cites": left.printed} for left in done.left],
    }
    return indented(SCHEMA, answer)


def counts(done: NumberedDraft) -> str:
    """Return how many labels of each kind there are, and how many citations change."""
    kinds = [_became(row) for row in done.rows]
    said = [f"{kinds.count(kind):,} {kind}" for kind in ("added", "renumbered", "removed") if kind in kinds]
    said.append(f"{counted(len(done.citations), 'citation')} rewritten")
    return listed(said) if done.edits or done.rows else "nothing to renumber"


def _became(row: RenumberedLabel) -> str:
    if row.old is None:
        return "added"
    return "renumbered" if row.new else "removed"


def _remark(row: RenumberedLabel) -> str:
    return "" if _became(row) == "renumbered" else f"  ({_became(row)})"


def _object(row: RenumberedLabel) -> Json:
    new = str(row.new) if row.new else None
    return {"label": row.label, "old": str(row.old) if row.old else None, "new": new, "became": _became(row)}
