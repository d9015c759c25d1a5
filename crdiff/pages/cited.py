"""Who cites the rules in repositories: links only, nothing where no list of citations is given.

The places that cite a clause, the first few on its page, and those that a release made wrong; the map of the rules by
how much they are cited, by section and subsection, and the clauses cited most.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import groupby, pairwise
from typing import Any

from markupsafe import escape
from msgspec import Struct
from msgspec.structs import replace

from crdiff.changes.change import Change, Part
from crdiff.cite.cited_by import CitingPlace, OutdatedNumber
from crdiff.model.number import ClauseNumber
from crdiff.output.workers import Files
from crdiff.pages import address
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.change_view import ChangeView
from crdiff.pages.clause_parts import clause_name
from crdiff.pages.english import clipped
from crdiff.pages.flow import heading
from crdiff.pages.lives import ClauseLineage, Lives, is_heading
from crdiff.pages.render import page, this_book
from crdiff.reports.phrases import counted, cut_short, listed
from crdiff.text.groups import by_key
from crdiff.text.hidden import shown_on_a_line

# Repositories whose first places the page of a clause shows; it is at most 12 kB longer for them all.
_REPOSITORIES_MOST = 4
_FIRST_FILES = 2
# Files of each repository that the page of a clause shows, tests apart.
_FIRST_TESTS = 1
# Characters of links to places on a page; 608.2c, which phase-rs/phase cites 414 times, has 60,000.
_PLACES_MAX = 150_000
# Characters of a file on a page besides its path, and of a line besides its address.
_ROW, _LINE = 60, 25
# Lines of a file that are named where only its first one is a link.
_LINES_MOST = 40
# Characters of a path that are shown, its end: 107 are the longest that cites a rule in magefree/mage.
_PATH_MAX = 160
# Characters of the name of a repository that are shown.
_NAME_MAX = 80
_DOUBTFUL = "doubtful"


class CitingFileRow(Struct, frozen=True):
    """A file that cites a clause: its lines with their addresses, "" for none; `number` where it is not today's."""

    path: str
    lines: tuple[tuple[int, str], ...]
    number: str

    @property
    def weight(self) -> int:
        """About how many characters it takes on a page."""
        return _ROW + len(escape(self.path)) + sum(_LINE + len(escape(href)) for _, href in self.lines)

    @property
    def first(self) -> CitingFileRow:
        """The row with its first line alone."""
        return replace(self, lines=self.lines[:1])

    @property
    def short(self) -> CitingFileRow:
        """The row with a link to its first line alone."""
        return replace(self, lines=(self.lines[0], *((line, "") for line, _ in self.lines[1:_LINES_MOST])))


class RepositoryRows(Struct, frozen=True):
    """A repository with the files of it that are shown: `said` counts them all, `left` are those not shown."""

    name: str
    said: tuple[str, ...]
    files: tuple[CitingFileRow, ...]
    tests: tuple[CitingFileRow, ...]
    left: int = 0


def cited_in_repositories(lineage: ClauseLineage, archive: ArchiveIndex) -> dict[str, object]:
    """Return what the page of a clause shows of the repositories that cite it, nothing where none does.

    `every` is where all places are listed, "" where they are all shown.
    """
    found = _repositories(lineage, archive)
    shown = _first_few(found)
    every = address.citing_places(lineage.id) if shown != found else ""
    return {"repositories": shown, "others": len(found) - len(shown), "every": every} if found else {}


def citing_pages(archive: ArchiveIndex) -> Iterator[tuple[str, bytes]]:
    """Yield a page with every place for each clause whose own page does not show them all."""
    for cited in archive.citations.clauses:
        lineage = archive.lineages[cited]
        found = _repositories(lineage, archive)
        if _first_few(found) != found:
            yield _page(found, lineage, archive)


