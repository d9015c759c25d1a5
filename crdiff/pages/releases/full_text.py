"""The whole text of a release on one page, to read, to search in and to print, and as plain text to download.

A text takes about a megabyte as a page and as much again as plain text, and it is the publisher's: which releases have
it is an option, none by default. Its clauses and glossary are what crdiff read; introduction and credits are not in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from crdiff.model.release_span import covering
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.frame import address
from crdiff.pages.frame.render import Head, render


class FullText(StrEnum):
    """Of which releases the whole text is published."""

    NONE = "none"
    NEWEST = "newest"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class ClauseThen:
    """A clause as it read: `level` is 0 for a section, 1 for a subsection, 2 for a rule, 3 for a subrule."""

    number: str
    title: str
    text: str
    examples: tuple[str, ...]
    level: int
    href: str


@dataclass(frozen=True, slots=True)
class FullTextView:
    """What `releases/full_text.html` shows; `terms` are the glossary, (term, text)."""

    release: date
    name: str
    until: date | None
    is_newest: bool
    clauses: tuple[ClauseThen, ...]
    terms: tuple[tuple[str, str], ...]


def full_text_pages(archive: ArchiveIndex) -> Iterator[tuple[str, bytes]]:
    """Yield page and plain text of every release whose whole text is published."""
    for release in archive.contents.dates:
        if is_published(release, archive):
            yield from _files(address.full_text(release), _view(release, archive))


def is_published(release: date, archive: ArchiveIndex) -> bool:
    """Whether the whole text of `release` is on the site."""
    match FullText(archive.full_text):
        case FullText.NONE:
            return False
        case FullText.NEWEST:
            return release == archive.newest
        case FullText.ALL:
            return True


def _files(where: str, view: FullTextView) -> Iterator[tuple[str, bytes]]:
    head = Head(
        address=where,
        title=f"The whole text of {view.name} · crdiff",
        description=f"All rules and the glossary of {view.name} on one page.",
        part=address.RELEASES,
    )
    yield where, render("releases/full_text.html", head, view)
    yield address.plain_text(view.release), plain_text(view).encode()


def _view(release: date, archive: ArchiveIndex) -> FullTextView:
    return FullTextView(
        release,
        archive.release_name(release),
        archive.last_day(release),
        release == archive.newest,
        tuple(_clauses(release, archive)),
        tuple(_terms(release, archive)),
    )


def _clauses(release: date, archive: ArchiveIndex) -> Iterator[ClauseThen]:
    for standing in archive.contents.standing[release]:
        number = standing.number
        said = archive.places.worded(standing.lineage, release)
        level = 0 if number.is_section else 1 + bool(number.rule) + bool(number.letter)
        where = archive.places.at(number, release) if level == 1 else ""
        yield ClauseThen(str(number), said.title, said.text, said.examples, level, where)


def _terms(release: date, archive: ArchiveIndex) -> Iterator[tuple[str, str]]:
    found = []
    for entry in archive.contents.entries:
        term = entry.number_in(release)
        said = covering(entry.wordings, release)
        if term and said:
            found.append((term, said.text or said.title))
    return iter(sorted(found, key=lambda each: (each[0].lower(), each)))


def plain_text(view: FullTextView) -> str:
    """Return the text in lines, a paragraph for each clause and example, an empty line between two."""
    until = f" to {view.until}" if view.until else ""
    lines = [f"Magic: The Gathering Comprehensive Rules, {view.name}, in force from {view.release}{until}"]
    for clause in view.clauses:
        lines.append(" ".join(filter(None, (f"{clause.number}{_stop(clause)}", *_said(clause)))))
        lines += [f"Example: {example}" for example in clause.examples]
    lines += ["Glossary", *(f"{term}\n{text}" for term, text in view.terms)]
    return "\n\n".join(lines) + "\n"


def _said(clause: ClauseThen) -> Sequence[str]:
    return (clause.title, clause.text)


def _stop(clause: ClauseThen) -> str:
    """Return the full stop that the number of a rule is printed with, and that of a subrule is not."""
    return "" if clause.number[-1].isalpha() else "."
