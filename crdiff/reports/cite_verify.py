"""What a migration made by hand did to citations, for a person and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Literal

from crdiff.cite.verifying import Migrated, Verified, VerifiedCitation
from crdiff.reports import terminal
from crdiff.reports.answer import Count, row_of
from crdiff.reports.cite import JudgedBy
from crdiff.reports.cite_json import CiteAnswer, CitedPlace, cite_answer, placed
from crdiff.reports.cite_place import CitePlace, Places
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


class MigratedRow(CitedPlace, frozen=True):
    """A citation that a migration met."""

    said: Migrated
    before: str
    after: str
    expected: tuple[str, ...]
    """Where its clause is read."""
    message: str


class MigrationAnswer(CiteAnswer, frozen=True, kw_only=True, tag="crdiff.cite/1"):
    """What a migration made by hand did."""

    kind: Literal["verify"]
    base: str
    """The revision before the migration."""
    summary: dict[str, Count]
    """How many there are of each kind."""
    unpaired: Count
    """Numbers in lines that changed otherwise."""
    migrated: tuple[MigratedRow, ...]
    """In the order of files and lines."""


def migration_answer(verified: Verified, rests_on: JudgedBy, base: str) -> MigrationAnswer:
    """Return the same as an answer, with the right ones too."""
    places = Places()
    migrated = tuple(_row(each, places) for each in verified.citations)
    summary = dict(sorted(Counter(each.said.value for each in verified.citations).items()))
    told = {"base": base, "summary": summary, "unpaired": verified.unpaired, "migrated": migrated}
    return cite_answer(MigrationAnswer, "verify", rests_on, **told)


def _row(each: VerifiedCitation, places: Places) -> MigratedRow:
    numbers = {"before": each.before.number, "after": each.after.number}
    message = _MESSAGES[each.said](each)
    return row_of(MigratedRow, each, **placed(_place(each, places)), **numbers, message=message)
