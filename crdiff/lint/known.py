"""Findings that the release before has too: what a draft found and did not bring in.

A finding is known by what it says of a clause, whatever number the clause has now and wherever it stands: the same
check found the same fault in the clause that this one was. Numbers in what is at fault are followed too, so that a
citation with an inexact title stays the same finding when the cited rule and the citation are renumbered together.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace

from crdiff.align.alignment import Alignment
from crdiff.changes.change import Part
from crdiff.lint.finding import LintFinding
from crdiff.model.number import NUMBERS, ClauseNumber
from crdiff.model.release import Release
from crdiff.model.tree import Node
from crdiff.text.normalise import fold_typography

_NUMBER = re.compile(rf"(?<![\w.]){NUMBERS.number}(?!\w|\.\d)")

_Place = tuple[str, Hashable]
"""A part, and in it the index of a clause or an entry, or what a finding outside them is called."""


def with_known(
    found: Sequence[LintFinding], before: Iterable[LintFinding], alignment: Alignment
) -> tuple[LintFinding, ...]:
    """Return the findings of a release, those marked as known that the release before has too.

    `before` are the findings of that release; `alignment` goes from it to the release. Each of them makes one finding
    known, so that a second slip of the same kind in a clause is new.
    """
    origins = _origins(alignment)
    old_places, new_places = _Places(alignment.old, alignment.old_nodes), _Places(alignment.new, alignment.new_nodes)
    heirs = _heirs(alignment)
    earlier: dict[tuple[str, _Place], list[frozenset[str]]] = defaultdict(list)
    for finding in before:
        subject = fold_typography(finding.subject)
        earlier[finding.check, old_places.of(finding)].append(frozenset((subject, _followed(subject, heirs))))
    marked = []
    for finding in found:
        place, subject = new_places.of(finding), fold_typography(finding.subject)
        left = (
            (earlier[finding.check, origin], said)
            for origin in origins.get(place, (place,) if isinstance(place[1], str) else ())
            for said in earlier[finding.check, origin]
            if subject in said
        )
        same = next(left, None)
        if same:
            same[0].remove(same[1])
        marked.append(replace(finding, is_known=finding.is_known or same is not None))
    return tuple(marked)


def _origins(alignment: Alignment) -> Mapping[_Place, Sequence[_Place]]:
    """Return the places that each clause and each entry had in the release before."""
    found: dict[_Place, list[_Place]] = defaultdict(list)
    for link in alignment.links:
        for new in link.new:
            found[Part.RULES, new] += [(Part.RULES, old) for old in link.old]
    for part in alignment.glossary:
        if part.old is not None and part.new is not None:
            found[Part.GLOSSARY, part.new].append((Part.GLOSSARY, part.old))
    return found


def _heirs(alignment: Alignment) -> Mapping[ClauseNumber, ClauseNumber]:
    """Return the number that each clause of the release before has now, those left out that became several."""
    return {
        alignment.old_nodes[link.old[0]].number: alignment.new_nodes[link.new[0]].number
        for link in alignment.links
        if link.old and len(link.new) == 1
    }


def _followed(subject: str, heirs: Mapping[ClauseNumber, ClauseNumber]) -> str:
    """Return `subject` with the numbers in it as they are now.

    The number of a clause that there is not follows the one over it: where 113 became 114, a missing 113.8 is 114.8.
    """

    def heir(found: re.Match[str]) -> str:
        number = ClauseNumber.parse(found[0])
        if number in heirs:
            return str(heirs[number])
        above = heirs.get(ClauseNumber(number.subsection))
        return f"{above}{found[0][len(str(number.subsection)) :]}" if above else found[0]

    return _NUMBER.sub(heir, subject)


class _Places:
    """Where in a release a finding is: which clause or which entry, whatever it is called."""

    def __init__(self, release: Release, nodes: Sequence[Node]) -> None:
        self._clauses: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for node in nodes:
            self._clauses[str(node.number)].append((node.placement.lines.start, node.index))
        self._entries: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for index, entry in enumerate(release.glossary):
            self._entries[entry.term].append((entry.lines.start, index))

    def of(self, finding: LintFinding) -> _Place:
        """Return the place of a finding; of several clauses with its number the last that begins before its line."""
        called = self._entries if finding.part is Part.GLOSSARY else self._clauses
        same = sorted(called.get(finding.number, ()))
        if not same:
            return finding.part, finding.number
        at = bisect_right(same, finding.line, key=lambda one: one[0]) - 1
        return finding.part, same[max(at, 0)][1]
