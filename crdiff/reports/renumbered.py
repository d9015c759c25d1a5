"""What renumbering a draft does as text, CSV and ``crdiff.renumbered/1``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from msgspec import field

from crdiff.renumber.renumber import NumberedDraft, RenumberedLabel
from crdiff.reports.answer import AnswerRow, Count, Document, Line, row_of
from crdiff.reports.csv_table import csv_of
from crdiff.reports.labels import ARROW
from crdiff.reports.phrases import counted, listed
from crdiff.text.hidden import shown_on_a_line

_FIELDS = ("old", "new", "became")


@dataclass(frozen=True, slots=True)
class RenumberedDraft:
    """A draft renumbered: its file, the name of the release that its numbers were of, and what moved."""

    file: str
    old: str
    renumbered: NumberedDraft
    keeps_gaps: bool


class LabelRow(AnswerRow, frozen=True):
    """A label of a draft, and the number that it has now."""

    label: str
    """The label in the draft: a number, or the open label of a new clause."""
    old: str | None
    """The number that the clause had; null for a new clause."""
    new: str | None
    """The number that it has now; null for a clause that was removed."""
    became: Literal["added", "renumbered", "removed"]


class LeftCitationRow(AnswerRow, frozen=True):
    """A citation left as it is."""

    line: Line
    """The line of the draft, from 1."""
    printed: str = field(name="cites")
    """The number or the range as printed."""


class RenumberedAnswer(Document, frozen=True, tag="crdiff.renumbered/1"):
    """A draft renumbered, as crdiff renumber --format json writes it."""

    main = "rows"
    file: str
    """The draft, as named on the command line."""
    old: str
    """The name of the release whose numbers the draft used."""
    keeps_gaps: bool
    """Whether the numbers of removed clauses stay free."""
    labels: Count
    """Labels that change, those in the contents included."""
    citations: Count
    """Citations that change; a range counts as one."""
    rows: tuple[LabelRow, ...]
    """The labels that change, in the order of their new numbers, then those that are gone."""
    left: tuple[LeftCitationRow, ...]
    """Citations left as they are, because the draft removed what they cite."""


def renumbered_text(draft: RenumberedDraft) -> str:
    """Return a line for each label that changes, after a line of counts."""
    rows = draft.renumbered.rows
    width = max((len(row.label) for row in rows), default=0)
    lines = [f"{shown_on_a_line(draft.file)}: {counts(draft.renumbered)}", *([""] if rows else [])]
    lines += [f"{row.label:{width}} {ARROW} {row.new or '-'}{_remark(row)}" for row in rows]
    return "".join(f"{line}\n" for line in lines)


def renumbered_csv(draft: RenumberedDraft) -> str:
    """Return the labels that change as CSV: the old number or the open label, the new number, what became of it."""
    return csv_of(_FIELDS, ((row.label, row.new, row.became) for row in draft.renumbered.rows))


def renumbered_answer(draft: RenumberedDraft) -> RenumberedAnswer:
    """Return the labels that change, with the citations that could not follow."""
    done = draft.renumbered
    edits = {"labels": len(done.labels), "citations": len(done.citations)}
    return row_of(RenumberedAnswer, draft, rows=done.rows, left=done.left, **edits)


def counts(done: NumberedDraft) -> str:
    """Return how many labels of each kind there are, and how many citations change."""
    kinds = [row.became for row in done.rows]
    said = [f"{kinds.count(kind):,} {kind}" for kind in ("added", "renumbered", "removed") if kind in kinds]
    said.append(f"{counted(len(done.citations), 'citation')} rewritten")
    return listed(said) if done.edits or done.rows else "nothing to renumber"


def _remark(row: RenumberedLabel) -> str:
    return "" if row.became == "renumbered" else f"  ({row.became})"
