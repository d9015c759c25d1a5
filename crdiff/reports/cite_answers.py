"""Who cites which clause, which release citations were written for, and one citation in full."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import groupby, pairwise
from operator import itemgetter
from typing import Literal

from msgspec import Struct, field

from crdiff.cite.checking import CheckedNumber
from crdiff.cite.dating import Dating
from crdiff.cite.editing import TextUpdate
from crdiff.cite.evidence import Said
from crdiff.cite.judging import Basis
from crdiff.cite.numbering import Numbering
from crdiff.model.number import ClauseNumber
from crdiff.model.release import covering
from crdiff.reports import cite, terminal
from crdiff.reports.answer import AnswerRow, Count, Day, row_of
from crdiff.reports.formats import LIMIT, MarkdownTable, escaped, escaped_line, tables_that_fit
from crdiff.reports.phrases import counted, cut_short, in_lines, listed
from crdiff.text.groups import by_key
from crdiff.text.hidden import shown_on_a_line

_COLUMNS = ("file", "line", "column", "printed", "number", "now", "kind", "written", "at", "is_test")


class CiteList(Struct, frozen=True):
    """The citations of a tree. `tests` are the files of it that are tests.

    `missing` are the rules and subrules of the release judged by that nothing cites, None where nobody asked for them.
    The name of the repository, its revision and the pattern of its addresses are None where they are not known.
    """

    report: cite.CiteReport
    tests: frozenset[str]
    missing: tuple[ClauseNumber, ...] | None = None
    repository: str | None = None
    revision: str | None = None
    link: str | None = None

    def is_test(self, row: cite.CiteRow) -> bool:
        """Whether a citation stands in a test."""
        return row.place.file in self.tests


class ListedCitationRow(cite.CitationRow, frozen=True):
    """A citation of a list."""

    # Whether it stands in a test.
    is_test: bool


class ListAnswer(cite.CiteAnswer, frozen=True, kw_only=True, tag="crdiff.cite/1"):
    """The citations of a tree."""

    main = "citations"
    kind: Literal["list"]
    # How many there are of each kind.
    summary: dict[str, Count]
    # Where the tree is published: magefree/mage.
    repository: str | None
    # The commit that the lines are of.
    revision: str | None
    # The address of a line, with {revision}, {path} (to be percent-encoded) and {line}.
    link: str | None
    # The rules and subrules that nothing cites, with --all.
    missing: tuple[str, ...] | None = None
    # In the order of files and lines.
    citations: tuple[ListedCitationRow, ...]


def list_answer(cited: CiteList) -> ListAnswer:
    """Return the list as an answer."""
    report = cited.report
    citations = (row_of(ListedCitationRow, row, row.place, is_test=cited.is_test(row)) for row in report.rows)
    return cite.cite_answer(ListAnswer, "list", report.judged_by, cited, summary=report.counts, citations=citations)


def list_csv(cited: CiteList) -> str:
    """Return the list as CSV with a line for each citation."""
    answer = list_answer(cited)
    return cite.csv_at(_COLUMNS, answer, answer.citations)


# A line of the list and the lines under it: each a name and what is said of it.
_Entry = tuple[str, str, Iterable[tuple[str, str]]]


@in_lines
def list_text(cited: CiteList, by: str, *, colour: bool = False) -> Iterator[str]:
    """Return the list for a terminal, ordered `by` clause, file or section."""
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


def _clause(row: cite.CiteRow) -> str:
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


def _file(row: cite.CiteRow) -> str:
    return row.place.file


def _numbered(
    rows: Iterable[cite.CiteRow], key: Callable[[cite.CiteRow], str]
) -> list[tuple[str, tuple[cite.CiteRow, ...]]]:
    """Return the rows of each number, in the order of the rules."""
    return sorted(_grouped(rows, key), key=lambda group: _in_order(group[0]))


def _grouped(
    rows: Iterable[cite.CiteRow], key: Callable[[cite.CiteRow], str]
) -> list[tuple[str, tuple[cite.CiteRow, ...]]]:
    """Return the rows of each key in the order of the keys."""
    return sorted(by_key((key(row), row) for row in rows).items(), key=itemgetter(0))


def _count(rows: Sequence[cite.CiteRow], cited: CiteList) -> str:
    tests = sum(map(cited.is_test, rows))
    said = f"{counted(len(rows), 'citation')} in {counted(len({_file(row) for row in rows}), 'file')}"
    return f"{said}, {tests:,} in tests" if tests else said


def _other_names(rows: Sequence[cite.CiteRow]) -> str:
    """Return how often a clause is cited by another number, and what is wrong with those citations."""
    others = Counter(sorted((row.number, row.kind) for row in rows if row.kind != cite.RIGHT))
    said = [f"{count:,} as {name} [{kind}]" for (name, kind), count in others.items()]
    return f"; {listed(said)}" if said else ""


def _lines(rows: Sequence[cite.CiteRow]) -> str:
    """Return the lines of rows: ``7, 12 (twice)``."""
    lines = ((line, len(list(same))) for line, same in groupby(row.place.line for row in rows))
    return ", ".join(f"{line}" if count == 1 else f"{line} ({count}×)" for line, count in lines)


def _missing(cited: CiteList) -> Iterator[tuple[str, str]]:
    """Yield each subsection with the numbers of it that nobody cites."""
    for subsection, numbers in groupby(cited.missing or (), key=lambda number: number.subsection):
        there = list(map(str, numbers))
        yield f"nobody cites {subsection}", f"{counted(len(there), 'clause')}: {', '.join(there)}"


# Runs of releases that are named; further ones are counted.
_RUNS_MAX = 3
# Releases named beside the best ones in JSON and for a whole tree.
_NEXT_MAX = 3


class CiteDates(Struct, frozen=True):
    """The dating of each part of a tree by its name; `by` is what the parts are."""

    by: str
    parts: tuple[tuple[str, Dating], ...]
    numbering: Numbering
    rests_on: cite.JudgedBy


class FittingRun(AnswerRow, frozen=True):
    """Releases that fit best, the first and the last."""

    first: Day
    last: Day


class FittingRelease(AnswerRow, frozen=True):
    """A release, and how well it fits."""

    release: Day
    # Numbers that were clauses.
    existing: Count
    # Numbers that named what the words say.
    meant: Count


class DatedPart(AnswerRow, frozen=True):
    """A part of a tree, and the releases that fit it."""

    name: str
    # The newest of the releases that fit best.
    release: Day
    # All releases that fit best.
    runs: tuple[FittingRun, ...]
    # Whether clear citations exclude each other.
    is_mixed: bool = field(name="mixed")
    # Numbers cited.
    numbers: Count
    # Those whose words say what they mean.
    clear: Count
    # Those whose release is written down.
    pinned: Count
    # The last release of the clear citation that stopped meaning what its words say first.
    until: Day | None
    # The first release of the clear citation that began to mean it last.
    since: Day | None
    # The best releases and some that fit nearly as well.
    fits: tuple[FittingRelease, ...]


class DateAnswer(cite.CiteAnswer, frozen=True, kw_only=True, tag="crdiff.cite/1"):
    """The releases that fit the citations of a tree."""

    main = "parts"
    kind: Literal["date"]
    by: Literal["tree", "dir", "file", "commit"]
    # The tree, or its parts.
    parts: tuple[DatedPart, ...]


def date_text(dates: CiteDates, *, colour: bool = False) -> str:
    """Return each part with its release and what says so: ``2026-02-27 to 2026-04-17  src/a.rs  …``."""
    places = cite.Places()
    lines: list[str] = []
    for name, dating in dates.parts:
        lines.append(_line(name, dating, dates.numbering, colour))
        lines += [f"  {line}" for line in _evidence(dating, dates.numbering, places)]
        if dates.by == "tree":
            lines += [f"  {line}" for line in (*_by_words(dating, dates.numbering), _next(dating, dates.numbering))]
    rests_on = dates.rests_on
    read = f"{counted(rests_on.read, 'citation')} in {counted(rests_on.files, 'file')}"
    return "\n".join((*lines, f"{read}; {rests_on}")) + "\n"


def _releases(dating: Dating, numbering: Numbering) -> str:
    """Return the releases that fit best as runs: "2026-02-27 to 2026-04-17"."""
    found = _united([_run(first, last, numbering) for first, last in _runs(dating.best)])
    if dating.is_mixed:
        return f"mixed; most fit {found}"
    return found if dating.fits_all else f"no release fits all; most fit {found}"


def _united(runs: Sequence[str]) -> str:
    """Return the newest of some runs by name, the others by their number."""
    more = len(runs) - _RUNS_MAX
    earlier = f" and {counted(more, 'earlier stretch', 'earlier stretches')}" if more > 0 else ""
    return f"{', or '.join(runs[::-1][:_RUNS_MAX])}{earlier}"


def _run(first: int, last: int, numbering: Numbering) -> str:
    dates = numbering.dates
    return str(dates[first]) if first == last else f"{dates[first]} to {dates[last]}"


def _runs(positions: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last of each run of positions that follow one another."""
    breaks = [at for at, (one, other) in enumerate(pairwise(positions), 1) if other != one + 1]
    for start, stop in pairwise((0, *breaks, len(positions))):
        yield positions[start], positions[stop - 1]


