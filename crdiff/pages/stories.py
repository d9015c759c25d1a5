"""Stories, in words and played by the game model: their pages, and the list of all of them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, timedelta
from itertools import groupby, pairwise

from msgspec import Struct

from crdiff.errors import NotModelled
from crdiff.game.rules import RuleSet
from crdiff.game.stories.outcome import BoardArea, BoardColumn, PlayedOutcome
from crdiff.game.stories.told import STORIES
from crdiff.history.lineage import How, Term
from crdiff.history.stories import AnyLineage, ToldStretch, Turning, TurningPoint, began_with, stretch_in, tell
from crdiff.model.corpus import Annotation
from crdiff.model.number import ClauseNumber
from crdiff.pages import address
from crdiff.pages.archive_index import Addresses, ArchiveIndex, in_time
from crdiff.pages.change_view import RedlineView
from crdiff.pages.english import years
from crdiff.pages.lives import Calendar
from crdiff.pages.render import page, plain_text, slug, this_book
from crdiff.reports.phrases import listed

# A story in a list: its title, what it is about, its years, and where it is.
StoryLink = tuple[str, str, str, str]


# Stories of a release that a sentence names; the rest are counted.
_NAMED = 3


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
    """Return a story, told in words or played, or a section of one, as lists name it."""
    where = address.played(note.plays) if note.plays else address.story(note.story or note.id)
    section = "" if note.story in {"", note.id} else f"#{note.id}"
    return note.title, note.lead, years(note.releases), where + section


class Decided(Struct, frozen=True):
    """A story that a release decided: which stretch began with it, and what held before, "" for nothing.

    Of a note without stretches only `title` and `href` are there.
    """

    title: str
    href: str
    stretch: str = ""
    before: str = ""


def decided_by(release: date, archive: ArchiveIndex) -> tuple[Decided, ...]:
    """Return the stories, played ones too, a stretch of which began with `release`, then the notes on its changes.

    Those that people ask for stand first.
    """
    found, notes = [], []
    for note in sorted(archive.stories, key=lambda note: place(note.id, this_book().famous)):
        *_, where = story_link(note)
        for at, stretch in enumerate(note.stretches):
            if stretch.first == release:
                before = note.stretches[at - 1].title if at else ""
                found.append(Decided(note.title, f"{where}#{slug(stretch.title)}", stretch.title, before))
        if note.story and not note.stretches and any(claim.release == release for claim in note.claims):
            notes.append(Decided(note.title, where))
    return (*found, *notes)


def decided_in_short(release: date, archive: ArchiveIndex) -> str:
    """Return the stories of a release to stand before other sentences: ``Stories: Mana burn and Lifelink. ``."""
    titles = list(dict.fromkeys(each.title for each in decided_by(release, archive) if each.stretch))
    return f"Stories: {listed(titles, _NAMED)}. " if titles else ""


def deciding_in(release: date, archive: ArchiveIndex) -> frozenset[str]:
    """Return the addresses of the clauses that decided a story until `release`, or do from then on."""
    turns = (pair for note in archive.stories for pair in pairwise(note.stretches) if pair[1].first == release)
    return frozenset(address.clause(name) for pair in turns for stretch in pair for name in stretch.deciding)


def stories_page(archive: ArchiveIndex) -> tuple[str, bytes]:
    """Return the list of all stories; with each the other notes on its page."""
    return page(
        "stories/stories.html",
        address.STORIES,
        "Stories of the Magic rules",
        "How the Comprehensive Rules came to say what they say: changes people ask about, with redlines.",
        played=[story_link(note) for note in played_in(archive)],
        themes=list(_themes(archive)),
        stopped=stopped_links(archive),
    )


def _themes(archive: ArchiveIndex) -> Iterator[tuple[str, list[tuple[StoryLink, list[StoryLink]]]]]:
    told = sorted(stories_in(archive), key=lambda note: note.theme)
    for theme, notes in groupby(told, key=lambda note: note.theme):
        yield theme, [(story_link(note), [story_link(part) for part in parts_of(note, archive)]) for note in notes]


def place(name: str, order: Sequence[str]) -> int:
    """Return where a name is in an order that the book states; what it leaves out comes last."""
    return order.index(name) if name in order else len(order)


def stopped_links(calendar: Calendar) -> tuple[tuple[int, str], ...]:
    """Return the years in which one may have stopped to play, each with the address of what has changed since."""
    return tuple((year, address.stopped(year)) for year in range(calendar.published[0].year, calendar.newest.year))


def stopped_pages(archive: ArchiveIndex) -> Iterator[tuple[str, bytes]]:
    """Yield for each year what the stories tell somebody who stopped then, in the order in which it is met.

    Of a story there are the stretch that the year ended with, None before the first, and those since. `kept` are
    stories that have had none since, first those that name no release since, then those that tell of details.
    """
    told = sorted(
        (note for note in stories_in(archive) if note.stretches), key=lambda note: place(note.theme, this_book().themes)
    )
    links = stopped_links(archive)
    compared = () if archive.is_recorded else archive.contents.dates[:-1]
    for year, where in links:
        known = max(day for day in archive.published if day.year <= year)
        differing = [
            (note, stretch_in(note.stretches, known), since)
            for note in told
            if (since := [stretch for stretch in note.stretches if stretch.first > known])
        ]
        kept = [note for note in told if note.stretches[-1].first <= known]
        yield page(
            "stories/stopped.html",
            where,
            f"I stopped in {year}: what is different now",
            f"What has changed in the rules of Magic since {year}, in the order in which you meet it at the table.",
            year=year,
            release=archive.release_name(known),
            newest=archive.release_name(archive.newest),
            stopped=links,
            themes=[(theme, list(rows)) for theme, rows in groupby(differing, key=lambda row: row[0].theme)],
            count=len(differing),
            kept=[[note for note in kept if (max(note.releases) > known) is told_on] for told_on in (False, True)],
            rest=address.comparison(known, "today") if known in compared else "",
        )


_TURNED = {
    Turning.REWORDED: "Reworded",
    Turning.ADDED: "Added",
    Turning.REMOVED: "Removed",
    Turning.MERGED: "Merged into another clause",
}


def story_page(note: Annotation, archive: ArchiveIndex) -> tuple[str, bytes]:
    """Return the page of the story that `note` tells."""
    told = tell(note.stretches, archive.followed.get, archive.contents.days)
    parts = parts_of(note, archive)
    named = {name for each in (note, *parts) for name in each.named}
    return page(
        "stories/story.html",
        address.story(note.id),
        f"{note.title} · history of the Magic rules",
        note.lead or plain_text(note.text.partition("\n\n")[0]),
        note=note,
        calendar=archive,
        stretches=[stretch_view(each, archive) for each in told],
        parts=parts,
        played=[(each.title, address.played(each.plays)) for each in played_in(archive) if named & set(each.named)],
        concerned=list(concerned((note, *parts), archive)),
    )


def stretch_view(told: ToldStretch, archive: ArchiveIndex) -> dict[str, object]:
    """Return a stretch with the words that decided in it, and what changed where it began.

    `when` says in days when its answer was in force.
    """
    stretch = told.stretch
    return {
        "stretch": stretch,
        "id": slug(stretch.title),
        "when": in_days(told, archive),
        "is_last": told.until is None,
        "deciding": [(each, _named(archive.followed[each.id], archive)) for each in told.deciding],
        "turns": [_turn(each, archive) for each in told.turns],
    }


def _named(followed: AnyLineage, addresses: Addresses) -> dict[str, object]:
    """Return a clause or an entry with where it is read: its page, else what its last number named, "" for nowhere."""
    last = followed.runs[-1].number
    if isinstance(last, ClauseNumber):
        href = addresses.clause_page(followed.id) or (address.number(last) if addresses.meanings(last) else "")
    else:
        href = address.entry(followed.id) if followed in addresses.contents.entries else ""
    return {"followed": followed, "href": href, "is_entry": isinstance(last, Term)}


def in_days(told: ToldStretch, calendar: Calendar) -> str:
    """Return the days of a stretch: of one that the first release known has, nobody knows when it began."""
    first, until = told.stretch.first, told.until
    end = until - timedelta(days=1) if until else None
    if first <= calendar.published[0]:
        return f"until {end}" if end else "in every release"
    return f"{first} to {end}" if end else f"since {first}"


def _turn(turn: TurningPoint, archive: ArchiveIndex) -> dict[str, object]:
    """Return a redline of a deciding clause or entry: from which text to which, and what kind of change it is."""
    sides = [f"{side.number} of {archive.release_name(side.release)}" for side in (turn.before, turn.after) if side]
    return {
        "turn": turn,
        "href": _named(archive.followed[turn.id], archive)["href"],
        "label": _TURNED[turn.turning],
        "between": f"{'From ' if len(sides) > 1 else ''}{' to '.join(sides)}.",
        "redline": RedlineView(turn.redline, whole=turn.turning is not Turning.REWORDED),
    }


def concerned(notes: tuple[Annotation, ...], archive: ArchiveIndex) -> Iterator[dict[str, object]]:
    """Yield the clauses and entries that notes are about, with what became of each."""
    for name in dict.fromkeys(name for note in notes for name in note.named):
        if followed := archive.followed.get(name):
            title = archive.titles.get(name, followed.title)
            yield {**_named(followed, archive), "title": title, "fate": _fate(followed, archive)}


def _fate(known: AnyLineage, calendar: Calendar) -> str:
    """Return what became of a clause or an entry: what brought it, and how it ended."""
    began = began_with(known)
    came = [f"added in {calendar.release_name(began)}"] if began else []
    ended = known.ended
    if known.revoked:
        came.append(f"revoked in {calendar.release_name(known.revoked)}")
    elif ended and ended.how is How.REMOVED:
        came.append(f"removed in {calendar.release_name(ended.release)}")
    elif ended:
        came.append(f"merged into another in {calendar.release_name(ended.release)}")
    return listed(came)


def played_page(note: Annotation, archive: ArchiveIndex) -> tuple[str, bytes]:
    """Return the page of the story that `note` says the model plays."""
    outcomes = _outcomes(note, archive.rule_sets)
    told = tuple(tell(note.stretches, archive.followed.get, archive.contents.days))
    begins = [_begins(each, outcomes) for each in told]
    places = sorted({first for inside in begins for first in inside})
    return page(
        "stories/played.html",
        address.played(note.plays),
        f"{note.title} · history of the Magic rules",
        note.lead,
        note=note,
        calendar=archive,
        stretches=[
            (stretch_view(each, archive), [_outcome(first, outcomes[first], each) for first in inside])
            for each, inside in zip(told, begins, strict=True)
        ],
        steps=[
            (archive.release_name(release), f"from-{places[bisect_right(places, release) - 1]}") for release in outcomes
        ],
        engines=list(_engines(note, archive)),
        concerned=list(concerned((note,), archive)),
        related=[
            (each.title, address.story(each.id)) for each in stories_in(archive) if set(each.named) & set(note.named)
        ],
    )


def _outcomes(note: Annotation, rule_sets: Mapping[date, RuleSet]) -> dict[date, PlayedOutcome]:
    """Return what the story comes to in every release since it begins, oldest first; each rule set is played once.

    Releases whose rules the model does not know, since the text that decides is not at hand, are left out.
    """
    releases = [release for release in sorted(rule_sets) if stretch_in(note.stretches, release)]
    played = dict[RuleSet, PlayedOutcome]()
    for rules in {rule_sets[release] for release in releases}:
        with suppress(NotModelled):
            played[rules] = STORIES[note.plays](rules)
    return {release: played[rule_sets[release]] for release in releases if rule_sets[release] in played}


def _begins(told: ToldStretch, outcomes: Mapping[date, PlayedOutcome]) -> list[date]:
    """Return when outcomes begin in a stretch: its first release alone, unless the model disagrees with the note."""
    inside = [day for day in outcomes if told.stretch.first <= day and (told.until is None or day < told.until)]
    return [next(days) for _, days in groupby(inside, key=lambda day: outcomes[day])]


def _outcome(first: date, outcome: PlayedOutcome, told: ToldStretch) -> dict[str, object]:
    """Return what the model comes to from a release on; `unexpected` is what the note expects where that differs."""
    expected = told.stretch.outcome
    return {
        "first": first,
        "facts": outcome.facts,
        "board": draw_board(outcome.board),
        "unexpected": expected if expected != outcome.facts else (),
    }


def _engines(note: Annotation, archive: ArchiveIndex) -> Iterator[tuple[str, str, bool, int]]:
    """Yield what the engines at hand say whose tests name a clause that decides in their release.

    That is the engine, its release, whether all these tests pass, and how many they are.
    """
    for engine in archive.engines:
        stretch = stretch_in(note.stretches, engine.results.release)
        deciding = stretch.deciding if stretch else ()
        clauses = [engine.clauses[lineage] for lineage in deciding if lineage in engine.clauses]
        if clauses:
            tests = {(test.suite, test.name) for clause in clauses for test in clause.tests}
            agrees = all(clause.is_green for clause in clauses)
            yield engine.results.engine, str(engine.results.release), agrees, len(tests)


# Width of the drawing in pixels: what a phone of 390 pixels has room for.
_WIDTH = 345
_GAP, _INSET = 12, 8
# Height of the name of a column.
_TITLE = 28
# Height of the name of an area.
_LABEL = 26
# Width and height of a card: two of them stand side by side in a column of half the width.
_CARD, _CARD_HEIGHT = 70, 62
_BETWEEN = 6
# Height of an area without cards.
_EMPTY = 44


def draw_board(columns: Sequence[BoardColumn]) -> dict[str, object]:
    """Return the picture of a board: its columns side by side, areas of one kind beginning at one height.

    `titles` are (x, name) of the columns, `described` what it shows in words. An area has its corner and size; what is
    `said` is shown in place of cards. A card has its corner; `lines` are its name, a word of it on each line.
    """
    width = (_WIDTH - _GAP * (len(columns) - 1)) // len(columns)
    places = [at * (width + _GAP) for at in range(len(columns))]
    areas = []
    y = _TITLE
    for row in zip(*(column.areas for column in columns), strict=True):  # as high as the highest of the row
        height = max(_height(area, width) for area in row)
        for area, x in zip(row, places, strict=True):
            place = {"x": x, "y": y, "width": width, "height": height}
            said = "" if area.cards else area.said
            areas.append({**place, "name": area.name, "said": said, "cards": list(_cards(area, x, y, width))})
        y += height + _INSET
    return {
        "width": _WIDTH,
        "height": y - _INSET + 1,
        "card": (_CARD, _CARD_HEIGHT),
        "titles": [(x + _INSET, column.name) for x, column in zip(places, columns, strict=True)],
        "areas": areas,
        "described": " ".join(_described(column) for column in columns),
    }


def _cards(area: BoardArea, x: int, y: int, width: int) -> Iterator[dict[str, object]]:
    for at, card in enumerate(area.cards):
        row, place = divmod(at, _across(width))
        yield {
            "x": x + _INSET + place * (_CARD + _BETWEEN),
            "y": y + _LABEL + row * (_CARD_HEIGHT + _BETWEEN),
            "lines": card.name.split(),
            "figures": card.figures,
            "is_gone": card.is_gone,
        }


def _across(width: int) -> int:
    """Return how many cards an area of a width has room for side by side."""
    return max(1, (width - 2 * _INSET + _BETWEEN) // (_CARD + _BETWEEN))


def _height(area: BoardArea, width: int) -> int:
    rows = -(-len(area.cards) // _across(width))
    return _LABEL + rows * (_CARD_HEIGHT + _BETWEEN) + 2 if rows else _EMPTY


def _described(column: BoardColumn) -> str:
    """Return a column in words, such as "Ann. Battlefield: Kokusho 5/5; Graveyard: empty."."""
    areas = []
    for area in column.areas:
        cards = ", ".join(f"{card.name} {card.figures}".strip() for card in area.cards)
        areas.append(f"{area.name}: {cards or area.said}")
    return f"{column.name}. {'; '.join(areas)}."
