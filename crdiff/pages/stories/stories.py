"""Which stories there are, in words and played by the game model, and the list of all of them by theme."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from crdiff.game.stories.told import STORIES
from crdiff.model.corpus import Annotation
from crdiff.pages.archive_index import ArchiveIndex, in_time
from crdiff.pages.frame import address
from crdiff.pages.frame.english import years
from crdiff.pages.frame.render import Head, page

StoryLink = tuple[str, str, str, str]
"""A story in a list: its title, what it is about, its years, and where it is."""


def stories_in(archive: ArchiveIndex) -> tuple[Annotation, ...]:
    """Return the notes that have a page of their own, by the first release that each speaks of."""
    return in_time(note for note in archive.stories if note.story == note.id)


def parts_of(note: Annotation, archive: ArchiveIndex) -> tuple[Annotation, ...]:
    """Return the other notes that the page of `note` tells."""
    return in_time(each for each in archive.stories if each.story == note.id and each is not note)


def played_in(archive: ArchiveIndex) -> tuple[Annotation, ...]:
    """Return the notes on stories that the model plays, by the first release that each speaks of."""
    return in_time(note for note in archive.stories if note.plays in STORIES)


def story_link(note: Annotation) -> StoryLink:
    """Return a story told in words as lists name it."""
    days = (*note.releases, *(stretch.first for stretch in note.stretches))
    return note.title, note.lead, years(days), address.story(note.id)


def played_links(archive: ArchiveIndex) -> tuple[StoryLink, ...]:
    """Return the played stories as lists name them."""
    return tuple(
        (note.title, note.lead, years([stretch.first for stretch in note.stretches]), address.played(note.plays))
        for note in played_in(archive)
    )


def stories_page(archive: ArchiveIndex) -> bytes:
    """Return the list of all stories; with each the (title, address) of the other notes on its page."""
    head = Head(
        address=address.STORIES,
        title="Stories of the Magic rules · crdiff",
        description="How the Comprehensive Rules came to say what they say: changes people ask about, with redlines.",
        part=address.STORIES,
    )
    return page("stories/stories.html", head, played=played_links(archive), themes=list(_themes(archive)))


def _themes(archive: ArchiveIndex) -> Iterator[tuple[str, list[tuple[StoryLink, list[tuple[str, str]]]]]]:
    told = sorted(stories_in(archive), key=lambda note: note.theme)
    for theme, notes in groupby(told, key=lambda note: note.theme):
        yield (
            theme,
            [
                (
                    story_link(note),
                    [(part.title, f"{address.story(note.id)}#{part.id}") for part in parts_of(note, archive)],
                )
                for note in notes
            ],
        )
