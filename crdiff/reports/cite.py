"""The citations of a tree as reports show them: for a terminal, as Markdown, JSON, CSV, and for CI and reviewdog."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache, partial
from itertools import groupby
from typing import Annotated, Literal, TypeVar, assert_never

from msgspec import Struct, field, structs
from msgspec.structs import replace

from crdiff.cite.checking import CheckedNumber, CheckedTree, CitingText, MixedText
from crdiff.cite.citation import Malformed, TextPlaces, sentence_at
from crdiff.cite.editing import CiteEdit, TextUpdate
from crdiff.cite.judging import Basis, Certainty, Judgement, Verdict
from crdiff.cite.numbering import Numbering
from crdiff.model.fingerprint import digest
from crdiff.model.release import Level
from crdiff.reports import answer as answers
from crdiff.reports import terminal
from crdiff.reports.formats import LIMIT, csv_of, escaped, escaped_line, tables_by_level, tables_that_fit
from crdiff.reports.phrases import counted, in_lines, listed
from crdiff.text.edit import edited
from crdiff.text.hidden import shown_on_a_line
from crdiff.version import __version__

# What a citation is called that nothing is found on.
RIGHT = "right"


class CiteKind(Struct, frozen=True):
    """A kind of finding: its name, its level, and why it matters. `is_usual`: reported without being asked for."""

    name: str
    level: Level
    reason: str
    is_usual: bool = True


_ALL = (
    CiteKind("absent", Level.ERROR, "A reader who looks up the number finds nothing."),
    CiteKind("moved", Level.ERROR, "The clause has another number now, and nothing has this one."),
    CiteKind("reused", Level.ERROR, "A reader who looks up the number finds another clause."),
    CiteKind("retired", Level.ERROR, "The clause is no longer in the rules."),
    CiteKind("newer", Level.WARNING, "A reader with the newest release known here finds nothing."),
    CiteKind("split", Level.WARNING, "What the clause said is in several clauses now."),
    CiteKind("malformed", Level.WARNING, "A reader cannot tell which clause is meant."),
    CiteKind("mixed", Level.NOTE, "A reader cannot tell which of two numberings a file follows."),
    CiteKind("quotation", Level.NOTE, "A reader takes an older wording for that of the clause."),
    CiteKind("doubtful", Level.NOTE, "The words beside the citation fit another clause clearly better."),
    CiteKind("mentioned", Level.NOTE, "The text says itself that the number is wrong.", is_usual=False),
    CiteKind("reworded", Level.NOTE, "The clause says something else than it did.", is_usual=False),
)
# How a finding is silenced.
SILENCED = (
    "“crdiff cite update --write” moves what was right; to keep a citation as it is, write “crdiff-cite: ignore REASON”"
    " on its line, or use “crdiff cite baseline”."
)
# Name -> kind, the worst first. What `crdiff.cite` finds is reported under these names alone.
KINDS = {kind.name: kind for kind in _ALL}


def rules() -> tuple[answers.Rule, ...]:
    """Return the kinds as rules for jobs of continuous integration."""
    return tuple(answers.Rule(kind.name, kind.level, f"{kind.reason} {SILENCED}") for kind in _ALL)


# How it is known what a citation means, where that is neither written down nor the same for the whole tree.
_BECAUSE = {
    Basis.QUOTATION: ", by the words quoted beside it",
    Basis.WORDS: ", by the words beside it",
    Basis.BLAME: ", by the day on which its line was written",
    Basis.FILE: ", by the other citations of the file",
}

_SLIP = "; a slip, wrong already in the release that the others are written for"


def message(checked: CheckedNumber, numbering: Numbering) -> str:
    """Return a sentence on a citation: "718.3 is 723.3, and was last 718.3 in 2018-01-19"."""
    number, now = checked.number, listed(list(map(str, checked.judgement.numbers)))
    because = _BECAUSE.get(checked.basis, "") + (_SLIP if checked.is_slip else "")
    since = _since(checked.judgement, numbering)
    match checked.judgement.verdict:
        case Verdict.RIGHT:
            return f"{number} is right"
        case Verdict.ABSENT:
            return _absent(checked, numbering)
        case Verdict.NEWER:
            return _newer(checked, numbering)
        case Verdict.MENTIONED:
            return f"the words beside {number} say that it is wrong"
        case Verdict.MOVED:
            return f"{_moved(checked, numbering)}{because}"
        case Verdict.REUSED:
            return f"{_moved(checked, numbering)}; {number} is another clause now{because}"
        case Verdict.SPLIT:
            return f"what {number} said{_until(checked.judgement, numbering)} is in {now}{because}"
        case Verdict.RETIRED:
            gone = f"what was {number}{_until(checked.judgement, numbering)} is no longer in the rules"
            return f"{gone}{f'; see {now}' if now else ''}{because}"
        case Verdict.REWORDED:
            return f"{number} says something else{since}{because}"
        case Verdict.QUOTATION:
            return f"{number} no longer says what is quoted beside it{since}"
        case Verdict.DOUBTFUL:
            return f"the words beside {number} fit {now} clearly better"
    assert_never(checked.judgement.verdict)


def _newer(checked: CheckedNumber, numbering: Numbering) -> str:
    number, uses = checked.number, numbering.uses(checked.number)
    had = f"{number} was last a clause in {numbering.dates[uses[-1].last]}, and none is" if uses else ""
    said = had or f"no clause is numbered {number}"
    return f"{said} up to {numbering.dates[-1]}; a newer release may have it"


def _absent(checked: CheckedNumber, numbering: Numbering) -> str:
    judgement, number = checked.judgement, checked.number
    if judgement.until is None or judgement.written is None:
        return f"no clause has ever been numbered {number}, up to {numbering.dates[-1]}"
    written = numbering.dates[judgement.written]
    now = f"; that clause is {judgement.numbers[0]} now" if judgement.numbers else ""
    when = "last" if judgement.until < judgement.written else "first later, and last"
    return f"no clause is {number} in {written}; one had that number {when} in {numbering.dates[judgement.until]}{now}"


def _moved(checked: CheckedNumber, numbering: Numbering) -> str:
    """Return what number a clause has, and since when; where it had others in between, until when it had that cited."""
    number, judgement = checked.number, checked.judgement
    now, until = listed(list(map(str, judgement.numbers))), judgement.until
    uses = [use for each in judgement.numbers for use in numbering.uses(each) if use.clause == judgement.clause]
    if until is None or any(use.first == until + 1 for use in uses):
        return f"{number} is {now}{_since(judgement, numbering)}"
    if uses and uses[-1].last < until:
        return f"{number} was {now} until {numbering.dates[uses[-1].last]}"
    return f"{number} is {now}, and was last {number} in {numbering.dates[until]}"


def _until(judgement: Judgement, numbering: Numbering) -> str:
    """Return until when the number meant what is cited."""
    return "" if judgement.until is None else f" until {numbering.dates[judgement.until]}"


def _since(judgement: Judgement, numbering: Numbering) -> str:
    """Return since when the number no longer means what is cited."""
    after = None if judgement.until is None else judgement.until + 1
    return f" since {numbering.dates[after]}" if after is not None and after < len(numbering.dates) else ""


class CitePlace(Struct, frozen=True):
    """Where something is printed: the file, lines and columns from 1, the end half-open, and what is printed.

    `column` and `end_column` count bytes, as a compiler's do; `character` and `end_character` count characters, a mark
    of the order of bytes not among them.
    """

    file: str
    line: int
    column: int
    character: int
    end_line: int
    end_column: int
    end_character: int
    printed: str

    def __str__(self) -> str:
        """Return file, line and column."""
        return f"{shown_on_a_line(self.file)}:{self.line}:{self.column}"


class Places:
    """Finds the places of texts; cheapest where those of one text are asked for in order, one text after the other."""

    def __init__(self) -> None:
        self._text: CitingText | None = None
        self._places = TextPlaces(b"")

    def of(self, text: CitingText, start: int, stop: int) -> CitePlace:
        """Return the place of the bytes `start` to `stop` of a text."""
        first, last = self._at(text, start), self._at(text, stop)
        return CitePlace(text.name, *first, *last, characters(text.text[start:stop]))

    def number(self, checked: CheckedNumber) -> CitePlace:
        """Return the place of a number."""
        return self.of(checked.text, checked.item.start, checked.item.stop)

    def line(self, text: CitingText, at: int) -> int:
        """Return the line of a byte."""
        if text is not self._text:
            self._text, self._places = text, TextPlaces(text.text)
        return self._places.line(at)

    def _at(self, text: CitingText, at: int) -> tuple[int, int, int]:
        """Return line, column and character of a byte."""
        return self.line(text, at), self._places.column(at), self._places.character(at)


def characters(raw: bytes) -> str:
    """Return a part of a text as characters: as latin-1 where it is not UTF-8."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("latin-1")


