"""The contents of each release as it was: every subsection with its title then, leading to its text then."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.frame import address
from crdiff.pages.frame.render import Head, render
from crdiff.pages.releases.full_text import is_published
from crdiff.store.archive.site_contents import Standing

Neighbour = tuple[str, str]
"""What the text before or after is called, and its address."""


@dataclass(frozen=True, slots=True)
class SectionThen:
    """A section with its subsections: (number, title, address, count of clauses)."""

    number: str
    title: str
    subsections: tuple[tuple[str, str, str, int], ...]


@dataclass(frozen=True, slots=True)
class ReleaseTextView:
    """What `releases/release_text.html` shows; `is_whole` says that the site has the whole text on one page too."""

    release: date
    name: str
    until: date | None
    is_newest: bool
    is_whole: bool
    clauses: int
    sections: tuple[SectionThen, ...]
    before: Neighbour | None
    after: Neighbour | None


def release_text_pages(archive: ArchiveIndex) -> Iterator[tuple[str, bytes]]:
    """Yield the contents of every release held."""
    dates = archive.contents.dates
    for index, release in enumerate(dates):
        view = ReleaseTextView(
            release,
            archive.release_name(release),
            archive.last_day(release),
            release == archive.newest,
            is_published(release, archive),
            len(archive.contents.standing[release]),
            tuple(_sections(release, archive)),
            _neighbour(dates[index - 1] if index else None, archive),
            _neighbour(dates[index + 1] if index + 1 < len(dates) else None, archive),
        )
        where = address.release_text(release)
        yield where, render("releases/release_text.html", _head(where, view), view)


def _head(where: str, view: ReleaseTextView) -> Head:
    return Head(
        address=where,
        title=f"The text of {view.name} · crdiff",
        description=f"The Comprehensive Rules of {view.name}, subsection by subsection.",
        part=address.RELEASES,
    )


def _neighbour(release: date | None, archive: ArchiveIndex) -> Neighbour | None:
    return (archive.release_name(release), address.release_text(release)) if release else None


def _sections(release: date, archive: ArchiveIndex) -> Iterator[SectionThen]:
    titles: dict[int, str] = {}
    inside: dict[int, dict[int, list[Standing]]] = {}
    for each in archive.contents.standing[release]:
        if each.number.is_section:
            titles[each.number.section] = _title(each, release, archive)
        else:
            within = inside.setdefault(each.number.section, {})
            within.setdefault(each.number.subsection, []).append(each)
    for section, subsections in inside.items():
        rows = (_row(ClauseNumber(number), clauses, release, archive) for number, clauses in subsections.items())
        yield SectionThen(str(section), titles.get(section, ""), tuple(rows))


def _row(
    number: ClauseNumber, clauses: list[Standing], release: date, archive: ArchiveIndex
) -> tuple[str, str, str, int]:
    """Return a subsection as a row; some stand in a release without a heading."""
    heading = next((each for each in clauses if each.number == number), None)
    title = _title(heading, release, archive) if heading else ""
    where = archive.places.in_subsection(number, release)
    return str(number), title or f"Clauses of {number}", where, len(clauses) - (heading is not None)


def _title(standing: Standing, release: date, archive: ArchiveIndex) -> str:
    worded = archive.places.worded(standing.lineage, release)
    return worded.title or worded.text
