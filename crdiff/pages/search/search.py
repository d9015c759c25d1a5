"""Search by clause, in the current text and glossary or in earlier wordings: the page, and what its script reads.

`findable` says what can be found. The index is ours (`search_index`), or that of Pagefind, which is given: then only
what Pagefind reads is made here.
"""

from __future__ import annotations

import string
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from markupsafe import Markup

from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.frame import address
from crdiff.pages.frame.render import POLICY, Head, render
from crdiff.pages.search.search_index import Found, pieces, words_of
from crdiff.pages.search.search_texts import current_texts, earlier_texts
from crdiff.text.hidden import unmarked

EARLIER = f"{address.SEARCH}earlier/"
"""Where the index of earlier wordings is; nothing of it is read before somebody asks for them."""
PAGEFIND = "/pagefind/"
"""Where the index of Pagefind is."""
_WASM = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
"""What the page for searching may do besides where Pagefind, which is WebAssembly, does the work."""


@dataclass(frozen=True, slots=True)
class SearchView:
    """What `search/search.html` shows."""

    release: date
    releases: int
    current: int
    earlier: int
    engine: str


def search_pages(archive: ArchiveIndex, pagefind: Mapping[str, bytes] | None = None) -> Iterator[tuple[str, bytes]]:
    """Yield the page for searching and the pieces of its index; `pagefind` are the files of another, by address."""
    current, earlier = tuple(current_texts(archive)), tuple(earlier_texts(archive))
    head = Head(
        address=address.SEARCH,
        title="Search · crdiff",
        description=f"Search the Comprehensive Rules of {archive.newest}, their glossary, and earlier wordings.",
        part=address.RULES,
    )
    engine = "own" if pagefind is None else "pagefind"
    view = SearchView(archive.newest, len(archive.contents.dates), len(current), len(earlier), engine)
    page = render("search/search.html", head, view)
    if pagefind is not None:
        yield address.SEARCH, page.replace(POLICY.encode(), _WASM.encode())
        yield from pagefind.items()
        return
    yield address.SEARCH, page
    yield from pieces(address.SEARCH, current, archive.newest)
    yield from pieces(EARLIER, earlier, archive.newest)


def stubs(archive: ArchiveIndex) -> Iterator[tuple[str, bytes]]:
    """Yield a small page for each text that can be found, for Pagefind to index: (name of its file, HTML)."""
    for within, texts in (("current", current_texts(archive)), ("earlier", earlier_texts(archive))):
        for place, found in enumerate(texts):
            yield f"{within}-{place}.html", _stub(found, within)


_STUB = Markup(
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{name}</title></head>\n'
    '<body data-pagefind-body data-pagefind-filter="in:{within}">\n'
    '<p data-pagefind-meta="name" data-pagefind-ignore>{name}</p>'
    '<p data-pagefind-meta="said" data-pagefind-ignore>{title}</p>'
    '<p data-pagefind-meta="when" data-pagefind-ignore>{when}</p>'
    '<p data-pagefind-meta="href" data-pagefind-ignore>{href}</p>'
    '<p data-pagefind-meta="words" data-pagefind-ignore>{words}</p>\n'
    "<h1>{name} {title}</h1><p>{text}</p>\n</body></html>\n"
)
"""What comes from a text stands in elements: a list of metadata in an attribute would be divided by its commas."""
_MARKS = string.punctuation + "“”‘—–"
"""Marks that may stand around a word which stands alone."""


def _stub(found: Found, within: str) -> bytes:
    shown = found._replace(title=unmarked(found.title), text=unmarked(found.text))
    return _STUB.format(**shown._asdict(), within=within, words=" ".join(_joined(shown))).encode()


def _joined(found: Found) -> list[str]:
    """Return the words of a text that nowhere stand alone: "father" of "partner—Father & son", "g" of "{R}{G}".

    Pagefind takes what stands between two spaces for one word, and finds it by its beginning at most. These words are
    given to it beside the text, as metadata, which it searches as well.
    """
    said = f"{found.name} {found.title} {found.text}"
    alone = {word.strip(_MARKS) for word in said.lower().replace("’", "'").split()}
    return sorted(words_of(said) - alone)
