"""The contents of each release as it was: every subsection with its title then, leading to its text then."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from crdiff.pages.archive_index import Holdings
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

    release: str
    name: str
    is_newest: bool
    clauses: int
    sections: tuple[SectionThen, ...]
    before: str
    after: str


def release_text_pages(holdings: Holdings) -> Iterator[tuple[str, bytes]]:
    """Yield the contents of every release held."""
    dates = holdings.whole.dates
    for index, release in enumerate(dates):
        before = dates[index - 1] if index else ""
        after = dates[index + 1] if index + 1 < len(dates) else ""
        yield address.release_text(release), _page(release, before, after, holdings)


def _page(release: str, before: str, after: str, holdings: Holdings) -> bytes:
    head = Head(
        address=address.release_text(release),
        title=f"The text of {release} · crdiff",
        description=f"The Comprehensive Rules as they read in the release of {release}, subsection by subsection.",
        part=address.RELEASES,
    )
    standing = holdings.whole.standing[release]
    view = ReleaseTextView(
        release,
        holdings.names.get(release, ""),
        not after,
        len(standing),
        tuple(_sections(standing, release, holdings)),
        before,
        after,
    )
    return render("releases/release_text.html", head, view)


def _sections(standing: tuple[Standing, ...], release: str, holdings: Holdings) -> Iterator[SectionThen]:
    titles: dict[str, str] = {}
    inside: dict[str, dict[str, list[Standing]]] = {}
    for each in standing:
        if len(each.number) < 3:
            titles[each.number] = _title(each, release, holdings)
        else:
            within = inside.setdefault(each.number[0], {})
            within.setdefault(each.number.partition(".")[0], []).append(each)
    for section, subsections in inside.items():
        rows = (_row(number, clauses, release, holdings) for number, clauses in subsections.items())
        yield SectionThen(section, titles.get(section, ""), tuple(rows))


def _row(number: str, clauses: list[Standing], release: str, holdings: Holdings) -> tuple[str, str, str, int]:
    """Return a subsection as a row; some stand in a release without a heading."""
    heading = next((each for each in clauses if each.number == number), None)
    title = _title(heading, release, holdings) if heading else ""
    where = holdings.places.in_subsection(number, release)
    return number, title or f"Clauses of {number}", where, len(clauses) - (heading is not None)


def _title(standing: Standing, release: str, holdings: Holdings) -> str:
    worded = holdings.places.worded(standing.lineage, release)
    return worded.title or worded.text