def _line(name: str, dating: Dating, numbering: Numbering, colour: bool) -> str:
    """Return what is said of a part in a line."""
    return f"{terminal.bold(shown_on_a_line(name), colour)}: {_releases(dating, numbering)}  ({_counts(dating)})"


def _counts(dating: Dating) -> str:
    fit = dating.fits[dating.best[-1]]
    said = [f"{fit.existing:,} of {counted(dating.numbers, 'number')} existed"]
    if dating.clear:
        said.append(f"{fit.meant:,} of {dating.clear:,} with clear words meant what the words say")
    if dating.pinned:
        said.append(f"{dating.pinned:,} with a release written down")
    return "; ".join(said)


def _evidence(dating: Dating, numbering: Numbering, places: cite.Places) -> Iterator[str]:
    """Yield the citations that exclude each other."""
    if dating.is_mixed and dating.oldest and dating.newest and dating.until is not None and dating.since is not None:
        yield f"{_named(dating.oldest, places)} meant what its words say until {numbering.dates[dating.until]}"
        yield f"{_named(dating.newest, places)} means it since {numbering.dates[dating.since]}"


def _named(checked: CheckedNumber, places: cite.Places) -> str:
    line = places.line(checked.text, checked.item.start)
    return f"{shown_on_a_line(checked.text.name)}:{line}: {checked.number}"


