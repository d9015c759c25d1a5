"""Who cites what: the citations of a tree by clause, by file or by section, and the clauses that nobody cites."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Literal

from msgspec import Struct

from crdiff.model.number import ClauseNumber
from crdiff.reports import terminal
from crdiff.reports.answer import Count, row_of
from crdiff.reports.cite import RIGHT, CiteReport, CiteRow
from crdiff.reports.cite_json import CitationRow, CiteAnswer, cite_answer, csv_at
from crdiff.reports.diff_markdown import LIMIT, MarkdownTable, escaped, escaped_line, tables_that_fit
from crdiff.reports.phrases import counted, in_lines, listed
from crdiff.text.hidden import shown_on_a_line

BY = ("clause", "file", "section")
_COLUMNS = ("file", "line", "column", "printed", "number", "now", "kind", "written", "at", "is_test")


class CiteList(Struct, frozen=True):
    """The citations of a tree. `tests` are the files of it that are tests.

    `missing` are the rules and subrules of the release judged by that nothing cites, None where nobody asked for them.
    The name of the repository, its revision and the pattern of its addresses are None where they are not known.
    """

    report: CiteReport
    tests: frozenset[str]
    missing: tuple[ClauseNumber, ...] | None = None
    repository: str | None = None
    revision: str | None = None
    link: str | None = None

    def is_test(self, row: CiteRow) -> bool:
        """Whether a citation stands in a test."""
        return row.place.file in self.tests


class ListedCitationRow(CitationRow, frozen=True):
    """A citation of a list."""

    is_test: bool
    """Whether it stands in a test."""


class ListAnswer(CiteAnswer, frozen=True, kw_only=True, tag="crdiff.cite/1"):
    """The citations of a tree."""

    main = "citations"
    kind: Literal["list"]
    summary: dict[str, Count]
    """How many there are of each kind."""
    repository: str | None
    """Where the tree is published: magefree/mage."""
    revision: str | None
    """The commit that the lines are of."""
    link: str | None
    """The address of a line, with {revision}, {path} (to be percent-encoded) and {line}."""
    missing: tuple[str, ...] | None = None
    """The rules and subrules that nothing cites, with --missing."""
    citations: tuple[ListedCitationRow, ...]
    """In the order of files and lines."""


def list_answer(cited: CiteList) -> ListAnswer:
    """Return the list as an answer."""
    report = cited.report
    citations = (row_of(ListedCitationRow, row, row.place, is_test=cited.is_test(row)) for row in report.rows)
    return cite_answer(ListAnswer, "list", report.judged_by, cited, summary=report.counts, citations=citations)


def list_csv(cited: CiteList) -> str:
    """Return the list as CSV with a line for each citation."""
    answer = list_answer(cited)
    return csv_at(_COLUMNS, answer, answer.citations)


_Entry = tuple[str, str, Iterable[tuple[str, str]]]
"""A line of the list and the lines under it: each a name and what is said of it."""


@in_lines
def list_text(cited: CiteList, by: str, *, colour: bool = False) -> Iterator[str]:
    """Return the list for a terminal, ordered `by` one of `BY`."""
    for name, said, under in _ENTRIES[by](cited):
        yield f"{terminal.bold(shown_on_a_line(name), colour)}  {said}"
        yield from (f"  {shown_on_a_line(each)}: {told}" for each, told in under)
    yield from (f"{name}: {said}" for name, said in _missing(cited))
    yield _summary(cited)


def list_markdown(cited: CiteList, by: str, limit: int = LIMIT) -> str:
    """Return the list as Markdown, at most `limit` bytes long."""
    rows = [
        (escaped_line(name), said, escaped_line("; ".join(f"{each}: {told}" for each, told in under)))
        for name, said, under in _ENTRIES[by](cited)
    ]
    tables = [MarkdownTable(f"By {by}", (by, "cited", "where" if by == "clause" else "what"), rows)]
    if cited.missing is not None:
        tables.append(MarkdownTable("Nobody cites", ("rule", "clauses"), list(_missing(cited))))
    return tables_that_fit(("## Citations of rules", f"{escaped(_summary(cited))}."), tables, "row", limit)


def _summary(cited: CiteList) -> str:
    rests_on, rows = cited.report.judged_by, cited.report.rows
    clauses = counted(len({_clause(row) for row in rows}), "clause")
    tests = sum(map(cited.is_test, rows))
    nobody = "" if cited.missing is None else f"; nobody cites {counted(len(cited.missing), 'rule')}"
    files = counted(rests_on.files, "file")
    return f"{counted(len(rows), 'citation')} of {clauses} in {files}, {tests:,} in tests; {rests_on}{nobody}"


def _clause(row: CiteRow) -> str:
    """Return the number that a citation is listed under: that of its clause today, where it has one."""
    return row.now or row.number


def _in_order(number: str) -> tuple[int, ClauseNumber | None, str]:
    """Return what sorts numbers in the order of the rules, and what is none behind them."""
    return (
        (0, ClauseNumber.parse(number), "") if number[:1].isdigit() and number[3:4] in {"", "."} else (1, None, number)
    )


def _by_clause(cited: CiteList) -> Iterator[_Entry]:
    for number, rows in _numbered(cited.report.rows, _clause):
        under = ((file, _lines(there)) for file, there in _grouped(rows, _file))
        yield number, f"{_count(rows, cited)}{_other_names(rows)}", under


def _by_file(cited: CiteList) -> Iterator[_Entry]:
    for file, rows in _grouped(cited.report.rows, _file):
        under = ((number, _lines(there)) for number, there in _numbered(rows, _clause))
        where = ", a test" if file in cited.tests else ""
        yield file, f"{counted(len(rows), 'citation')}{where}", under


def _by_section(cited: CiteList) -> Iterator[_Entry]:
    for section, rows in _grouped(cited.report.rows, lambda row: _clause(row)[:1]):
        under = (
            (subsection, f"{_count(there, cited)}, {counted(len({_clause(row) for row in there}), 'clause')}")
            for subsection, there in _grouped(rows, lambda row: _clause(row)[:3])
        )
        yield f"{section}.", _count(rows, cited), under


_ENTRIES: Mapping[str, Callable[[CiteList], Iterator[_Entry]]] = {
    "clause": _by_clause,
    "file": _by_file,
    "section": _by_section,
}


def _file(row: CiteRow) -> str:
    return row.place.file


def _numbered(rows: Iterable[CiteRow], key: Callable[[CiteRow], str]) -> list[tuple[str, list[CiteRow]]]:
    """Return the rows of each number, in the order of the rules."""
    return sorted(_grouped(rows, key), key=lambda group: _in_order(group[0]))


def _grouped(rows: Iterable[CiteRow], key: Callable[[CiteRow], str]) -> Iterator[tuple[str, list[CiteRow]]]:
    """Yield the rows of each key in the order of the keys."""
    groups: dict[str, list[CiteRow]] = defaultdict(list)
    for row in rows:
        groups[key(row)].append(row)
    yield from sorted(groups.items())


def _count(rows: Sequence[CiteRow], cited: CiteList) -> str:
    tests = sum(map(cited.is_test, rows))
    said = f"{counted(len(rows), 'citation')} in {counted(len({_file(row) for row in rows}), 'file')}"
    return f"{said}, {tests:,} in tests" if tests else said


def _other_names(rows: Sequence[CiteRow]) -> str:
    """Return how often a clause is cited by another number, and what is wrong with those citations."""
    others = [row for row in rows if row.kind != RIGHT]
    said = [
        f"{len(list(same)):,} as {name} [{kind}]"
        for (name, kind), same in groupby(sorted(others, key=_name_and_kind), key=_name_and_kind)
    ]
    return f"; {listed(said)}" if said else ""


def _name_and_kind(row: CiteRow) -> tuple[str, str]:
    return row.number, row.kind


def _lines(rows: Sequence[CiteRow]) -> str:
    """Return the lines of rows: ``7, 12 (twice)``."""
    lines = ((line, len(list(same))) for line, same in groupby(row.place.line for row in rows))
    return ", ".join(f"{line}" if count == 1 else f"{line} ({count}×)" for line, count in lines)


def _missing(cited: CiteList) -> Iterator[tuple[str, str]]:
    """Yield each subsection with the numbers of it that nobody cites."""
    for subsection, numbers in groupby(cited.missing or (), key=lambda number: number.subsection):
        there = list(map(str, numbers))
        yield f"nobody cites {subsection}", f"{counted(len(there), 'clause')}: {', '.join(there)}"
