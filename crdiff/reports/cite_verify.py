"""What a migration made by hand did to citations, for a person and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from crdiff.cite.verifying import Migrated, Verified, VerifiedCitation
from crdiff.reports import terminal
from crdiff.reports.cite import JudgedBy
from crdiff.reports.cite_json import SCHEMA, head, place_json
from crdiff.reports.cite_place import CitePlace, Places
from crdiff.reports.indented import Json, indented
from crdiff.reports.phrases import counted, listed
from crdiff.text.hidden import shown_on_a_line


def verify_text(verified: Verified, rests_on: JudgedBy, base: str, *, colour: bool = False) -> str:
    """Return a line for each citation that is not right after a migration from the revision `base`, and the counts."""
    places = Places()
    lines = [_line(each, places, colour) for each in verified.citations if each.said is not Migrated.RIGHT]
    counts = Counter(each.said for each in verified.citations)
    said = ", ".join(f"{counts[kind]:,} {kind}" for kind in Migrated)
    rewritten = f"; {verified.unpaired:,} in lines that changed otherwise" if verified.unpaired else ""
    total = f"{counted(len(verified.citations), 'citation')} since {shown_on_a_line(base)}"
    summary = f"{total}: {said}{rewritten}; {rests_on}"
    return "\n".join((*lines, summary)) + "\n"


def _line(each: VerifiedCitation, places: Places, colour: bool) -> str:
    place = _place(each, places)
    where = f"{shown_on_a_line(place.file)}:{place.line}:{place.column}"
    return f"{where}: {terminal.bold(each.said.value, colour)}: {_MESSAGES[each.said](each)}"


def _place(each: VerifiedCitation, places: Places) -> CitePlace:
    return places.of(each.after.text, each.after.item.start, each.after.item.stop)


def _expected(each: VerifiedCitation) -> str:
    return listed(list(map(str, each.expected)))


def _right(each: VerifiedCitation) -> str:
    return f"{each.before.number} is {each.after.number} now"


def _missed(each: VerifiedCitation) -> str:
    return f"{each.before.number} was left, and its clause is {_expected(each)} now"


def _wrong(each: VerifiedCitation) -> str:
    return f"{each.before.number} became {each.after.number}, and its clause is {_expected(each)} now"


def _redirected(each: VerifiedCitation) -> str:
    return f"{each.before.number} became {each.after.number}, though its clause is {_expected(each)} before and after"


def _open(each: VerifiedCitation) -> str:
    what = "was left" if each.before.number == each.after.number else f"became {each.after.number}"
    return f"{each.before.number} {what}: {each.why}"


_MESSAGES: Mapping[Migrated, Callable[[VerifiedCitation], str]] = {
    Migrated.RIGHT: _right,
    Migrated.MISSED: _missed,
    Migrated.WRONG: _wrong,
    Migrated.REDIRECTED: _redirected,
    Migrated.OPEN: _open,
}


def verify_json(verified: Verified, rests_on: JudgedBy, base: str) -> bytes:
    """Return the same as indented UTF-8 JSON, the right ones too."""
    places = Places()
    found = [_object(each, places) for each in verified.citations]
    counts = Counter(each.said.value for each in verified.citations)
    answer = {"base": base, "summary": dict(sorted(counts.items())), "unpaired": verified.unpaired, "migrated": found}
    return indented(SCHEMA, {**head("verify", rests_on), **answer})


def _object(each: VerifiedCitation, places: Places) -> Json:
    return {
        **place_json(_place(each, places)),
        "said": each.said.value,
        "before": str(each.before.number),
        "after": str(each.after.number),
        "expected": list(map(str, each.expected)),
        "message": _MESSAGES[each.said](each),
    }
