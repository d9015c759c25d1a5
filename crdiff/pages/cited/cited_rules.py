"""The map of the rules by how much repositories cite them: by section and subsection, the clauses cited most."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from crdiff.cite.cited_by import CitingRepository
from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import ArchiveIndex, ClauseLineage, is_heading
from crdiff.pages.cited.citing_places import repository_name
from crdiff.pages.cited.outdated import outdated_citations
from crdiff.pages.clauses.card import clause_name
from crdiff.pages.drawing.flow import heading
from crdiff.pages.frame import address
from crdiff.pages.frame.english import clipped
from crdiff.pages.frame.render import Head, render
from crdiff.reports.phrases import counted, cut_short
from crdiff.text.hidden import shown_on_a_line

_MOST = 20
"""Clauses that the lists of those cited most have."""
_NAMED = 3
"""Clauses of a subsection that its row names: those cited most."""
_REPOSITORIES_MOST = 100
"""Repositories that the page lists, those with most citations."""
_REVISION_MAX = 12
"""Characters of a revision that are shown: git abbreviates the hashes of its own repository to ten."""
_STEPS = 4
"""Sizes of a cell: each is that of a quarter of the subsections cited."""
_HEIGHT, _ROW, _SIZES = 24, 20, (4, 8, 13, 18)
"""Pixels: below the map, of a row, of a cell by step."""
_LEFT = 4.0
"""Per cent of the width left of the first column, for the numbers of the sections."""


@dataclass(frozen=True, slots=True)
class RepositoryLine:
    """A repository: its citations, of how many clauses, how many in tests or out of date.

    `homeless` are citations of no clause that has a page.
    """

    name: str
    revision: str
    at: str
    citations: int
    clauses: int
    tests: int
    outdated: int
    homeless: int


@dataclass(frozen=True, slots=True)
class CitedClause:
    """A clause with the count of places that cite it."""

    number: str
    title: str
    href: str
    citations: int


@dataclass(frozen=True, slots=True)
class CitedSubsection:
    """A subsection: how many of its clauses are cited, how often, in which step 0-4; those cited most."""

    number: int
    title: str
    href: str
    clauses: int
    cited: int
    citations: int
    step: int
    most: tuple[CitedClause, ...]

    @property
    def said(self) -> str:
        """All of it in words."""
        return f"{self.number} {self.title}: {counted(self.citations, 'citation')}"


@dataclass(frozen=True, slots=True)
class MapCell:
    """A subsection on the map: the outlines of its cell and of what a pointer hits."""

    subsection: CitedSubsection
    x: int
    y: int
    outline: str


@dataclass(frozen=True, slots=True)
class CitedMap:
    """Cells in a frame `width` units wide, a unit a subsection; `rows` are (section, y of its middle).

    `columns` are (what is printed, place in per cent).
    """

    left: float
    width: int
    height: int
    rows: tuple[tuple[str, int], ...]
    columns: tuple[tuple[str, float], ...]
    cells: tuple[MapCell, ...]


@dataclass(frozen=True, slots=True)
class CitedRules:
    """What `cited/cited_rules.html` shows; `outdated` are (release, address, citations that it made wrong).

    `steps` are the fewest citations of each step. `gone` are the clauses cited most of those no longer in force.
    """

    lead: str
    repositories: tuple[RepositoryLine, ...]
    map: CitedMap
    steps: tuple[int, ...]
    sections: tuple[tuple[str, str, tuple[CitedSubsection, ...]], ...]
    most: tuple[CitedClause, ...]
    gone: tuple[CitedClause, ...]
    outdated: tuple[tuple[str, str, str], ...]


def cited_page(archive: ArchiveIndex) -> bytes:
    """Return the map of the rules by how much they are cited."""
    head = Head(
        address=address.CITED,
        title="Which rules are cited · crdiff",
        description="How often repositories cite each part of the Comprehensive Rules, and which citations are wrong.",
        part=address.RULES,
    )
    return render("cited/cited_rules.html", head, _view(archive))


def _view(archive: ArchiveIndex) -> CitedRules:
    counts = _counts(archive)
    standing = {lineage.id: lineage for lineage in archive.contents.lineages if lineage.in_force}
    steps = _steps(_by_subsection(standing.values(), counts))
    subsections = tuple(_subsections(standing.values(), counts, steps, archive))
    return CitedRules(
        lead=_lead(counts, standing),
        repositories=tuple(_lines(archive)),
        map=_map(subsections),
        steps=steps,
        sections=tuple(_sections(subsections, archive)),
        most=_cited(_most({each: counts[each] for each in counts if each in standing}, _MOST), archive),
        gone=_cited(_most({each: counts[each] for each in counts if each not in standing}, _MOST), archive),
        outdated=tuple(_outdated(archive)),
    )


def _counts(archive: ArchiveIndex) -> Counter[str]:
    counts: Counter[str] = Counter()
    for repository in archive.citations.repositories:
        counts.update({lineage: len(places) for lineage, places in repository.places.items()})
    return counts


def _lead(counts: Counter[str], standing: Mapping[str, ClauseLineage]) -> str:
    clauses = [each for each in standing.values() if not is_heading(each)]
    cited = sum(each.id in counts for each in clauses)
    return (
        f"{counted(counts.total(), 'citation')} of {counted(len(counts), 'clause')}; "
        f"{cited:,} of the {len(clauses):,} rules and subrules in force are cited."
    )


def _lines(archive: ArchiveIndex) -> Iterator[RepositoryLine]:
    ordered = sorted(archive.citations.repositories, key=lambda each: (-each.read, each.name))
    return map(_line, ordered[:_REPOSITORIES_MOST])


def _line(repository: CitingRepository) -> RepositoryLine:
    places = [place for inside in repository.places.values() for place in inside]
    return RepositoryLine(
        name=repository_name(repository.name),
        revision=cut_short(shown_on_a_line(repository.revision), _REVISION_MAX),
        at=str(repository.at),
        citations=len(places) + repository.homeless,
        clauses=len(repository.places),
        tests=sum(place.is_test for place in places),
        outdated=sum(place.outdated is not None for place in places),
        homeless=repository.homeless,
    )


# subsections


def _by_subsection(clauses: Iterable[ClauseLineage], counts: Counter[str]) -> Mapping[int, int]:
    found: Counter[int] = Counter()
    for lineage in clauses:
        number = lineage.runs[-1].number
        if not number.is_section:
            found[number.subsection] += counts[lineage.id]
    return found


def _steps(by_subsection: Mapping[int, int]) -> tuple[int, ...]:
    """Return the fewest citations of each quarter of the subsections that are cited, without repetition."""
    cited = sorted(count for count in by_subsection.values() if count)
    return tuple(dict.fromkeys(cited[len(cited) * step // _STEPS] for step in range(_STEPS))) if cited else ()


def _subsections(
    clauses: Iterable[ClauseLineage], counts: Counter[str], steps: Sequence[int], archive: ArchiveIndex
) -> Iterator[CitedSubsection]:
    inside: dict[int, list[ClauseLineage]] = defaultdict(list)
    for lineage in clauses:
        if not lineage.runs[-1].number.is_section:
            inside[lineage.runs[-1].number.subsection].append(lineage)
    for number, there in sorted(inside.items()):
        title, where = heading(ClauseNumber(number), archive.newest, archive)
        cited = {each.id: counts[each.id] for each in there if counts[each.id]}
        total = sum(cited.values())
        step = sum(total >= least for least in steps)
        most = _cited(_most(cited, _NAMED), archive)
        yield CitedSubsection(number, title, where, len(there), len(cited), total, step, most)


def _most(counts: Mapping[str, int], most: int) -> Sequence[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:most]


def _cited(counts: Iterable[tuple[str, int]], archive: ArchiveIndex) -> tuple[CitedClause, ...]:
    return tuple(
        CitedClause(
            str(archive.lineages[lineage].runs[-1].number),
            clipped(clause_name(archive.lineages[lineage], archive).partition(" ")[2], 60),
            address.clause(lineage),
            count,
        )
        for lineage, count in counts
    )


def _sections(
    subsections: Sequence[CitedSubsection], archive: ArchiveIndex
) -> Iterator[tuple[str, str, tuple[CitedSubsection, ...]]]:
    for section, inside in groupby(subsections, key=lambda each: ClauseNumber(each.number).section):
        yield str(section), heading(ClauseNumber(section), archive.newest, archive)[0], tuple(inside)


def _outdated(archive: ArchiveIndex) -> Iterator[tuple[str, str, str]]:
    """Yield the releases that made citations wrong, newest first."""
    dates = archive.contents.dates
    for old, new in list(pairwise(dates))[::-1]:
        if found := outdated_citations(old, new, archive):
            where = f"{archive.release_page(new)}#outdated" if archive.release_page(new) else ""
            yield archive.release_name(new), where, found.said


# the map


def _map(subsections: Sequence[CitedSubsection]) -> CitedMap:
    sections = sorted({each.number // 100 for each in subsections})
    width = max((each.number % 100 for each in subsections), default=0) + 1
    height = _ROW * len(sections) + _HEIGHT
    cells = (_cell(each, sections.index(each.number // 100)) for each in subsections if each.step)
    return CitedMap(
        left=_LEFT,
        width=width,
        height=height,
        rows=tuple((str(section), _ROW * at + _ROW // 2) for at, section in enumerate(sections)),
        columns=tuple((f"{at:02}", round(_LEFT + (100 - _LEFT) * at / width, 2)) for at in range(0, width, 10)),
        cells=tuple(cells),
    )


def _cell(subsection: CitedSubsection, row: int) -> MapCell:
    at, size = subsection.number % 100, _SIZES[subsection.step - 1]
    outline = f"M{at}.1 {_ROW * row + (_ROW - size) // 2}h.8v{size}h-.8z"
    return MapCell(subsection, at, _ROW * row, outline)
