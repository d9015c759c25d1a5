"""Findings that are silenced: the release before has them, a baseline accepts them, or a marker names them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from crdiff.align.alignment import Alignment
from crdiff.changes.change import Part
from crdiff.lint.finding import ClausePiece, LintFinding
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Level, Release
from crdiff.model.tree import Node
from crdiff.text.markers import Marker, markers
from crdiff.text.normalise import fold_typography

# A part, and in it the index of a clause or an entry, or what a finding outside them is called.
_Place = tuple[str, Hashable]


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
    if not heirs:
        return subject
    numbers = type(next(iter(heirs)))

    def heir(found: re.Match[str]) -> str:
        number = numbers.parse(found[0])
        if number in heirs:
            return str(heirs[number])
        above = heirs.get(number.subsection)
        return f"{above}{found[0][len(str(number.subsection)) :]}" if above else found[0]

    return re.sub(rf"(?<![\w.]){numbers.grammar.number}(?!\w|\.\d)", heir, subject)


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


STALE_ENTRY = "stale-baseline-entry"


class Accepted(Struct, frozen=True):
    """A finding that is silenced: its fingerprint, its check and number for a person to recognise it, and why."""

    fingerprint: str
    check: str
    number: str
    reason: str


class Sifted(Struct, frozen=True):
    """The findings left, how many a baseline silences, and the entries that no longer silence any."""

    findings: tuple[LintFinding, ...]
    silenced: int
    stale: tuple[Accepted, ...]


def sift(findings: Sequence[LintFinding], baseline: Iterable[Accepted], checks: Collection[str]) -> Sifted:
    """Return `findings` without those in the baseline; entries of checks not among `checks`, which ran, stay."""
    entries = {entry.fingerprint: entry for entry in baseline}
    found = {finding.fingerprint for finding in findings}
    left = tuple(finding for finding in findings if finding.fingerprint not in entries)
    stale = tuple(entry for entry in entries.values() if entry.check in checks and entry.fingerprint not in found)
    return Sifted(left, len(findings) - len(left), stale)


def stale_finding(entry: Accepted) -> LintFinding:
    """Return the finding that an entry of the baseline can be removed."""
    return LintFinding(
        check=STALE_ENTRY,
        level=Level.WARNING,
        part=Part.RULES,
        number=entry.number,
        line=0,
        column=0,
        end_line=0,
        end_column=0,
        piece=ClausePiece.TEXT,
        index=0,
        start=0,
        stop=0,
        quote="",
        message=f"the baseline silences {entry.check} {entry.fingerprint}, which no longer applies: remove the entry",
        fingerprint=entry.fingerprint,
    )


def accepted(finding: LintFinding, reason: str) -> Accepted:
    """Return the entry of a baseline that silences `finding`."""
    return Accepted(finding.fingerprint, finding.check, finding.number, reason)


# Stands for every check.
_EVERY = ""


def without_marked(findings: Iterable[LintFinding], lines: Sequence[str]) -> tuple[tuple[LintFinding, ...], int]:
    """Return the findings that no marker in `lines` silences, and how many are silenced."""
    all_of_them = tuple(findings)
    switches: dict[str, list[Marker]] = defaultdict(list)
    for marker in markers(lines):
        for check in marker.checks or (_EVERY,):
            switches[check].append(marker)
    if not switches:
        return all_of_them, 0
    left = tuple(finding for finding in all_of_them if not _is_off(finding, switches))
    return left, len(all_of_them) - len(left)


def _is_off(finding: LintFinding, switches: dict[str, list[Marker]]) -> bool:
    """Whether the last marker before a finding switches its check off, or one is about just its line."""
    about = sorted((*switches[finding.check], *switches[_EVERY]), key=lambda marker: marker.line)
    if any(marker.verb == "ignore" and marker.line == finding.line for marker in about):
        return True
    before = [marker.verb for marker in about if marker.verb in {"off", "on"} and marker.line <= finding.line]
    return bool(before) and before[-1] == "off"
