"""A text of the rules: what the newest release held says under a number, and what lint finds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from lsprotocol import types as lsp

from crdiff.cite.spellings import DEFAULT_PREFIXES, prefix_before
from crdiff.dialects.evidence import is_of_rules
from crdiff.errors import CrdiffError
from crdiff.lint.finding import LintFinding
from crdiff.lint.fixing import sure_edits
from crdiff.lsp.clauses import Clauses
from crdiff.lsp.text import EditorText, PlacedFinding, Remedy
from crdiff.model.number import NUMBERS, ClauseNumber
from crdiff.model.release import Level

_NUMBER = re.compile(rf"(?<![0-9.A-Za-z]){NUMBERS.cited}(?![0-9A-Za-z])".encode())
# Bytes that a number may have behind its first.
_LONGEST = 16

# Gives what is wrong with a text of some name. Raises `CrdiffError` for one that cannot be read.
Lint = Callable[[str, bytes], Iterable[LintFinding]]


def is_draft(text: EditorText) -> bool:
    """Whether a text is one of the rules: a ``.txt``, many of whose lines are numbered clauses."""
    return text.name.lower().endswith(".txt") and is_of_rules(text.source)


class RulesDraft:
    """A text of the rules with what `lint` finds in it; its numbers are looked up in the release `at`."""

    def __init__(self, text: EditorText, clauses: Clauses, at: int, lint: Lint) -> None:
        self.text, self._clauses, self._at = text, clauses, at
        try:
            self.findings: Sequence[PlacedFinding] = tuple(map(self._finding, lint(text.name, text.raw)))
        except CrdiffError as error:  # a marker that is half typed, say
            said, none = str(CrdiffError(error.what, error.expected, remedy=error.remedy)), partial(iter, ())
            self.findings = (PlacedFinding(*self._bytes(error.line), said, Level.ERROR, "unreadable", none),)

    def _finding(self, found: LintFinding) -> PlacedFinding:
        start, stop = self._bytes(found.line, found.column, found.end_line, found.end_column)
        remedies = partial(self._remedies, found, start, stop)
        return PlacedFinding(start, stop, found.message, found.level, found.check, remedies)

    def _bytes(self, line: int, column: int = 0, end_line: int = 0, end_column: int = 0) -> tuple[int, int]:
        """Return the bytes of a finding: of its line where its column is not known, of the first where it is of all."""
        if column:
            return self.text.offset_of(line - 1, column - 1), self.text.offset_of(end_line - 1, end_column - 1)
        return self.text.offset_of(max(line - 1, 0), 0), self.text.offset_of(max(line - 1, 0), None)

    def _remedies(self, finding: LintFinding, start: int, stop: int) -> Iterator[Remedy]:
        """Yield the edit of ``lint --fix``, and the comment that silences a check in a line."""
        if finding.fix and sure_edits([finding], re.split("\r\n|\n|\r", self.text.source)):
            title = f"Write “{finding.fix.new}” for “{finding.fix.old}”"
            yield Remedy(start, stop, finding.fix.new, title, is_best=True)
        end = self.text.offset_of(max(finding.line - 1, 0), None)
        yield Remedy(end, end, f" <!-- crdiff: ignore {finding.check} -->", f"Silence {finding.check} in this line")

    def hover(self, offset: int) -> lsp.Hover | None:
        """Return what the release says under the number at a byte."""
        line, clauses, at = self.text.offset_of(self.text.line_of(offset), 0), self._clauses, self._at
        near = _NUMBER.finditer(self.text.raw, line, offset + _LONGEST)
        found = next((each for each in near if each.start() <= offset <= each.end()), None)
        if not found:
            return None
        number, day = ClauseNumber.parse(found[0].decode()), clauses.numbering.dates[at]
        clause = clauses.numbering.clause(number, at)
        lines = (f"**{number}** of {day}", *clauses.lines(number, clause, at)) if clause is not None else ()
        return self.text.hover(*found.span(), lines or (f"no clause is {number} in {day}",))

    def completion(self, offset: int) -> lsp.CompletionList:
        """Return the numbers that may follow a prefix."""
        return self._clauses.completion(self.text, offset, prefix_before(DEFAULT_PREFIXES), self._at)