def _by_words(dating: Dating, numbering: Numbering) -> Iterator[str]:
    """Yield the releases that the words fit best, where they are others.

    A number cited often may be a slip, and still exists in some releases only. Source: 702.166, of no release before
    2023-09-01, in Reilley64/mtgfr, whose words fit older releases.
    """
    if dating.clear and not dating.is_mixed and set(dating.best).isdisjoint(dating.best_by_words):
        found = dating.best_by_words
        said = _united([_run(first, last, numbering) for first, last in _runs(found)])
        yield f"by the words alone: {said} ({dating.fits[found[-1]].meant:,})"


def _next(dating: Dating, numbering: Numbering) -> str:
    """Return the releases that fit nearly as well, the best first."""
    said = [
        f"{numbering.dates[at]} ({dating.fits[at].existing:,} and {dating.fits[at].meant:,})"
        if dating.clear
        else f"{numbering.dates[at]} ({dating.fits[at].existing:,})"
        for at in _nearly(dating)
    ]
    return f"next: {listed(said)}" if said else "all releases fit as well"


def _nearly(dating: Dating) -> list[int]:
    """Return the places of the releases that come after the best ones."""
    best = set(dating.best)
    others = (at for at in range(len(dating.fits)) if at not in best)
    return sorted(others, key=lambda at: (-sum(dating.fits[at]), -at))[:_NEXT_MAX]


def date_answer(dates: CiteDates) -> DateAnswer:
    """Return the same as an answer."""
    parts = tuple(_part(name, dating, dates.numbering.dates) for name, dating in dates.parts)
    return cite.cite_answer(DateAnswer, "date", dates.rests_on, by=dates.by, parts=parts)


