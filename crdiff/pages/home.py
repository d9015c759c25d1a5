"""The home page: what one can ask, with four questions to try, the newest release, the years and the stories."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from urllib.parse import quote_plus

from crdiff.changes.change import Change, Facet, Part, Structure
from crdiff.history.news import ReleaseNews
from crdiff.history.stories import tell
from crdiff.model.corpus import Annotation
from crdiff.pages import address, comparisons
from crdiff.pages.archive_index import Addresses, ArchiveIndex
from crdiff.pages.drawing import draw_parts
from crdiff.pages.english import counted, sentence
from crdiff.pages.lives import Calendar, Lives
from crdiff.pages.releases import change_item, kept_by, mechanical
from crdiff.pages.render import Prose, page, read_article, this_book
from crdiff.pages.stories import in_days, place, played_in, stopped_links, stories_in, story_link
from crdiff.reports import phrases

# Changes of the newest release that the page shows: enough to see what a redline is.
_SHOWN = 2
# Characters up to which a change is short enough for the page: some twelve lines of a rule.
_SHORT = 900
# Stories that the page names, those with the most stretches of time: two rows of a wide screen.
_STORIES = 6
# Subsections that are named with the newest release.
_SUBSECTIONS = 3


# Changes to read from which the square of a release is one tone darker.
#
# Six tones are as many as an eye tells apart. Half of all releases have between 25 and 75 changes to read; those of new
# chapters, 2001-07-23 and 2009-07-11 for example, have more than 500.
STEPS = (5, 25, 75, 200, 500)
# Years between two that are named: a name is wider than a column.
_LABELLED = 3


def home_page(prose: Prose, archive: ArchiveIndex) -> tuple[str, bytes]:
    """Return the home page.

    `newer` are the releases known but not in the archive. `texts` are (release, title, address) of the editions,
    `doors` (words, what is behind them, address) of the other parts.
    """
    article = read_article(prose)
    asked_for = this_book().famous
    told = sorted(stories_in(archive), key=lambda note: (place(note.id, asked_for), -len(note.stretches), note.title))
    famous = next((note for note in told if note.id in asked_for[:1]), None)
    return page(
        "home/home.html",
        address.HOME,
        f"crdiff: {article.title}",
        prose.meta.get("description", article.title),
        card=article.title,
        title=article.title,
        lead=article.lead or _lead(archive),
        sections=article.sections,
        is_recorded=archive.is_recorded,
        calendar=archive,
        newer=() if archive.is_recorded else [archive.release_name(release) for release in archive.newer],
        examples=[(asked, f"{address.SEARCH}?q={quote_plus(asked)}") for asked in this_book().examples],
        latest=None if archive.is_recorded else _latest(archive),
        grid=() if archive.is_recorded else year_grid(archive),
        steps=STEPS,
        famous=_then_and_now(famous, archive) if famous else None,
        stories=[story_link(note) for note in told[:_STORIES]],
        played=[story_link(note) for note in played_in(archive)],
        stopped=stopped_links(archive),
        texts=[(text.effective, text.edition.title, address.edition(text.id)) for text in archive.editions],
        comparisons=comparisons.rows(archive),
        doors=_doors(archive),
    )


def _then_and_now(note: Annotation, archive: ArchiveIndex) -> dict[str, object]:
    """Return a story as the first screen tells it: `stretches` are (answer, days, what it says, whether it holds).

    `words` are what the first clause that decided in each said first, (days, text); none unless all are at hand.
    """
    told = list(tell(note.stretches, archive.followed.get, archive.contents.days))
    words = [(in_days(each, archive), one.first) for each in told for one in each.deciding[:1] if one.first]
    return {
        "title": note.title,
        "lead": note.lead,
        "href": address.story(note.id),
        "stretches": [(each.stretch.title, in_days(each, archive), each.stretch.says, not each.until) for each in told],
        "words": words if len(words) == len(told) else (),
    }


def _lead(calendar: Calendar) -> str:
    """Return in three sentences what one can ask here."""
    releases = phrases.counted(len(calendar.published if calendar.is_recorded else calendar.contents.dates), "release")
    since = calendar.contents.days[0].year
    if calendar.is_recorded:
        return (
            "Find any rule by a number it has ever had. See when its number or its words changed in the "
            f"{releases} since {since}, and what became of it. This site has the dates and numbers of all rules, but "
            "only those texts that other sites quote."
        )
    if calendar.knows_more:
        return (
            "Find any rule by a number it has ever had, or by its words. See what it says, and when its number or its "
            f"words changed since {since}. This site has the dates and numbers of all rules, and texts of {releases}."
        )
    if len(calendar.contents.dates) == 1:
        return "Find any rule by its number or by its words. See what it says."
    return (
        "Find any rule by a number it has ever had, by its words, or by a date. See what it says today, what it said "
        f"then, and which release changed it. Or set any two of the {releases} since {since} side by side."
    )


def _doors(archive: ArchiveIndex) -> tuple[tuple[str, str, str], ...]:
    """Return (words, what is behind them, address) of the parts that the page does not lead to otherwise."""
    numbers = ("Numbers", "which rules have had each number, and when", address.NUMBERS)
    checks = (("Checks", "clauses that a small model of the game plays", address.CHECKS),) if archive.checks else ()
    if archive.is_recorded:
        return (
            ("Rules", "each subsection of which anything is known", address.RULES),
            ("Releases", "all that are known, with their official files", address.RELEASES),
            ("Compare", "texts of the same rules, clause by clause", address.COMPARE),
            numbers,
            *checks,
        )
    return (
        ("Rules", f"as of {archive.release_name(archive.newest)}, each clause with its history", address.RULES),
        ("Glossary", "every entry there has been, with its wordings", address.GLOSSARY),
        ("Compare", "any two releases, clause by clause", address.COMPARE),
        numbers,
        ("How the rules grew", "words, clauses and changes since the beginning", address.STATS),
        *checks,
        *((("Data and feeds", "JSON, CSV and Atom, for other tools", address.DATA),) if archive.data != "none" else ()),
    )


def year_grid(lives: Lives) -> list[tuple[int, str, list[tuple[str, str, int]]]]:
    """Return every year from the first release of the archive to the newest: the year, its label, its releases.

    The label is "" for most, so that labels do not touch. A release is a square, the oldest of the year first: where it
    is told what it changed, what the square says, and its tone, 0 to 5, darker where more is to be read.
    """
    dates = lives.contents.dates
    read = {news.release: len(news.to_read) for news in lives.contents.news}
    first, last = dates[0].year, dates[-1].year
    squares: dict[int, list[tuple[str, str, int]]] = {year: [] for year in range(first, last + 1)}
    for release in dates:
        said = f"{phrases.counted(read[release], 'change')} to read" if release in read else "first text"
        tone = sum(read.get(release, 0) >= least for least in STEPS)
        squares[release.year].append((address.release(release), f"{lives.release_name(release)}: {said}", tone))
    return [
        (year, "" if (last - year) % _LABELLED else f"’{year % 100:02}", inside) for year, inside in squares.items()
    ]


# the newest release


def _latest(archive: ArchiveIndex) -> dict[str, object] | None:
    """Return the newest release with some short changes, those of wording first, each of another subsection."""
    if not archive.contents.news:
        return None
    news = archive.contents.news[-1]
    short = [change for change in news.to_read if _length(change) <= _SHORT]
    chosen: dict[str, Change] = {}
    for change in sorted(short, key=_telling):
        chosen.setdefault(_subsection(change), change)
    kept = kept_by(news.rewordings)
    return {
        "name": archive.release_name(news.release),
        "href": address.release(news.release),
        "said": _said(news, archive),
        "parts": draw_parts(_counts(news)),
        "changes": [change_item(change, news, archive, kept) for change in list(chosen.values())[:_SHOWN]],
    }


def _subsection(change: Change) -> str:
    return (change.new or change.old)[0].number.partition(".")[0]


def _said(news: ReleaseNews, addresses: Addresses) -> str:
    """Return how much is to be read since the release before, and where most of it is."""
    said = [f"{counted(len(news.to_read), 'change')} to read since {addresses.release_name(news.before)}"]
    inside = Counter(_subsection(change) for change in news.to_read if change.part is Part.RULES)
    if len(inside) > 1:
        most = sorted(inside, key=lambda number: (-inside[number], number))[:_SUBSECTIONS]
        named = [_titled(number, addresses) for number in most]
        share = "most of them are" if 2 * sum(inside[number] for number in most) > len(news.to_read) else "the most are"
        said.append(f"{share} in {phrases.listed(named)}" if len(inside) > len(most) else "")
    return " ".join(sentence(each) for each in said if each)


def _titled(subsection: str, addresses: Addresses) -> str:
    shown = addresses.subsections.get(addresses.numbered(subsection), ()) if subsection.isdigit() else ()
    title = (shown[0].title or shown[0].text) if shown and shown[0].number.is_heading else ""
    return f"{subsection} {title}".strip()


def _counts(news: ReleaseNews) -> Iterator[tuple[int, str, str, bool]]:
    """Yield the parts of the bar: (count, words, no address, whether to be read)."""
    rules = [change for change in news.to_read if change.part is Part.RULES]
    added = sum(change.structure is Structure.ADDED for change in rules)
    gone = sum(change.structure in {Structure.REMOVED, Structure.REVOKED} for change in rules)
    changed, entries = len(rules) - added - gone, sum(change.part is Part.GLOSSARY for change in news.to_read)
    for count, what in ((added, "added"), (gone, "removed"), (changed, "changed")):
        yield count, f"{'clause' if count == 1 else 'clauses'} {what}", "", True
    yield entries, "glossary entry" if entries == 1 else "glossary entries", "", True
    yield sum(1 for _ in mechanical(news)), "safe to skip: numbers, punctuation or global wording", "", False


def _length(change: Change) -> int:
    lines = (change.redline, *(example.redline for example in change.examples))
    return sum(len(segment.text) for line in lines for segment in line)


def _telling(change: Change) -> tuple[bool, bool, bool]:
    """Return what puts a change behind others: that it is of no rule, came or went, or has the same words."""
    came_or_went = change.structure in {Structure.ADDED, Structure.REMOVED, Structure.REVOKED}
    return change.part is not Part.RULES, came_or_went, Facet.WORDING not in change.facets