_MALFORMED = "malformed"
_MIXED = "mixed"


class JudgedBy(Struct, frozen=True):
    """What an answer on citations rests on.

    `at` is the release judged by, which has `known` clauses; `written` the one that most of the tree is written for;
    `files` and `read` count the files read and the numbers judged. `has_texts`: words were compared.
    """

    at: date
    written: date
    has_texts: bool
    files: int
    read: int
    known: int

    def __str__(self) -> str:
        alone = "" if self.has_texts else ", by existence and renumberings alone: no texts to compare words with"
        return f"judged by {self.at} ({counted(self.known, 'clause')}){alone}"

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        """The same as names and values."""
        return (
            ("judged by", str(self.at)),
            ("citations read", f"{self.read:,}"),
            ("files read", f"{self.files:,}"),
            ("clauses known", f"{self.known:,}"),
            ("words compared", "yes" if self.has_texts else "no"),
        )


class CiteFix(Struct, frozen=True):
    """What is to stand at a place, where that is certain: the whole of a group, as its items depend on each other."""

    place: CitePlace
    new: str

    @property
    def text_fix(self) -> answers.TextFix:
        """The same, counted in characters."""
        place = self.place
        return answers.TextFix(place.line, place.character, place.end_line, place.end_character, self.new)


class CiteRow(Struct, frozen=True):
    """One number of a citation: its place, `kind` of finding, a sentence on it, and how certain that is.

    `numbers` are where what it means is read at the release judged by, or what it is mistaken for; `now` is the one
    number of its clause there, "" where it has none. `fingerprint` identifies a finding by its sentence.
    """

    place: CitePlace
    kind: str
    number: str
    message: str
    certainty: str
    fingerprint: str
    numbers: tuple[str, ...] = ()
    now: str = ""
    basis: str = ""
    written: date | None = None
    lineage: str = ""
    fix: CiteFix | None = None

    @property
    def level(self) -> Level:
        """How bad it is."""
        return KINDS[self.kind].level if self.kind != RIGHT else Level.NOTE

    def placed_in(self, file: str) -> CiteRow:
        """Return the row of the same citation in a file by another name."""
        return structs.replace(self, place=structs.replace(self.place, file=file))