def _part(name: str, dating: Dating, dates: Sequence[date]) -> DatedPart:
    shown = (*dating.best[::-1], *_nearly(dating))
    return row_of(
        DatedPart,
        dating,
        name=name,
        release=dates[dating.best[-1]],
        runs=(FittingRun(dates[first], dates[last]) for first, last in _runs(dating.best)),
        until=None if dating.until is None else dates[dating.until],
        since=None if dating.since is None else dates[dating.since],
        fits=(row_of(FittingRelease, dating.fits[at], release=dates[at]) for at in shown),
    )


# Characters of a wording that are shown.
_TEXT_MAX = 300

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
    # What the clause said at last, "" where it is not held.
    text: str
    # Whether it is the clause that is meant.
    is_meant: bool = field(name="meant")


class ExplainedFinding(cite.CitationFinding, frozen=True):
    """A citation in full."""

    # How the release that it is taken for is known, in words, "" where no clause is meant.
    why: str
    # What the number named, oldest first.
    uses: tuple[CitedUse, ...]
    # What an update writes in its place, "" where it leaves it.
    new: str
    # Why an update leaves it, "" for what is right.
    left: str
    # Whether an update edits it with --repair alone: it had the wrong number before the move, too.
    is_repair: bool = field(name="repair")

    @property
    def becomes(self) -> str:
        """What an update makes of it, in words, "" for what is right."""
        if not self.new:
            return f"an update leaves it: {self.left}" if self.left else ""
        return f"an update{' with --repair' if self.is_repair else ''} writes “{self.new}”"


class ExplainAnswer(cite.CiteAnswer, frozen=True, kw_only=True, tag="crdiff.cite/1"):
    """The citations of a line in full."""

    main = "findings"
    kind: Literal["explain"]
    # The citations of the line.
    findings: tuple[ExplainedFinding, ...]


def explained(
    checked: CheckedNumber, row: cite.CiteRow, numbering: Numbering, said: Said | None, updates: Sequence[TextUpdate]
) -> ExplainedFinding:
    """Return a citation in full; `said` gives wordings, None where no texts are there."""
    edits = [edit for update in updates for edit in update.edits if update.text is checked.text]
    left = [each.why.value for update in updates for each in update.left if each.checked is checked]
    written, why = _taken_for(checked, numbering)
    return row_of(
        ExplainedFinding,
        row,
        row.place,
        written=written,
        why=why,
        uses=_uses(checked, numbering, said),
        new=next((cite.characters(edit.new) for edit in edits if edit.start == checked.item.start), ""),
        left=left[0] if left else "",
        is_repair=checked.is_slip,
    )


def _taken_for(checked: CheckedNumber, numbering: Numbering) -> tuple[date | None, str]:
    """Return the release in which the number names what is meant, and how it is known; None where nothing is meant."""
    written, meant = checked.judgement.written, checked.judgement.clause
    uses = [use for use in numbering.uses(checked.number) if use.clause == meant]
    if written is None or not uses:
        return None, ""
    first, last = uses[0].first, uses[-1].last
    is_named = covering(uses, written) is not None
    if is_named and not (checked.is_slip and checked.basis is Basis.FROM):
        return numbering.dates[written], _WHY[checked.basis]
    at = written if is_named else first if written < first else last
    which = "the last" if at == last else "the first" if at == first else "a"
    return numbering.dates[at], f"{which} release in which that number named this clause"


def line_around(checked: CheckedNumber) -> str:
    """Return the line that a citation stands in."""
    text, start = checked.text.text, checked.item.start
    return cite.characters(text[text.rfind(b"\n", 0, start) + 1 :].partition(b"\n")[0]).strip()


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
    found: Sequence[ExplainedFinding], lines: Sequence[str], rests_on: cite.JudgedBy, *, colour: bool = False
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


def explain_answer(found: Sequence[ExplainedFinding], rests_on: cite.JudgedBy) -> ExplainAnswer:
    """Return the same as an answer."""
    return cite.cite_answer(ExplainAnswer, "explain", rests_on, findings=found)
