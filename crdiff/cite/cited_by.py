"""Which places of which repositories cite a clause, by which of its numbers, and since when that number is wrong.

A citation stays with its clause through all renumberings: it is out of date from the first release in which the number
that it uses names another clause or none.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property

from crdiff.cite.listed import CitationList, ListedCitation
from crdiff.history.lineage import Lineage
from crdiff.model.number import ClauseNumber

ClauseLineage = Lineage[ClauseNumber]


@dataclass(frozen=True, slots=True)
class CitingPlace:
    """A line of a file that cites a clause by `number`; `href` is its address, "" for none.

    `since` is the first release in which the number named the clause, None where the release that the citation is
    written for is not known. `outdated` is the first one since in which it does not, None while it does and where it
    does again today. `kind` is what its list says of it.
    """

    path: str
    line: int
    number: ClauseNumber
    is_test: bool
    href: str
    since: date | None
    outdated: date | None
    kind: str


@dataclass(frozen=True, slots=True)
class CitingRepository:
    """A repository with its places by the clause that they cite, each in the order of files and lines.

    `read` is how many citations its list has, in so many files that were read; `homeless` is how many of them are of
    no clause that is followed. `at` is the release that they are judged by.
    """

    name: str
    revision: str
    at: date
    read: int
    files: int
    homeless: int
    places: Mapping[str, tuple[CitingPlace, ...]]


@dataclass(frozen=True, slots=True)
class OutdatedNumber:
    """A number that no longer names the clause `lineage`: how many places of each repository still use it."""

    lineage: str
    number: ClauseNumber
    counts: tuple[tuple[str, int], ...]

    @property
    def total(self) -> int:
        """How many places use it."""
        return sum(count for _, count in self.counts)


@dataclass(frozen=True)
class CitationIndex:
    """Repositories that cite the rules, in the order given."""

    repositories: tuple[CitingRepository, ...] = field(default=())

    def __bool__(self) -> bool:
        return bool(self.repositories)

    @cached_property
    def clauses(self) -> tuple[str, ...]:
        """Every clause that is cited, by its id."""
        return tuple(sorted({lineage for repository in self.repositories for lineage in repository.places}))

    def of(self, lineage: str) -> tuple[tuple[CitingRepository, tuple[CitingPlace, ...]], ...]:
        """Return the places that cite a clause, by repository."""
        found = ((each, each.places.get(lineage, ())) for each in self.repositories)
        return tuple((repository, places) for repository, places in found if places)

    @cached_property
    def _outdated(self) -> Mapping[tuple[str, ClauseNumber, date, date], Counter[str]]:
        found: dict[tuple[str, ClauseNumber, date, date], Counter[str]] = defaultdict(Counter)
        for repository in self.repositories:
            for lineage, places in repository.places.items():
                for place in places:
                    if place.since and place.outdated:
                        found[lineage, place.number, place.since, place.outdated][repository.name] += 1
        return found

    def outdated(self, old: date, new: date) -> tuple[OutdatedNumber, ...]:
        """Return the numbers that are cited, right in the release `old` and wrong in `new`, in document order."""
        if (old, new) not in self._answered:
            self._answered[old, new] = tuple(self._outdated_between(old, new))
        return self._answered[old, new]

    @cached_property
    def _answered(self) -> dict[tuple[date, date], tuple[OutdatedNumber, ...]]:
        """What `outdated` returned: each change of a release asks the same."""
        return {}

    def _outdated_between(self, old: date, new: date) -> list[OutdatedNumber]:
        rows = [
            OutdatedNumber(lineage, number, tuple(counts.items()))
            for (lineage, number, since, outdated), counts in self._outdated.items()
            if since <= old < outdated <= new
        ]
        return sorted(rows, key=lambda row: (row.number, row.lineage))


def index_citations(
    lists: Iterable[tuple[str, CitationList]],
    follow: Callable[[str], ClauseLineage | None],
    after: Callable[[date], date | None],
) -> CitationIndex:
    """Return the lists, each with the name of its repository, by the clauses that they cite.

    `follow` gives the clause that has an id, None where it is not followed; `after` the release after another one.
    """
    return CitationIndex(tuple(_repository(name, listed, follow, after) for name, listed in lists))


def _repository(
    name: str,
    listed: CitationList,
    follow: Callable[[str], ClauseLineage | None],
    after: Callable[[date], date | None],
) -> CitingRepository:
    by_clause: dict[str, list[ListedCitation]] = defaultdict(list)
    for citation in listed.citations:
        by_clause[citation.lineage].append(citation)
    places: dict[str, list[CitingPlace]] = defaultdict(list)
    for clause, citations in by_clause.items():
        if lineage := follow(clause) if clause else None:
            places[lineage.id] += [_place(each, listed, lineage, after) for each in citations]
    found = {lineage: _in_order(inside) for lineage, inside in places.items()}
    homeless = len(listed.citations) - sum(map(len, found.values()))
    revision = listed.revision or ""
    return CitingRepository(name, revision, listed.at, listed.read, listed.files, homeless, found)


def _in_order(places: Sequence[CitingPlace]) -> tuple[CitingPlace, ...]:
    return tuple(sorted(places, key=lambda place: (place.path, place.line, place.number)))


def _place(
    citation: ListedCitation, listed: CitationList, lineage: ClauseLineage, after: Callable[[date], date | None]
) -> CitingPlace:
    number = ClauseNumber.parse(citation.number)
    written = citation.written
    run = lineage.run_in(written) if written else None
    since, outdated = None, None
    if written and run and run.number == number:
        revoked = lineage.revoked
        since = run.first
        outdated = revoked if revoked and written < revoked <= run.last else after(run.last)
    if lineage.in_force and lineage.runs[-1].number == number:
        outdated = None  # 714.4 of 2021-04-22 was 715.4 for a time
    return CitingPlace(
        path=citation.file,
        line=citation.line,
        number=number,
        is_test=citation.is_test,
        href=listed.address_of(citation),
        since=since,
        outdated=outdated,
        kind=citation.kind,
    )
