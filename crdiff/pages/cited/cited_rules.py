"""The map of the rules by how much repositories cite them: by section and subsection, the clauses cited most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import groupby, pairwise
from typing import Any

from crdiff.model.number import ClauseNumber
from crdiff.output.workers import Files
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.cited.citing_places import citing_pages, outdated_citations, outdated_pages, repository_name
from crdiff.pages.clauses.took_over import clause_name
from crdiff.pages.drawing.flow import heading
from crdiff.pages.frame import address
from crdiff.pages.frame.english import clipped
from crdiff.pages.frame.render import page, this_book
from crdiff.pages.lives import ClauseLineage, Lives, is_heading
from crdiff.reports.phrases import counted, cut_short
from crdiff.text.groups import by_key
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


CitedClause = tuple[ClauseNumber, str, str, int]
"""A clause with its title, its page and the count of places that cite it."""


CitedSubsection = dict[str, Any]
"""A subsection: how many of its clauses are cited, how often, in which step 0-4; those cited most; all in words."""


def cited_pages(archive: ArchiveIndex) -> Files:
    """Yield the map, the places that cite each clause, the numbers that each release made wrong; of none, nothing."""
    if archive.citations:
        yield _cited_page(archive)
        yield from citing_pages(archive)
        yield from outdated_pages(archive)


def _cited_page(archive: ArchiveIndex) -> tuple[str, bytes]:
    """Return the map of the rules by how much they are cited."""
    counts = _counts(archive)
    standing = {lineage.id: lineage for lineage in archive.contents.lineages if lineage.in_force}
    numbers = ((lineage.runs[-1].number, lineage) for lineage in standing.values())
    inside = by_key((number.subsection, lineage) for number, lineage in numbers if not number.has_headings_only)
    steps = _steps(sum(counts[each.id] for each in there) for there in inside.values())
    subsections = list(_subsections(inside, counts, steps, archive))
    return page(
        "cited/cited_rules.html",
        address.CITED,
        "Which rules are cited",
        f"How often repositories cite each part of the {this_book().short}, and which citations are wrong.",
        lead=_lead(counts, standing),
        repositories=list(_lines(archive)),
        map=_map(subsections),
        steps=steps,
        sections=[
            (section, heading(section, archive.newest, archive)[0], list(there))
            for section, there in groupby(subsections, key=lambda each: each["number"].section)
        ],
        most=_cited(_most({each: counts[each] for each in counts if each in standing}, _MOST), archive),
        gone=_cited(_most({each: counts[each] for each in counts if each not in standing}, _MOST), archive),
        outdated=list(_outdated(archive)),
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


def _lines(archive: ArchiveIndex) -> Iterator[tuple[str, str, date, tuple[int, ...]]]:
    """Yield name, revision and release of each repository, and its counts.

    These are its citations, the clauses cited, citations in tests, out of date, and of no clause that has a page.
    """
    ordered = sorted(archive.citations.repositories, key=lambda each: (-each.read, each.name))
    for each in ordered[:_REPOSITORIES_MOST]:
        places = [place for inside in each.places.values() for place in inside]
        tests, outdated = sum(place.is_test for place in places), sum(place.outdated is not None for place in places)
        counts = (len(places) + each.homeless, len(each.places), tests, outdated, each.homeless)
        yield repository_name(each.name), cut_short(shown_on_a_line(each.revision), _REVISION_MAX), each.at, counts


# subsections


def _steps(counts: Iterable[int]) -> tuple[int, ...]:
    """Return the fewest citations of each quarter of the subsections that are cited, without repetition."""
    cited = sorted(filter(None, counts))
    return tuple(dict.fromkeys(cited[len(cited) * step // _STEPS] for step in range(_STEPS))) if cited else ()


def _subsections(
    inside: Mapping[ClauseNumber, Sequence[ClauseLineage]], counts: Counter[str], steps: Sequence[int], lives: Lives
) -> Iterator[CitedSubsection]:
    for number, there in sorted(inside.items()):
        title, where = heading(number, lives.newest, lives)
        cited = {each.id: counts[each.id] for each in there if counts[each.id]}
        total = sum(cited.values())
        yield {
            "number": number,
            "title": title,
            "href": where,
            "clauses": len(there),
            "cited": len(cited),
            "citations": total,
            "step": sum(total >= least for least in steps),
            "most": _cited(_most(cited, _NAMED), lives),
            "said": f"{number} {title}: {counted(total, 'citation')}",
        }


def _most(counts: Mapping[str, int], most: int) -> Sequence[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:most]


def _cited(counts: Iterable[tuple[str, int]], lives: Lives) -> tuple[CitedClause, ...]:
    found = []
    for each, count in counts:
        title = clause_name(lives.lineages[each], lives).partition(" ")[2]
        found.append((lives.lineages[each].runs[-1].number, clipped(title, 60), address.clause(each), count))
    return tuple(found)


def _outdated(archive: ArchiveIndex) -> Iterator[tuple[str, str, str]]:
    """Yield the releases that made citations wrong, newest first: name, address, how many."""
    dates = archive.contents.dates
    for old, new in list(pairwise(dates))[::-1]:
        if found := outdated_citations(old, new, archive):
            where = f"{archive.release_page(new)}#outdated" if archive.release_page(new) else ""
            yield archive.release_name(new), where, found["said"]


# the map


def _map(subsections: Sequence[CitedSubsection]) -> dict[str, object]:
    """Return the map: a row for each section, a unit of the width for each subsection, places in pixels or per cent.

    A cell has its subsection, the corner of what a pointer hits, and its outline.
    """
    sections = sorted({each["number"].section for each in subsections})
    width = max((each["number"].path[-1] for each in subsections), default=0) + 1
    return {
        "left": _LEFT,
        "width": width,
        "height": _ROW * len(sections) + _HEIGHT,
        "rows": [(section, _ROW * at + _ROW // 2) for at, section in enumerate(sections)],
        "columns": [(f"{at:02}", round(_LEFT + (100 - _LEFT) * at / width, 2)) for at in range(0, width, 10)],
        "cells": [_cell(each, _ROW * sections.index(each["number"].section)) for each in subsections if each["step"]],
    }


def _cell(subsection: CitedSubsection, y: int) -> tuple[CitedSubsection, int, int, str]:
    x, size = subsection["number"].path[-1], _SIZES[subsection["step"] - 1]
    return subsection, x, y, f"M{x}.1 {y + (_ROW - size) // 2}h.8v{size}h-.8z"