def _page(found: Sequence[RepositoryRows], lineage: ClauseLineage, lives: Lives) -> tuple[str, bytes]:
    """Return the page with every place; `is_short`: of each file only the first one has a link."""
    name = clause_name(lineage, lives)
    called = clipped(name, 70)
    is_short = sum(row.weight for each in found for row in (*each.files, *each.tests)) > _PLACES_MAX
    return page(
        "cited/citing_places.html",
        address.citing_places(lineage.id),
        f"Who cites {called}",
        f"The places in repositories that cite {called} of the {this_book().short}, by any number it had.",
        canonical=None,
        number=lineage.runs[-1].number,
        name=name,
        href=address.clause(lineage.id),
        repositories=[_fitting(each, _PLACES_MAX // len(found)) for each in found] if is_short else found,
        is_short=is_short,
    )


def _repositories(lineage: ClauseLineage, archive: ArchiveIndex) -> tuple[RepositoryRows, ...]:
    today, found = str(lineage.runs[-1].number), []
    for repository, places in archive.citations.of(lineage.id):
        files, tests = (tuple(_files([each for each in places if each.is_test is it], today)) for it in (False, True))
        found.append(RepositoryRows(repository_name(repository.name), tuple(_said(places, today)), files, tests))
    return tuple(found)


def repository_name(name: str) -> str:
    """Return the name of a repository as pages show it."""
    return cut_short(shown_on_a_line(name), _NAME_MAX)


def _files(places: Iterable[CitingPlace], today: str) -> Iterator[CitingFileRow]:
    """Yield the files, each number that a file uses apart, in the order of their first lines."""
    found: dict[tuple[str, str], dict[tuple[int, str], None]] = {}
    for place in places:
        found.setdefault((place.path, str(place.number)), {})[place.line, place.href] = None
    for (path, number), lines in found.items():
        said = shown_on_a_line(path)
        shown = said if len(said) <= _PATH_MAX else f"…{said[-_PATH_MAX:]}"
        yield CitingFileRow(shown, tuple(lines), "" if number == today else number)


def _said(places: Sequence[CitingPlace], today: str) -> Iterator[str]:
    """Yield sentences on the places of a repository: how many there are, how many use numbers of former times."""
    told = [f"{counted(len(places), 'place')} in {counted(len({place.path for place in places}), 'file')}"]
    for count, what in (
        (sum(place.is_test for place in places), "in tests"),
        (sum(place.kind == _DOUBTFUL for place in places), "doubtful, judging by the words beside them"),
    ):
        if count:
            told.append(f"{count:,} {what}")
    yield ", ".join(told)
    former = Counter((str(place.number), place.outdated) for place in places if str(place.number) != today)
    named = [
        f"{count:,} as {number}" + (f" (its number until {outdated - timedelta(1)})" if outdated else "")
        for (number, outdated), count in former.most_common(_FORMER_MOST)
    ]
    if named:
        yield listed([*named, *(["other former numbers"] if len(former) > _FORMER_MOST else [])])


# Former numbers of a clause that are named with the places that use them; the rows show the others.
_FORMER_MOST = 3


def _first_few(found: Sequence[RepositoryRows]) -> tuple[RepositoryRows, ...]:
    """Return the first places of each repository, for the page of the clause."""
    shown = found[:_REPOSITORIES_MOST]
    files = [tuple(row.first for row in rows.files[:_FIRST_FILES]) for rows in shown]
    tests = [tuple(row.first for row in rows.tests[:_FIRST_TESTS]) for rows in shown]
    return tuple(replace(rows, files=its, tests=own) for rows, its, own in zip(shown, files, tests, strict=True))


def _fitting(rows: RepositoryRows, room: int) -> RepositoryRows:
    """Return as many files as fit, each with a link to its first place alone, the files before the tests."""
    kept: list[CitingFileRow] = []
    for row in (each.short for each in (*rows.files, *rows.tests)):
        room -= row.weight
        if room < 0:
            break
        kept.append(row)
    files = kept[: len(rows.files)]
    left = len(rows.files) + len(rows.tests) - len(kept)
    return replace(rows, files=tuple(files), tests=tuple(kept[len(files) :]), left=left)


# Numbers that the page of a release, or of a comparison, shows; a row has some 200 bytes.
_FIRST_NUMBERS = 20
# Numbers that a page of their own shows: 150 kB. 2009-07-11 gave 1,400 clauses new numbers.
_NUMBERS_MOST = 600
# Repositories that a row or a sentence names.
_REPOSITORIES_NAMED = 3


def outdated_citations(old: date, new: date, archive: ArchiveIndex) -> dict[str, Any]:
    """Return the citations that are right in `old` and wrong in `new`, nothing where there are none.

    `old` and `new` are names of releases, `said` counts the citations. `rows` are the numbers cited, each with what its
    clause became, "" where it is gone, the page of the clause, and by whom it is cited. `left` numbers are not in
    `rows`; `every` is where they are, "" for nowhere: those of a release and the one before it have a page of their own
    where they are many.
    """
    view = _outdated(old, new, _FIRST_NUMBERS, archive)
    is_step = not archive.is_recorded and archive.release_after(old) == new
    return {**view, "every": address.outdated(new)} if view and view["left"] and is_step else view


def outdated_pages(archive: ArchiveIndex) -> Iterator[tuple[str, bytes]]:
    """Yield the page of every number that a release made wrong, where the page of the release has not room for all."""
    for old, new in pairwise(archive.contents.dates):
        if outdated_citations(old, new, archive).get("every"):
            name, view = archive.release_name(new), _outdated(old, new, _NUMBERS_MOST, archive)
            yield page(
                "cited/outdated_page.html",
                address.outdated(new),
                f"Citations that {name} made out of date",
                f"Citations of the {this_book().short} that became wrong with {name}: {view['said']}.",
                outdated=view,
            )


def _outdated(old: date, new: date, most: int, archive: ArchiveIndex) -> dict[str, Any]:
    found = archive.citations.outdated(old, new)
    ordered = sorted(found, key=lambda each: (-each.total, each.number, each.lineage))
    view = {
        "old": archive.release_name(old),
        "new": archive.release_name(new),
        "said": _said_of_numbers(found),
        "rows": [_row(each, new, archive) for each in ordered[:most]],
        "left": max(len(ordered) - most, 0),
        "every": "",
    }
    return view if found else {}


def _row(each: OutdatedNumber, new: date, lives: Lives) -> tuple[ClauseNumber, str, str, str]:
    lineage = lives.lineages[each.lineage]
    now = None if lineage.is_gone_in(new) else lineage.number_in(new)
    return each.number, str(now or ""), address.clause(each.lineage), _by_whom(each.counts)


def _said_of_numbers(found: Iterable[OutdatedNumber]) -> str:
    """Return "312 citations of 40 numbers, 300 in phase-rs/phase and 12 in magefree/mage"."""
    rows = tuple(found)
    counts: Counter[str] = Counter()
    for each in rows:
        counts.update(dict(each.counts))
    total = counted(counts.total(), "citation")
    return f"{total} of {counted(len(rows), 'number')}, {_by_whom(tuple(counts.items()))}"


def _by_whom(counts: Sequence[tuple[str, int]]) -> str:
    """Return "24 in phase-rs/phase, 3 in magefree/mage and 2 in 2 more repositories"."""
    ordered = sorted(counts, key=lambda item: (-item[1], item[0]))
    named = [f"{count:,} in {repository_name(name)}" for name, count in ordered[:_REPOSITORIES_NAMED]]
    if others := ordered[_REPOSITORIES_NAMED:]:
        left = sum(count for _, count in others)
        named.append(f"{left:,} in {counted(len(others), 'more repository', 'more repositories')}")
    return listed(named)


def with_outdated(view: ChangeView, change: Change, old: date, new: date, archive: ArchiveIndex) -> ChangeView:
    """Return a change as shown, with a remark on the citations that it makes wrong from `old` to `new`."""
    if not archive.citations or change.part is not Part.RULES:
        return view
    lineages = {archive.lineage_of(archive.numbered(clause.number), old) for clause in change.old}
    found = [each for each in archive.citations.outdated(old, new) if each.lineage in lineages]
    remarks = (f"Citations of {each.number} became wrong: {_by_whom(each.counts)}." for each in found)
    return replace(view, remarks=(*view.remarks, *remarks))


# Clauses that the lists of those cited most have.
_MOST = 20
# Clauses of a subsection that its row names: those cited most.
_NAMED = 3
# Repositories that the page lists, those with most citations.
_REPOSITORIES_LISTED = 100
# Characters of a revision that are shown: git abbreviates the hashes of its own repository to ten.
_REVISION_MAX = 12
# Sizes of a cell: each is that of a quarter of the subsections cited.
_STEPS = 4
# Pixels: below the map, of a row, of a cell by step.
_HEIGHT, _MAP_ROW, _SIZES = 24, 20, (4, 8, 13, 18)
# Per cent of the width left of the first column, for the numbers of the sections.
_LEFT = 4.0


# A clause with its title, its page and the count of places that cite it.
CitedClause = tuple[ClauseNumber, str, str, int]


# A subsection: how many of its clauses are cited, how often, in which step 0-4; those cited most; all in words.
CitedSubsection = dict[str, Any]


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
        outdated=list(_made_outdated(archive)),
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
    for each in ordered[:_REPOSITORIES_LISTED]:
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


def _made_outdated(archive: ArchiveIndex) -> Iterator[tuple[str, str, str]]:
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
        "height": _MAP_ROW * len(sections) + _HEIGHT,
        "rows": [(section, _MAP_ROW * at + _MAP_ROW // 2) for at, section in enumerate(sections)],
        "columns": [(f"{at:02}", round(_LEFT + (100 - _LEFT) * at / width, 2)) for at in range(0, width, 10)],
        "cells": [
            _cell(each, _MAP_ROW * sections.index(each["number"].section)) for each in subsections if each["step"]
        ],
    }


def _cell(subsection: CitedSubsection, y: int) -> tuple[CitedSubsection, int, int, str]:
    x, size = subsection["number"].path[-1], _SIZES[subsection["step"] - 1]
    return subsection, x, y, f"M{x}.1 {y + (_MAP_ROW - size) // 2}h.8v{size}h-.8z"
