"""Which stories the game model plays, and which of them are about the clauses of others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from crdiff.game.stories.told import STORIES
from crdiff.model.corpus import Annotation
from crdiff.pages.archive_index import ArchiveIndex, in_time
from crdiff.pages.frame import address
from crdiff.pages.frame.english import years


@dataclass(frozen=True, slots=True)
class PlayedLink:
    """A played story in a list: its title, what it is about, its years, and where it is."""

    title: str
    said: str
    years: str
    href: str


def played_in(archive: ArchiveIndex) -> tuple[Annotation, ...]:
    """Return the notes on stories that the model plays, by the first release that each speaks of."""
    return in_time(note for note in archive.stories if note.plays in STORIES)


def played_links(archive: ArchiveIndex) -> tuple[PlayedLink, ...]:
    """Return the played stories as a list names them."""
    return tuple(
        PlayedLink(
            note.title, note.lead, years([stretch.first for stretch in note.stretches]), address.played(note.plays)
        )
        for note in played_in(archive)
    )


def played_about(notes: tuple[Annotation, ...], archive: ArchiveIndex) -> Iterator[tuple[str, str]]:
    """Yield (title, address) of the played stories that are about a clause of `notes`."""
    names = {name for note in notes for name in note.named}
    for each in played_in(archive):
        if names & set(each.named):
            yield each.title, address.played(each.plays)