class CiteReport(Struct, frozen=True):
    """What is said of a tree: `rows` in the order of files and lines; `counts` of all kinds, the right ones too.

    `silenced` counts the findings that a baseline holds, `stale` the entries of it that silence nothing; None where
    that is not known.
    """

    judged_by: JudgedBy
    rows: tuple[CiteRow, ...]
    counts: Mapping[str, int]
    silenced: int = 0
    stale: int | None = None

    @property
    def findings(self) -> tuple[CiteRow, ...]:
        """The rows that say that something is wrong."""
        return tuple(row for row in self.rows if row.kind != RIGHT)


# Name of a text, and byte at which an item begins -> what mends its group.
Fixes = Mapping[tuple[str, int], CiteFix]


def judged_by(tree: CheckedTree, numbering: Numbering, files: int, *, has_texts: bool) -> JudgedBy:
    """Return what all answers on a tree rest on."""
    known, read = len(numbering.standing(tree.at)), len(tree.numbers) + len(tree.malformed)
    return JudgedBy(numbering.dates[tree.at], numbering.dates[tree.written], has_texts, files, read, known)


def cite_report(
    tree: CheckedTree,
    numbering: Numbering,
    rests_on: JudgedBy,
    *,
    fixes: Fixes | None = None,
    everything: bool = False,
    also: Collection[str] = (),
) -> CiteReport:
    """Return what reports show of a tree: its findings, or every citation with `everything`.

    `also` are kinds to report that usually are not.
    """
    counts = Counter(checked.judgement.verdict.value for checked in tree.numbers)
    counts.update({_MALFORMED: len(tree.malformed), _MIXED: len(tree.mixed)})
    shown = {RIGHT} if everything else set()
    shown |= {kind.name for kind in KINDS.values() if kind.is_usual or kind.name in also}
    rows = _Rows(numbering, tree.at, fixes or {})
    found = [rows.row(checked) for checked in tree.numbers if checked.judgement.verdict.value in shown]
    found += [rows.malformed(text, wrong) for text, wrong in tree.malformed]
    found += map(rows.mixed, tree.mixed)
    ordered = sorted(found, key=lambda row: (row.place.file, row.place.line, row.place.column))
    return CiteReport(rests_on, tuple(_told_apart(ordered)), {kind: counts[kind] for kind in sorted(+counts)})


