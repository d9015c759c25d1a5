"""What each clause said in each release, and whether two releases say the same of it, typography aside."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from markupsafe import Markup, escape

from crdiff.changes.change import Op, Segment
from crdiff.changes.passage import set_side_by_side
from crdiff.changes.redline import pieces, redline
from crdiff.changes.renumbering import Renumbering
from crdiff.history.life import Life, Worded
from crdiff.model.clause import Clause, ClauseKind
from crdiff.model.fingerprint import fingerprint
from crdiff.output.cached_group import Note, source_of
from crdiff.store.archive.site_contents import Standing
from crdiff.text.normalise import fold_typography

_AS_PRINTED = Renumbering(frozenset(), {}, frozenset(), frozenset(), {}, frozenset())
"""Releases far apart are compared as they are printed: a reference that followed its clause shows as changed."""


@dataclass(frozen=True)
class Readings:
    """The wordings of `lives`, which are by id. What was worked out once is kept: 116 releases ask the same.

    `known` are redlines by what they are made from.
    """

    lives: Mapping[str, Life]
    known: Mapping[str, str] = field(default_factory=dict)
    _noted: dict[str, str] = field(default_factory=dict)
    _prints: dict[str, list[str]] = field(default_factory=dict)
    _redlines: dict[tuple[str, str], Markup] = field(default_factory=dict)
    _firsts: dict[str, list[str]] = field(default_factory=dict)
    _standing: dict[tuple[str, str], str] = field(default_factory=dict)

    def fingerprint(self, lineage: str, release: str) -> str:
        """Return the fingerprint of what a clause said in `release`: equal where only typography differs."""
        return self._of(lineage)[self._place(lineage, release)]

    def print_of(self, standing: Standing, release: str) -> str:
        """Return the fingerprint of what `standing` says, a clause in `release`; asked a quarter of a million times."""
        key = standing.lineage, standing.fingerprint
        found = self._standing.get(key)
        if found is None:
            found = self._standing[key] = self.fingerprint(standing.lineage, release)
        return found

    def redline(self, lineage: str, release: str) -> Markup:
        """Return the redline from what a clause said in `release` to the last wording it had, examples too.

        Wordings that differ in typography alone share the redline of the newest of them.
        """
        key = lineage, self.fingerprint(lineage, release)
        if key not in self._redlines:
            wordings = self.lives[lineage].wordings
            prints = zip(wordings, self._of(lineage), strict=True)
            *_, newest = (worded for worded, print_ in prints if print_ == key[1])
            self._redlines[key] = self._worked_out(newest, wordings[-1])
        return self._redlines[key]

    def notes(self) -> Iterator[Note]:
        """Yield the redlines that were asked for, for the next site to know."""
        return (Note(source, redline) for source, redline in self._noted.items())

    def _worked_out(self, old: Worded, new: Worded) -> Markup:
        source = source_of(old.wording, old.examples, new.wording, new.examples)
        found = self.known.get(source)
        self._noted[source] = str(_redline(old, new)) if found is None else found
        return Markup(self._noted[source])

    def _of(self, lineage: str) -> list[str]:
        if lineage not in self._prints:
            self._prints[lineage] = list(map(_fingerprint, self.lives[lineage].wordings))
        return self._prints[lineage]

    def _place(self, lineage: str, release: str) -> int:
        if lineage not in self._firsts:
            self._firsts[lineage] = [worded.first for worded in self.lives[lineage].wordings]
        return bisect_right(self._firsts[lineage], release) - 1


def _fingerprint(worded: Worded) -> str:
    return fingerprint(Clause(ClauseKind.RULE, worded.title, worded.text, worded.examples, ()))


def _redline(old: Worded, new: Worded) -> Markup:
    lines = [_line("rt", old.wording, new.wording)]
    lines += [_line("eg", before, after) for before, after in _paired(old.examples, new.examples)]
    return Markup("").join(lines)


def _line(name: str, old: str, new: str) -> Markup:
    passage = set_side_by_side(old, new, _AS_PRINTED)
    marked = "".join(map(_marked, redline(pieces(passage, passage.edits))))
    return Markup(f'<p class="{name} redline">{marked}</p>')


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


def _paired(old: Sequence[str], new: Sequence[str]) -> list[tuple[str, str]]:
    """Return the examples side by side: those that read the same with one another, the rest in order."""
    said = {fold_typography(each) for each in old} & {fold_typography(each) for each in new}
    left = [each for each in old if fold_typography(each) not in said]
    pairs: list[tuple[str, str]] = []
    for each in new:
        if fold_typography(each) in said:
            pairs.append((each, each))
        else:
            pairs.append((left.pop(0) if left else "", each))
    return [*pairs, *((each, "") for each in left)]
