"""Who cites a clause, by which of its numbers and since when; and what a draft does to citations of others."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache, cached_property, lru_cache
from typing import Annotated
from urllib.parse import quote, urlsplit

import msgspec
from msgspec import Meta, Struct, field

from crdiff.changes.change import Comparison, Part
from crdiff.errors import CorpusError, UnknownNumber
from crdiff.history.lineage import Lineage
from crdiff.model.number import ClauseNumber

SCHEMA = "crdiff.cite/1"
_KIND = "list"
_PATH, _LINE, _REVISION = "{path}", "{line}", "{revision}"
# Characters of a link to a place, so that the page of a clause, which shows twelve of them, stays small.
#
# The longest link to a citation in magefree/mage has 190, with a path of 107 characters.
_LINK_MAX = 500


class ListedCitation(Struct, frozen=True):
    """A number that a file cites: the release that it is `written` for, None where that is not known, and its `kind`.

    `lineage` is the id of the clause that it means, "" where none is known.
    """

    file: str
    line: Annotated[int, Meta(ge=1)]
    number: str
    kind: str
    is_test: bool
    lineage: str
    written: date | None


class CitationList(Struct, frozen=True):
    """Every citation of a repository, judged by the release `at`.

    `link` is the address of a place in it, with ``{path}``, ``{line}`` and ``{revision}`` in place of these.
    """

    at: date
    read: int
    files: int
    citations: tuple[ListedCitation, ...]
    repository: str | None = None
    revision: str | None = None
    link: str | None = None

    def address_of(self, citation: ListedCitation) -> str:
        """Return the address of a citation, "" where none is known."""
        if not self.link or (_REVISION in self.link and not self.revision):
            return ""
        link = self.link.replace(_REVISION, _quoted(self.revision or "")).replace(_LINE, str(citation.line))
        link = link.replace(_PATH, _quoted(citation.file))
        return link if len(link) <= _LINK_MAX else ""


@lru_cache(maxsize=1 << 14)
def _quoted(part: str) -> str:
    return quote(part, safe="/", errors="replace")


class _Schema(Struct):
    schema: str
    kind: str = ""


def read_citations(raw: bytes, path: str = "") -> CitationList:
    """Return the list that `raw` encodes, unknown keys ignored.

    Raises `CorpusError` where it is not a list of ``crdiff.cite/1``; `path` is for the error.
    """
    try:
        found = msgspec.json.decode(raw, type=_Schema)
        if (found.schema, found.kind) != (SCHEMA, _KIND):
            what = f"a document of schema {found.schema!r:.60}, kind {found.kind!r:.60}"
            raise CorpusError(what, f"a {_KIND} of {SCHEMA}, as 'crdiff cite list --format json' writes it", path=path)
        listed = msgspec.json.decode(raw, type=CitationList)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise CorpusError(f"not a list of citations ({error!s:.200})", f"JSON of {SCHEMA}", path=path) from None
    _require_sound(listed, path)
    return listed


def _require_sound(listed: CitationList, path: str) -> None:
    """Raise `CorpusError` for a link that leads nowhere and for clauses that are cited by no number."""
    if listed.link is not None and not _is_link(listed.link):
        expected = "an address such as https://github.com/owner/name/blob/{revision}/{path}#L{line}"
        raise CorpusError(f"its link {listed.link!r} is not the address of a place", expected, path=path)
    for number in {citation.number for citation in listed.citations if citation.lineage}:
        try:
            ClauseNumber.parse(number)
        except UnknownNumber as error:
            raise CorpusError(error.what, error.expected, path=path) from None


def _is_link(link: str) -> bool:
    """Whether `link` is an address of the web that has a path in it; its host has to be written out."""
    try:
        parts = urlsplit(link)
    except ValueError:  # a bracket without its other half
        return False
    is_web = parts.scheme in {"http", "https"} and bool(parts.netloc) and "{" not in parts.netloc
    return is_web and _PATH in link and link.isascii() and link.isprintable() and " " not in link


ClauseLineage = Lineage[ClauseNumber]


class CitingPlace(Struct, frozen=True):
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


class CitingRepository(Struct, frozen=True):
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


class OutdatedNumber(Struct, frozen=True):
    """A number that no longer names the clause `lineage`: how many places of each repository still use it."""

    lineage: str
    number: ClauseNumber
    counts: tuple[tuple[str, int], ...]

    @property
    def total(self) -> int:
        """How many places use it."""
        return sum(count for _, count in self.counts)


class CitationIndex(Struct, frozen=True, dict=True):
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

    @cached_property
    def outdated(self) -> Callable[[date, date], tuple[OutdatedNumber, ...]]:
        """Return the numbers that are cited, right in an old release and wrong in a new one, in document order.

        Each change of a release asks the same.
        """

        def between(old: date, new: date) -> tuple[OutdatedNumber, ...]:
            rows = [
                OutdatedNumber(lineage, number, tuple(counts.items()))
                for (lineage, number, since, outdated), counts in self._outdated.items()
                if since <= old < outdated <= new
            ]
            return tuple(sorted(rows, key=lambda row: (row.number, row.lineage)))

        return cache(between)


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
    name: str, listed: CitationList, follow: Callable[[str], ClauseLineage | None], after: Callable[[date], date | None]
) -> CitingRepository:
    by_clause: dict[str, list[ListedCitation]] = defaultdict(list)
    for citation in listed.citations:
        by_clause[citation.lineage].append(citation)
    places: dict[str, list[CitingPlace]] = defaultdict(list)
    for clause, citations in by_clause.items():
        if lineage := follow(clause) if clause else None:
            places[lineage.id] += [_place(each, listed, lineage, after) for each in citations]
    found = {
        lineage: tuple(sorted(inside, key=lambda place: (place.path, place.line, place.number)))
        for lineage, inside in places.items()
    }
    homeless = len(listed.citations) - sum(map(len, found.values()))
    revision = listed.revision or ""
    return CitingRepository(name, revision, listed.at, listed.read, listed.files, homeless, found)


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


# The kind of a citation that nothing is found on: only of these is it known which clause they mean.
_RIGHT = "right"


class CitedAt(Struct, frozen=True):
    """A place that cites a clause: the repository, "" where it is not known, the file and the line."""

    repository: str
    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.repository}{' ' if self.repository else ''}{self.file}:{self.line}"


class GoingStale(Struct, frozen=True):
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
