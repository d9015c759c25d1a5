"""What each clause said in each release, and whether two releases say the same of it, typography aside."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from markupsafe import Markup, escape

from crdiff.changes.as_printed import compare_as_printed
from crdiff.changes.change import Op, Segment
from crdiff.history.lineage import Lineage, Term, Worded
from crdiff.model.clause import Clause, ClauseKind
from crdiff.model.fingerprint import fingerprint
from crdiff.model.number import ClauseNumber
from crdiff.store.archive.site_contents import Standing


@dataclass(frozen=True)
class Readings:
    """The wordings of `lineages`, which are by id. What was worked out once is kept: 134 releases ask the same."""

    lineages: Mapping[str, Lineage[ClauseNumber]]
    _prints: dict[tuple[str, bool], list[str]] = field(default_factory=dict)
    _redlines: dict[tuple[str, str], Markup] = field(default_factory=dict)
    _firsts: dict[str, list[date]] = field(default_factory=dict)
    _standing: dict[tuple[str, str], str] = field(default_factory=dict)

    def fingerprint(self, lineage: str, release: date) -> str:
        """Return the fingerprint of what a clause said in `release`: equal where only typography differs."""
        return self.prints_of(self.lineages[lineage])[self._place(lineage, release)]

    def print_of(self, standing: Standing, release: date) -> str:
        """Return the fingerprint of what `standing` says, a clause in `release`; asked a quarter of a million times."""
        key = standing.lineage, standing.fingerprint
        found = self._standing.get(key)
        if found is None:
            found = self._standing[key] = self.fingerprint(standing.lineage, release)
        return found

    def redline(self, lineage: str, release: date) -> Markup:
        """Return the redline from what a clause said in `release` to the last wording it had, examples too.

        Wordings that differ in typography alone share the redline of the newest of them.
        """
        key = lineage, self.fingerprint(lineage, release)
        if key not in self._redlines:
            wordings = self.lineages[lineage].wordings
            prints = zip(wordings, self.prints_of(self.lineages[lineage]), strict=True)
            *_, newest = (worded for worded, print_ in prints if print_ == key[1])
            self._redlines[key] = _redline(newest, wordings[-1])
        return self._redlines[key]

    def prints_of(self, lineage: Lineage[ClauseNumber] | Lineage[Term]) -> list[str]:
        """Return the fingerprints of all wordings of a clause or entry: equal where only typography differs."""
        key = lineage.id, isinstance(lineage.runs[0].number, Term)
        if key not in self._prints:
            self._prints[key] = list(map(_fingerprint, lineage.wordings))
        return self._prints[key]

    def _place(self, lineage: str, release: date) -> int:
        if lineage not in self._firsts:
            self._firsts[lineage] = [worded.first for worded in self.lineages[lineage].wordings]
        return bisect_right(self._firsts[lineage], release) - 1


def _fingerprint(worded: Worded[ClauseNumber] | Worded[Term]) -> str:
    return fingerprint(Clause(ClauseKind.RULE, worded.title, worded.text, worded.examples, ()))


def _redline(old: Worded[ClauseNumber], new: Worded[ClauseNumber]) -> Markup:
    lines = compare_as_printed(old.wording, old.examples, new.wording, new.examples)
    return Markup(
        "".join(
            f'<p class="{"eg" if line.is_example else "rt"} redline">{"".join(map(_marked, line.segments))}</p>'
            for line in lines
        )
    )


def _marked(segment: Segment) -> str:
    """Return a segment as HTML, escaped; plain strings, since there are a hundred thousand of them."""
    text = escape(segment.text)
    match segment.op:
        case Op.DELETED:
            return f"<del>{text}</del>"
        case Op.INSERTED:
            return f"<ins>{text}</ins>"
        case Op.KEPT:
            return text
