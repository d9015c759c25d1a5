"""What a lint found in one or more texts: the one view, and its reports for a terminal, as JSON and as Markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from crdiff.changes.change import Part
from crdiff.importers.kinds import DOCUMENTS
from crdiff.lint.finding import ClausePiece, Fix, LintFinding
from crdiff.lint.known import STALE_ENTRY, Accepted, stale_finding
from crdiff.lint.registry import LintCheck
from crdiff.model.release import Level, Release
from crdiff.reports import terminal
from crdiff.reports.answer import AnswerRow, Count, Day, Document, Result, Results, Rule, TextFix, row_of
from crdiff.reports.formats import LIMIT, escaped, escaped_line, tables_by_level, tables_that_fit
from crdiff.reports.labels import in_words
from crdiff.reports.phrases import counted, in_lines
from crdiff.text.hidden import shown_on_a_line

# What SARIF calls a finding that the text before lacks, and one that it has.
_BASELINE = {False: "new", True: "unchanged"}

_STALE_REASON = "A baseline should only silence what is there."


class Linted(Struct, frozen=True):
    """One text: what it is called, its path ("" where it is no file), the texts it was held against, its findings.

    `silenced` counts the findings that the baseline holds, or markers in the text.
    """

    name: str
    file: str
    release: Release
    against: tuple[Release, ...]
    findings: tuple[LintFinding, ...]
    silenced: int = 0

    @property
    def new(self) -> tuple[LintFinding, ...]:
        """The findings that the text before does not have."""
        return tuple(finding for finding in self.findings if not finding.is_known)

    def as_people_find(self, finding: LintFinding) -> LintFinding:
        """Return a finding without its line in a document: Word shows none, and its clause is named."""
        return replace(finding, line=0, column=0) if self.release.source.encoding in DOCUMENTS else finding


class LintReport(Struct, frozen=True):
    """All texts, the checks that were run, and the entries of the baseline that silence nothing any more.

    `lists_known`: findings that the text before has too are listed, and not only counted. `docs` is the address of the
    page that explains the checks, "" where none is known.
    """

    texts: tuple[Linted, ...]
    checks: Sequence[LintCheck]
    stale: tuple[Accepted, ...] = ()
    lists_known: bool = False
    docs: str = ""

    def listed(self, text: Linted) -> tuple[LintFinding, ...]:
        """Return the findings of a text that a report lists."""
        return text.findings if self.lists_known else text.new

    @property
    def findings(self) -> tuple[LintFinding, ...]:
        """The findings listed of all texts, then those about the baseline."""
        return tuple(finding for text in self.texts for finding in self.listed(text)) + self.about_baseline

    @property
    def new(self) -> tuple[LintFinding, ...]:
        """The findings that no text before has, and those about the baseline."""
        return tuple(finding for text in self.texts for finding in text.new) + self.about_baseline

    @property
    def known(self) -> int:
        """How many findings the texts before have too."""
        return sum(len(text.findings) - len(text.new) for text in self.texts)

    @property
    def about_baseline(self) -> tuple[LintFinding, ...]:
        """A finding for each entry of the baseline that can go."""
        return tuple(map(stale_finding, self.stale))

    @property
    def silenced(self) -> int:
        """How many findings the baseline holds."""
        return sum(text.silenced for text in self.texts)

    @property
    def counts(self) -> Mapping[Level, int]:
        """How many findings there are of each level."""
        found = Counter(finding.level for finding in self.findings)
        return {level: found[level] for level in Level}


def lint_results(report: LintReport) -> Results:
    """Return a lint as results for continuous integration."""
    rules = [
        Rule(check.id, check.level, check.reason, f"{report.docs}#{check.id}" if report.docs else "")
        for check in report.checks
    ]
    results = [
        _result(text.file, finding, _BASELINE[finding.is_known] if text.against else "")
        for text in report.texts
        for finding in report.listed(text)
    ]
    if report.stale:
        rules.append(Rule(STALE_ENTRY, Level.WARNING, _STALE_REASON))
        results += [_result("", finding) for finding in report.about_baseline]
    return Results("lint", tuple(rules), tuple(results), remark=known_in_words(report), address=report.docs)


def known_in_words(report: LintReport) -> str:
    """Return how many findings the text before has too: "35 more that 2026-04-17 has too"; "" where it has none."""
    if not report.known:
        return ""
    before = {_told_apart(text) for text in report.texts if len(text.new) < len(text.findings)}
    whose = f"{before.pop()} has" if len(before) == 1 else "the texts before have"
    return f"{report.known:,} {'of these' if report.lists_known else 'more that'} {whose} too"


def _told_apart(text: Linted) -> str:
    """Return what the text before is called: its file where both print the same date."""
    before = text.against[0]
    return before.source.name if before.name == text.release.name else before.name


def _result(file: str, finding: LintFinding, baseline: str = "") -> Result:
    fix = row_of(TextFix, finding, finding.fix) if finding.fix else None
    subject = in_words(finding.number)
    return row_of(
        Result, finding, rule=finding.check, subject=subject, file=file, fix=fix, baseline=baseline, fails=False
    )


class LintedRelease(AnswerRow, frozen=True):
    """A text that another one was held against."""

    # Effective date printed in the text.
    effective: Day | None = field(name="release")
    # The date, or the file's name where the text prints none.
    name: str
    title: str


class LintedText(AnswerRow, frozen=True):
    """A text, and those that it was held against."""

    # Path with forward slashes, "" where the text is no file.
    file: str
    # Effective date printed in the text.
    effective: Day | None = field(name="release")
    # The date, or the file's name where the text prints none.
    name: str
    title: str
    # The release before, then older ones.
    against: tuple[LintedRelease, ...]


class LintSummary(AnswerRow, frozen=True):
    """How many findings there are."""

    error: Count
    warning: Count
    note: Count
    # Findings that the baseline or a marker in the text suppresses.
    silenced: Count
    # Findings that the previous text has too; they are listed only with --all.
    known: Count


class FindingSpan(AnswerRow, frozen=True):
    """The place of a finding in the text as read."""

    piece: ClausePiece
    # Which example, from 0.
    index: Count
    # Characters from 0, half-open.
    start: Count
    stop: Count


class FindingRow(AnswerRow, frozen=True):
    """A finding."""

    # Stable id.
    check: Annotated[str, Meta(pattern="^[a-z-]+$")]
    level: Level
    part: Part
    # The clause at fault, the term of a glossary entry, front:N, or "" for the text as a whole.
    number: str
    file: str
    # From 1; 0 for the text as a whole.
    line: Count
    # From 1; 0 where only the line is known.
    column: Count
    end_line: Count
    # Half-open: the column after the last character.
    end_column: Count
    # The same place in the text as read.
    span: FindingSpan
    # What stands there.
    quote: str
    message: str
    # The same while the fault and the words around it are, wherever the clause moves.
    fingerprint: Annotated[str, Meta(pattern="^[0-9a-f]{12}$")]
    # The correction: new in place of old, which is the quote. is_sure: lint --fix makes it.
    fix: Fix | None
    # Whether the previous text has the finding too.
    is_known: bool = field(name="known")


class LintAnswer(Document, frozen=True, tag="crdiff.lint/1"):
    """What is wrong with texts, as crdiff lint --format json writes it."""

    main = "findings"
    texts: tuple[LintedText, ...]
    summary: LintSummary
    # In the order of the texts and of their lines; without --all those that are new.
    findings: tuple[FindingRow, ...]
    # Entries of the baseline that silence nothing any more.
    stale: tuple[Accepted, ...] = field(name="stale_baseline")


def lint_answer(report: LintReport) -> LintAnswer:
    """Return the report as an answer."""
    counts = {level.value: count for level, count in report.counts.items()}
    return row_of(
        LintAnswer,
        report,
        texts=(row_of(LintedText, text.release, file=text.file, against=text.against) for text in report.texts),
        summary=row_of(LintSummary, report, **counts),
        findings=(finding_row(each, text.file) for text in report.texts for each in report.listed(text)),
    )


def finding_row(finding: LintFinding, file: str = "") -> FindingRow:
    """Return a finding as its row. Lines and columns count from 1, 0 is unknown; offsets from 0, half-open."""
    return row_of(FindingRow, finding, file=file, span=row_of(FindingSpan, finding))


@in_lines
def lint_text(report: LintReport, *, colour: bool = False) -> Iterator[str]:
    """Return the report as lines of text: ``rules.txt:7:12: error: 104.3a cites…  [stale-reference]``."""
    for text in report.texts:
        for finding in report.listed(text):
            yield from _finding(text.name, text.as_people_find(finding), colour)
    for finding in report.about_baseline:
        yield from _finding("baseline", finding, colour)
    yield summary(report)


def _finding(name: str, finding: LintFinding, colour: bool) -> Iterator[str]:
    place = ":".join(str(part) for part in (shown_on_a_line(name), finding.line, finding.column) if part)
    said = " ".join(filter(None, (in_words(finding.number), finding.message.replace("\n", " "))))
    yield f"{place}: {terminal.bold(finding.level.value, colour)}: {said}  [{finding.check}]"
    if finding.fix and finding.fix.is_of_words:
        yield f"    write “{finding.fix.new}”"


def summary(report: LintReport) -> str:
    """Return the counts in a sentence: "2 errors, 1 warning; 35 more that 2026-04-17 has too (--all lists them)"."""
    counts = ", ".join(counted(count, level.value) for level, count in report.counts.items() if count)
    texts = f" in {counted(len(report.texts), 'text')}" if len(report.texts) > 1 else ""
    none = "no new findings" if any(text.against for text in report.texts) else "no findings"
    known = known_in_words(report)
    listing = "" if report.lists_known or not known else " (--all lists them)"
    silenced = f"{report.silenced:,} silenced" if report.silenced else ""
    return "; ".join(filter(None, (f"{counts or none}{texts}", f"{known}{listing}", silenced)))


def lint_statistics(report: LintReport) -> str:
    """Return a line for each check that found something, those with most findings first, and the summary."""
    found = [finding for text in report.texts for finding in report.listed(text)]
    counts = Counter(finding.check for finding in (*found, *report.about_baseline))
    lines = (f"{count:>5,}  {check}" for check, count in sorted(counts.items(), key=lambda each: (-each[1], each[0])))
    return "\n".join((*lines, summary(report)))


def lint_markdown(report: LintReport, limit: int = LIMIT) -> str:
    """Return the report, at most `limit` bytes of UTF-8 long: errors first, what does not fit is counted."""
    pieces = [f"## Lint: {escaped_line(', '.join(text.name for text in report.texts))}", f"{summary(report)}."]
    return tables_that_fit(pieces, tables_by_level(_rows(report), ("where", "finding", "check")), "finding", limit)


def _rows(report: LintReport) -> Iterator[tuple[Level, tuple[str, str, str]]]:
    for text in report.texts:
        for finding in map(text.as_people_find, report.listed(text)):
            is_placed = len(report.texts) == 1 and (finding.line or finding.number)
            yield finding.level, _row("" if is_placed else text.name, finding)
    yield from ((finding.level, _row("baseline", finding)) for finding in report.about_baseline)


def _row(name: str, finding: LintFinding) -> tuple[str, str, str]:
    line = f"line {finding.line}" if finding.line else ""
    where = ", ".join(filter(None, (name, in_words(finding.number), line)))
    fix = f" Write “{finding.fix.new}”." if finding.fix and finding.fix.is_of_words else ""
    message = escaped(f"{finding.message}.{fix}".replace("\n", " "))
    return escaped_line(where), message, f"`{finding.check}`"
