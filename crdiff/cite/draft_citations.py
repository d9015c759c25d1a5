"""What a draft does to citations of others: which go stale with it, and who cites a clause that it rewords."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from crdiff.changes.change import Comparison, Part
from crdiff.cite.listed import CitationList

_RIGHT = "right"
"""The kind of a citation that nothing is found on: only of these is it known which clause they mean."""


@dataclass(frozen=True, slots=True)
class CitedAt:
    """A place that cites a clause: the repository, "" where it is not known, the file and the line."""

    repository: str
    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.repository}{' ' if self.repository else ''}{self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class GoingStale:
    """A number that others cite and the draft gives to no clause or to another one: `new` is where its clause went."""

    old: str
    new: tuple[str, ...]
    places: tuple[CitedAt, ...]


def cited_at(lists: Sequence[CitationList]) -> Mapping[str, Sequence[CitedAt]]:
    """Return the places that cite each number and are right, in the order of the lists."""
    found: dict[str, list[CitedAt]] = defaultdict(list)
    for one in lists:
        for citation in one.citations:
            if citation.kind == _RIGHT:
                found[citation.number].append(CitedAt(one.repository or "", citation.file, citation.line))
    return found


def going_stale(comparison: Comparison, places: Mapping[str, Sequence[CitedAt]]) -> Iterator[GoingStale]:
    """Yield the cited numbers whose clause has another one in the draft, or none, in the order of the old text."""
    became: dict[str, list[str]] = defaultdict(list)
    for change in comparison.changes:
        if change.part is Part.RULES:
            for clause in change.old:
                became[clause.number] += [new.number for new in change.new]
    for old, new in became.items():
        if old in places and old not in new:
            yield GoingStale(old, tuple(dict.fromkeys(new)), tuple(places[old]))
