"""What a lint found in one or more texts: the one view that all its reports show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from crdiff.importers.kinds import DOCUMENTS
from crdiff.lint.baseline import STALE_ENTRY, Accepted, stale_finding
from crdiff.lint.finding import LintFinding
from crdiff.lint.registry import LintCheck
from crdiff.model.release import Level, Release
from crdiff.reports.labels import in_words
from crdiff.reports.results import Result, Results, Rule, TextFix

_BASELINE = {False: "new", True: "unchanged"}
"""What SARIF calls a finding that the text before lacks, and one that it has."""

_STALE_REASON = "A baseline should only silence what is there."


@dataclass(frozen=True, slots=True)
class Linted:
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


@dataclass(frozen=True, slots=True)
class LintReport:
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


def lint_results(report: LintReport, *, with_known: bool = False) -> Results:
    """Return a lint as results for continuous integration; `with_known`: all of them, whatever the report lists."""
    rules = [Rule(check.id, check.level, check.reason, _address(report, check)) for check in report.checks]
    results = [
        _result(text.file, finding, _BASELINE[finding.is_known] if text.against else "")
        for text in report.texts
        for finding in (text.findings if with_known else report.listed(text))
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
    return Result(
        rule=finding.check,
        level=finding.level,
        subject=in_words(finding.number),
        message=finding.message,
        file=file,
        line=finding.line,
        column=finding.column,
        end_line=finding.end_line,
        end_column=finding.end_column,
        fingerprint=finding.fingerprint,
        fix=_fix(finding),
        baseline=baseline,
    )


def _address(report: LintReport, check: LintCheck) -> str:
    return f"{report.docs}#{check.id}" if report.docs else ""


def _fix(finding: LintFinding) -> TextFix | None:
    if finding.fix is None:
        return None
    return TextFix(finding.line, finding.column, finding.end_line, finding.end_column, finding.fix.new)
