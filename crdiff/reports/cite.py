"""The citations of a tree as reports show them: each number with its place and a sentence on it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from crdiff.cite.checking import Basis, CheckedNumber, CheckedTree, CitingText
from crdiff.cite.judging import Judgement, Verdict
from crdiff.cite.numbering import Numbering
from crdiff.model.fingerprint import digest
from crdiff.model.release import Level
from crdiff.reports.phrases import counted
from crdiff.reports.results import Result, Results, Rule

_LEVELS = {
    Verdict.ABSENT: Level.ERROR,
    Verdict.MOVED: Level.ERROR,
    Verdict.REUSED: Level.ERROR,
    Verdict.RETIRED: Level.ERROR,
    Verdict.SPLIT: Level.WARNING,
}
_REASONS = {
    Verdict.ABSENT: "A reader who looks up the number finds nothing.",
    Verdict.MOVED: "The clause has another number now, and nothing has this one.",
    Verdict.REUSED: "A reader who looks up the number finds another clause.",
    Verdict.RETIRED: "The clause is no longer in the rules.",
    Verdict.SPLIT: "What the clause said is in several clauses now.",
}
MALFORMED = "malformed"


@dataclass(frozen=True, slots=True)
class CitePlace:
    """Where something is printed: file, line and columns from 1, the end half-open, in bytes; and what is printed."""

    file: str
    line: int
    column: int
    end_column: int
    printed: str


@dataclass(frozen=True, slots=True)
class CiteRow:
    """One number of a citation: its place, `kind` of verdict, a sentence on it, where it is read now."""

    place: CitePlace
    kind: str
    number: str
    numbers: tuple[str, ...]
    message: str
    basis: str
    written: date | None
    lineage: str

    @property
    def level(self) -> Level:
        """How bad it is."""
        return _LEVELS.get(Verdict(self.kind), Level.NOTE) if self.kind != MALFORMED else Level.WARNING


@dataclass(frozen=True, slots=True)
class CiteReport:
    """What is said of a tree: the release it is judged by, that it is written for, all rows, what was read."""

    at: date
    written: date
    rows: tuple[CiteRow, ...]
    files: int
    has_texts: bool

    @property
    def findings(self) -> tuple[CiteRow, ...]:
        """The rows that say that something is wrong."""
        return tuple(row for row in self.rows if row.kind != Verdict.RIGHT)


def cite_report(tree: CheckedTree, numbering: Numbering, files: int, *, has_texts: bool) -> CiteReport:
    """Return what reports show of the citations of a tree."""
    places = _Places()
    rows = [_row(checked, numbering, places) for checked in tree.numbers]
    rows += [
        CiteRow(place, MALFORMED, wrong.text, (), f"“{wrong.text}” is not the number of a clause", "", None, "")
        for text, wrong in tree.malformed
        for place in (places.of(text, wrong.start, wrong.stop),)
    ]
    ordered = sorted(rows, key=lambda row: (row.place.file, row.place.line, row.place.column))
    dates = numbering.dates
    return CiteReport(dates[tree.at], dates[tree.written], tuple(ordered), files, has_texts)


class _Places:
    """Lines of texts, counted once for each text."""

    def __init__(self) -> None:
        self._text: CitingText | None = None
        self._starts: list[int] = []

    def of(self, text: CitingText, start: int, stop: int) -> CitePlace:
        """Return the place of the bytes `start` to `stop` of a text."""
        if text is not self._text:
            self._text, self._starts = text, list(_line_starts(text.text))
        line = bisect_right(self._starts, start)
        column = start - self._starts[line - 1] + 1
        printed = text.text[start:stop].decode("utf-8", "replace")
        return CitePlace(text.name, line, column, column + stop - start, printed)


def _line_starts(text: bytes) -> Iterator[int]:
    at = -1
    yield 0
    while (at := text.find(b"\n", at + 1)) >= 0:
        yield at + 1


def _row(checked: CheckedNumber, numbering: Numbering, places: _Places) -> CiteRow:
    judgement = checked.judgement
    return CiteRow(
        places.of(checked.text, checked.item.start, checked.item.stop),
        judgement.verdict.value,
        str(checked.number),
        tuple(map(str, judgement.numbers)),
        _message(checked, numbering),
        checked.basis.value,
        None if judgement.written is None else numbering.dates[judgement.written],
        "" if judgement.clause is None else numbering.lineage(judgement.clause),
    )


def _message(checked: CheckedNumber, numbering: Numbering) -> str:
    judgement, number = checked.judgement, checked.number
    now = " and ".join(map(str, judgement.numbers))
    match judgement.verdict:
        case Verdict.RIGHT:
            return f"{number} is right"
        case Verdict.MOVED | Verdict.REUSED:
            after = "" if judgement.verdict is Verdict.MOVED else f"; {number} is another clause now"
            return f"{number} is {now}{_since(judgement, numbering)}{after}{_because(checked)}"
        case Verdict.SPLIT:
            return f"what {number} said is in {now}{_since(judgement, numbering)}{_because(checked)}"
        case Verdict.RETIRED:
            heir = f"; see {now}" if now else ""
            return f"{number} is no longer in the rules{_since(judgement, numbering)}{heir}{_because(checked)}"
    return _absent(judgement, number, numbering)


def _absent(judgement: Judgement, number: object, numbering: Numbering) -> str:
    if judgement.until is None or judgement.written is None:
        return f"no clause has ever been numbered {number}"
    written = numbering.dates[judgement.written]
    now = f"; that clause is {judgement.numbers[0]} now" if judgement.numbers else ""
    when = "last" if judgement.until < judgement.written else "first later, and last"
    return f"no clause is {number} in {written}; one had that number {when} in {numbering.dates[judgement.until]}{now}"


def _since(judgement: Judgement, numbering: Numbering) -> str:
    """Return since when the number no longer means what is cited."""
    after = None if judgement.until is None else judgement.until + 1
    return f" since {numbering.dates[after]}" if after is not None and after < len(numbering.dates) else ""


def _because(checked: CheckedNumber) -> str:
    return {
        Basis.WORDS: ", by the words beside it",
        Basis.FILE: ", by the other citations of the file",
    }.get(checked.basis, "")


def cite_summary(report: CiteReport) -> str:
    """Return the counts in a sentence: "41 of 855 citations in 283 files are not right in 2026-04-17"."""
    total = counted(len(report.rows), "citation")
    found = len(report.findings)
    said = f"{found:,} of {total} in {counted(report.files, 'file')} to look at, judged by {report.at}"
    return said if report.has_texts else f"{said}, by existence and renumberings alone: no texts to compare words with"


def cite_results(report: CiteReport) -> Results:
    """Return the findings for jobs of continuous integration."""
    rules = tuple(Rule(verdict.value, level, _REASONS[verdict]) for verdict, level in _LEVELS.items())
    malformed = Rule(MALFORMED, Level.WARNING, "A reader cannot tell which clause is meant.")
    return Results("cite check", (*rules, malformed), tuple(map(_result, report.findings)))


def _result(row: CiteRow) -> Result:
    place = row.place
    fingerprint = digest([row.kind, place.file, row.number, place.printed])
    return Result(
        row.kind, row.level, row.number, row.message, place.file, place.line, place.column, place.line,
        place.end_column, fingerprint,
    )  # fmt: skip
