"""The glossary: the list of all terms, a page for each first letter, and one for each entry there ever was."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from crdiff.output.parallel import Files
from crdiff.pages.archive_index import ArchiveIndex, EntryLineage
from crdiff.pages.frame import address
from crdiff.pages.frame.cross_links import linked
from crdiff.pages.frame.render import Head, beside, page
from crdiff.pages.glossary.entry import entry_page, former_terms
from crdiff.store.archive.site_contents import CurrentTerm

_MANY = 12
"""Entries that came, or went, last: so many of each stand on the first page."""


def glossary_pages(archive: ArchiveIndex) -> Files:
    """Yield the list of terms, then the page of each letter, then that of each entry."""
    letters = _letters(archive)
    yield address.GLOSSARY, _list_page(letters, archive)
    links = tuple((letter, _letter_address(letter)) for letter in letters)
    for letter, terms in letters.items():
        yield _letter_address(letter), _letter_page(letter, terms, links, archive)
    entries = sorted(archive.entries, key=lambda entry: (letter_of(entry.runs[-1].number), not entry.in_force))
    for index, entry in enumerate(entries):
        letter = letter_of(entry.runs[-1].number)
        where = _letter_address(letter) if letter in letters else address.GLOSSARY
        yield entry_page(entry, (letter, where), beside(index, entries), archive)


def _list_page(letters: Mapping[str, Sequence[CurrentTerm]], archive: ArchiveIndex) -> bytes:
    head = Head(
        address=address.GLOSSARY,
        title="Glossary · crdiff",
        description=f"The glossary as of {archive.release_name(archive.newest)}, and every entry there has been.",
        card="Glossary of the Magic rules",
        part=address.GLOSSARY,
    )
    entries = archive.entries
    came = sorted((each for each in entries if each.in_force), key=lambda each: each.runs[0].first, reverse=True)
    return page(
        "glossary/glossary.html",
        head,
        as_of=archive.release_name(archive.newest),
        count=len(archive.contents.glossary),
        ever=len(entries),
        since=archive.contents.dates[0].year,
        letters=[
            (letter, [(each.term, term_address(each.term)) for each in terms]) for letter, terms in letters.items()
        ],
        renamed=[(old, *_link(entry)) for entry in entries for old in former_terms(entry)],
        newest=[(*_link(entry), archive.came_with(entry.runs[0].first)) for entry in came[:_MANY]],
        gone=_gone(entries, archive)[:_MANY],
    )


def _link(entry: EntryLineage) -> tuple[str, str]:
    return entry.runs[-1].number, address.entry(entry.id)


def _gone(entries: Iterable[EntryLineage], archive: ArchiveIndex) -> list[tuple[str, str, str]]:
    """Return term and address of the entries that are gone, with the release that removed each, the last one first."""
    left = ((entry.removed, entry) for entry in entries if entry.removed)
    ordered = sorted(left, key=lambda row: row[0], reverse=True)
    return [(*_link(entry), archive.came_with(release)) for release, entry in ordered]


def term_address(term: str) -> str:
    """Return where a glossary entry of the current text is read."""
    return f"{_letter_address(letter_of(term))}#{address.fragment(term.lower())}"


def letter_of(term: str) -> str:
    """Return the letter that a term is filed under: ``a`` to ``z``, ``other`` for the rest."""
    first = next((char for char in term.lower() if char.isalnum()), "")
    return first if "a" <= first <= "z" else "other"


def _letter_address(letter: str) -> str:
    return f"{address.GLOSSARY}{letter}/"


def _letters(archive: ArchiveIndex) -> dict[str, list[CurrentTerm]]:
    found: dict[str, list[CurrentTerm]] = {}
    for term in sorted(
        archive.contents.glossary, key=lambda each: (letter_of(each.term), each.term.lower(), each.term)
    ):
        found.setdefault(letter_of(term.term), []).append(term)
    return found


def _letter_page(
    letter: str, terms: Sequence[CurrentTerm], links: tuple[tuple[str, str], ...], archive: ArchiveIndex
) -> bytes:
    where = _letter_address(letter)
    head = Head(
        address=where,
        title=f"Glossary, {letter.upper()} · crdiff",
        description=f"Glossary entries under {letter.upper()} as of {archive.release_name(archive.newest)}.",
        part=address.GLOSSARY,
    )
    inside = (each for each in archive.entries if letter_of(each.runs[-1].number) == letter)
    return page(
        "glossary/letter.html",
        head,
        letter=letter,
        as_of=archive.release_name(archive.newest),
        set_name=archive.set_name(archive.newest),
        day=archive.newest,
        letters=links,
        terms=[_term(term, where, archive) for term in terms],
        gone=sorted(_gone(inside, archive)),
    )


def _term(term: CurrentTerm, where: str, archive: ArchiveIndex) -> dict[str, object]:
    """Return an entry as it reads now, and what other entries printed under the same term say.

    `since` names the release that brought its words, `href` leads to its history.
    """
    newest, *also = term.texts
    entry = archive.entry_at(term.term, archive.newest)
    phrasings = entry.phrasings if entry else ()
    first = entry.runs[0].first if entry else archive.newest
    return {
        "id": address.fragment(term.term.lower()),
        "term": term.term,
        "paragraphs": [linked(each, archive.current, where) for each in (*filter(None, newest.split("\n")), *also)],
        "since": archive.came_with(phrasings[-1].first if phrasings else first),
        "first": first,
        "wordings": len(phrasings),
        "former": former_terms(entry) if entry else (),
        "href": archive.entry_page(term.term, archive.newest),
    }
