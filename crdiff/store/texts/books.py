"""Which rule book a corpus or a text is of, and the folder with what is known of that book."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path, PurePath
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import fields, replace

from crdiff.book_words import STATED, embedded_books, embedded_folder, folder_of
from crdiff.errors import CorpusError, UsageError
from crdiff.model.book import FORMS, MAGIC, Book, Headings
from crdiff.model.number import ClauseNumber, NumberGrammar, numbers_of
from crdiff.output.atomic_file import write_whole
from crdiff.store.text_file import TomlFile, read_text

_VARIABLE = "CRDIFF_BOOK"
# Name of the folder of the texts, in the folder of a corpus.
TEXTS = "texts"
# Name of the folder of further books, in the folder of a corpus.
_BESIDE = "books"
_TITLED = re.compile(r"""^titled = (["'])(.+)\1$""", re.MULTILINE)
# Characters at the beginning of a text that hold its title.
_TITLE_WITHIN = 1000
# Signs in a title that do not count: "_Magic: The Gathering_ Comprehensive Rules", "DCI™ FLOOR RULES".
_SIGNS = re.compile("[®™_]")


_T = TypeVar("_T")


class _Named(Struct, frozen=True):
    name: str


def book_folder(name: str) -> Path:
    """Return the folder of a book: one that comes with crdiff, by its name, or any with a ``book.toml``, by its path.

    Raises `UsageError` where there is none.
    """
    folder = folder_of(name)
    if not (folder / STATED).is_file():
        known = ", ".join((MAGIC, *(path.name for path in embedded_books())))
        raise UsageError(f"there is no book {name!r}", f"one of {known}, or a folder with a file {STATED}")
    return folder


@cache
def read_book(name: str = MAGIC) -> Book:
    """Return the book called `name`, or that of the folder `name`, by which it goes then.

    Raises `CorpusError` for a spoiled ``book.toml``.
    """
    path = book_folder(name) / STATED
    book = _read(path, Book)
    for place, pattern in _patterns(book) if name != MAGIC else ():
        try:
            re.compile(pattern)
        except re.error as error:
            line = next((at for at, each in enumerate(read_text(path).split("\n"), 1) if each.startswith(place)), 0)
            what = f"{pattern!r} is not a regular expression: {error}"
            raise CorpusError(what, path=str(path), line=line) from None
    if book.form not in FORMS:
        from crdiff.dialects.registry import reader_called

        try:
            reader_called(book.form)
        except UsageError as error:
            raise error.at(str(path)) from None
    return replace(book, name=name)


def _patterns(book: Book) -> Iterator[tuple[str, str]]:
    """Yield the regular expressions that a book states, each with the key of its line."""
    yield from (("furniture", each) for each in book.furniture)
    yield from ((key, getattr(book.headings, key)) for key in ("dated", "boxed"))
    yield ("titled", book.titled)
    yield from ((key, getattr(book.numbers, key)) for key in ("section", "subsection", "rules", "sections", "examples"))
    yield from (("retired", each.old) for each in book.words.retired)


def book_for(name: str) -> Book | None:
    """Return the book called `name` as `crdiff.dialects.registry.read` takes it: none for Magic's, read by all."""
    return None if name == MAGIC else read_book(name)


def numbers_in(name: str) -> type[ClauseNumber]:
    """Return the class of the numbers of the book called `name`."""
    return ClauseNumber if name == MAGIC else numbers_of(read_book(name).numbers)


def named_book(asked: str | None) -> str | None:
    """Return the name of the book that ``--book`` or else ``$CRDIFF_BOOK`` names, of a folder its whole path."""
    name = asked or os.environ.get(_VARIABLE)
    if not name:
        return None
    folder = book_folder(name)
    return name if folder.is_relative_to(embedded_folder()) else str(folder.resolve())


def book_of(corpus: Path) -> str:
    """Return the name of the book that the texts of a corpus are of: what its folder states, else Magic's."""
    return stated_book(corpus) or MAGIC


def stated_book(corpus: Path) -> str:
    """Return the name of the book that the folder of a corpus states, "" where it states none."""
    path = corpus / STATED
    return _read(path, _Named).name if path.is_file() else ""


def folder_for(corpus: Path, book: str | None) -> Path:
    """Return where a corpus keeps its texts of `book`, by default of the one of its first text, in the folder itself.

    Each other book has a folder of its own below it, which is a corpus in all respects.
    """
    if book is None:
        return corpus
    own = stated_book(corpus) or (MAGIC if (corpus / TEXTS).is_dir() else "")
    return corpus if own in {"", book} else corpus / _BESIDE / PurePath(book).name


def books_beside(corpus: Path) -> dict[str, Path]:
    """Return the folders of the other books of which a corpus has texts, by their names."""
    found = sorted(path.parent for path in corpus.glob(f"{_BESIDE}/*/{TEXTS}") if any(path.iterdir()))
    return {book_of(folder): folder for folder in found}


def _read(path: Path, kind: type[_T]) -> _T:
    return TomlFile(read_text(path), kind, str(path)).value


def book_toml(book: Book) -> str:
    """Return the ``book.toml`` that states a book, without what every book has that says nothing else."""
    tables = (("headings", book.headings), ("numbers", book.numbers))
    below = (line for name, each in tables if (stated := [*_stated(each)]) for line in ("", f"[{name}]", *stated))
    return "\n".join((*_stated(book), *below, ""))


def _stated(value: Book | Headings | NumberGrammar) -> Iterator[str]:
    """Yield a line of TOML for each field that differs from its default: JSON writes strings and lists as TOML does."""
    for each in fields(value):
        stated = getattr(value, each.name)
        if stated != each.default and not isinstance(stated, Struct):
            yield f"{each.name} = {json.dumps(stated, ensure_ascii=False)}"


def state_book(corpus: Path, name: str) -> None:
    """Write down which book the texts of a corpus are of."""
    corpus.mkdir(parents=True, exist_ok=True)
    write_whole(corpus / STATED, f"name = {json.dumps(name, ensure_ascii=False)}\n".encode())


def called_by_its_title(raw: bytes) -> str:
    """Return the name of the book whose title opens a text or a .pdf document, the first one; "" where none does."""
    from crdiff.importers.document import opening  # questions without a text load no importer

    beginning = _SIGNS.sub("", opening(raw, _TITLE_WITHIN).lower())
    found = ((at.start(), name) for name, titled in _titled() if (at := re.search(titled, beginning)))
    return min(found, default=(0, ""))[1]


@cache
def _titled() -> tuple[tuple[str, str], ...]:
    """Return names and titles of the books that come with crdiff: each text is asked for them, so no TOML is parsed."""
    folders = {MAGIC: embedded_folder(), **{folder.name: folder for folder in embedded_books()}}
    titled = ((name, _TITLED.search(read_text(folder / STATED))) for name, folder in folders.items())
    return tuple((name, found[2]) for name, found in titled if found)
