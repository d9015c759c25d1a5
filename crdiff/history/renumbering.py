"""Old number -> new number between any two releases, composed through the releases between them.

A clause is followed along its lineage, through every split and merge on the way. The direct alignment of the two texts
is an independent second opinion: where the two disagree, both are shown.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from itertools import groupby
from typing import Generic, NamedTuple, TypeVar

from crdiff.align.alignment import FOLLOWED, Alignment, Link
from crdiff.model.number import ClauseNumber


class Became(StrEnum):
    """The fate of a number."""

    SAME = "same"
    RENUMBERED = "renumbered"
    SPLIT = "split"
    MERGED = "merged"
    REMOVED = "removed"
    REVOKED = "revoked"
    """It names a notice that the rule is gone."""


_Name = TypeVar("_Name", bound=Hashable)
"""What names a lineage: its row, or its id."""


class Parting(NamedTuple, Generic[_Name]):
    """Text of lineage `source` went into lineage `target` in the release at position `at`."""

    at: int
    source: _Name
    target: _Name


@dataclass(frozen=True, slots=True)
class Row:
    """One old number: the new ones, main heir first, and the direct alignment's answer where one was requested."""

    old: ClauseNumber
    new: tuple[ClauseNumber, ...]
    became: Became
    direct: tuple[ClauseNumber, ...] | None = None

    @property
    def agrees(self) -> bool:
        """Whether the direct alignment names the same main heir, or was not asked."""
        return self.direct is None or self.direct[:1] == self.new[:1] or set(self.direct) == set(self.new)


@dataclass(frozen=True, slots=True)
class Renumbering:
    """All numbers of release `old` with their heirs in `new`, in document order.

    `arrived` are the new numbers that none of them led to, `through` the releases of the corpus between the two.
    """

    old: date
    new: date
    through: tuple[date, ...]
    rows: tuple[Row, ...]
    arrived: tuple[ClauseNumber, ...]

    @property
    def moved(self) -> tuple[Row, ...]:
        """The rows of numbers that no longer name the same clause, or where the two ways disagree."""
        return tuple(row for row in self.rows if row.became is not Became.SAME or not row.agrees)

    @property
    def disagreements(self) -> tuple[Row, ...]:
        """The rows in which the direct alignment says otherwise."""
        return tuple(row for row in self.rows if not row.agrees)


def compose(
    old: Sequence[tuple[_Name, ClauseNumber]],
    new: Sequence[tuple[_Name, ClauseNumber]],
    partings: Iterable[Parting[_Name]],
    revoked: Container[_Name] = frozenset(),
) -> tuple[tuple[Row, ...], tuple[ClauseNumber, ...]]:
    """Return a row for each clause of `old`, and the numbers of `new` that none of them led to.

    `old` and `new` have (lineage, number) of every clause of a release, in document order. `partings` are those after
    the old release up to the new one, `revoked` the lineages that were revoked there. Where `old` is the later release,
    compose the other way and use `inverted`.
    """
    carried = heirs([lineage for lineage, _ in old], partings)
    there: dict[_Name, ClauseNumber] = dict(new)
    rows = []
    reached: set[_Name] = set()
    for lineage, number in old:
        found = [heir for heir in carried[lineage] if heir in there]
        reached.update(found)
        became = Became.REVOKED if found and found[0] in revoked else _became(number, lineage, found, there)
        rows.append(Row(number, tuple(there[heir] for heir in found), became))
    return tuple(rows), tuple(number for lineage, number in new if lineage not in reached)


def heirs(starts: Sequence[_Name], partings: Iterable[Parting[_Name]]) -> Mapping[_Name, list[_Name]]:
    """Return for each lineage at the start those that carry text of it at the end: itself first, then in time order."""
    carried: dict[_Name, list[_Name]] = defaultdict(list, {lineage: [lineage] for lineage in starts})
    for _, together in groupby(sorted(partings), key=lambda parting: parting.at):
        brought = [(parting.target, list(carried[parting.source])) for parting in together]
        for target, sources in brought:
            carried[target] += [source for source in sources if source not in carried[target]]
    found: dict[_Name, list[_Name]] = {lineage: [lineage] for lineage in starts}
    for heir, carries in carried.items():
        for source in carries:
            if heir != source:
                found[source].append(heir)
    return found


def _became(
    number: ClauseNumber, lineage: _Name, found: Sequence[_Name], there: Mapping[_Name, ClauseNumber]
) -> Became:
    if not found:
        return Became.REMOVED
    if len(found) > 1:
        return Became.SPLIT
    if found[0] != lineage:
        return Became.MERGED
    return Became.SAME if there[lineage] == number else Became.RENUMBERED


def checked(composed: Renumbering, alignment: Alignment) -> Renumbering:
    """Return the renumbering with what the direct alignment of the two texts says beside what was composed."""
    direct = _direct_heirs(alignment)
    rows = (replace(row, direct=direct.get(row.old, ())) for row in composed.rows)
    return replace(composed, rows=tuple(rows))


def _direct_heirs(alignment: Alignment) -> dict[ClauseNumber, tuple[ClauseNumber, ...]]:
    """Return old number -> new numbers, main heir first, as the alignment of the two texts has it."""
    found: dict[ClauseNumber, list[ClauseNumber]] = defaultdict(list)
    plainest = sorted(alignment.links, key=lambda link: len(link.old) + len(link.new))
    for link in plainest:
        for old in link.old:
            known = found[alignment.old_nodes[old].number]
            known += [alignment.new_nodes[new].number for new in _alone(link, old)]
    return {old: tuple(dict.fromkeys(new)) for old, new in found.items()}


def _alone(link: Link, old: int) -> tuple[int, ...]:
    """Return the new clauses that the two texts alone show for an old one: `link` has them unless it was followed."""
    if link.tier != FOLLOWED or not link.undetermined:
        return link.new
    second = link.runner_up
    return (second.new,) if second and second.old == old and second.new is not None else ()


def inverted(rows: Sequence[Row], numbers: Iterable[ClauseNumber]) -> tuple[tuple[Row, ...], tuple[ClauseNumber, ...]]:
    """Return the rows read backwards, one for each of `numbers`, those of the release that the rows lead to."""
    leading: dict[ClauseNumber, list[Row]] = defaultdict(list)
    for row in rows:
        for number in row.new:
            leading[number].append(row)
    turned = tuple(_turned(number, leading.get(number, [])) for number in numbers)
    return turned, tuple(row.old for row in rows if not row.new)


def _turned(number: ClauseNumber, leading: Sequence[Row]) -> Row:
    """Return the row of a later number: clauses that mainly became it first, and of them those that became it alone."""
    ranked = sorted(leading, key=lambda row: (row.new[0] != number, len(row.new)))
    sources = tuple(row.old for row in ranked)
    if len(sources) != 1:
        return Row(number, sources, Became.SPLIT if sources else Became.REMOVED)
    if ranked[0].became is Became.REVOKED:
        return Row(number, sources, Became.REVOKED)
    if ranked[0].new[0] != number:
        return Row(number, sources, Became.MERGED)
    return Row(number, sources, Became.SAME if sources[0] == number else Became.RENUMBERED)
