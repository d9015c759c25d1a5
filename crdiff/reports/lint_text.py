"""A lint for a terminal: a line for each finding, in the form that editors know how to jump to."""

from __future__ import annotations

from collections.abc import Iterator

from crdiff.lint.finding import LintFinding
from crdiff.reports import terminal
from crdiff.reports.lint import LintReport
from crdiff.reports.phrases import counted
from crdiff.text.hidden import shown_on_a_line


def lint_text(report: LintReport, *, colour: bool = False) -> str:
    """Return the report as lines of text: ``rules.txt:7:12: error: 104.3a cites…  [stale-reference]``."""
    return "".join(f"{line}\n" for line in _lines(report, colour))


def _lines(report: LintReport, colour: bool) -> Iterator[str]:
    for text in report.texts:
        for finding in text.findings:
            yield from _finding(text.name, finding, colour)
    for finding in report.about_baseline:
        yield from _finding("baseline", finding, colour)
    yield summary(report)


def _finding(name: str, finding: LintFinding, colour: bool) -> Iterator[str]:
    place = ":".join(str(part) for part in (shown_on_a_line(name), finding.line, finding.column) if part)
    said = " ".join(filter(None, (finding.number, finding.message.replace("\n", " "))))
    yield f"{place}: {terminal.bold(finding.level.value, colour)}: {said}  [{finding.check}]"
    if finding.fix and finding.fix.is_of_words:
        yield f"    write “{finding.fix.new}”"


def summary(report: LintReport) -> str:
    """Return the counts in a sentence: "2 errors, 1 warning in 1 text; 3 silenced by the baseline"."""
    counts = ", ".join(counted(count, level.value) for level, count in report.counts.items() if count)
    texts = f" in {counted(len(report.texts), 'text')}" if len(report.texts) > 1 else ""
    silenced = f"; {report.silenced:,} silenced by the baseline" if report.silenced else ""
    return f"{counts or 'no findings'}{texts}{silenced}"
