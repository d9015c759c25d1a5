"""The text of each release as it was: its contents, every subsection leading to its text then, and all of it.

The whole text is on one page, to read, to search in and to print, and as plain text to download. It takes about a
megabyte as a page and as much again as plain text, and it is the publisher's: which releases have it is an option, none
by default. Its clauses and glossary are what crdiff read; introduction and credits are not in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from enum import StrEnum

from crdiff.history.lineage import Worded
from crdiff.model.number import SUBSECTION, ClauseNumber
from crdiff.model.release import covering
from crdiff.pages.archive_index import Addresses, ArchiveIndex
from crdiff.pages.frame import address
from crdiff.pages.frame.render import Head, beside, page
from crdiff.pages.lives import Lives
from crdiff.store.archive.site_contents import Standing


class FullText(StrEnum):
    """Of which releases the whole text is published."""

    NONE = "none"
    NEWEST = "newest"
    ALL = "all"


def release_text_pages(archive: ArchiveIndex) -> Iterator[tuple[str, bytes]]:
    """Yield the contents of every release held."""
    dates = archive.contents.dates
    for index, release in enumerate(dates):
        before, after = (
            (archive.release_name(day), address.release_text(day)) if day else None for day in beside(index, dates)
        )
        where, name = address.release_text(release), archive.release_name(release)
        head = Head(
            address=where,
            title=f"The text of {name} · crdiff",
            description=f"The Comprehensive Rules of {name}, subsection by subsection.",
            part=address.RELEASES,
        )
        yield (
            where,
            page(
                "releases/release_text.html",
                head,
                release=release,
                name=name,
                until=archive.last_day(release),
                is_newest=release == archive.newest,
                is_whole=is_published(release, archive),
                clauses=len(archive.contents.standing[release]),
                sections=list(_sections(release, archive)),
                before=before,
                after=after,
            ),
        )


def _sections(
    release: date, addresses: Addresses
) -> Iterator[tuple[ClauseNumber, str, list[tuple[str, str, str, int]]]]:
    """Yield the number and the title of each section with its subsections: number, title, address, count of clauses."""
    titles: dict[ClauseNumber, str] = {}
    inside: dict[ClauseNumber, dict[ClauseNumber, list[Standing]]] = {}
    for each in addresses.contents.standing[release]:
        if each.number.is_section:
            titles[each.number.section] = _title(each, release, addresses)
        else:
            within = inside.setdefault(each.number.section, {})
            within.setdefault(each.number.subsection, []).append(each)
    for section, subsections in inside.items():
        rows = [_row(number, clauses, release, addresses) for number, clauses in subsections.items()]
        yield section, titles.get(section, ""), rows


def _row(
    number: ClauseNumber, clauses: list[Standing], release: date, addresses: Addresses
) -> tuple[str, str, str, int]:
    """Return a subsection as a row; some stand in a release without a heading."""
    heading = next((each for each in clauses if each.number == number), None)
    title = _title(heading, release, addresses) if heading else ""
    where = addresses.places.in_subsection(number, release)
    return str(number), title or f"Clauses of {number}", where, len(clauses) - (heading is not None)


def _title(standing: Standing, release: date, lives: Lives) -> str:
    worded = lives.worded(standing.lineage, release)
    return worded.title or worded.text


# the whole text


def full_text_pages(archive: ArchiveIndex) -> Iterator[tuple[str, bytes]]:
    """Yield page and plain text of every release whose whole text is published."""
    for release in archive.contents.dates:
        if is_published(release, archive):
            where, name = address.full_text(release), archive.release_name(release)
            head = Head(
                address=where,
                title=f"The whole text of {name} · crdiff",
                description=f"All rules and the glossary of {name} on one page.",
                part=address.RELEASES,
            )
            until, clauses, terms = (
                archive.last_day(release),
                list(_clauses(release, archive)),
                _terms(release, archive),
            )
            yield (
                where,
                page(
                    "releases/full_text.html",
                    head,
                    release=release,
                    name=name,
                    until=until,
                    is_newest=release == archive.newest,
                    clauses=clauses,
                    terms=terms,
                ),
            )
            called = f"{name}, in force from {release}{f' to {until}' if until else ''}"
            yield address.plain_text(release), _plain_text(called, clauses, terms).encode()


def is_published(release: date, archive: ArchiveIndex) -> bool:
    """Whether the whole text of `release` is on the site."""
    match FullText(archive.full_text):
        case FullText.NONE:
            return False
        case FullText.NEWEST:
            return release == archive.newest
        case FullText.ALL:
            return True


Clause = tuple[ClauseNumber, Worded[ClauseNumber], str]
"""A clause with its wording, and where a subsection is read, "" for others."""


def _clauses(release: date, addresses: Addresses) -> Iterator[Clause]:
    for standing in addresses.contents.standing[release]:
        number = standing.number
        where = "" if number.level != SUBSECTION else addresses.places.at(number, release)
        yield number, addresses.worded(standing.lineage, release), where


def _terms(release: date, lives: Lives) -> list[tuple[str, str]]:
    """Return the terms of the glossary with their texts."""
    found = []
    for entry in lives.contents.entries:
        term = entry.number_in(release)
        said = covering(entry.wordings, release)
        if term and said:
            found.append((term, said.text or said.title))
    return sorted(found, key=lambda each: (each[0].lower(), each))


def _plain_text(called: str, clauses: Sequence[Clause], terms: Sequence[tuple[str, str]]) -> str:
    """Return the text in lines, a paragraph for each clause and example, an empty line between two."""
    lines = [f"Magic: The Gathering Comprehensive Rules, {called}"]
    for number, said, _ in clauses:
        stop = "" if number.is_subrule else "."  # the number of a subrule is printed without one
        lines.append(" ".join(filter(None, (f"{number}{stop}", said.title, said.text))))
        lines += [f"Example: {example}" for example in said.examples]
    lines += ["Glossary", *(f"{term}\n{text}" for term, text in terms)]
    return "\n\n".join(lines) + "\n"
