"""Texts that contain only a part of the other text, and how many clauses of the other text are outside that part."""

from __future__ import annotations

from collections.abc import Iterator

from crdiff.align.alignment import Alignment, Excerpt
from crdiff.model.release import Release


def excerpts(alignment: Alignment) -> tuple[Excerpt, ...]:
    """Return the texts that have only a part of the other one, the old one first.

    A text with a declared coverage is not an excerpt: its coverage names what it quotes.
    """
    olds = len(alignment.old_nodes) - len({old for link in alignment.links for old in link.old})
    news = len(alignment.new_nodes) - len({new for link in alignment.links for new in link.new})
    return (
        *_excerpt(alignment.old, alignment.new, news, is_new=False),
        *_excerpt(alignment.new, alignment.old, olds, is_new=True),
    )


def _excerpt(release: Release, other: Release, outside: int, *, is_new: bool) -> Iterator[Excerpt]:
    """Yield the excerpt that `release` is, if some clauses of the other text, `outside` of them, are in no link."""
    if release.coverage.is_inferred and (outside or release.lacks_beginning):
        numbers = tuple(map(str, release.coverage.numbers))
        yield Excerpt(release.name, is_new, numbers, other.name, outside, release.lacks_beginning)
