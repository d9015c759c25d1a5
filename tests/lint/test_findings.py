"""What lint finds in a small text with a fault or two, and what it would mend, as it was reviewed in ``findings.txt``.

Given is what is replaced by what in the clean text, and after a line ``against`` in the text before it. The answer is
the check and the clause, the line with what is at fault in it, what is said, what would be put, and whether that is
sure; "known" is what the text before has too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby, takewhile
from pathlib import Path

from clean_text import broken, release
from reviewed import answered

from crdiff.align.engine import align_releases
from crdiff.lint.finding import LintFinding
from crdiff.lint.registry import BY_ID
from crdiff.lint.run import lint, lint_draft
from tests.conftest import Golden

FILE = Path(__file__).with_name("findings.txt")


def findings_in(given: list[str]) -> Iterator[str]:
    """Yield the findings in a text, with what was replaced in it and, if it has one, in the text before."""
    changed = list(takewhile(lambda line: not line.startswith("against"), given))
    text, old = _text(changed), _text(given[len(changed) + 1 :])
    draft, lines = release(text), text.split("\n")
    if len(given) == len(changed):
        found = lint(draft, lines=lines)
    else:
        found = lint_draft(draft, (align_releases(release(old), draft),), lines=lines, lines_before=old.split("\n"))
    for _, group in groupby(found, lambda finding: (finding.check, finding.number)):
        alike = [_told(finding, lines) for finding in group]
        yield from alike if len(alike) < 4 else (f"{alike[0]}, and {len(alike) - 1} like it",)


def _text(changed: list[str]) -> str:
    pairs = (line.replace("\\n", "\n").partition(" => ") for line in changed)
    return broken(*((old, new) for old, _, new in pairs))


def _told(finding: LintFinding, lines: list[str]) -> str:
    line = lines[finding.line - 1] if finding.line else ""
    start, stop = finding.column - 1, finding.end_column - 1
    before, at, after = line[:start], line[start:stop], line[stop:]
    assert at == finding.quote or not finding.column or finding.line != finding.end_line
    place = f"{before[-30:]}[{at[:60]}]{after[:30]}" if finding.column else f"line {finding.line}"
    fix = finding.fix
    put = f", put “{fix.new}”{'' if fix.is_sure else '?'}" if fix else ""
    known = ", known" if finding.is_known else ""
    return f"{finding.level}: {finding.check} {finding.number}: {place}: {finding.message}{put}{known}"


def test_findings_are_as_reviewed(golden: Golden) -> None:
    golden(FILE, answered(FILE, findings_in))


def test_every_check_finds_something() -> None:
    told = re.findall(r"^\w+: ([\w-]+)", FILE.read_text("utf-8"), re.MULTILINE)
    assert {*told, "odd-template"} == set(BY_ID)
