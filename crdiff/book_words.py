"""The words of each rule book, as the ``book.toml`` in its folder states them, and where the folders are."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import convert

from crdiff.errors import CorpusError
from crdiff.model.book import MAGIC, BookWords
from crdiff.text.toml import toml_values

# Name of the file that states what a book is, in its folder, and which one, in the folder of a corpus.
STATED = "book.toml"
_BOOKS = "books"
# A link of Markdown, and its words.
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")


@cache
def words_of(book: str) -> BookWords:
    """Return the words of the book called `book`, none where it has no folder; a spoiled one is refused elsewhere."""
    return convert(stated_in(book, STATED).get("words", {}), BookWords)


@cache
def notice_of(book: str) -> str:
    """Return what a page that quotes a book has to say, without addresses; "" where the book has no folder."""
    return _LINK.sub(r"\1", stated_in(book, STATED).get("notice", ""))


def stated_in(book: str, name: str) -> dict[str, Any]:
    """Return the values of the TOML file called `name` in the folder of a book, none where there is none."""
    path = folder_of(book) / name
    return toml_values(path.read_text("utf-8")) if path.is_file() else {}


def folder_of(book: str) -> Path:
    """Return where the folder of a book is: of one that comes with crdiff, or else the path that `book` is."""
    embedded = embedded_folder()
    folder = embedded if book == MAGIC else embedded / _BOOKS / book
    return folder if (folder / STATED).is_file() and not Path(book).is_absolute() else Path(book)


def embedded_books() -> tuple[Path, ...]:
    """Return the folders of the books that come with crdiff beside Magic's."""
    return tuple(sorted(path.parent for path in embedded_folder().glob(f"{_BOOKS}/*/{STATED}")))


def embedded_folder() -> Path:
    """Return the folder of the embedded corpus, of an installed crdiff or of a checkout.

    Raises `CorpusError` where there is neither.
    """
    package = Path(__file__).parent
    for folder in (package / "embedded", package.parent / "corpus"):
        if (folder / "catalog.toml").is_file():
            return folder
    raise CorpusError("no embedded corpus", "a folder crdiff/embedded in the package, or corpus beside it")
