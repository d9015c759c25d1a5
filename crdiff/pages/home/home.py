"""The home page: what one can ask, the newest release, one rule's history, the years, the stories.

Its title and its last words are those of ``site/index.md``, and its first ones where that has any.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from crdiff.changes.change import Change, Facet, Part, Structure
from crdiff.history.news import ReleaseNews
from crdiff.pages.archive_index import ArchiveIndex, ClauseLineage
from crdiff.pages.clauses.card import clause_name
from crdiff.pages.clauses.clause import number_runs
from crdiff.pages.comparisons import comparison
from crdiff.pages.comparisons.comparison import ComparisonRow
from crdiff.pages.drawing.life import LifePicture, draw_life
from crdiff.pages.drawing.share import SharePart, draw_parts
from crdiff.pages.frame import address
from crdiff.pages.frame.english import counted, sentence, years
from crdiff.pages.frame.prose import Prose, Section, read_article
from crdiff.pages.frame.render import Head, render
from crdiff.pages.home.examples import Example, examples
from crdiff.pages.home.year_grid import STEPS, GridYear, year_grid
from crdiff.pages.releases.release_changes import ChangeItem, change_item, kept_by, mechanical
from crdiff.pages.stories.played_links import PlayedLink, played_links
from crdiff.pages.stories.story import stories_in
from crdiff.reports import phrases

_SHOWN = 2
"""Changes of the newest release that the page shows: enough to see what a redline is."""
_SHORT = 900
"""Characters up to which a change is short enough for the page: some twelve lines of a rule."""
_STORIES = 6
"""Stories that the page names, those with the most stretches of time: two rows of a wide screen."""
_SUBSECTIONS = 3
"""Subsections that are named with the newest release."""


@dataclass(frozen=True, slots=True)
class Latest:
    """The newest release of the archive, its changes in figures, and some of them."""

    name: str
    href: str
    said: str
    parts: tuple[SharePart, ...]
    changes: tuple[ChangeItem, ...]


@dataclass(frozen=True, slots=True)
class ClauseSample:
    """The history of one clause; `notes` are (title, address) of what we wrote on it."""

    number: str
    title: str
    href: str
    said: str
    picture: LifePicture
    notes: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class StoryLink:
    """A change that people ask about: its name, what it is about, its years, and where we tell of it."""

    title: str
    said: str
    years: str
    href: str


@dataclass(frozen=True, slots=True)
class HomeView:
    """What `home/home.html` shows.

    `lead` are the first words where the prose has none, `newer` the releases known but not in the archive. `texts` are
    (release, title, address) of the editions, `doors` (words, what is behind them, address) of the other parts.
    """

    title: str
    lead: str
    sections: tuple[Section, ...]
    is_recorded: bool
    newer: tuple[str, ...]
    examples: tuple[Example, ...]
    latest: Latest | None
    clause: ClauseSample | None
    years: tuple[GridYear, ...]
    steps: tuple[int, ...]
    stories: tuple[StoryLink, ...]
    played: tuple[PlayedLink, ...]
    texts: tuple[tuple[date, str, str], ...]
    comparisons: tuple[ComparisonRow, ...]
    doors: tuple[tuple[str, str, str], ...]


def home_page(prose: Prose, archive: ArchiveIndex) -> bytes:
    """Return the home page."""
    article = read_article(prose)
    lead = article.lead or _lead(archive)
    head = Head(
        address=address.HOME,
        title=f"crdiff: {article.title}",
        description=prose.meta.get("description", article.title),
        card=article.title,
    )
    clause = _clause(archive)
    view_ = HomeView(
        title=article.title,
        lead=lead,
        sections=article.sections,
        is_recorded=archive.is_recorded,
        newer=() if archive.is_recorded else tuple(map(archive.release_name, archive.newer)),
        examples=examples(archive, clause),
        latest=None if archive.is_recorded else _latest(archive),
        clause=_told(clause, archive) if clause else None,
        years=() if archive.is_recorded else year_grid(archive),
        steps=STEPS,
        stories=tuple(_stories(archive)),
        played=played_links(archive),
        texts=tuple((text.effective, text.edition.title, address.edition(text.id)) for text in archive.editions),
        comparisons=comparison.rows(archive),
        doors=_doors(archive),
    )
    return render("home/home.html", head, view_)


def _lead(archive: ArchiveIndex) -> str:
    """Return in three sentences what one can ask here."""
    releases = phrases.counted(len(archive.published if archive.is_recorded else archive.contents.dates), "release")
    since = archive.contents.days[0].year
    if archive.is_recorded:
        return (
            "Find any rule by a number it has ever had. See when its number or its words changed in the "
            f"{releases} since {since}, and what became of it. This site has the dates and numbers of all rules, but "
            "only those texts that other sites quote."
        )
    if archive.knows_more:
        return (
            "Find any rule by a number it has ever had, or by its words. See what it says, and when its number or its "
            f"words changed since {since}. This site has the dates and numbers of all rules, and texts of {releases}."
        )
    if len(archive.contents.dates) == 1:
        return "Find any rule by its number or by its words. See what it says."
    return (
        "Find any rule by a number it has ever had, by its words, or by a date. See what it says today, what it said "
        f"then, and which release changed it. Or set any two of the {releases} since {since} side by side."
    )


def _doors(archive: ArchiveIndex) -> tuple[tuple[str, str, str], ...]:
    """Return (words, what is behind them, address) of the parts that the page does not lead to otherwise."""
    numbers = ("Numbers", "which rules have had each number, and when", address.NUMBERS)
    if archive.is_recorded:
        return (
            ("Rules", "each subsection of which anything is known", address.RULES),
            ("Releases", "all that are known, with their official files", address.RELEASES),
            ("Compare", "texts of the same rules, clause by clause", address.COMPARE),
            numbers,
            *_checks(archive),
        )
    return (
        ("Rules", f"as of {archive.release_name(archive.newest)}, each clause with its history", address.RULES),
        ("Glossary", "every entry there has been, with its wordings", address.GLOSSARY),
        ("Compare", "any two releases, clause by clause", address.COMPARE),
        numbers,
        ("How the rules grew", "words, clauses and changes since the beginning", address.STATS),
        *_checks(archive),
        ("Data and feeds", "JSON, CSV and Atom, for other tools", address.DATA),
    )


def _checks(archive: ArchiveIndex) -> tuple[tuple[str, str, str], ...]:
    return (("Checks", "clauses that a small model of the game plays", address.CHECKS),) if archive.checks else ()


def _stories(archive: ArchiveIndex) -> Iterator[StoryLink]:
    told = sorted(stories_in(archive), key=lambda note: (-len(note.stretches), note.title))
    for note in told[:_STORIES]:
        days = (*note.releases, *(stretch.first for stretch in note.stretches))
        yield StoryLink(note.title, note.lead, years(days), address.story(note.id))


# the newest release


def _latest(archive: ArchiveIndex) -> Latest | None:
    """Return the newest release with some short changes, those of wording first, each of another subsection."""
    if not archive.contents.news:
        return None
    news = archive.contents.news[-1]
    short = [change for change in news.to_read if _length(change) <= _SHORT]
    chosen: dict[str, Change] = {}
    for change in sorted(short, key=_telling):
        chosen.setdefault(_subsection(change), change)
    kept = kept_by(news.rewordings)
    return Latest(
        name=archive.release_name(news.release),
        href=address.release(news.release),
        said=_said(news, archive),
        parts=draw_parts(_counts(news)),
        changes=tuple(change_item(change, news, archive, kept) for change in list(chosen.values())[:_SHOWN]),
    )


def _subsection(change: Change) -> str:
    return (change.new or change.old)[0].number.partition(".")[0]


def _said(news: ReleaseNews, archive: ArchiveIndex) -> str:
    """Return how much is to be read since the release before, and where most of it is."""
    said = [f"{counted(len(news.to_read), 'change')} to read since {archive.release_name(news.before)}"]
    inside = Counter(_subsection(change) for change in news.to_read if change.part is Part.RULES)
    if len(inside) > 1:
        most = sorted(inside, key=lambda number: (-inside[number], number))[:_SUBSECTIONS]
        named = [_titled(number, archive) for number in most]
        share = "most of them are" if 2 * sum(inside[number] for number in most) > len(news.to_read) else "the most are"
        said.append(f"{share} in {phrases.listed(named)}" if len(inside) > len(most) else "")
    return " ".join(sentence(each) for each in said if each)


def _titled(subsection: str, archive: ArchiveIndex) -> str:
    shown = archive.subsections.get(int(subsection), ()) if subsection.isdigit() else ()
    title = (shown[0].title or shown[0].text) if shown and not shown[0].number.rule else ""
    return f"{subsection} {title}".strip()


def _counts(news: ReleaseNews) -> Iterator[tuple[int, str, str, bool]]:
    """Yield the parts of the bar: (count, words, no address, whether to be read)."""
    rules = [change for change in news.to_read if change.part is Part.RULES]
    added = sum(change.structure is Structure.ADDED for change in rules)
    gone = sum(change.structure in {Structure.REMOVED, Structure.REVOKED} for change in rules)
    changed, entries = len(rules) - added - gone, sum(change.part is Part.GLOSSARY for change in news.to_read)
    yield added, "clause added" if added == 1 else "clauses added", "", True
    yield gone, "clause removed" if gone == 1 else "clauses removed", "", True
    yield changed, "clause changed" if changed == 1 else "clauses changed", "", True
    yield entries, "glossary entry" if entries == 1 else "glossary entries", "", True
    yield sum(1 for _ in mechanical(news)), "safe to skip: numbers, punctuation or global wording", "", False


def _length(change: Change) -> int:
    lines = (change.redline, *(example.redline for example in change.examples))
    return sum(len(segment.text) for line in lines for segment in line)


def _telling(change: Change) -> tuple[bool, bool, bool]:
    """Return what puts a change behind others: that it is of no rule, came or went, or has the same words."""
    came_or_went = change.structure in {Structure.ADDED, Structure.REMOVED, Structure.REVOKED}
    return change.part is not Part.RULES, came_or_went, Facet.WORDING not in change.facets


# one clause


def _clause(archive: ArchiveIndex) -> ClauseLineage | None:
    """Return the clause to show: in force, the one that the longest story is about, with the most numbers and wordings.

    Where no story is about a clause of the archive, every clause may be.
    """
    told = {each.id: each for each in archive.contents.lineages if each.in_force and each.runs[-1].number.rule}
    noted = {note.lineages[0]: len(note.stretches) for note in archive.annotations if note.lineages and note.story}
    chosen = [told[name] for name in noted if name in told] or list(told.values())

    def weight(clause: ClauseLineage) -> tuple[int, int, str]:
        return noted.get(clause.id, 0), len(clause.runs) * len(clause.phrasings), clause.id

    return max(chosen, key=weight, default=None)


def _told(lineage: ClauseLineage, archive: ArchiveIndex) -> ClauseSample:
    numbers, wordings = len({run.number for run in lineage.runs}), len(lineage.phrasings)
    begun = lineage.runs[0].first.year
    said = f"It has had {counted(numbers, 'number')} and {counted(wordings, 'wording')} since {begun}"
    return ClauseSample(
        number=str(lineage.runs[-1].number),
        title=clause_name(lineage, archive),
        href=address.clause(lineage.id),
        said=sentence(said),
        picture=_picture(lineage, archive),
        notes=tuple((note.title, address.note(lineage.id, note.id)) for note in archive.annotations_on(lineage.id)),
    )


def _picture(lineage: ClauseLineage, archive: ArchiveIndex) -> LifePicture:
    page = address.clause(lineage.id)
    last = None if archive.is_newest(lineage.runs[-1].last) else lineage.runs[-1].last
    runs = [run for run, _ in number_runs(lineage, last, archive)]
    return draw_life(runs, lineage.phrasings, None, archive.scale, archive.until(lineage), page=page)
