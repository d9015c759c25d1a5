"""Whether a clause says what is quoted, as text and as ``crdiff.quotation/1``."""

from __future__ import annotations

from collections.abc import Iterator

from crdiff.identify.check import CheckedQuotation, QuotationVerdict
from crdiff.reports.identified import called, days_text, slip_text
from crdiff.reports.identified_json import slip_json, spans_json
from crdiff.reports.indented import Json, indented
from crdiff.reports.phrases import counted
from crdiff.text.normalise import squeeze

SCHEMA = "crdiff.quotation/1"


def quotation_text(checked: CheckedQuotation) -> str:
    """Return the verdict, what it rests on, when the rules read so, and the slips."""
    return "".join(f"{line}\n" for line in _lines(checked))


def _lines(checked: CheckedQuotation) -> Iterator[str]:
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


def quotation_json(checked: CheckedQuotation) -> bytes:
    """Return the answer as UTF-8 JSON."""
    return indented(SCHEMA, _object(checked))


def _object(checked: CheckedQuotation) -> Json:
    return {
        "asked": checked.asked,
        "text": checked.text,
        "day": checked.day,
        "verdict": checked.verdict.value,
        "message": verdict_text(checked),
        "reason": checked.reason or None,
        "release": checked.release,
        "newest": checked.newest,
        "is_open": checked.is_open,
        "lineage": checked.lineage or None,
        "is_entry": checked.is_entry,
        "number": checked.number or None,
        "official": checked.official or None,
        "days": spans_json(checked.days),
        "slips": [slip_json(slip) for slip in checked.slips],
    }
