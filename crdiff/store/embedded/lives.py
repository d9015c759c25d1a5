"""The known lives that come with crdiff, and what they say of two texts.

Nearly every command looks here whether there is anything to say, so what that takes is loaded only then.
"""

from __future__ import annotations

from datetime import date
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from crdiff.history.known_releases import HEAD, releases_in
from crdiff.model.book import MAGIC
from crdiff.store.text_file import read_text
from crdiff.store.texts.books import book_folder, numbers_in

if TYPE_CHECKING:
    from crdiff.align.alignment import Followed
    from crdiff.history.known_lives import KnownLives
    from crdiff.model.release import Release


def read_lives(path: Path, book: str = MAGIC) -> KnownLives:
    """Return the known lives in a file, of a book. Raises `CorpusError` with its path."""
    from crdiff.history.known_lives import KnownLives

    return KnownLives(read_text(path), str(path), numbers_in(book))


@cache
def known_lives(book: str = MAGIC) -> KnownLives:
    """Return the known lives of a book, none where none come with it. Raises `CorpusError` for a damaged file."""
    from crdiff.history.known_lives import KnownLives

    path = _file(book)
    return read_lives(path, book) if path.is_file() or book == MAGIC else KnownLives(_NONE, str(path), numbers_in(book))


@cache
def known_dates(book: str = MAGIC) -> tuple[date, ...]:
    """Return the releases whose clauses are known, oldest first."""
    return tuple(day for day, _ in known_sizes(book))


@cache
def known_sizes(book: str = MAGIC) -> tuple[tuple[date, int], ...]:
    """Return date and number of clauses of every known release: the head of the file is enough for that."""
    path = _file(book)
    if book != MAGIC and not path.is_file():
        return ()
    with path.open(encoding="utf-8") as lines:
        return tuple(releases_in(lines))


# The file of the lives of a book of which none are known.
_NONE = f"{HEAD}\n\nentries\n"


def _file(book: str) -> Path:
    return book_folder(book) / "lives.txt"


def known_release(text: Release) -> str:
    """Return the date of the known release whose text this is, whatever date it prints; "" for any other text."""
    if not text.coverage.is_whole or not _of_one_size(text):
        return ""
    lives = known_lives(text.book)
    position = lives.position_with(text)
    return "" if position is None else str(lives.dates[position])


def known_jump(old: Release, new: Release) -> Followed | None:
    """Return what is known of the clauses of the whole releases `old` and `new` through those between them.

    `align_releases` takes it. None where no known release is between the two, and for texts of other rules.
    """
    is_whole = old.coverage.is_whole and new.coverage.is_whole
    if not is_whole or old.book != new.book or not _are_far_apart(old, new):
        return None
    from crdiff.history.far_jumps import followed

    return followed(known_lives(old.book), old, new)


def _are_far_apart(old: Release, new: Release) -> bool:
    """Whether a known release may be between two texts, of which neither is too small to be one.

    By their sizes they may be known ones, whatever dates they print; else their dates tell.
    """
    if any(abs(one - other) > 1 for one in _of_one_size(old) for other in _of_one_size(new)):
        return True
    first, last = sorted(text.effective or date.max for text in (old, new))
    between = [clauses for day, clauses in known_sizes(old.book) if first < day < last]
    smallest = min(len(text.placements) for text in (old, new))
    return bool(between) and smallest >= _SMALL * min(between)


# Size of a text, as a share of the smallest release between, below which it is not a whole one of these rules. Source:
# 1999-04-23 has 0.76 of the clauses of 2001-07-23, the largest growth from one release to the next.
_SMALL = 0.3


def _of_one_size(text: Release) -> list[int]:
    """Return the positions of the known releases with as many clauses as a text."""
    return [at for at, (_, clauses) in enumerate(known_sizes(text.book)) if clauses == len(text.placements)]
