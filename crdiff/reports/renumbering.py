"""Old numbers to new ones: between two releases, and by the renumbering of a draft."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from msgspec import Struct, field

from crdiff.history.renumbering import Became, Renumbering, Row
from crdiff.reports.answer import AnswerRow, Count, Day, Document, Line, row_of
from crdiff.reports.formats import csv_of
from crdiff.reports.labels import ARROW
from crdiff.reports.phrases import counted, in_lines, listed
from crdiff.text.hidden import shown_on_a_line

if TYPE_CHECKING:
    from crdiff.renumber.renumber import NumberedDraft

_RENUMBERING_FIELDS = ("old", "new", "became", "direct")


class NumberRow(AnswerRow, frozen=True):
    """What became of a number."""

    old: str
    """Of a clause, as printed, without a trailing full stop."""
    new: tuple[str, ...]
    """Main heir first; as the comparison of the two texts has it where both are held."""
    became: Became
    direct: tuple[str, ...] | None = None
    """What the direct alignment of the two texts says; absent where it was not asked."""
    agrees: bool | None = None
    """Whether the direct alignment names the same main heir as the releases between."""
    composed: tuple[str, ...] | None = None
    """What the releases between lead to; absent where the direct alignment was not asked."""


class RenumberingAnswer(Document, frozen=True, tag="crdiff.renumbering/1"):
    """Old numbers for new, as crdiff renumbering --format json writes them."""

    main = "rows"
    old: Day
    new: Day
    through: tuple[Day, ...]
    """Releases held between the two."""
    rows: tuple[NumberRow, ...]
    """In the order of the old text; numbers that still name the same clause with --all only."""
    arrived: tuple[str, ...] = field(name="added")
    """New numbers that no old one led to."""


@in_lines
def renumbering_text(renumbering: Renumbering, rows: Sequence[Row]) -> Iterator[str]:
    """Return a line for each of `rows`, after a line of counts."""
    width = max((len(str(row.old)) for row in rows), default=0)
    yield from (f"{renumbering.old} {ARROW} {renumbering.new}", f"{_counts(renumbering)}.", "")
    yield from (f"{row.old!s:{width}} {ARROW} {_new(row)}{_renumbering_remark(row)}" for row in rows)


@in_lines
def renumbering_markdown(renumbering: Renumbering, rows: Sequence[Row]) -> Iterator[str]:
    """Return the rows as a Markdown table, after a line of counts."""
    yield from (f"Numbers of {renumbering.old} in {renumbering.new}: {_counts(renumbering)}.", "")
    yield from ("| old | new | became | |", "|---|---|---|---|")
    yield from (f"| {row.old} | {_new(row)} | {row.became} | {_doubt(row)} |" for row in rows)


def renumbering_csv(rows: Sequence[Row]) -> str:
    """Return the rows as CSV: old; new, main heir first, separated by spaces; became; direct where it disagrees."""
    direct = ((row, () if row.agrees else row.direct or ("none",)) for row in rows)
    cells = ((row.old, " ".join(map(str, row.new)), row.became, " ".join(map(str, other))) for row, other in direct)
    return csv_of(_RENUMBERING_FIELDS, cells)


def renumbering_answer(found: Renumbering, rows: Sequence[Row]) -> RenumberingAnswer:
    """Return `rows` with the releases they were composed through and the numbers that are new."""
    told = tuple(row_of(NumberRow, each, agrees=None if each.direct is None else each.agrees) for each in rows)
    return row_of(RenumberingAnswer, found, rows=told)


def _counts(renumbering: Renumbering) -> str:
    counts = Counter(row.became for row in renumbering.rows)
    said = [f"{counts[became]:,} {became}" for became in Became if counts[became]]
    said.append(f"{len(renumbering.arrived):,} added")
    if renumbering.disagreements:
        said.append(f"{counted(len(renumbering.disagreements), 'disagreement')} with the direct alignment")
    return listed(said)


def _new(row: Row) -> str:
    return ", ".join(map(str, row.new)) or "-"


def _renumbering_remark(row: Row) -> str:
    kind = "" if row.became in {Became.SAME, Became.RENUMBERED} else f"  ({row.became})"
    return f"{kind}  {_doubt(row)}".rstrip() if _doubt(row) else kind


def _doubt(row: Row) -> str:
    if row.agrees or row.direct is None or row.composed is None:
        return ""
    way, other = ("direct alignment", row.direct)
    if row.direct[:1] == row.new[:1]:
        way, other = ("through the releases between", row.composed)
    return f"{way}: {', '.join(map(str, other)) or 'removed'}"


_RENUMBERED_FIELDS = ("old", "new", "became")


class RenumberedDraft(Struct, frozen=True):
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


@in_lines
def renumbered_text(draft: RenumberedDraft) -> Iterator[str]:
    """Return a line for each label that changes, after a line of counts."""
    rows = draft.renumbered.rows
    width = max((len(row.label) for row in rows), default=0)
    yield f"{shown_on_a_line(draft.file)}: {counts(draft.renumbered)}"
    if rows:
        yield ""
    for row in rows:
        remark = "" if row.became == "renumbered" else f"  ({row.became})"
        yield f"{row.label:{width}} {ARROW} {row.new or '-'}{remark}"


def renumbered_csv(draft: RenumberedDraft) -> str:
    """Return the labels that change as CSV: the old number or the open label, the new number, what became of it."""
    return csv_of(_RENUMBERED_FIELDS, ((row.label, row.new, row.became) for row in draft.renumbered.rows))


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
