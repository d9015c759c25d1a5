"""One citation in full: what its number named when, which of it is meant and why, and what becomes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from msgspec import field

from crdiff.cite.checking import CheckedNumber
from crdiff.cite.editing import TextUpdate
from crdiff.cite.evidence import Said
from crdiff.cite.judging import Basis
from crdiff.cite.numbering import Numbering
from crdiff.reports import terminal
from crdiff.reports.answer import AnswerRow, Day, row_of
from crdiff.reports.cite import CiteRow, JudgedBy, characters
from crdiff.reports.cite_json import CitationFinding, CiteAnswer, cite_answer
from crdiff.reports.phrases import cut_short, in_lines
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
    is_repair: bool = field(name="repair")
    """Whether an update edits it with --repair alone: it had the wrong number before the move, too."""

    @property
    def becomes(self) -> str:
        """What an update makes of it, in words, "" for what is right."""
        if not self.new:
            return f"an update leaves it: {self.left}" if self.left else ""
        return f"an update{' with --repair' if self.is_repair else ''} writes “{self.new}”"


class ExplainAnswer(CiteAnswer, frozen=True, kw_only=True, tag="crdiff.cite/1"):
    """The citations of a line in full."""

    main = "findings"
    kind: Literal["explain"]
    findings: tuple[ExplainedFinding, ...]
    """The citations of the line."""


def explained(
    checked: CheckedNumber, row: CiteRow, numbering: Numbering, said: Said | None, updates: Sequence[TextUpdate]
) -> ExplainedFinding:
    """Return a citation in full; `said` gives wordings, None where no texts are there."""
    edits = [edit for update in updates for edit in update.edits if update.text is checked.text]
    left = [each.why.value for update in updates for each in update.left if each.checked is checked]
    return row_of(
        ExplainedFinding,
        row,
        row.place,
        why=_WHY[checked.basis],
        uses=_uses(checked, numbering, said),
        new=next((characters(edit.new) for edit in edits if edit.start == checked.item.start), ""),
        left=left[0] if left else "",
        is_repair=checked.is_slip,
    )


def line_around(checked: CheckedNumber) -> str:
    """Return the line that a citation stands in."""
    text, start = checked.text.text, checked.item.start
    return characters(text[text.rfind(b"\n", 0, start) + 1 :].partition(b"\n")[0]).strip()


def _uses(checked: CheckedNumber, numbering: Numbering, said: Said | None) -> Iterator[CitedUse]:
    for use in numbering.uses(checked.number):
        wordings = numbering.wordings(use.clause, use.first, use.last)
        found = said(wordings[-1]) if said and wordings else None
        yield CitedUse(
            numbering.dates[use.first],
            numbering.dates[use.last],
            numbering.lineage(use.clause),
            " ".join(filter(None, found)) if found else "",
            use.clause == checked.judgement.clause,
        )


@in_lines
def explain_text(
    found: Sequence[ExplainedFinding], lines: Sequence[str], rests_on: JudgedBy, *, colour: bool = False
) -> Iterator[str]:
    """Return citations, each with the line that it stands in."""
    for each, line in zip(found, lines, strict=True):
        yield f"{shown_on_a_line(each.file)}:{each.line}:{each.column}: {terminal.bold(each.number, colour)}"
        yield f"  {cut_short(shown_on_a_line(line), _TEXT_MAX)}"
        if each.written:
            yield f"  taken for {each.number} of {each.written}: {each.why}"
        if not each.uses:
            yield "  no release has a clause of that number"
        for use in each.uses:
            text = f"  {cut_short(use.text.replace(chr(10), ' '), _TEXT_MAX)}" if use.text else ""
            yield f"  {'→' if use.is_meant else ' '} {use.first} to {use.last}  {use.lineage}{text}"
        yield f"  {each.message}  [{each.kind}]"
        if each.becomes:
            yield f"  {each.becomes}"
        yield ""
    yield str(rests_on)[:1].upper() + str(rests_on)[1:]


def explain_answer(found: Sequence[ExplainedFinding], rests_on: JudgedBy) -> ExplainAnswer:
    """Return the same as an answer."""
    return cite_answer(ExplainAnswer, "explain", rests_on, findings=found)
