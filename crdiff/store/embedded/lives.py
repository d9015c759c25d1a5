"""The known lives that come with crdiff, and what they say of two texts.

Nearly every command looks here whether there is anything to say, so what that takes is loaded only then.
"""

from __future__ import annotations

from datetime import date
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from crdiff.history.known_releases import releases_in
from crdiff.store.text_file import read_text
from crdiff.store.texts.home import embedded_folder

if TYPE_CHECKING:
    from crdiff.align.alignment import Followed
    from crdiff.history.known_lives import KnownLives
    from crdiff.model.release import Release


def read_lives(path: Path) -> KnownLives:
    """Return the known lives in a file. Raises `CorpusError` with its path."""
    from crdiff.history.known_lives import KnownLives

    return KnownLives(read_text(path), str(path))


@cache
def known_lives() -> KnownLives:
    """Return the known lives. Raises `CorpusError` where the file is missing or damaged."""
    return read_lives(_file())


@cache
def known_dates() -> tuple[date, ...]:
    """Return the releases whose clauses are known, oldest first."""
    return tuple(day for day, _ in known_sizes())


@cache
def known_sizes() -> tuple[tuple[date, int], ...]:
    """Return date and number of clauses of every known release: the head of the file is enough for that."""
    with _file().open(encoding="utf-8") as lines:
        return tuple(releases_in(lines))


def _file() -> Path:
    return embedded_folder() / "lives.txt"


def known_release(text: Release) -> str:
    """Return the date of the known release whose text this is, whatever date it prints; "" for any other text."""
    if not text.coverage.is_whole or not _of_one_size(text):
        return ""
    from crdiff.history.far_jumps import recognised

    position = recognised(known_lives(), text)
    return "" if position is None else str(known_lives().dates[position])


def known_jump(old: Release, new: Release) -> Followed | None:
    """Return what is known of the clauses of the whole releases `old` and `new` through those between them.

    `align_releases` takes it. None where no known release is between the two, and for texts of other rules.
    """
    if not (old.coverage.is_whole and new.coverage.is_whole) or not _are_far_apart(old, new):
        return None
    from crdiff.history.far_jumps import followed

    return followed(known_lives(), old, new)


def _are_far_apart(old: Release, new: Release) -> bool:
    """Whether a known release may be between two texts, of which neither is too small to be one.

    By their sizes they may be known ones, whatever dates they print; else their dates tell.
    """
    if any(abs(one - other) > 1 for one in _of_one_size(old) for other in _of_one_size(new)):
        return True
    first, last = sorted(text.effective or date.max for text in (old, new))
    between = [clauses for day, clauses in known_sizes() if first < day < last]
    smallest = min(len(text.placements) for text in (old, new))
    return bool(between) and smallest >= _SMALL * min(between)


_SMALL = 0.3
"""Size of a text, as a share of the smallest release between, below which it is not a whole one of these rules. Source:
1999-04-23 has 0.76 of the clauses of 2001-07-23, the largest growth from one release to the next."""


def _of_one_size(text: Release) -> list[int]:
    """Return the positions of the known releases with as many clauses as a text."""
    return [at for at, (_, clauses) in enumerate(known_sizes()) if clauses == len(text.placements)]
