"""The list of all stories, by theme."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.frame import address
from crdiff.pages.frame.english import years
from crdiff.pages.frame.render import Head, render
from crdiff.pages.stories.played_links import PlayedLink, played_links
from crdiff.pages.stories.story import parts_of, stories_in


@dataclass(frozen=True, slots=True)
class StoryRow:
    """A story in the list; `parts` are (title, address) of the other notes on its page."""

    title: str
    href: str
    said: str
    years: str
    parts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class StoriesView:
    """What `stories/stories.html` shows: the stories that the game model plays, and those of each theme."""

    played: tuple[PlayedLink, ...]
    themes: tuple[tuple[str, tuple[StoryRow, ...]], ...]


def stories_page(archive: ArchiveIndex) -> bytes:
    """Return the list of all stories."""
    head = Head(
        address=address.STORIES,
        title="Stories of the Magic rules · crdiff",
        description="How the Comprehensive Rules came to say what they say: changes people ask about, with redlines.",
        part=address.STORIES,
    )
    return render("stories/stories.html", head, StoriesView(played_links(archive), tuple(_themes(archive))))


def _themes(archive: ArchiveIndex) -> Iterator[tuple[str, tuple[StoryRow, ...]]]:
    told = sorted(stories_in(archive), key=lambda note: note.theme)
    for theme, notes in groupby(told, key=lambda note: note.theme):
        yield (
            theme,
            tuple(
                StoryRow(
                    title=note.title,
                    href=address.story(note.id),
                    said=note.lead,
                    years=years((*note.releases, *(stretch.first for stretch in note.stretches))),
                    parts=tuple(
                        (part.title, f"{address.story(note.id)}#{part.id}") for part in parts_of(note, archive)
                    ),
                )
                for note in notes
            ),
        )
