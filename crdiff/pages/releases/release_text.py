"""The contents of each release as it was: every subsection with its title then, leading to its text then."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.frame import address
from crdiff.pages.frame.render import Head, render
from crdiff.store.archive.site_contents import Standing


@dataclass(frozen=True, slots=True)
class SectionThen:
    """A section with its subsections: (number, title, address, count of clauses)."""

    number: str
    title: str
    subsections: tuple[tuple[str, str, str, int], ...]


@dataclass(frozen=True, slots=True)
class ReleaseTextView:
    """What `releases/release_text.html` shows."""

    release: date
    name: str
    is_newest: bool
    clauses: int
    sections: tuple[SectionThen, ...]
    before: date | None
    after: date | None


def release_text_pages(archive: ArchiveIndex) -> Iterator[tuple[str, bytes]]:
    """Yield the contents of every release held."""
    dates = archive.contents.dates
    for index, release in enumerate(dates):
        before = dates[index - 1] if index else None
        after = dates[index + 1] if index + 1 < len(dates) else None
        yield address.release_text(release), _page(release, before, after, archive)


def _page(release: date, before: date | None, after: date | None, archive: ArchiveIndex) -> bytes:
    head = Head(
        address=address.release_text(release),
        title=f"Comprehensive Rules of {archive.release_name(release)} · crdiff",
        description=f"The Comprehensive Rules as of {archive.release_name(release)}, subsection by subsection.",
        part=address.RELEASES,
    )
    standing = archive.contents.standing[release]
    view = ReleaseTextView(
        release,
        archive.names.get(release, ""),
        not after,
        len(standing),
        tuple(_sections(standing, release, archive)),
        before,
        after,
    )
    return render("releases/release_text.html", head, view)


def _sections(standing: tuple[Standing, ...], release: date, archive: ArchiveIndex) -> Iterator[SectionThen]:
    titles: dict[int, str] = {}
    inside: dict[int, dict[int, list[Standing]]] = {}
    for each in standing:
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
