"""What a lint found in one or more texts: the one view that all its reports show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from crdiff.lint.baseline import STALE_ENTRY, Accepted, stale_finding
from crdiff.lint.finding import LintFinding
from crdiff.lint.registry import LintCheck
from crdiff.model.release import Level, Release
from crdiff.reports.results import Result, Results, Rule, TextFix

_STALE_REASON = "A baseline should only silence what is there."


@dataclass(frozen=True, slots=True)
class Linted:
    """One text: what it is called, its path ("" where it is no file), the texts it was held against, its findings.

    `silenced` counts the findings that the baseline holds.
    """

    name: str
    file: str
    release: Release
    against: tuple[Release, ...]
    findings: tuple[LintFinding, ...]
    silenced: int = 0


@dataclass(frozen=True, slots=True)
class LintReport:
    """All texts, the checks that were run, and the entries of the baseline that silence nothing any more."""

    texts: tuple[Linted, ...]
    checks: Sequence[LintCheck]
    stale: tuple[Accepted, ...] = ()

    @property
    def findings(self) -> tuple[LintFinding, ...]:
        """The findings of all texts, then those about the baseline."""
        return tuple(finding for text in self.texts for finding in text.findings) + self.about_baseline

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
    rules = [Rule(check.id, check.level, check.reason) for check in report.checks]
    results = [_result(text.file, finding) for text in report.texts for finding in text.findings]
    if report.stale:
        rules.append(Rule(STALE_ENTRY, Level.WARNING, _STALE_REASON))
        results += [_result("", finding) for finding in report.about_baseline]
    return Results("lint", tuple(rules), tuple(results))


def _result(file: str, finding: LintFinding) -> Result:
    return Result(
        rule=finding.check,
        level=finding.level,
        subject=finding.number,
        message=finding.message,
        file=file,
        line=finding.line,
        column=finding.column,
        end_line=finding.end_line,
        end_column=finding.end_column,
        fingerprint=finding.fingerprint,
        fix=_fix(finding),
    )


def _fix(finding: LintFinding) -> TextFix | None:
    if finding.fix is None:
        return None
    return TextFix(finding.line, finding.column, finding.end_line, finding.end_column, finding.fix.new)
