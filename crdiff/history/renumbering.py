"""Old number -> new number between any two releases, composed through those between, and told as ranges."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Hashable, Iterable, Mapping, Sequence
from datetime import date
from enum import StrEnum
from itertools import groupby
from operator import sub
from typing import Generic, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from crdiff.align.alignment import FOLLOWED, Alignment, Link
from crdiff.history.chain import NONE
from crdiff.model.number import ClauseNumber
from crdiff.text.groups import by_key


class Became(StrEnum):
    """The fate of a number."""

    SAME = "same"
    RENUMBERED = "renumbered"
    SPLIT = "split"
    MERGED = "merged"
    REMOVED = "removed"
    REVOKED = "revoked"
    """It names a notice that the rule is gone."""


# What names a lineage: its row, or its id.
_Name = TypeVar("_Name", bound=Hashable)
# The same, of a value that is only read.
Name_co = TypeVar("Name_co", bound=Hashable, covariant=True)


class Parting(NamedTuple, Generic[Name_co]):
    """Text of lineage `source` went into lineage `target` in the release at position `at`."""

    at: int
    source: Name_co
    target: Name_co


class StandingClause(NamedTuple, Generic[Name_co]):
    """A clause in a release: the name of its lineage, its number, and which of the clauses with that number it is."""

    name: Name_co
    number: str
    copy: int


class Row(Struct, frozen=True):
    """One old number: the new ones, main heir first.

    `composed` are those to which the releases between lead, `direct` those that the two texts alone show; None where
    the texts were not asked.
    """

    old: ClauseNumber
    new: tuple[ClauseNumber, ...]
    became: Became
    direct: tuple[ClauseNumber, ...] | None = None
    composed: tuple[ClauseNumber, ...] | None = None

    @property
    def agrees(self) -> bool:
        """Whether the two texts alone show the same main heir as the releases between, or were not asked."""
        composed = self.new if self.composed is None else self.composed
        return self.direct is None or self.direct[:1] == composed[:1] or set(self.direct) == set(composed)


class Renumbering(Struct, frozen=True):
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


def composed(
    dates: Sequence[date],
    span: tuple[int, int],
    old: Sequence[tuple[_Name, ClauseNumber]],
    new: Sequence[tuple[_Name, ClauseNumber]],
    partings: Iterable[Parting[_Name]],
    *,
    revoked: Mapping[_Name, int],
) -> Renumbering:
    """Return the renumbering between two releases, the earlier one first: `span` are their positions among `dates`.

    `old` and `new` are as in `in_document_order`, `partings` those after the old release up to the new one, `revoked`
    says of lineages where each was revoked. Where `old` is the later release, compose the other way and use `inverted`.
    """
    first, last = span
    carried = heirs([lineage for lineage, _ in old], partings)
    there = dict(new)
    rows = []
    reached: set[_Name] = set()
    for lineage, number in old:
        found = [heir for heir in carried[lineage] if heir in there]
        reached.update(found)
        numbers = tuple(there[heir] for heir in found)
        is_revoked = bool(found) and first < revoked.get(found[0], first) <= last
        became = Became.REVOKED if is_revoked else _fate(number, numbers, is_main=found[:1] == [lineage])
        rows.append(Row(number, numbers, became))
    arrived = tuple(number for lineage, number in new if lineage not in reached)
    return Renumbering(dates[first], dates[last], tuple(dates[first + 1 : last]), tuple(rows), arrived)


def in_document_order(
    standing: Iterable[StandingClause[_Name]], numbers: type[ClauseNumber] = ClauseNumber
) -> list[tuple[_Name, ClauseNumber]]:
    """Return the lineages that stand in a release with their numbers, in document order."""
    parsed = [(numbers.parse(number), copy, name) for name, number, copy in standing]
    parsed.sort(key=lambda each: (each[0], each[1]))
    return [(name, number) for number, _, name in parsed]


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


def fused(composed: Renumbering, alignment: Alignment) -> Renumbering:
    """Return the renumbering as `alignment` of the two texts has it, which knows what was composed, with both answers.

    Clauses that it says nothing about, since a text breaks off, keep what was composed.
    """
    plainest_first = sorted(alignment.links, key=lambda link: len(link.old) + len(link.new))
    links = by_key((old, link) for link in plainest_first for old in link.old)
    news = alignment.new_nodes
    printed: dict[ClauseNumber, list[int]] = defaultdict(list)
    for node in reversed(alignment.old_nodes):
        printed[node.number].append(node.index)
    rows = []
    reached: set[ClauseNumber] = set()
    for row in composed.rows:
        old = printed[row.old].pop() if printed[row.old] else NONE
        if old in links:
            heirs = tuple(dict.fromkeys(news[new].number for link in links[old] for new in link.new))
            direct = tuple(dict.fromkeys(news[new].number for link in links[old] for new in _alone(link, old)))
            is_main = any(link.new and link.old[0] == old for link in links[old])
            became = row.became if set(heirs) == set(row.new) else _fate(row.old, heirs, is_main=is_main)
            rows.append(Row(row.old, heirs, became, direct, row.new))
        else:
            rows.append(row)
        reached.update(rows[-1].new)
    linked = {new for link in alignment.links for new in link.new}
    came = (node.number for node in sorted(news, key=lambda node: node.number) if node.index in linked)
    return replace(composed, rows=tuple(rows), arrived=tuple(number for number in came if number not in reached))


def _fate(old: ClauseNumber, heirs: Sequence[ClauseNumber], *, is_main: bool) -> Became:
    if len(heirs) != 1:
        return Became.SPLIT if heirs else Became.REMOVED
    if not is_main:
        return Became.MERGED
    return Became.SAME if heirs[0] == old else Became.RENUMBERED


def _alone(link: Link, old: int) -> tuple[int, ...]:
    """Return the new clauses that the two texts alone show for an old one: `link` has them unless it was followed."""
    if link.tier != FOLLOWED or not link.undetermined:
        return link.new
    second = link.runner_up
    return (second.new,) if second and second.old == old and second.new is not None else ()


def inverted(rows: Sequence[Row], numbers: Iterable[ClauseNumber]) -> tuple[tuple[Row, ...], tuple[ClauseNumber, ...]]:
    """Return the rows read backwards, one for each of `numbers`, those of the release that the rows lead to."""
    leading = by_key((number, row) for row in rows for number in row.new)
    turned = tuple(_turned(number, leading.get(number, ())) for number in numbers)
    return turned, tuple(row.old for row in rows if not row.new)


def _turned(number: ClauseNumber, leading: Sequence[Row]) -> Row:
    """Return the row of a later number: clauses that mainly became it first, and of them those that became it alone."""
    ranked = sorted(leading, key=lambda row: (row.new[0] != number, len(row.new)))
    sources = tuple(row.old for row in ranked)
    is_revoked = len(ranked) == 1 and ranked[0].became is Became.REVOKED
    is_main = bool(ranked) and ranked[0].new[0] == number
    return Row(number, sources, Became.REVOKED if is_revoked else _fate(number, sources, is_main=is_main))


# Whether a number is a section's, and by how many sections, subsections, rules and letters it moved.
_Step = tuple[int, ...]


class NumberRange(Struct, frozen=True):
    """Clauses that follow one another before and after, from the row `first` to the row `last`.

    `added` is the new clause that has the first old number now, `removed` the clause that left its number to the first
    one; None where neither is known to be the reason.
    """

    first: Row
    last: Row
    count: int
    added: ClauseNumber | None = None
    removed: ClauseNumber | None = None


def number_ranges(renumbering: Renumbering) -> tuple[NumberRange, ...]:
    """Return what became of the numbers that name another clause now, in document order, as ranges.

    A clause that was split, merged or revoked is a range of its own; one that was removed is in none.
    """
    return _ranges(renumbering.rows, frozenset(renumbering.arrived))


def ranges_by_clause(
    old: Sequence[tuple[str, ClauseNumber]], new: Sequence[tuple[str, ClauseNumber]], parted: Container[str]
) -> Mapping[str, NumberRange]:
    """Return, for each clause that changed number between two neighbours, the range in which it did.

    `old` and `new` have (lineage, number) of every clause of a release, in document order; the lineages in `parted`
    were split off or merged, so that they are neither new nor removed.
    """
    there, had = dict(new), dict(old)
    rows = tuple(_moved(number, there.get(lineage), is_parted=lineage in parted) for lineage, number in old)
    arrived = frozenset(number for lineage, number in new if lineage not in had and lineage not in parted)
    found: dict[str, NumberRange] = {}
    at = 0
    for each in _ranges(rows, arrived):
        while rows[at] is not each.first:
            at += 1
        if each.first.became is Became.RENUMBERED:
            found |= {lineage: each for lineage, _ in old[at : at + each.count]}
    return found


def _moved(old: ClauseNumber, new: ClauseNumber | None, *, is_parted: bool) -> Row:
    if old == new:  # a third of a million of them
        return _STAYED
    if new is None:
        return Row(old, (), Became.MERGED if is_parted else Became.REMOVED)
    return Row(old, (new,), Became.RENUMBERED)


# Every clause that kept its number: in no range, whichever it was.
_STAYED = Row(ClauseNumber((1,)), (ClauseNumber((1,)),), Became.SAME)


def _ranges(rows: Sequence[Row], arrived: Container[ClauseNumber]) -> tuple[NumberRange, ...]:
    removed = frozenset(row.old for row in rows if row.became is Became.REMOVED)
    found: list[NumberRange] = []
    step: _Step | None = None
    for row in rows:
        before, step = step, _step(row)
        if step and step == before:
            found[-1] = NumberRange(found[-1].first, row, found[-1].count + 1, found[-1].added, found[-1].removed)
        elif step or row.became not in {Became.SAME, Became.REMOVED}:
            found.append(_range(row, arrived, removed))
    return tuple(found)


def _range(row: Row, arrived: Container[ClauseNumber], removed: Container[ClauseNumber]) -> NumberRange:
    added = row.old if row.old in arrived else None
    left = row.new[0] if row.new and row.new[0] in removed and not added else None
    return NumberRange(row, row, 1, added, left)


def _step(row: Row) -> _Step | None:
    """Return by how much a row moved, None where it did not, or did not move as one clause."""
    if row.became is not Became.RENUMBERED or len(row.new) != 1:
        return None
    (new,) = row.new
    return new.is_section, *map(sub, _parts(new), _parts(row.old))


def _parts(number: ClauseNumber) -> tuple[int, ...]:
    """Return the part of each level, 0 for none; of a subrule its place, for which l and o do not count."""
    above = number.of_rule.path
    return *above, *(0,) * (number.headings + 1 - len(above)), number.place if number.is_subrule else 0
