"""The home page of a whole archive: find a rule, what the newest release changed, and how a clause and a section lived.

Its first words and its last ones are those of ``site/index.md``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise

from markupsafe import Markup

from crdiff.changes.change import Change, Facet, Part, Structure
from crdiff.history.life import Life
from crdiff.model.corpus import Annotation, KnownLineage
from crdiff.pages.archive_index import Holdings
from crdiff.pages.clauses.clause import beginning
from crdiff.pages.drawing.life import LifePicture
from crdiff.pages.drawing.timeline import Span, draw_track
from crdiff.pages.frame import address
from crdiff.pages.frame.change_view import ChangeView
from crdiff.pages.frame.english import times
from crdiff.pages.frame.prose import Prose, Section, read_article
from crdiff.pages.frame.render import Head, render
from crdiff.pages.home.story import Story, tell
from crdiff.pages.library import in_time, is_heading
from crdiff.pages.releases.release import lead_of
from crdiff.pages.releases.release_changes import mechanical, unique, view
from crdiff.pages.small_home import sections_with_texts
from crdiff.reports.phrases import counted

_NEWEST = 4
"""Releases that stand on the page."""
_SHOWN = 3
"""Changes of the newest release that stand on the page."""
_SHORT = 1200
"""Characters up to which a change is short enough for it."""


@dataclass(frozen=True, slots=True)
class NewsRow:
    """A release in the list of the newest ones."""

    release: str
    name: str
    href: str
    said: str


@dataclass(frozen=True, slots=True)
class Latest:
    """The newest release held, with some of its changes."""

    release: str
    name: str
    href: str
    lead: str
    changes: tuple[ChangeView, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Told:
    """The life of one clause."""

    number: str
    title: str
    href: str
    said: str
    picture: LifePicture


@dataclass(frozen=True, slots=True)
class WholeHomeView:
    """What `home/home.html` shows. `old_numbers` are (number, what became of it, address), to try the number field."""

    title: str
    lead: Markup
    sections: tuple[Section, ...]
    held: int
    first: str
    last: str
    known: int
    newer: tuple[str, ...]
    old_numbers: tuple[tuple[str, str, str], ...]
    newest: tuple[NewsRow, ...]
    latest: Latest | None
    clause: Told | None
    story: Story | None
    notes: tuple[Annotation, ...]
    texts: tuple[tuple[str, str, str], ...]
    doors: tuple[tuple[str, str, str], ...]


def whole_home_page(prose: Prose, holdings: Holdings) -> bytes:
    """Return the home page, its first words taken from `prose`."""
    article = read_article(prose)
    head = Head(
        address=address.HOME,
        title=f"crdiff: {article.title}",
        description=prose.meta.get("description", article.title),
    )
    dates, library = holdings.whole.dates, holdings.library
    clause = _clause(holdings)
    view_ = WholeHomeView(
        title=article.title,
        lead=article.lead,
        sections=article.sections,
        held=len(dates),
        first=dates[0],
        last=dates[-1],
        known=len({known.effective.isoformat() for known in holdings.whole.known} - set(dates)),
        newer=holdings.newer,
        old_numbers=tuple(_old_numbers(clause, holdings)),
        newest=tuple(_newest(holdings)),
        latest=_latest(holdings),
        clause=_told(clause, holdings) if clause else None,
        story=_story(holdings),
        notes=in_time(library.annotations),
        texts=tuple(
            (text.effective.isoformat(), text.edition.title, address.edition(text.id)) for text in library.texts
        ),
        doors=_doors(holdings),
    )
    return render("home/home.html", head, view_)


def _doors(holdings: Holdings) -> tuple[tuple[str, str, str], ...]:
    """Return (words, what is behind them, address) of every part of the site."""
    newest = holdings.newest
    return (
        ("The rules", f"as of {newest}, every clause with its history", address.RULES),
        ("Releases", f"what each of {len(holdings.whole.dates)} texts changed", address.RELEASES),
        ("Compare", "any two releases, clause by clause", address.COMPARE),
        ("Glossary", f"{len(holdings.whole.glossary)} terms, each with its history", address.GLOSSARY),
        ("Numbers", "what each number meant when", address.NUMBERS),
        ("How the rules grew", "words, clauses and changes since the beginning", address.STATS),
        ("Checks", "clauses that are played out", address.CHECKS),
        ("Data and feeds", "for other tools", address.DATA),
    )


# news


def _newest(holdings: Holdings) -> Iterator[NewsRow]:
    for news in reversed(holdings.whole.news[-_NEWEST:]):
        said = f"{counted(len(news.to_read), 'change')} to read"
        others = sum(1 for _ in mechanical(news))
        yield NewsRow(
            news.release,
            holdings.names.get(news.release, ""),
            address.release(news.release),
            f"{said}, {counted(others, 'other')}" if others else said,
        )


def _latest(holdings: Holdings) -> Latest | None:
    """Return the newest release with some short changes, those of wording first, each of another subsection."""
    if not holdings.whole.news:
        return None
    news = holdings.whole.news[-1]
    told = [change for change in news.to_read if change.part in {Part.RULES, Part.GLOSSARY}]
    short = [change for change in told if _length(change) <= _SHORT]
    chosen: dict[str, Change] = {}
    for change in sorted(short, key=_telling):
        chosen.setdefault((change.new or change.old)[0].number.partition(".")[0], change)
    shown = unique(view(change, news, holdings) for change in list(chosen.values())[:_SHOWN])
    name = holdings.names.get(news.release, "")
    return Latest(news.release, name, address.release(news.release), lead_of(news), shown, len(news.to_read))


def _length(change: Change) -> int:
    lines = (change.redline, *(example.redline for example in change.examples))
    return sum(len(segment.text) for line in lines for segment in line)


def _telling(change: Change) -> tuple[bool, bool, bool]:
    """Return what puts a change behind others: that it is of no rule, came or went, or has the same words."""
    came_or_went = change.structure in {Structure.ADDED, Structure.REMOVED}
    return change.part is not Part.RULES, came_or_went, Facet.WORDING not in change.facets


# one clause


def _clause(holdings: Holdings) -> Life | None:
    """Return the clause to tell of: in force, with a note of ours if there are any, under the most numbers."""
    noted = {lineage for note in holdings.library.annotations for lineage in note.lineages}
    told = [life for life in holdings.whole.lives if life.in_force and "." in life.runs[-1].number]
    chosen = [life for life in told if life.lineage in noted] or told
    return max(chosen, key=lambda life: (len(life.runs), len(life.wordings), life.lineage), default=None)


def _told(life: Life, holdings: Holdings) -> Told:
    first, last = life.runs[0], life.runs[-1]
    numbers = len({run.number for run in life.runs})
    said = f"It has been {last.number} in each release held that has it"
    if numbers > 1:
        said = f"It was {first.number} in {first.first} and is {last.number} today. "
        said += f"It has stood under {counted(numbers, 'number')}"
    changed = len(life.wordings) - 1
    said += f", and the letter of it has changed {times(changed)}." if changed else ", with the same letter."
    return Told(
        number=last.number,
        title=holdings.library.by_id[life.lineage].title,
        href=address.clause(life.lineage),
        said=said,
        picture=_picture(life, holdings),
    )


def _picture(life: Life, holdings: Holdings) -> LifePicture:
    until = holdings.library.until(holdings.library.by_id[life.lineage])
    page = address.clause(life.lineage)
    runs = [(run.first, run.number, f"{run.number}, {run.first} to {run.last}") for run in life.runs]
    words = [
        (worded.first, str(index), f"wording {index} of {len(life.wordings)}, from {worded.first}")
        for index, worded in enumerate(life.wordings, 1)
    ]
    numbers, wordings = (draw_track(_spans(parts, until, page), holdings.scale) for parts in (runs, words))
    return LifePicture(numbers=numbers, wordings=wordings, years=holdings.years, end=None)


def _spans(parts: Sequence[tuple[str, str, str]], until: date, page: str) -> Iterator[Span]:
    begins = [date.fromisoformat(first) for first, _, _ in parts]
    for (first, following), (_, label, title) in zip(pairwise([*begins, until]), parts, strict=True):
        yield Span(first, following, label, held=True, title=title, href=page)


def _old_numbers(clause: Life | None, holdings: Holdings) -> Iterator[tuple[str, str, str]]:
    """Yield an old number that is another one today, and one whose clause is gone."""
    if clause and clause.runs[0].number != clause.runs[-1].number:
        first, last = clause.runs[0], clause.runs[-1]
        yield first.number, f"of {first.first[:4]} is {last.number} today", address.clause(clause.lineage)
    for note in in_time(holdings.library.annotations):
        for lineage in note.lineages:
            life = holdings.lives.get(lineage)
            if life and life.ended:
                yield life.runs[-1].number, f"is gone since {life.ended.release[:4]}", address.clause(lineage)
                return


# one section


def _story(holdings: Holdings) -> Story | None:
    """Return the story of the section that editions quote, else of the one with the most numbers."""
    library = holdings.library
    quoted = tuple(sections_with_texts(library))
    headings = [each for each in library.lineages if is_heading(each) and each.runs[-1].number.subsection > 99]
    chosen = quoted[:1] or tuple(sorted(headings, key=lambda each: (-len(each.runs), each.id)))[:1]
    if not chosen:
        return None
    entered = beginning(holdings.lives[chosen[0].id], holdings)
    return _held(tell(chosen[0], library, entered), chosen[0], holdings)


def _held(story: Story, section: KnownLineage, holdings: Holdings) -> Story:
    """Return `story` with every stay leading to the text then."""
    where = {run.first.isoformat(): holdings.places.at(str(run.number), run.first.isoformat()) for run in section.runs}
    steps = tuple(
        replace(step, stay=replace(step.stay, held=True, href=where.get(step.stay.first.isoformat(), step.stay.href)))
        for step in story.stair.steps
    )
    rows = tuple(
        replace(row, texts=(*((("the text then", where[row.first]),) if where.get(row.first) else ()), *row.texts))
        for row in story.rows
    )
    return replace(story, stair=replace(story.stair, steps=steps), rows=rows)