def without_accepted(report: CiteReport, accepted: Collection[str], *, is_whole: bool) -> CiteReport:
    """Return a report without the findings whose fingerprints were accepted.

    `is_whole`: it is on all that they were accepted in, so that those it does not have silence nothing any more.
    """
    left = tuple(row for row in report.rows if row.kind == RIGHT or row.fingerprint not in accepted)
    stale = len(set(accepted) - {row.fingerprint for row in report.rows}) if is_whole else None
    return replace(report, rows=left, silenced=len(report.rows) - len(left), stale=stale)


def _told_apart(rows: Iterable[CiteRow]) -> Iterator[CiteRow]:
    """Yield the rows, each with a fingerprint of its own where several say the same of the same sentence."""
    told: Counter[str] = Counter()
    for row in rows:
        told[row.fingerprint] += 1
        again = told[row.fingerprint]
        is_again = row.kind != RIGHT and again > 1
        yield structs.replace(row, fingerprint=digest((row.fingerprint, str(again)))) if is_again else row


# Verdicts on clauses that have no one number any more, or only that of a notice.
_WITHOUT_NUMBER = (Verdict.SPLIT, Verdict.RETIRED)


class _Rows:
    """Makes the rows of a tree judged at the release `at`."""

    def __init__(self, numbering: Numbering, at: int, fixes: Fixes) -> None:
        self._numbering = numbering
        self._at = at
        self._fixes = fixes
        self._places = Places()
        self._now = lru_cache(maxsize=None)(lambda clause: str(numbering.number(clause, at) or ""))

    def row(self, checked: CheckedNumber) -> CiteRow:
        """Return the row of a number."""
        judgement, text, item, numbering = checked.judgement, checked.text, checked.item, self._numbering
        clause, kind, number = judgement.clause, judgement.verdict.value, str(checked.number)
        return CiteRow(
            place=self._places.number(checked),
            kind=kind,
            number=number,
            numbers=tuple(map(str, judgement.numbers)),
            now="" if clause is None or judgement.verdict in _WITHOUT_NUMBER else self._now(clause),
            message=message(checked, numbering),
            basis=checked.basis.value,
            certainty=checked.certainty.value,
            written=None if judgement.written is None else numbering.dates[judgement.written],
            lineage="" if clause is None else numbering.lineage(clause),
            fingerprint="" if kind == RIGHT else _fingerprint(kind, number, text, item.start),
            fix=None if kind == RIGHT else self._fixes.get((text.name, item.start)),
        )

    def malformed(self, text: CitingText, wrong: Malformed) -> CiteRow:
        """Return the row of what stands in the place of a number."""
        return CiteRow(
            place=self._places.of(text, wrong.start, wrong.stop),
            kind=_MALFORMED,
            number=wrong.text,
            message=f"“{wrong.text}” is not the number of a clause",
            certainty=Certainty.SURE.value,
            fingerprint=_fingerprint(_MALFORMED, wrong.text, text, wrong.start),
        )

    def mixed(self, text: MixedText) -> CiteRow:
        """Return the row of a text that holds two numberings, at a citation that can only be of the older one."""
        row = self.row(text.older)
        line = self._places.line(text.text, text.newer.item.start)
        number = str(text.newer.number)
        said = f"two numberings: {row.number} here, {number} in line {line}{_ages(text, self._numbering)}"
        fingerprint = _fingerprint(_MIXED, row.number, text.text, text.older.item.start)
        return structs.replace(row, kind=_MIXED, numbers=(number,), message=said, fingerprint=fingerprint, fix=None)


def _ages(text: MixedText, numbering: Numbering) -> str:
    """Return until when the older citation of a text meant what it does, and since when the newer one."""
    until = text.older.judgement.until
    uses = numbering.uses(text.newer.number)
    since = next((use.first for use in uses if use.clause == text.newer.judgement.clause), None)
    if until is None or since is None:
        return ""
    return f": the one is right until {numbering.dates[until]}, the other since {numbering.dates[since]}"


