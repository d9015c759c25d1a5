"""The page of a story: stretches of time with the words that decided in each, redlines between them, our notes."""

from __future__ import annotations

from collections.abc import Iterator
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
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.frame import address
from crdiff.pages.frame.change_view import RedlineView
from crdiff.pages.frame.prose import plain_text, slug
from crdiff.pages.frame.render import Head, page
from crdiff.pages.stories.stories import parts_of, played_in
from crdiff.reports.phrases import listed

_TURNED = {
    Turning.REWORDED: "Reworded",
    Turning.ADDED: "Added",
    Turning.REMOVED: "Removed",
    Turning.MERGED: "Merged into another clause",
}


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
    named = {name for each in (note, *parts) for name in each.named}
    return page(
        "stories/story.html",
        head,
        note=note,
        stretches=[stretch_view(each, archive) for each in told],
        parts=parts,
        played=[(each.title, address.played(each.plays)) for each in played_in(archive) if named & set(each.named)],
        concerned=list(concerned((note, *parts), archive)),
    )


def stretch_view(told: ToldStretch, archive: ArchiveIndex) -> dict[str, object]:
    """Return a stretch with the words that decided in it, and what changed where it began.

    `when` says in days when its answer was in force, `release` names the one that it began with.
    """
    stretch = told.stretch
    return {
        "id": slug(stretch.title),
        "title": stretch.title,
        "when": _when(stretch.first, told.until, archive),
        "says": stretch.says,
        "release": archive.release_name(stretch.first),
        "news": archive.release_page(stretch.first),
        "is_last": told.until is None,
        "deciding": [_deciding(each, archive) for each in told.deciding],
        "turns": [_turn(each, archive) for each in told.turns],
    }


def _when(first: date, until: date | None, archive: ArchiveIndex) -> str:
    """Return the days of a stretch: of one that the first release known has, nobody knows when it began."""
    end = until - timedelta(days=1) if until else None
    if first <= archive.published[0]:
        return f"until {end}" if end else "in every release"
    return f"{first} to {end}" if end else f"since {first}"


def _deciding(deciding: Deciding, archive: ArchiveIndex) -> dict[str, object]:
    """Return a deciding clause or entry in a stretch; `first` None where its text is not held."""
    followed = archive.followed[deciding.id]
    return {
        "shown": deciding.first.number if deciding.first else deciding.number,
        "href": _page_of(followed, archive),
        "is_entry": _is_entry(followed),
        "release": archive.release_name(deciding.release),
        "first": _reading(deciding.first, archive),
        "last": _reading(deciding.last, archive),
        "reworded": [(archive.release_name(day), archive.release_page(day)) for day in deciding.reworded],
    }


def _reading(reading: TextThen | None, archive: ArchiveIndex) -> dict[str, object] | None:
    """Return a clause or an entry as it read in a release, under the number or term that it had there."""
    if reading is None:
        return None
    return {
        "number": reading.number,
        "release": archive.release_name(reading.release),
        "paragraphs": [paragraph for paragraph in reading.wording.split("\n") if paragraph],
        "examples": reading.examples,
    }


def _turn(turn: TurningPoint, archive: ArchiveIndex) -> dict[str, object]:
    """Return a redline of a deciding clause or entry: from which text to which, and what kind of change it is."""
    return {
        "number": turn.number,
        "href": _page_of(archive.followed[turn.id], archive),
        "icon": turn.turning.value,
        "label": _TURNED[turn.turning],
        "between": _between(turn, archive),
        "redline": RedlineView(turn.redline, whole=turn.turning is not Turning.REWORDED),
    }


def _between(turn: TurningPoint, archive: ArchiveIndex) -> str:
    """Return which two texts a redline compares, or which one came or went."""
    sides = [f"{side.number} of {archive.release_name(side.release)}" for side in (turn.before, turn.after) if side]
    return f"{'From ' if len(sides) > 1 else ''}{' to '.join(sides)}."


def concerned(notes: tuple[Annotation, ...], archive: ArchiveIndex) -> Iterator[dict[str, object]]:
    """Yield the clauses and entries that notes are about: first and last number or term, what became of each."""
    for name in dict.fromkeys(name for note in notes for name in note.named):
        if followed := archive.followed.get(name):
            known, held = followed.known, followed.held
            title = archive.title(held.id) if held and not _is_entry(followed) else known.title
            yield {
                "first": known.runs[0].number,
                "last": known.runs[-1].number,
                "href": _page_of(followed, archive),
                "is_entry": _is_entry(followed),
                "title": "" if _is_entry(followed) else title,
                "fate": _fate(followed, archive),
            }


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
