"""Citations as ``crdiff.cite/1``, as CSV, as rdjsonl, which reviewdog takes, and as a badge, which shields.io draws."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal, TypeVar

from msgspec import field

from crdiff.cite.judging import Basis, Certainty
from crdiff.model.release import Level
from crdiff.reports.answer import AnswerRow, Count, Day, Document, Json, Line, as_json, one_of, row_of
from crdiff.reports.cite import KINDS, RIGHT, CitePlace, CiteReport, CiteRow, JudgedBy
from crdiff.reports.formats import csv_of
from crdiff.version import __version__

_COLUMNS = (
    *("file", "line", "column", "printed", "number", "now"),
    *("kind", "level", "certainty", "written", "at", "message"),
)
Kind = Annotated[str, one_of(RIGHT, *KINDS)]


class CiteAnswer(Document, frozen=True, kw_only=True, tag=""):
    """Citations of rules, as crdiff cite check, update, date, list and explain write them with --format json."""

    kind: str
    crdiff: str
    """The version of crdiff."""
    at: Day
    """The release judged by."""
    written: Day
    """The release that most citations are written for."""
    has_texts: bool = field(name="texts")
    """Whether words were compared with texts of the rules."""
    files: Count
    """Files read."""
    read: Count
    """Numbers judged."""
    known: Count
    """Clauses of the release judged by."""


class CitedPlace(AnswerRow, frozen=True):
    """Where something is printed, and what."""

    file: str
    """Its path, with forward slashes; of a list from the top of the repository, where git knows it."""
    line: Line
    """From 1."""
    column: Line
    """From 1, in bytes."""
    end_column: Line
    """Half-open."""
    printed: str
    """What is printed there."""


class CitationRow(CitedPlace, frozen=True):
    """A citation, and what it means."""

    number: str
    """The number cited; of a range, each number in turn."""
    kind: Kind
    """What is found on it; right: nothing."""
    written: Day | None
    """A release in which the number meant what is cited."""
    lineage: str
    """The id of the clause that is meant, "" where none is known."""
    now: str | None
    """The number of that clause in the release judged by, null where it has no one number."""


class CitationFinding(CitationRow, frozen=True):
    """What is said of a citation."""

    level: Level
    numbers: tuple[str, ...]
    """Where what it means is read in the release judged by, or the clause that it is mistaken for."""
    message: str
    basis: Annotated[str, one_of("", *Basis)]
    """How it is known of which release the citation is, "" of what is malformed."""
    certainty: Certainty
    """How certain the finding is; open: nothing says of which release the citation is."""
    fingerprint: str
    """What a baseline knows it by: its kind, number and sentence; "" of what is right."""


class CheckAnswer(CiteAnswer, frozen=True, kw_only=True, tag="crdiff.cite/1"):
    """The findings on citations."""

    main = "findings"
    kind: Literal["check"]
    summary: dict[str, Count]
    """How many there are of each kind."""
    silenced: Count
    """Findings that the baseline holds."""
    stale: Count | None
    """Entries of the baseline that silence nothing; null where that is not known."""
    findings: tuple[CitationFinding, ...]
    """In the order of files and lines."""


_Answer = TypeVar("_Answer", bound=CiteAnswer)


def cite_answer(of: type[_Answer], kind: str, rests_on: JudgedBy, *values: object, **given: object) -> _Answer:
    """Return an answer of that `kind`: what it rests on, and its own keys, of `values` or as `given`."""
    return row_of(of, rests_on, *values, kind=kind, crdiff=__version__, **given)


def check_answer(report: CiteReport) -> CheckAnswer:
    """Return a report as an answer."""
    findings = (row_of(CitationFinding, each, each.place) for each in report.rows)
    return cite_answer(CheckAnswer, "check", report.judged_by, report, summary=report.counts, findings=findings)


def cite_csv(report: CiteReport) -> str:
    """Return a report as CSV with a line for each finding."""
    answer = check_answer(report)
    return csv_at(_COLUMNS, answer, answer.findings)


def csv_at(columns: Sequence[str], answer: CiteAnswer, rows: Iterable[AnswerRow]) -> str:
    """Return rows of an answer as CSV, each with the release judged by."""
    cells = ([answer.at if column == "at" else getattr(row, column) for column in columns] for row in rows)
    return csv_of(columns, ([("no", "yes")[cell] if isinstance(cell, bool) else cell for cell in row] for row in cells))


_SEVERITIES = {Level.ERROR: "ERROR", Level.WARNING: "WARNING", Level.NOTE: "INFO"}


def rdjsonl(report: CiteReport) -> bytes:
    """Return each finding as a line; the format has no head, so that each names the release judged by as its source."""
    source = {"name": f"crdiff cite check, {report.judged_by}"}
    return b"".join(as_json(_diagnostic(row, source)) + b"\n" for row in report.findings)


def _diagnostic(row: CiteRow, source: Json) -> Json:
    found: Json = {
        "message": row.message,
        "location": {"path": row.place.file, "range": _range(row.place)},
        "severity": _SEVERITIES[row.level],
        "source": source,
        "code": {"value": row.kind},
    }
    if row.fix:
        found["suggestions"] = [{"range": _range(row.fix.place), "text": row.fix.new}]
    return found


def _range(place: CitePlace) -> Json:
    """Return a place as reviewdog counts it: columns in bytes."""
    start = {"line": place.line, "column": place.column}
    return {"start": start, "end": {"line": place.end_line, "column": place.end_column}}


_BADGE_COLOURS = {1000: "brightgreen", 990: "green", 950: "yellowgreen", 900: "yellow", 750: "orange", 0: "red"}
"""Thousandths of the citations that are right -> the colour from there on."""


def badge(report: CiteReport) -> bytes:
    """Return the share of citations on which nothing is found, for the endpoint badge of shields.io.

    It is rounded down: 100 % says that every one is right. What a text says itself to be wrong counts for nothing, and
    what a baseline holds is found all the same.
    """
    counts = report.counts
    right = counts.get(RIGHT, 0) + counts.get("reworded", 0)
    judged = report.judged_by.read - counts.get("mentioned", 0)
    share = 1000 * right // judged if judged else 0
    said = f"{f'{share // 10}.{share % 10}'.removesuffix('.0')} % current" if judged else "no citations"
    colour = next(name for least, name in _BADGE_COLOURS.items() if share >= least) if judged else "lightgrey"
    return as_json({"schemaVersion": 1, "label": f"CR {report.judged_by.at}", "message": said, "color": colour})