def _fingerprint(kind: str, number: str, text: CitingText, at: int) -> str:
    return digest((kind, number, sentence_at(text.text, text.groups, at)))


def cite_fixes(updates: Iterable[TextUpdate]) -> Fixes:
    """Return what mends the groups that are certainly to be edited, by each of their items.

    A text whose head pins all of it can only be mended whole.
    """
    fixes: dict[tuple[str, int], CiteFix] = {}
    places = Places()
    for update in updates:
        text = update.text
        if text.written is not None:
            continue
        for _, edits in groupby(update.edits, key=partial(_group_of, text)):
            of_group = list(edits)
            place = places.of(text, of_group[0].start, of_group[-1].stop)
            fix = CiteFix(place, characters(edited(text.text, of_group, of_group[0].start, of_group[-1].stop)))
            fixes |= {(text.name, edit.start): fix for edit in of_group}
    return fixes


def _group_of(text: CitingText, edit: CiteEdit) -> int:
    return bisect_right(text.groups, edit.start, key=lambda group: group.start)


def cite_summary(report: CiteReport) -> str:
    """Return the counts in a sentence: "41 of 855 citations in 283 files need a look, judged by 2026-04-17 with …"."""
    rests_on = report.judged_by
    total = f"{counted(rests_on.read, 'citation')} in {counted(rests_on.files, 'file')}"
    silent = f"; the baseline holds {report.silenced:,} more" if report.silenced else ""
    gone = f" and {counted(report.stale, 'entry', 'entries')} that can go" if report.stale else ""
    need = "needs" if len(report.findings) == 1 else "need"
    return f"{len(report.findings):,} of {total} {need} a look, {rests_on}{silent}{gone}"


def cite_results(report: CiteReport) -> answers.Results:
    """Return the findings for jobs of continuous integration."""
    return answers.Results("cite check", rules(), tuple(map(_result, report.findings)), report.judged_by.facts)


def _result(row: CiteRow) -> answers.Result:
    place, fix = row.place, row.fix.text_fix if row.fix else None
    at = {"column": place.character, "end_column": place.end_character}
    return answers.row_of(
        answers.Result, row, place, rule=row.kind, subject="", baseline="", fix=fix, fails=False, **at
    )


@in_lines
def cite_text(report: CiteReport, *, colour: bool = False) -> Iterator[str]:
    """Return a line for each finding, and the counts: ``a.rs:7:12: 704.5w is 704.5x since …  [moved]``."""
    for row in report.findings:
        likely = ", likely" if row.certainty == Certainty.LIKELY else ""
        yield f"{row.place}: {terminal.bold(row.level.value, colour)}: {row.message}  [{row.kind}{likely}]"
    yield cite_summary(report)


def cite_markdown(report: CiteReport, limit: int = LIMIT) -> str:
    """Return the report, at most `limit` bytes of UTF-8 long: errors first, what does not fit is counted."""
    head = ("## Citations of rules", f"{escaped(cite_summary(report))}.")
    rows = [
        (row.level, (escaped_line(f"{row.place.file}:{row.place.line}"), escaped_line(row.message), f"`{row.kind}`"))
        for row in report.findings
    ]
    return tables_that_fit(head, tables_by_level(rows, ("where", "finding", "kind")), "finding", limit)


_COLUMNS = (
    *("file", "line", "column", "printed", "number", "now"),
    *("kind", "level", "certainty", "written", "at", "message"),
)
Kind = Annotated[str, answers.one_of(RIGHT, *KINDS)]


class CiteAnswer(answers.Document, frozen=True, kw_only=True, tag=""):
    """Citations of rules, as crdiff cite check, update, date, list and explain write them with --format json."""

    kind: str
    # The version of crdiff.
    crdiff: str
    # The release judged by.
    at: answers.Day
    # The release that most citations are written for.
    written: answers.Day
    # Whether words were compared with texts of the rules.
    has_texts: bool = field(name="texts")
    # Files read.
    files: answers.Count
    # Numbers judged.
    read: answers.Count
    # Clauses of the release judged by.
    known: answers.Count


class CitedPlace(answers.AnswerRow, frozen=True):
    """Where something is printed, and what."""

    # Its path, with forward slashes; of a list from the top of the repository, where git knows it.
    file: str
    # From 1.
    line: answers.Line
    # From 1, in bytes.
    column: answers.Line
    # Half-open.
    end_column: answers.Line
    # What is printed there.
    printed: str


