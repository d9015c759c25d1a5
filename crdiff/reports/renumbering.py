"""Old number -> new number as text, CSV, Markdown and ``crdiff.renumbering/1``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import field

from crdiff.history.renumbering import Became, Renumbering, Row
from crdiff.model.number import ClauseNumber
from crdiff.reports.answer import AnswerRow, Day, Document, row_of
from crdiff.reports.csv_table import csv_of
from crdiff.reports.labels import ARROW
from crdiff.reports.phrases import counted, listed

_FIELDS = ("old", "new", "became", "direct")


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


def renumbering_text(renumbering: Renumbering, rows: Sequence[Row]) -> str:
    """Return a line for each of `rows`, after a line of counts."""
    width = max((len(str(row.old)) for row in rows), default=0)
    lines = [f"{renumbering.old} {ARROW} {renumbering.new}", f"{_counts(renumbering)}.", ""]
    lines += [f"{row.old!s:{width}} {ARROW} {_new(row)}{_remark(row)}" for row in rows]
    return "".join(f"{line}\n" for line in lines)


def renumbering_markdown(renumbering: Renumbering, rows: Sequence[Row]) -> str:
    """Return the rows as a Markdown table, after a line of counts."""
    lines = [f"Numbers of {renumbering.old} in {renumbering.new}: {_counts(renumbering)}.", ""]
    lines += ["| old | new | became | |", "|---|---|---|---|"]
    lines += [f"| {row.old} | {_new(row)} | {row.became} | {_doubt(row)} |" for row in rows]
    return "".join(f"{line}\n" for line in lines)


def renumbering_csv(rows: Sequence[Row]) -> str:
    """Return the rows as CSV: old; new, main heir first, separated by spaces; became; direct where it disagrees."""
    return csv_of(_FIELDS, ((row.old, " ".join(map(str, row.new)), row.became, _direct(row)) for row in rows))


def _direct(row: Row) -> str:
    return "" if row.agrees else " ".join(map(str, row.direct or ("none",)))


def renumbering_answer(found: Renumbering, rows: Sequence[Row]) -> RenumberingAnswer:
    """Return `rows` with the releases they were composed through and the numbers that are new."""
    told = tuple(row_of(NumberRow, each, agrees=None if each.direct is None else each.agrees) for each in rows)
    return row_of(RenumberingAnswer, found, rows=told)


def _written(numbers: Iterable[ClauseNumber]) -> list[str]:
    return list(map(str, numbers))


def _counts(renumbering: Renumbering) -> str:
    counts = Counter(row.became for row in renumbering.rows)
    said = [f"{counts[became]:,} {became}" for became in Became if counts[became]]
    said.append(f"{len(renumbering.arrived):,} added")
    if renumbering.disagreements:
        said.append(f"{counted(len(renumbering.disagreements), 'disagreement')} with the direct alignment")
    return listed(said)


def _new(row: Row) -> str:
    return ", ".join(_written(row.new)) or "-"


def _remark(row: Row) -> str:
    kind = "" if row.became in {Became.SAME, Became.RENUMBERED} else f"  ({row.became})"
    return f"{kind}  {_doubt(row)}".rstrip() if _doubt(row) else kind


def _doubt(row: Row) -> str:
    if row.agrees or row.direct is None or row.composed is None:
        return ""
    way, other = ("direct alignment", row.direct)
    if row.direct[:1] == row.new[:1]:
        way, other = ("through the releases between", row.composed)
    return f"{way}: {', '.join(_written(other)) or 'removed'}"
