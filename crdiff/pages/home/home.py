"""The home page: find a rule, what the newest release changed, and how a clause and a section lived.

Its first words and its last ones are those of ``site/index.md``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from markupsafe import Markup

from crdiff.changes.change import Change, Facet, Part, Structure
from crdiff.model.corpus import Annotation
from crdiff.pages.archive_index import ArchiveIndex, ClauseLineage, in_time, is_heading
from crdiff.pages.clauses.clause import number_runs
from crdiff.pages.clauses.history_lead import beginning
from crdiff.pages.comparisons import comparison
from crdiff.pages.comparisons.comparison import ComparisonRow
from crdiff.pages.drawing.life import LifePicture, draw_life
from crdiff.pages.frame import address
from crdiff.pages.frame.change_view import ChangeView
from crdiff.pages.frame.english import times
from crdiff.pages.frame.prose import Prose, Section, read_article
from crdiff.pages.frame.render import Head, render
from crdiff.pages.home.story import Story, sections_with_texts, tell
from crdiff.pages.releases.release import lead_of
from crdiff.pages.releases.release_changes import mechanical, unique, view
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

    release: date
    name: str
    href: str
    said: str


@dataclass(frozen=True, slots=True)
class Latest:
    """The newest release held, with some of its changes."""

    release: date
    name: str
    href: str
    lead: str
    changes: tuple[ChangeView, ...]
    total: int


@dataclass(frozen=True, slots=True)
class ClauseSample:
    """The life of one clause."""

    number: str
    title: str
    href: str
    said: str
    picture: LifePicture


@dataclass(frozen=True, slots=True)
class HomeView:
    """What `home/home.html` shows.

    `old_numbers` are (number, what became of it, address), to try the number field. `doors` are (words, what is behind
    them, address) of every part of the site. `texts` are (release, title, address) of the editions.
    """

    title: str
    lead: Markup
    sections: tuple[Section, ...]
    is_recorded: bool
    held: int
    first: date
    last: date
    known: int
    newer: tuple[date, ...]
    old_numbers: tuple[tuple[str, str, str], ...]
    newest: tuple[NewsRow, ...]
    latest: Latest | None
    clause: ClauseSample | None
    story: Story | None
    notes: tuple[Annotation, ...]
    texts: tuple[tuple[date, str, str], ...]
    comparisons: tuple[ComparisonRow, ...]
    doors: tuple[tuple[str, str, str], ...]


def home_page(prose: Prose, archive: ArchiveIndex) -> bytes:
    """Return the home page, its first words taken from `prose`."""
    article = read_article(prose)
    head = Head(
        address=address.HOME,
        title=f"crdiff: {article.title}",
        description=prose.meta.get("description", article.title),
    )
    dates = archive.contents.dates
    clause = _clause(archive)
    view_ = HomeView(
        title=article.title,
        lead=article.lead,
        sections=article.sections,
        is_recorded=archive.is_recorded,
        held=len(archive.editions) if archive.is_recorded else len(dates),
        first=dates[0],
        last=archive.newest,
        known=len(
            {known.effective for known in archive.contents.known}.difference(() if archive.is_recorded else dates)
        ),
        newer=() if archive.is_recorded else archive.newer,
        old_numbers=tuple(_old_numbers(clause, archive)),
        newest=() if archive.is_recorded else tuple(_newest(archive)),
        latest=None if archive.is_recorded else _latest(archive),
        clause=_told(clause, archive) if clause else None,
        story=_story(archive),
        notes=in_time(archive.annotations),
        texts=tuple(_texts(archive)),
        comparisons=comparison.rows(archive),
        doors=_doors(archive),
    )
    return render("home/home.html", head, view_)


def _texts(archive: ArchiveIndex) -> Iterator[tuple[date, str, str]]:
    for text in archive.editions:
        yield text.effective, text.edition.title, address.edition(text.id)


def _doors(archive: ArchiveIndex) -> tuple[tuple[str, str, str], ...]:
    """Return (words, what is behind them, address) of every part of the site."""
    if archive.is_recorded:
        return (
            ("The rules", "each subsection of which something is known, under every number it had", address.RULES),
            ("Releases", "all that are known, with their official files", address.RELEASES),
            ("Compare", "texts of the same rules, clause by clause", address.COMPARE),
            ("Numbers", "what each number meant when", address.NUMBERS),
            ("Checks", "clauses that are played out", address.CHECKS),
        )
    return (
        ("The rules", f"as of {archive.newest}, every clause with its history", address.RULES),
        ("Releases", f"what each of {len(archive.contents.dates)} texts changed", address.RELEASES),
        ("Compare", "any two releases, clause by clause", address.COMPARE),
        ("Glossary", f"{len(archive.contents.glossary)} terms, each with its history", address.GLOSSARY),
        ("Numbers", "what each number meant when", address.NUMBERS),
        ("How the rules grew", "words, clauses and changes since the beginning", address.STATS),
        ("Checks", "clauses that are played out", address.CHECKS),
        ("Data and feeds", "for other tools", address.DATA),
    )


# news


def _newest(archive: ArchiveIndex) -> Iterator[NewsRow]:
    for news in reversed(archive.contents.news[-_NEWEST:]):
        said = f"{counted(len(news.to_read), 'change')} to read"
        others = sum(1 for _ in mechanical(news))
        yield NewsRow(
            news.release,
            archive.names.get(news.release, ""),
            address.release(news.release),
            f"{said}, {counted(others, 'other')}" if others else said,
        )


def _latest(archive: ArchiveIndex) -> Latest | None:
    """Return the newest release with some short changes, those of wording first, each of another subsection."""
    if not archive.contents.news:
        return None
    news = archive.contents.news[-1]
    told = [change for change in news.to_read if change.part in {Part.RULES, Part.GLOSSARY}]
    short = [change for change in told if _length(change) <= _SHORT]
    chosen: dict[str, Change] = {}
    for change in sorted(short, key=_telling):
        chosen.setdefault((change.new or change.old)[0].number.partition(".")[0], change)
    shown = unique(view(change, news, archive) for change in list(chosen.values())[:_SHOWN])
    name = archive.names.get(news.release, "")
    return Latest(news.release, name, address.release(news.release), lead_of(news), shown, len(news.to_read))


def _length(change: Change) -> int:
    lines = (change.redline, *(example.redline for example in change.examples))
    return sum(len(segment.text) for line in lines for segment in line)


def _telling(change: Change) -> tuple[bool, bool, bool]:
    """Return what puts a change behind others: that it is of no rule, came or went, or has the same words."""
    came_or_went = change.structure in {Structure.ADDED, Structure.REMOVED, Structure.REVOKED}
    return change.part is not Part.RULES, came_or_went, Facet.WORDING not in change.facets


# one clause


def _clause(archive: ArchiveIndex) -> ClauseLineage | None:
    """Return the clause to tell of: in force, with a note of ours if there are any, under the most numbers."""
    noted = {lineage for note in archive.annotations for lineage in note.lineages}
    told = [each for each in archive.contents.lineages if each.in_force and each.runs[-1].number.rule]
    chosen = [each for each in told if each.id in noted] or told
    return max(chosen, key=lambda each: (len(each.runs), len(each.wordings), each.id), default=None)


def _told(lineage: ClauseLineage, archive: ArchiveIndex) -> ClauseSample:
    first, last = lineage.runs[0], lineage.runs[-1]
    numbers = len({run.number for run in lineage.runs})
    said = f"It has been {last.number} in each release held that has it"
    if numbers > 1:
        now = "today" if archive.is_today(last.last) else f"in {last.last}"
        said = f"It was {first.number} in {first.first} and is {last.number} {now}. "
        said += f"It has stood under {counted(numbers, 'number')}"
    changed = len(lineage.wordings) - 1
    said += f", and the letter of it has changed {times(changed)}." if changed else ", with the same letter."
    return ClauseSample(
        number=str(last.number),
        title=archive.title(lineage.id),
        href=address.clause(lineage.id),
        said=said,
        picture=_picture(lineage, archive),
    )


def _picture(lineage: ClauseLineage, archive: ArchiveIndex) -> LifePicture:
    page = address.clause(lineage.id)
    last = None if archive.is_newest(lineage.runs[-1].last) else lineage.runs[-1].last
    runs = [run for run, _ in number_runs(lineage, last, archive)]
    return draw_life(runs, lineage.phrasings, None, archive.scale, archive.until(lineage), page=page)


def _old_numbers(clause: ClauseLineage | None, archive: ArchiveIndex) -> Iterator[tuple[str, str, str]]:
    """Yield an old number that is another one today, and one whose clause is gone."""
    if clause and clause.runs[0].number != clause.runs[-1].number:
        first, last = clause.runs[0], clause.runs[-1]
        now = "today" if archive.is_today(last.last) else f"in {last.last.year}"
        yield str(first.number), f"of {first.first.year} is {last.number} {now}", address.clause(clause.id)
    for note in in_time(archive.annotations):
        for lineage in note.lineages:
            followed = archive.lineages.get(lineage)
            if followed and followed.removed:
                yield str(followed.runs[-1].number), f"is gone since {followed.removed.year}", address.clause(lineage)
                return


# one section


def _story(archive: ArchiveIndex) -> Story | None:
    """Return the story of the section that editions quote, else of the one with the most numbers."""
    headings = [each for each in archive.contents.lineages if is_heading(each) and not each.runs[-1].number.is_section]
    chosen = next(
        sections_with_texts(archive), min(headings, key=lambda each: (-len(each.runs), each.id), default=None)
    )
    return tell(chosen, archive, beginning(chosen, archive)) if chosen else None
