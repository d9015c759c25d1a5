"""What a job of continuous integration is told: results of rules, each with its place in a file.

Lint findings and changes are both told this way; GitHub annotations, JUnit and SARIF are written from it.
"""

from __future__ import annotations

from dataclasses import dataclass

from crdiff.model.release import Level


@dataclass(frozen=True, slots=True)
class Rule:
    """What a result is an instance of: its id, the level it usually has, and why it matters in a sentence."""

    id: str
    level: Level
    reason: str


@dataclass(frozen=True, slots=True)
class Result:
    """One thing to tell. `subject` is the clause or the term, `file` a path with forward slashes or "".

    Lines and columns count from 1, the end half-open; 0: not known. `fingerprint` identifies it from run to run. `fix`
    replaces what stands at the place, where that is certain; None elsewhere.
    """

    rule: str
    level: Level
    subject: str
    message: str
    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    fingerprint: str
    fix: str | None = None


@dataclass(frozen=True, slots=True)
class Results:
    """All of it: `command` that was run, its rules, and the results in the order of the text."""

    command: str
    rules: tuple[Rule, ...]
    results: tuple[Result, ...]
