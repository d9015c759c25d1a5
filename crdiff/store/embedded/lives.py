"""The known lives that come with crdiff, and what they say of two texts."""

from __future__ import annotations

from functools import cache

from crdiff.align.passes.followed import Followed
from crdiff.history.far_jumps import followed, recognised
from crdiff.history.known_lives import KnownLives
from crdiff.model.release import Release
from crdiff.store.embedded.files import read_lives
from crdiff.store.texts.home import embedded_folder


@cache
def known_lives() -> KnownLives:
    """Return the known lives. Raises `CorpusError` where the file is missing or damaged."""
    return read_lives(embedded_folder() / "lives.txt")


def known_release(text: Release) -> str:
    """Return the date of the known release whose text this is, whatever date it prints; "" for any other text."""
    position = recognised(known_lives(), text) if text.coverage.is_whole else None
    return "" if position is None else str(known_lives().dates[position])


def known_jump(old: Release, new: Release) -> Followed | None:
    """Return what is known of the clauses of the whole releases `old` and `new` through those between them.

    `align_releases` takes it. None where a text is not that of a known release, or where the two are neighbours.
    """
    if not (old.coverage.is_whole and new.coverage.is_whole):
        return None
    return followed(known_lives(), old, new)
