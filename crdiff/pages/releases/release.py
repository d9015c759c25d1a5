"""What a release changed: its own page, and for a release that changed very much a page for each subsection."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from crdiff.changes.change import Part, Structure
from crdiff.history.news import ReleaseNews, Size
from crdiff.history.renumbering import Became, Renumbering
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.drawing.flow import Flow, FlowPicture, draw_flow, flows
from crdiff.pages.frame import address, change_words
from crdiff.pages.frame.render import Head, render
from crdiff.pages.releases.release_changes import ChangeGroup, Fold, folds, groups, mechanical
from crdiff.pages.releases.release_rewordings import RewordingView, rewordings
from crdiff.reports.breaks import break_sentence
from crdiff.reports.phrases import counted, listed
from crdiff.store.texts.folder import HeldText

LARGE = 225_000
"""Bytes of a page from which on the changes to read stand on pages of their own."""
_FOLDED = 60
"""Mechanical changes up to which each is shown with its redline; beyond, their numbers are listed."""
_NAMED = 3
"""Rewordings, and subsections with much to read, that the page names at its top."""
_LISTED = 5
"""Subsections that are named in one sentence."""
_MOST_MOVED = 200
"""Rows of the renumbering table on the page; all of them are in the file beside it."""


@dataclass(frozen=True, slots=True)
class ReleaseCount:
    """What happened to how many clauses: those that a person has to read, and those proved mechanical."""

    icon: str
    words: str
    read: int
    mechanical: int


@dataclass(frozen=True, slots=True)
class Moved:
    """Numbers that changed: from, to as (number, address), and what became of them."""

    old: tuple[str, str]
    new: tuple[tuple[str, str], ...]
    became: str


@dataclass(frozen=True, slots=True)
class ReleaseView:
    """What `releases/release.html` shows. `is_split` says that the groups are on pages of their own."""

    release: date
    name: str
    before: date | None
    lead: str
    in_short: tuple[str, ...]
    is_first: bool
    is_newest: bool
    is_split: bool
    size: Size
    counts: tuple[ReleaseCount, ...]
    rewordings: tuple[RewordingView, ...]
    flows: tuple[Flow, ...]
    flow: FlowPicture | None
    groups: tuple[ChangeGroup, ...]
    mechanical: int
    folds: tuple[Fold, ...]
    moved: tuple[Moved, ...]
    moved_total: int
    source: HeldText | None
    earlier: tuple[str, str] | None
    later: tuple[str, str] | None


@dataclass(frozen=True, slots=True)
class ReleasePart:
    """What `releases/release_part.html` shows: one group of a large release."""

    release: date
    group: ChangeGroup
    href: str
    earlier: tuple[str, str] | None
    later: tuple[str, str] | None


def release_pages(position: int, archive: ArchiveIndex) -> Iterator[tuple[str, bytes]]:
    """Yield the page of the release at `position` of the archive, and those of its parts."""
    release = archive.contents.dates[position]
    news = archive.contents.news[position - 1] if position else None
    told = groups(news, archive) if news else ()
    page = _release_page(position, news, told, is_split=False, archive=archive)
    if len(page) <= LARGE:
        yield address.release(release), page
    else:
        told = tuple(replace(group, href=f"{address.release(release)}{group.id}/") for group in told)
        yield address.release(release), _release_page(position, news, told, is_split=True, archive=archive)
        for index, group in enumerate(told):
            before = told[index - 1] if index else None
            after = told[index + 1] if index + 1 < len(told) else None
            yield group.href, _part_page(release, group, before, after)


def _release_page(
    position: int, news: ReleaseNews | None, told: tuple[ChangeGroup, ...], *, is_split: bool, archive: ArchiveIndex
) -> bytes:
    dates = archive.contents.dates
    release = dates[position]
    where = address.release(release)
    lead = lead_of(news) if news else "It is the first release held: there is none before it to compare with."
    head = Head(
        address=where,
        title=f"{archive.release_name(release)}: rules changes · crdiff",
        description=f"What the Comprehensive Rules of {release} changed. {lead}",
        part=address.RELEASES,
        data=address.as_json(where),
        card=f"Rules changes of {archive.release_name(release)}",
    )
    renumbering = archive.contents.renumberings[position - 1] if news else None
    moved = tuple(_moved(renumbering, archive)) if renumbering else ()
    flowed = flows(renumbering, archive) if renumbering else ()
    reworded = rewordings(news, archive) if news else ()
    view = ReleaseView(
        release=release,
        name=archive.names.get(release, ""),
        before=news.before if news else None,
        lead=lead,
        in_short=(*_in_short(flowed, told, reworded), *_breaks(news)),
        is_first=position == 0,
        is_newest=release == archive.newest,
        is_split=is_split,
        size=archive.contents.sizes[position],
        counts=tuple(_counts(news)) if news else (),
        rewordings=reworded,
        flows=flowed,
        flow=draw_flow(flowed, renumbering, archive) if renumbering else None,
        groups=told,
        mechanical=sum(1 for _ in mechanical(news)) if news else 0,
        folds=folds(news, archive, _FOLDED) if news else (),
        moved=moved[:_MOST_MOVED],
        moved_total=len(moved),
        source=archive.contents.texts.get(release),
        earlier=_neighbour(dates, position - 1),
        later=_neighbour(dates, position + 1),
    )
    return render("releases/release.html", head, view)


def _neighbour(dates: Sequence[date], position: int) -> tuple[str, str] | None:
    return (str(dates[position]), address.release(dates[position])) if 0 <= position < len(dates) else None


def _part_page(release: date, group: ChangeGroup, before: ChangeGroup | None, after: ChangeGroup | None) -> bytes:
    head = Head(
        address=group.href,
        title=f"{group.title}, release of {release} · crdiff",
        description=f"What the Comprehensive Rules of {release} changed in {group.title}.",
        part=address.RELEASES,
    )
    view = ReleasePart(
        release,
        group,
        address.release(release),
        (before.title, before.href) if before else None,
        (after.title, after.href) if after else None,
    )
    return render("releases/release_part.html", head, view)


# sentences and tables


def lead_of(news: ReleaseNews) -> str:
    """Return in a sentence or two what a release changed: what is to be read, and how much besides."""
    rules = [change for change in news.to_read if change.part is Part.RULES]
    count = Counter(change.structure for change in rules)
    gone_or_come = count[Structure.ADDED] + count[Structure.REMOVED] + count[Structure.REVOKED]
    said = [
        f"{counted(count[Structure.ADDED], 'clause')} added" if count[Structure.ADDED] else "",
        f"{counted(count[Structure.REMOVED], 'clause')} removed" if count[Structure.REMOVED] else "",
        f"{counted(count[Structure.REVOKED], 'clause')} revoked" if count[Structure.REVOKED] else "",
        f"{counted(len(rules) - gone_or_come, 'clause')} changed in what they say" if len(rules) > gone_or_come else "",
    ]
    glossary = sum(change.part is Part.GLOSSARY for change in news.to_read)
    said.append(f"{counted(glossary, 'glossary entry', 'glossary entries')} to read" if glossary else "")
    what = listed([each for each in said if each]) or "nothing that a person has to read"
    others = sum(1 for _ in mechanical(news))
    rest = f" {counted(others, 'other change')} proved mechanical." if others else ""
    return f"Against {news.before}: {what}.{rest}"


def _in_short(flowed: Sequence[Flow], told: Sequence[ChangeGroup], reworded: Sequence[RewordingView]) -> Iterator[str]:
    """Yield what stands out: subsections that came or went, the commonest rewordings, where most is to be read."""
    came, gone = [flow for flow in flowed if not flow.old], [flow for flow in flowed if not (flow.new or flow.section)]
    if came:
        yield f"New: {_named(flow.new + ' ' + flow.title for flow in came)}."
    if gone:
        yield f"No longer there: {_named(flow.old + ' ' + flow.title for flow in gone)}."
    moved = sum(bool(flow.old and flow.new and flow.old != flow.new) for flow in flowed)
    for flow in flowed:
        if flow.section:
            yield f"{flow.old} {flow.was or flow.title} is section {flow.section} now."
    if moved:
        yield f"{counted(moved, 'subsection has another number', 'subsections have another number')}."
    for each in reworded[:_NAMED]:
        what = f"became “{each.new}”" if each.new else "was left out"
        left = f"; {counted(len(each.left), 'place keeps', 'places keep')} the old words" if each.left else ""
        yield f"“{each.old}” {what} in {counted(each.clauses, 'clause')}{left}."
    most = sorted(told, key=lambda group: -len(group.changes))[:_NAMED]
    if len(told) > _NAMED:
        yield f"Most to read in {_named(f'{group.title} ({len(group.changes)})' for group in most)}."


def _breaks(news: ReleaseNews | None) -> Iterator[str]:
    """Say which text breaks off, so that not all was compared, or not with the release before."""
    return (f"{break_sentence(told)}." for told in (news.breaks if news else ()))


def _named(names: Iterable[str]) -> str:
    """Return names as a list in words, at most five of them and how many more there are."""
    every = list(names)
    shown = every if len(every) <= _LISTED else [*every[: _LISTED - 1], f"{len(every) - _LISTED + 1} more"]
    return listed(shown)


def _counts(news: ReleaseNews) -> Iterator[ReleaseCount]:
    """Yield what happened to the clauses and entries, the commonest first; one that moved and reads otherwise moved."""
    read = Counter(map(change_words.icon, news.to_read))
    others = Counter(map(change_words.icon, mechanical(news)))
    total = read + others
    for icon in sorted(total, key=lambda each: (-total[each], each)):
        yield ReleaseCount(icon, icon.capitalize(), read[icon], others[icon])


def _moved(renumbering: Renumbering, archive: ArchiveIndex) -> Iterator[Moved]:
    for row in renumbering.moved:
        if row.became is not Became.REMOVED:
            old = str(row.old), archive.clause_at(row.old, renumbering.old)
            new = tuple((str(number), archive.clause_at(number, renumbering.new)) for number in row.new)
            yield Moved(old, new, row.became.value)
