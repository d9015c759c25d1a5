"""A lint for a terminal: a line for each finding, in the form that editors know how to jump to."""

from __future__ import annotations

from collections.abc import Iterator

from crdiff.lint.finding import LintFinding
from crdiff.reports import terminal
from crdiff.reports.labels import in_words
from crdiff.reports.lint import LintReport, known_in_words
from crdiff.reports.phrases import counted
from crdiff.text.hidden import shown_on_a_line


def lint_text(report: LintReport, *, colour: bool = False) -> str:
    """Return the report as lines of text: ``rules.txt:7:12: error: 104.3a cites…  [stale-reference]``."""
    return "".join(f"{line}\n" for line in _lines(report, colour))


def _lines(report: LintReport, colour: bool) -> Iterator[str]:
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
