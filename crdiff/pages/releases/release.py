"""What a release changed: its own page, and for a release that changed very much a page for each subsection."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date

from crdiff.history.news import ReleaseNews, Shares, Size, shares
from crdiff.history.number_ranges import NumberRange, number_ranges
from crdiff.history.renumbering import Became, Renumbering
from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.cited.outdated import OutdatedCitations, outdated_citations
from crdiff.pages.drawing.flow import Flow, FlowPicture, draw_flow, flows
from crdiff.pages.drawing.share import SharePart, draw_shares
from crdiff.pages.frame import address
from crdiff.pages.frame.change_view import ChangeView
from crdiff.pages.frame.render import Head, render
from crdiff.pages.releases.release_changes import (
    KIND_WORDS,
    ChangeGroup,
    Fold,
    folds,
    groups,
    outside,
)
from crdiff.pages.releases.release_lead import breaks, in_short, said_of, shares_sentence
from crdiff.pages.releases.release_rewordings import RewordingView, rewordings
from crdiff.store.texts.held_text import HeldText

LARGE = 198_000
"""Bytes of a page from which on the changes to read stand on pages of their own: no page is larger than 200 kB.

Source: the changes of 2003-10-01 and 2011-09-30 fill 205,000 bytes and more.
"""
_FOLDED = 60
"""Mechanical changes up to which each is shown with its redline; beyond, their numbers are listed."""
_OUTSIDE_MAX = 40
"""Paragraphs outside the rules that are shown; 2001-07-23 dropped an index of 141 lines."""
_MOST_MOVED = 200
"""Ranges of the renumbering table on the page; every number is in the file beside it."""
Neighbour = tuple[str, str]
"""What a page before or after is called, and its address."""


Numbered = tuple[str, str]
"""A number, and the address of the page of its clause."""


@dataclass(frozen=True, slots=True)
class Moved:
    """Numbers that changed: the first and the last of a range before and after, and why they did, or what they became.

    A single number has no last one.
    """

    old: tuple[Numbered, ...]
    new: tuple[Numbered, ...]
    count: int
    because: str
    reason: Numbered | None


@dataclass(frozen=True, slots=True)
class KindChoice:
    """A kind of change that a reader can show or hide: its id, what it is called, how many there are."""

    kind: str
    words: str
    count: int


@dataclass(frozen=True, slots=True)
class ReleaseView:
    """What `releases/release.html` shows. `is_split` says that the groups are on pages of their own."""

    release: date
    name: str
    code: str
    until: date | None
    before: date | None
    before_name: str
    lead: str
    in_short: tuple[str, ...]
    is_first: bool
    is_split: bool
    size: Size
    shares: Shares | None
    parts: tuple[SharePart, ...]
    rewordings: tuple[RewordingView, ...]
    flows: tuple[Flow, ...]
    flow: FlowPicture | None
    groups: tuple[ChangeGroup, ...]
    choices: tuple[KindChoice, ...]
    folds: tuple[Fold, ...]
    moved: tuple[Moved, ...]
    moved_total: int
    outside: tuple[ChangeView, ...]
    outside_total: int
    outdated: OutdatedCitations | None
    source: HeldText | None
    earlier: Neighbour | None
    later: Neighbour | None

    @property
    def is_cut(self) -> bool:
        """Whether there are more ranges of numbers than the page lists."""
        return len(self.moved) == _MOST_MOVED

    @property
    def called(self) -> str:
        """What the release is called where it is named once more."""
        return self.name or str(self.release)


@dataclass(frozen=True, slots=True)
class ReleasePart:
    """What `releases/release_part.html` shows: one group of a large release."""

    release: date
    name: str
    group: ChangeGroup
    choices: tuple[KindChoice, ...]
    href: str
    earlier: Neighbour | None
    later: Neighbour | None


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
            yield group.href, _part_page(release, group, before, after, archive)


def _release_page(
    position: int, news: ReleaseNews | None, told: tuple[ChangeGroup, ...], *, is_split: bool, archive: ArchiveIndex
) -> bytes:
    view = _first_view(position, archive)
    if news:
        view = _with_news(view, news, archive.contents.renumberings[position - 1], told, archive)
    view = replace(view, is_split=is_split)
    where = address.release(view.release)
    head = Head(
        address=where,
        title=f"{archive.release_name(view.release)}: rules changes · crdiff",
        description=f"{archive.release_name(view.release)} of the Comprehensive Rules. {view.lead}",
        part=address.RELEASES,
        data=address.as_json(where),
        card=f"Rules changes of {archive.release_name(view.release)}",
    )
    return render("releases/release.html", head, view)


def _first_view(position: int, archive: ArchiveIndex) -> ReleaseView:
    """Return what the page of a release shows where there is none before it to compare it with."""
    dates = archive.contents.dates
    release = dates[position]
    return ReleaseView(
        release=release,
        name=archive.set_name(release),
        code=archive.codes.get(release, ""),
        until=archive.last_day(release),
        before=None,
        before_name="",
        lead="The oldest text here: there is none before it to compare it with.",
        in_short=(),
        is_first=True,
        is_split=False,
        size=archive.size_of(release),
        shares=None,
        parts=(),
        rewordings=(),
        flows=(),
        flow=None,
        groups=(),
        choices=(),
        folds=(),
        moved=(),
        moved_total=0,
        outside=(),
        outside_total=0,
        outdated=None,
        source=archive.contents.texts.get(release),
        earlier=_neighbour(dates[position - 1], archive) if position else None,
        later=_neighbour(dates[position + 1], archive) if position + 1 < len(dates) else None,
    )


def _with_news(
    view: ReleaseView, news: ReleaseNews, renumbering: Renumbering, told: tuple[ChangeGroup, ...], archive: ArchiveIndex
) -> ReleaseView:
    divided = shares(news, renumbering)
    reworded = rewordings(news, archive)
    flowed = flows(renumbering, archive)
    moved = tuple(_moved(renumbering, archive))
    return replace(
        view,
        before=news.before,
        before_name=archive.release_name(news.before),
        lead=shares_sentence(divided, len(reworded)),
        in_short=(*filter(None, [said_of(news.to_read)]), *in_short(flowed, told, reworded), *breaks(news)),
        is_first=False,
        shares=divided,
        parts=draw_shares(divided),
        rewordings=reworded,
        flows=flowed,
        flow=draw_flow(flowed, renumbering, archive),
        groups=told,
        choices=_choices(told),
        folds=folds(news, archive, _FOLDED),
        moved=moved[:_MOST_MOVED],
        moved_total=len(renumbering.moved),
        outside=outside(news, _OUTSIDE_MAX),
        outside_total=len(news.outside),
        outdated=outdated_citations(news.before, news.release, archive),
    )


def _neighbour(release: date, archive: ArchiveIndex) -> Neighbour:
    return archive.release_name(release), address.release(release)


def _part_page(
    release: date, group: ChangeGroup, before: ChangeGroup | None, after: ChangeGroup | None, archive: ArchiveIndex
) -> bytes:
    name = archive.release_name(release)
    head = Head(
        address=group.href,
        title=f"{group.title}: what {name} changed · crdiff",
        description=f"What {name} of the Comprehensive Rules changed in {group.title}: {group.told}.",
        part=address.RELEASES,
    )
    view = ReleasePart(
        release,
        name,
        group,
        _choices((group,)),
        address.release(release),
        (before.title, before.href) if before else None,
        (after.title, after.href) if after else None,
    )
    return render("releases/release_part.html", head, view)


def _choices(told: Iterable[ChangeGroup]) -> tuple[KindChoice, ...]:
    kinds = Counter(item.kind for group in told for item in group.changes if item.is_row)
    return tuple(KindChoice(kind, words, kinds[kind]) for kind, words in KIND_WORDS.items() if kinds[kind])


def _moved(renumbering: Renumbering, archive: ArchiveIndex) -> Iterator[Moved]:
    for each in number_ranges(renumbering):
        ends = (each.first, each.last) if each.count > 1 else (each.first,)
        new = [row.new[0] for row in ends if row.new] if each.count > 1 else each.first.new
        because, reason = _because(each, renumbering, archive)
        yield Moved(
            tuple(_numbered(row.old, renumbering.old, archive) for row in ends),
            tuple(_numbered(number, renumbering.new, archive) for number in new),
            each.count,
            because,
            reason,
        )


def _because(each: NumberRange, renumbering: Renumbering, archive: ArchiveIndex) -> tuple[str, Numbered | None]:
    if each.first.became is not Became.RENUMBERED:
        return each.first.became.value, None
    if each.added:
        return "is new", _numbered(each.added, renumbering.new, archive)
    return ("was removed", _numbered(each.removed, renumbering.old, archive)) if each.removed else ("", None)


def _numbered(number: ClauseNumber, release: date, archive: ArchiveIndex) -> Numbered:
    return str(number), archive.clause_at(number, release)