class CitationRow(CitedPlace, frozen=True):
    """A citation, and what it means."""

    # The number cited; of a range, each number in turn.
    number: str
    # What is found on it; right: nothing.
    kind: Kind
    # A release in which the number meant what is cited.
    written: answers.Day | None
    # The id of the clause that is meant, "" where none is known.
    lineage: str
    # The number of that clause in the release judged by, null where it has no one number.
    now: str | None


class CitationFinding(CitationRow, frozen=True):
    """What is said of a citation."""

    level: Level
    # Where what it means is read in the release judged by, or the clause that it is mistaken for.
    numbers: tuple[str, ...]
    message: str
    # How it is known of which release the citation is, "" of what is malformed.
    basis: Annotated[str, answers.one_of("", *Basis)]
    # How certain the finding is; open: nothing says of which release the citation is.
    certainty: Certainty
    # What a baseline knows it by: its kind, number and sentence; "" of what is right.
    fingerprint: str


class CheckAnswer(CiteAnswer, frozen=True, kw_only=True, tag="crdiff.cite/1"):
    """The findings on citations."""

    main = "findings"
    kind: Literal["check"]
    # How many there are of each kind.
    summary: dict[str, answers.Count]
    # Findings that the baseline holds.
    silenced: answers.Count
    # Entries of the baseline that silence nothing; null where that is not known.
    stale: answers.Count | None
    # In the order of files and lines.
    findings: tuple[CitationFinding, ...]


_Answer = TypeVar("_Answer", bound=CiteAnswer)


def cite_answer(of: type[_Answer], kind: str, rests_on: JudgedBy, *values: object, **given: object) -> _Answer:
    """Return an answer of that `kind`: what it rests on, and its own keys, of `values` or as `given`."""
    return answers.row_of(of, rests_on, *values, kind=kind, crdiff=__version__, **given)


def check_answer(report: CiteReport) -> CheckAnswer:
    """Return a report as an answer."""
    findings = (answers.row_of(CitationFinding, each, each.place) for each in report.rows)
    return cite_answer(CheckAnswer, "check", report.judged_by, report, summary=report.counts, findings=findings)


def cite_csv(report: CiteReport) -> str:
    """Return a report as CSV with a line for each finding."""
    answer = check_answer(report)
    return csv_at(_COLUMNS, answer, answer.findings)


def csv_at(columns: Sequence[str], answer: CiteAnswer, rows: Iterable[answers.AnswerRow]) -> str:
    """Return rows of an answer as CSV, each with the release judged by."""
    cells = ([answer.at if column == "at" else getattr(row, column) for column in columns] for row in rows)
    return csv_of(columns, ([("no", "yes")[cell] if isinstance(cell, bool) else cell for cell in row] for row in cells))


_SEVERITIES = {Level.ERROR: "ERROR", Level.WARNING: "WARNING", Level.NOTE: "INFO"}


def rdjsonl(report: CiteReport) -> bytes:
    """Return each finding as a line; the format has no head, so that each names the release judged by as its source."""
    source = {"name": f"crdiff cite check, {report.judged_by}"}
    return b"".join(answers.as_json(_diagnostic(row, source)) + b"\n" for row in report.findings)


def _diagnostic(row: CiteRow, source: answers.Json) -> answers.Json:
    found: answers.Json = {
        "message": row.message,
        "location": {"path": row.place.file, "range": _range(row.place)},
        "severity": _SEVERITIES[row.level],
        "source": source,
        "code": {"value": row.kind},
    }
    if row.fix:
        found["suggestions"] = [{"range": _range(row.fix.place), "text": row.fix.new}]
    return found


def _range(place: CitePlace) -> answers.Json:
    """Return a place as reviewdog counts it: columns in bytes."""
    start = {"line": place.line, "column": place.column}
    return {"start": start, "end": {"line": place.end_line, "column": place.end_column}}


# Thousandths of the citations that are right -> the colour from there on.
_BADGE_COLOURS = {1000: "brightgreen", 990: "green", 950: "yellowgreen", 900: "yellow", 750: "orange", 0: "red"}


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
    return answers.as_json({"schemaVersion": 1, "label": f"CR {report.judged_by.at}", "message": said, "color": colour})
