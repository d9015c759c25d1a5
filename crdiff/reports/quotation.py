"""Whether a clause says what is quoted, as text and as ``crdiff.quotation/1``."""

from __future__ import annotations

from collections.abc import Iterator

from crdiff.identify.check import CheckedQuotation, QuotationVerdict
from crdiff.reports.answer import Day, Document, row_of
from crdiff.reports.identified import called, days_text, slip_text
from crdiff.reports.identified_forms import DaysRow, SlipRow
from crdiff.reports.phrases import counted, in_lines
from crdiff.text.normalise import squeeze


class QuotationAnswer(Document, frozen=True, tag="crdiff.quotation/1"):
    """Whether a clause says what is quoted, as crdiff identify --number --format json writes it."""

    asked: str
    """The number or the term asked about, as the release has it."""
    text: str
    """What is quoted."""
    day: Day
    """The day asked about."""
    verdict: QuotationVerdict
    """Whether the clause of that day says it."""
    message: str
    """The verdict in a sentence."""
    reason: str | None
    """Why the verdict is unknown; null for any other."""
    release: Day | None
    """The release in force on that day; null where none is known."""
    newest: Day
    """The newest release known."""
    is_open: bool
    """Whether the answer stands on the newest release known: a later one may say otherwise by that day."""
    lineage: str | None
    """The lineage of the clause or entry that says it; null where none does."""
    is_entry: bool
    """Whether that is a glossary entry."""
    number: str | None
    """Its number or term in the release nearest to the day that has these words."""
    official: str | None
    """Its whole text there; null where no text is held."""
    days: tuple[DaysRow, ...]
    """The days on which it said so."""
    slips: tuple[SlipRow, ...]
    """In the order of the text."""


@in_lines
def quotation_text(checked: CheckedQuotation) -> Iterator[str]:
    """Return the verdict, what it rests on, when the rules read so, and the slips."""
    yield f"{checked.verdict.replace('_', ' ')}: {verdict_text(checked)}"
    if checked.release:
        newest = ", the newest known" if checked.is_open else ""
        yield f"  by the release of {checked.release}{newest}"
    if checked.days:
        slips = ", but for the slips" if checked.slips else ""
        yield f"  {_name(checked)} reads so{slips}: in force {days_text(checked.days)}"
    yield from (f"  {slip.line}:{slip.column}: {slip_text(slip)}" for slip in checked.slips)
    if checked.official and checked.verdict is not QuotationVerdict.HOLDS:
        yield f"  {_name(checked)}: {squeeze(checked.official)}"


def verdict_text(checked: CheckedQuotation) -> str:
    """Return the verdict in a sentence."""
    slips = f", with {counted(len(checked.slips), 'slip')}" if checked.slips else ""
    match checked.verdict:
        case QuotationVerdict.HOLDS | QuotationVerdict.SLIP:
            return f"{_name(checked)} says this on {checked.day}{slips}."
        case QuotationVerdict.ELSEWHERE:
            return f"on {checked.day} {_name(checked)} says this{slips}, and not {checked.asked}."
        case QuotationVerdict.ANOTHER_TIME:
            return f"no clause says this on {checked.day}; {_name(checked)} does at another time{slips}."
        case QuotationVerdict.NEVER:
            return "no clause of the releases known ever said this."
        case QuotationVerdict.UNKNOWN:
            return f"{checked.reason}."


def _name(checked: CheckedQuotation) -> str:
    return called(checked.number, is_entry=checked.is_entry)


def quotation_answer(checked: CheckedQuotation) -> QuotationAnswer:
    """Return the same as an answer."""
    return row_of(QuotationAnswer, checked, message=verdict_text(checked))
