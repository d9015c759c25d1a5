"""The page of a story: stretches of time with the words that decided in each, redlines between them, our notes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from crdiff.history.lineage import How, Term
from crdiff.history.stories import (
    Deciding,
    FollowedLife,
    TextThen,
    ToldStretch,
    Turning,
    TurningPoint,
    began_with,
    tell,
)
from crdiff.model.corpus import Annotation
from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import ArchiveIndex, in_time
from crdiff.pages.frame import address
from crdiff.pages.frame.change_view import RedlineView
from crdiff.pages.frame.prose import plain_text, slug
from crdiff.pages.frame.render import Head, render
from crdiff.pages.stories.played_links import played_about
from crdiff.reports.phrases import listed

_TURNED = {
    Turning.REWORDED: "Reworded",
    Turning.ADDED: "Added",
    Turning.REMOVED: "Removed",
    Turning.MERGED: "Merged into another clause",
}


@dataclass(frozen=True, slots=True)
class ReadingView:
    """A clause or an entry as it read in a release, under the number or term that it had there."""

    number: str
    release: str
    paragraphs: tuple[str, ...]
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DecidingView:
    """A deciding clause or entry in a stretch; `first` None where its text is not held, `reworded` (name, address)."""

    number: str
    href: str
    is_entry: bool
    release: str
    first: ReadingView | None
    last: ReadingView | None
    reworded: tuple[tuple[str, str], ...]

    @property
    def shown(self) -> str:
        """The number or the term of the text shown."""
        return self.first.number if self.first else self.number


@dataclass(frozen=True, slots=True)
class TurnView:
    """A redline of a deciding clause or entry: from which text to which, and what kind of change it is."""

    number: str
    href: str
    icon: str
    label: str
    between: str
    redline: RedlineView


@dataclass(frozen=True, slots=True)
class StretchView:
    """A stretch: `when` says in days when its answer was in force, `release` names the one that it began with."""

    id: str
    title: str
    when: str
    says: str
    release: str
    news: str
    is_last: bool
    deciding: tuple[DecidingView, ...]
    turns: tuple[TurnView, ...]


@dataclass(frozen=True, slots=True)
class ConcernedView:
    """A clause or an entry that the notes speak of: its first and its last number or term, and what became of it."""

    first: str
    last: str
    href: str
    is_entry: bool
    title: str
    fate: str


@dataclass(frozen=True, slots=True)
class StoryView:
    """What `stories/story.html` shows; `parts` are notes that belong to the story of `note`.

    `played` are (title, address) of the stories about its clauses that the game model plays.
    """

    note: Annotation
    stretches: tuple[StretchView, ...]
    parts: tuple[Annotation, ...]
    played: tuple[tuple[str, str], ...]
    concerned: tuple[ConcernedView, ...]


def stories_in(archive: ArchiveIndex) -> tuple[Annotation, ...]:
    """Return the notes that have a page of their own, by the first release that each speaks of."""
    return in_time(note for note in archive.stories if note.story == note.id)


def parts_of(note: Annotation, archive: ArchiveIndex) -> tuple[Annotation, ...]:
    """Return the other notes that the page of `note` tells."""
    return in_time(each for each in archive.stories if each.story == note.id and each is not note)


def story_page(note: Annotation, archive: ArchiveIndex) -> bytes:
    """Return the page of the story that `note` tells."""
    head = Head(
        address=address.story(note.id),
        title=f"{note.title} · history of the Magic rules · crdiff",
        description=note.lead or plain_text(note.text.partition("\n\n")[0]),
        part=address.STORIES,
    )
    told = tell(note.stretches, archive.followed.get, archive.contents.days)
    parts = parts_of(note, archive)
    view = StoryView(
        note=note,
        stretches=tuple(stretch_view(each, archive) for each in told),
        parts=parts,
        played=tuple(played_about((note, *parts), archive)),
        concerned=tuple(concerned((note, *parts), archive)),
    )
    return render("stories/story.html", head, view)


def stretch_view(told: ToldStretch, archive: ArchiveIndex) -> StretchView:
    """Return a stretch with the words that decided in it, and what changed where it began."""
    stretch = told.stretch
    return StretchView(
        id=slug(stretch.title),
        title=stretch.title,
        when=_when(stretch.first, told.until, archive),
        says=stretch.says,
        release=archive.release_name(stretch.first),
        news=_news(stretch.first, archive),
        is_last=told.until is None,
        deciding=tuple(_deciding(each, archive) for each in told.deciding),
        turns=tuple(_turn(each, archive) for each in told.turns),
    )


def _when(first: date, until: date | None, archive: ArchiveIndex) -> str:
    """Return the days of a stretch: of one that the first release known has, nobody knows when it began."""
    end = until - timedelta(days=1) if until else None
    if first <= archive.published[0]:
        return f"until {end}" if end else "in every release"
    return f"{first} to {end}" if end else f"since {first}"


def _news(release: date, archive: ArchiveIndex) -> str:
    return archive.release_page(release)


def _deciding(deciding: Deciding, archive: ArchiveIndex) -> DecidingView:
    followed = archive.followed[deciding.id]
    return DecidingView(
        number=deciding.number,
        href=_page_of(followed, archive),
        is_entry=_is_entry(followed),
        release=archive.release_name(deciding.release),
        first=_reading(deciding.first, archive) if deciding.first else None,
        last=_reading(deciding.last, archive) if deciding.last else None,
        reworded=tuple((archive.release_name(day), _news(day, archive)) for day in deciding.reworded),
    )


def _reading(reading: TextThen, archive: ArchiveIndex) -> ReadingView:
    paragraphs = tuple(filter(None, reading.wording.split("\n")))
    return ReadingView(reading.number, archive.release_name(reading.release), paragraphs, reading.examples)


def _turn(turn: TurningPoint, archive: ArchiveIndex) -> TurnView:
    followed = archive.followed[turn.id]
    return TurnView(
        number=turn.number,
        href=_page_of(followed, archive),
        icon=turn.turning.value,
        label=_TURNED[turn.turning],
        between=_between(turn, archive),
        redline=RedlineView(turn.redline, whole=turn.turning is not Turning.REWORDED),
    )


def _between(turn: TurningPoint, archive: ArchiveIndex) -> str:
    """Return which two texts a redline compares, or which one came or went."""
    sides = [f"{side.number} of {archive.release_name(side.release)}" for side in (turn.before, turn.after) if side]
    return f"{'From ' if len(sides) > 1 else ''}{' to '.join(sides)}."


def concerned(notes: tuple[Annotation, ...], archive: ArchiveIndex) -> Iterator[ConcernedView]:
    """Yield the clauses and entries that notes are about."""
    for name in dict.fromkeys(name for note in notes for name in note.named):
        if followed := archive.followed.get(name):
            known = followed.known
            yield ConcernedView(
                first=str(known.runs[0].number),
                last=str(known.runs[-1].number),
                href=_page_of(followed, archive),
                is_entry=_is_entry(followed),
                title="" if _is_entry(followed) else _title(followed, archive),
                fate=_fate(followed, archive),
            )


def _title(followed: FollowedLife, archive: ArchiveIndex) -> str:
    return archive.title(followed.held.id) if followed.held else followed.known.title


def _fate(followed: FollowedLife, archive: ArchiveIndex) -> str:
    """Return what became of a clause or an entry: what brought it, and how it ended."""
    known = followed.known
    began = began_with(known)
    came = [f"added in {archive.release_name(began)}"] if began else []
    ended = known.ended
    if known.revoked:
        came.append(f"revoked in {archive.release_name(known.revoked)}")
    elif ended and ended.how is How.REMOVED:
        came.append(f"removed in {archive.release_name(ended.release)}")
    elif ended:
        came.append(f"merged into another in {archive.release_name(ended.release)}")
    return listed(came)


def _is_entry(followed: FollowedLife) -> bool:
    return isinstance(followed.known.runs[0].number, Term)


def _page_of(followed: FollowedLife, archive: ArchiveIndex) -> str:
    """Return where a clause or an entry is read: its page, else what its last number named, "" for nowhere."""
    held, last = followed.held, followed.known.runs[-1].number
    if isinstance(last, ClauseNumber):
        page = archive.clause_page(held.id) if held else ""
        return page or (address.number(last) if archive.meanings(last) else "")
    return address.entry(held.id) if held else ""
