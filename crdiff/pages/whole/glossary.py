"""The glossary of the current text: the list of all terms, and a page for each first letter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from crdiff.pages import address
from crdiff.pages.render import Head, render
from crdiff.pages.whole.holdings import Holdings
from crdiff.pages.whole.linked import linked
from crdiff.store.site import Term


@dataclass(frozen=True, slots=True)
class TermView:
    """An entry as it reads now; `since` is the release that gave it this wording, `wordings` how many it has had."""

    id: str
    term: str
    paragraphs: tuple[Markup, ...]
    since: str
    first: str
    wordings: int
    also: tuple[Markup, ...]


@dataclass(frozen=True, slots=True)
class LetterView:
    """What `whole/glossary_letter.html` shows."""

    letter: str
    release: str
    letters: tuple[tuple[str, str], ...]
    terms: tuple[TermView, ...]


@dataclass(frozen=True, slots=True)
class GlossaryView:
    """What `whole/glossary.html` shows: letters with their terms as (term, address)."""

    release: str
    count: int
    letters: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]


def glossary_pages(holdings: Holdings) -> Iterator[tuple[str, bytes]]:
    """Yield the list of terms, then the page of each letter."""
    letters = _letters(holdings)
    head = Head(
        address=address.GLOSSARY,
        title="Glossary · crdiff",
        description=f"The glossary of the Comprehensive Rules of {holdings.newest}.",
        part=address.RULES,
    )
    rows = tuple(
        (letter, tuple((term.term, term_address(term.term)) for term in terms)) for letter, terms in letters.items()
    )
    view = GlossaryView(holdings.newest, len(holdings.whole.glossary), rows)
    yield address.GLOSSARY, render("whole/glossary.html", head, view)
    links = tuple((letter, _letter_address(letter)) for letter in letters)
    for letter, terms in letters.items():
        yield _letter_address(letter), _letter_page(letter, terms, links, holdings)


def term_address(term: str) -> str:
    """Return where a glossary entry of the current text is read."""
    return f"{_letter_address(letter_of(term))}#{address.fragment(term.lower())}"


def letter_of(term: str) -> str:
    """Return the letter that a term is filed under: ``a`` to ``z``, ``other`` for the rest."""
    first = next((char for char in term.lower() if char.isalnum()), "")
    return first if "a" <= first <= "z" else "other"


def _letter_address(letter: str) -> str:
    return f"{address.GLOSSARY}{letter}/"


def _letters(holdings: Holdings) -> dict[str, list[Term]]:
    found: dict[str, list[Term]] = {}
    for term in sorted(holdings.whole.glossary, key=lambda each: (letter_of(each.term), each.term.lower(), each.term)):
        found.setdefault(letter_of(term.term), []).append(term)
    return found


def _letter_page(letter: str, terms: list[Term], links: tuple[tuple[str, str], ...], holdings: Holdings) -> bytes:
    where = _letter_address(letter)
    head = Head(
        address=where,
        title=f"Glossary, {letter.upper()} · crdiff",
        description=f"Terms of the Comprehensive Rules of {holdings.newest} under {letter.upper()}.",
        part=address.RULES,
    )
    views = tuple(_term(term, where, holdings) for term in terms)
    return render("whole/glossary_letter.html", head, LetterView(letter, holdings.newest, links, views))


def _term(term: Term, page: str, holdings: Holdings) -> TermView:
    newest, *also = [worded for worded in reversed(term.wordings) if worded.last == holdings.newest]
    paragraphs = tuple(linked(each, holdings.current, page) for each in newest.text.split("\n") if each)
    return TermView(
        id=address.fragment(term.term.lower()),
        term=term.term,
        paragraphs=paragraphs,
        since=newest.first,
        first=term.wordings[0].first,
        wordings=len(term.wordings),
        also=tuple(linked(worded.text, holdings.current, page) for worded in also),
    )
