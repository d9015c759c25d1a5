"""The page for searching, and what its script reads: one question, the answers in groups.

`search_texts` says what can be found, `search_numbers` what is known of numbers. The index of words is ours
(`search_index`), or that of Pagefind, which is given: then only what Pagefind reads is made here.
"""

from __future__ import annotations

import string
from collections.abc import Iterator, Mapping

from markupsafe import Markup

from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.frame import address
from crdiff.pages.frame.render import POLICY, Head, render
from crdiff.pages.search.search_index import Found, piece, pieces, words_of
from crdiff.pages.search.search_numbers import number_pieces
from crdiff.pages.search.search_texts import read_texts
from crdiff.text.hidden import unmarked

PAGEFIND = "/pagefind/"
"""Where the index of Pagefind is."""
_WASM = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
"""What the page for searching may do besides where Pagefind, which is WebAssembly, does the work."""


def search_pages(archive: ArchiveIndex, pagefind: Mapping[str, bytes] | None = None) -> Iterator[tuple[str, bytes]]:
    """Yield the page for searching and the pieces of its index; `pagefind` are the files of another, by address."""
    texts = read_texts(archive)
    head = Head(
        address=address.SEARCH,
        title="Search · crdiff",
        description="Search the rules of Magic of all years: a number, words, a card, a set or a date.",
        part=address.SEARCH,
    )
    view = {
        "is_recorded": archive.is_recorded,
        "rules": len(texts.parts["rules"]),
        "earlier": len(texts.parts["earlier"]),
        "engine": "own" if pagefind is None else "pagefind",
    }
    page = render("search/search.html", head, view)
    if pagefind is not None:
        page = page.replace(POLICY.encode(), _WASM.encode())
        yield from pagefind.items()
    yield address.SEARCH, page
    numbers, made = number_pieces(address.SEARCH, texts.said, archive)
    yield from made.items()
    yield from pieces(address.SEARCH, texts.parts, numbers, words=pagefind is None)
    yield RELEASES, piece(releases=list(_releases(archive)))


RELEASES = f"{address.SEARCH}releases.json"
"""Where the names of all releases are that the script gives to days."""


def _releases(archive: ArchiveIndex) -> Iterator[tuple[str, str, str, str]]:
    """Yield the date, the name, the code and the page of each release, oldest first."""
    for release in archive.published:
        name, code = archive.set_name(release), archive.codes.get(release, "")
        yield str(release), name, code, archive.release_listed(release)


def stubs(archive: ArchiveIndex) -> Iterator[tuple[str, bytes]]:
    """Yield a small page for each text that can be found, for Pagefind to index: (name of its file, HTML)."""
    every = ((part, found) for part, texts in read_texts(archive).parts.items() for found in texts)
    for place, (part, found) in enumerate(every):
        yield f"{place}.html", _stub(found, part, place)


_STUB = Markup(
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{name}</title></head>\n'
    '<body data-pagefind-body data-pagefind-filter="in:{part}">\n'
    '<p data-pagefind-meta="place" data-pagefind-ignore>{place}</p>'
    '<p data-pagefind-meta="words" data-pagefind-ignore>{words}</p>\n'
    "<h1>{name} {title}</h1><p>{text}</p>\n</body></html>\n"
)
"""What comes from a text stands in elements: a list of metadata in an attribute would be divided by its commas."""
_MARKS = string.punctuation + "“”‘—–"
"""Marks that may stand around a word which stands alone."""


def _stub(found: Found, part: str, place: int) -> bytes:
    shown = found._replace(title=unmarked(found.title), text=unmarked(found.text), also=unmarked(found.also))
    words = " ".join(_joined(shown))
    return _STUB.format(
        name=shown.name, title=shown.title, text=shown.text, part=part, place=place, words=words
    ).encode()


def _joined(found: Found) -> list[str]:
    """Return the words of a text that nowhere stand alone: "father" of "partner—Father & son", "g" of "{R}{G}".

    Pagefind takes what stands between two spaces for one word, and finds it by its beginning at most. These words are
    given to it beside the text, as metadata, which it searches as well.
    """
    said = f"{found.name} {found.title} {found.text}"
    alone = {word.strip(_MARKS) for word in said.lower().replace("’", "'").split()}
    return sorted(words_of(f"{said} {found.also}") - alone)
