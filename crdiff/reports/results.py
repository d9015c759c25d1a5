"""What a job of continuous integration is told: results of rules, each with its place in a file.

Findings of lint, changes and findings on citations are all told this way; GitHub annotations, JUnit, SARIF and rdjsonl
are written from it.
"""

from __future__ import annotations

from msgspec import Struct

from crdiff.model.release import Level


class Rule(Struct, frozen=True):
    """What a result is an instance of: its id, the level it usually has, and why it matters in a sentence.

    `address` is that of a page that explains it, "" where none is known.
    """

    id: str
    level: Level
    reason: str
    address: str = ""


class TextFix(Struct, frozen=True):
    """What replaces the characters of a place; lines and columns as those of a `Result`."""

    line: int
    column: int
    end_line: int
    end_column: int
    new: str


class Result(Struct, frozen=True):
    """One thing to tell. `subject` is the clause or the term, "" where the message names it; `file` a path or "".

    A path has forward slashes. Lines and columns, in characters, count from 1, the end half-open; 0: not known.
    `fingerprint` identifies it from run to run. `fix` mends it, where that is certain; None elsewhere. `baseline` is
    "new" or "unchanged" since the text before, "" without one.
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
    fix: TextFix | None = None
    baseline: str = ""


class Results(Struct, frozen=True):
    """All of it: `command` that was run, its rules, and the results in the order of the text.

    `facts` are what the results rest on: pairs of a name and a value, such as the release judged by. `remark` is what
    else there is to say in a few words, `address` that of the page on all rules, "" where none is known.
    """

    command: str
    rules: tuple[Rule, ...]
    results: tuple[Result, ...]
    facts: tuple[tuple[str, str], ...] = ()
    remark: str = ""
    address: str = ""
