"""One citation in full: what its number named when, which of it is meant and why, and what becomes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Literal

from msgspec import Struct, field

from crdiff.cite.checking import CheckedNumber
from crdiff.cite.editing import TextUpdate
from crdiff.cite.evidence import Said
from crdiff.cite.judging import Basis
from crdiff.cite.numbering import Numbering
from crdiff.model.release import ReleaseSpan
from crdiff.reports import terminal
from crdiff.reports.answer import AnswerRow, Day, row_of
from crdiff.reports.cite import CiteRow, JudgedBy, characters
from crdiff.reports.cite_json import CitationFinding, CiteAnswer, cite_answer, placed
from crdiff.reports.phrases import cut_short
from crdiff.text.hidden import shown_on_a_line

_TEXT_MAX = 300
"""Characters of a wording that are shown."""

_WHY: Mapping[Basis, str] = {
    Basis.PIN: "its release is written down",
    Basis.FROM: "the release was given, by --from or by the settings",
    Basis.QUOTATION: "it is quoted beside it",
    Basis.WORDS: "the words beside it say so",
    Basis.BLAME: "its line was written then",
    Basis.FILE: "most citations of its file are of that release",
    Basis.TREE: "most citations of the tree are of that release",
}


class ExplainedUse(ReleaseSpan[date], frozen=True):
    """A clause that a number named for a time, what it said at last, and whether it is the one meant.

    `text` is "" where it is not held.
    """

    lineage: str
    text: str
    is_meant: bool


class Explained(Struct, frozen=True):
    """A citation with all that its number named; `line` is the line it stands in.

    `new` is what an update writes in its place, "" where it leaves it; `left` is why it does, "" for what is right.
    """

    row: CiteRow
    line: str
    why: str
    uses: tuple[ExplainedUse, ...]
    new: str
    left: str


def explained(
    checked: CheckedNumber, row: CiteRow, numbering: Numbering, said: Said | None, updates: Sequence[TextUpdate]
) -> Explained:
    """Return a citation in full; `said` gives wordings, None where no texts are there."""
    text, start = checked.text.text, checked.item.start
    stop = text.find(b"\n", start)
    line = text[text.rfind(b"\n", 0, start) + 1 : stop if stop >= 0 else len(text)]
    edits = [edit for update in updates for edit in update.edits if update.text is checked.text]
    left = [each.why.value for update in updates for each in update.left if each.checked is checked]
    return Explained(
        row,
        characters(line).strip(),
        _WHY[checked.basis],
        tuple(_uses(checked, numbering, said)),
        next((characters(edit.new) for edit in edits if edit.start == start), ""),
        left[0] if left else "",
    )


def _uses(checked: CheckedNumber, numbering: Numbering, said: Said | None) -> Iterator[ExplainedUse]:
    for use in numbering.uses(checked.number):
        wordings = numbering.wordings(use.clause, use.first, use.last)
        found = said(wordings[-1]) if said and wordings else None
        yield ExplainedUse(
            numbering.dates[use.first],
            numbering.dates[use.last],
            numbering.lineage(use.clause),
            " ".join(filter(None, found)) if found else "",
            use.clause == checked.judgement.clause,
        )


def explain_text(found: Sequence[Explained], rests_on: JudgedBy, *, colour: bool = False) -> str:
    """Return the citations of a line for a terminal."""
    lines = [line for each in found for line in (*_lines(each, colour), "")]
    return "\n".join((*lines, str(rests_on)[:1].upper() + str(rests_on)[1:])) + "\n"


def _lines(each: Explained, colour: bool) -> Iterator[str]:
    row = each.row
    where = f"{shown_on_a_line(row.place.file)}:{row.place.line}:{row.place.column}"
    yield f"{where}: {terminal.bold(row.number, colour)}"
    yield f"  {cut_short(shown_on_a_line(each.line), _TEXT_MAX)}"
    if row.written:
        yield f"  taken for {row.number} of {row.written}: {each.why}"
    if not each.uses:
        yield "  no release has a clause of that number"
    for use in each.uses:
        text = f"  {cut_short(use.text.replace(chr(10), ' '), _TEXT_MAX)}" if use.text else ""
        yield f"  {'→' if use.is_meant else ' '} {use.first} to {use.last}  {use.lineage}{text}"
    yield f"  {row.message}  [{row.kind}]"
    if each.new or each.left:
        yield f"  an update writes “{each.new}”" if each.new else f"  an update leaves it: {each.left}"


class CitedUse(AnswerRow, frozen=True):
    """A clause that a number named."""

    first: Day
    last: Day
    lineage: str
    text: str
    """What the clause said at last, "" where it is not held."""
    is_meant: bool = field(name="meant")
    """Whether it is the clause that is meant."""


class ExplainedFinding(CitationFinding, frozen=True):
    """A citation in full."""

    why: str
    """How its release is known, in words."""
    uses: tuple[CitedUse, ...]
    """What the number named, oldest first."""
    new: str
    """What an update writes in its place, "" where it leaves it."""
    left: str
    """Why an update leaves it, "" for what is right."""


class ExplainAnswer(CiteAnswer, frozen=True, kw_only=True, tag="crdiff.cite/1"):
    """The citations of a line in full."""

    main = "findings"
    kind: Literal["explain"]
    findings: tuple[ExplainedFinding, ...]
    """The citations of the line."""


def explain_answer(found: Sequence[Explained], rests_on: JudgedBy) -> ExplainAnswer:
    """Return the same as an answer."""
    return cite_answer(ExplainAnswer, "explain", rests_on, findings=map(_finding, found))


def _finding(each: Explained) -> ExplainedFinding:
    own = {name: getattr(each, name) for name in ("why", "uses", "new", "left")}
    return row_of(ExplainedFinding, each.row, **placed(each.row.place), **own)
