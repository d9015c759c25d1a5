"""What a release changed: its own page, and for a release that changed very much a page for each subsection."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby

from crdiff.changes.change import Change, Facet, Part, Structure
from crdiff.changes.proof import Means
from crdiff.history.news import ReleaseNews, Size
from crdiff.history.renumbering import Became, Renumbering
from crdiff.model.number import ClauseNumber
from crdiff.pages import address, change_words
from crdiff.pages.change_view import ChangeView, Lookup, view_change
from crdiff.pages.english import clipped
from crdiff.pages.render import Head, render
from crdiff.pages.whole.holdings import Holdings
from crdiff.reports.phrases import counted, listed
from crdiff.store.texts import HeldText

LARGE = 90_000
"""Characters of redlines from which on the changes to read stand on pages of their own."""
_FOLDED = 60
"""Mechanical changes up to which each is shown with its redline; beyond, their numbers are listed."""
_MOST_MOVED = 400
"""Rows of the renumbering table on the page; all of them are in the file beside it."""
_COMMON = 3
"""Clauses in which the same words were replaced before that is told as a rewording."""


@dataclass(frozen=True, slots=True)
class Group:
    """Changes to read that stand in one subsection of the new text, or under one letter of the glossary."""

    id: str
    title: str
    href: str
    changes: tuple[ChangeView, ...]


@dataclass(frozen=True, slots=True)
class Count:
    """What happened to how many clauses: those that a person has to read, and those proved mechanical."""

    icon: str
    words: str
    read: int
    mechanical: int


@dataclass(frozen=True, slots=True)
class Flow:
    """A subsection that is new, gone, renamed or under another number; `members` clauses came along."""

    old: str
    new: str
    title: str
    href: str
    became: str
    members: int


@dataclass(frozen=True, slots=True)
class Listed:
    """A mechanical change by its number only."""

    id: str
    number: str
    href: str
    label: str


@dataclass(frozen=True, slots=True)
class Moved:
    """Numbers that changed: from, to as (number, address), and what became of them."""

    old: tuple[str, str]
    new: tuple[tuple[str, str], ...]
    became: str


@dataclass(frozen=True, slots=True)
class ReleaseView:
    """What `whole/release.html` shows. `is_split` says that the groups are on pages of their own."""

    release: str
    name: str
    before: str
    lead: str
    is_first: bool
    is_newest: bool
    is_split: bool
    size: Size
    counts: tuple[Count, ...]
    rewordings: tuple[tuple[str, str, int], ...]
    flows: tuple[Flow, ...]
    groups: tuple[Group, ...]
    mechanical: tuple[ChangeView, ...]
    folded: tuple[Listed, ...]
    moved: tuple[Moved, ...]
    moved_total: int
    source: HeldText | None
    earlier: tuple[str, str] | None
    later: tuple[str, str] | None


@dataclass(frozen=True, slots=True)
class PartView:
    """What `whole/release_part.html` shows: one group of a large release."""

    release: str
    group: Group
    href: str
    earlier: tuple[str, str] | None
    later: tuple[str, str] | None


def release_pages(position: int, holdings: Holdings) -> Iterator[tuple[str, bytes]]:
    """Yield the page of the release at `position` of the archive, and those of its parts."""
    release = holdings.whole.dates[position]
    news = holdings.whole.news[position - 1] if position else None
    groups = _groups(news, holdings) if news else ()
    is_split = sum(_weight(change) for group in groups for change in group.changes) > LARGE
    if is_split:
        groups = tuple(replace(group, href=f"{address.release(release)}{group.id}/") for group in groups)
    yield address.release(release), _release_page(position, news, groups, is_split, holdings)
    if is_split:
        for index, group in enumerate(groups):
            before = groups[index - 1] if index else None
            after = groups[index + 1] if index + 1 < len(groups) else None
            yield group.href, _part_page(release, group, before, after)


def _release_page(
    position: int, news: ReleaseNews | None, groups: tuple[Group, ...], is_split: bool, holdings: Holdings
) -> bytes:
    dates = holdings.whole.dates
    release = dates[position]
    where = address.release(release)
    lead = lead_of(news) if news else "It is the first release held: there is none before it to compare with."
    head = Head(
        address=where,
        title=f"Release of {release} · crdiff",
        description=f"What the Comprehensive Rules of {release} changed. {lead}",
        part=address.RELEASES,
        data=address.as_json(where),
    )
    mechanical = tuple(_mechanical(news)) if news else ()
    moved = tuple(_moved(holdings.whole.renumberings[position - 1], holdings)) if news else ()
    view = ReleaseView(
        release=release,
        name=holdings.names.get(release, ""),
        before=news.before if news else "",
        lead=lead,
        is_first=position == 0,
        is_newest=release == holdings.newest,
        is_split=is_split,
        size=holdings.whole.sizes[position],
        counts=tuple(_counts(news)) if news else (),
        rewordings=tuple(_rewordings(news)) if news else (),
        flows=tuple(_flows(holdings.whole.renumberings[position - 1], holdings)) if news else (),
        groups=groups,
        mechanical=_unique(_view(change, news, holdings) for change in mechanical)
        if news and len(mechanical) <= _FOLDED
        else (),
        folded=tuple(_listed(mechanical, news, holdings)) if news and len(mechanical) > _FOLDED else (),
        moved=moved[:_MOST_MOVED],
        moved_total=len(moved),
        source=holdings.whole.texts.get(release),
        earlier=_neighbour(dates, position - 1),
        later=_neighbour(dates, position + 1),
    )
    return render("whole/release.html", head, view)


def _neighbour(dates: Sequence[str], position: int) -> tuple[str, str] | None:
    return (dates[position], address.release(dates[position])) if 0 <= position < len(dates) else None


def _part_page(release: str, group: Group, before: Group | None, after: Group | None) -> bytes:
    head = Head(
        address=group.href,
        title=f"{group.title}, release of {release} · crdiff",
        description=f"What the Comprehensive Rules of {release} changed in {group.title}.",
        part=address.RELEASES,
    )
    view = PartView(
        release,
        group,
        address.release(release),
        (before.title, before.href) if before else None,
        (after.title, after.href) if after else None,
    )
    return render("whole/release_part.html", head, view)


# sentences and tables


def lead_of(news: ReleaseNews) -> str:
    """Return in a sentence or two what a release changed: what is to be read, and how much besides."""
    rules = [change for change in news.to_read if change.part is Part.RULES]
    count = Counter(change.structure for change in rules)
    gone_or_come = count[Structure.ADDED] + count[Structure.REMOVED]
    said = [
        f"{counted(count[Structure.ADDED], 'clause')} added" if count[Structure.ADDED] else "",
        f"{counted(count[Structure.REMOVED], 'clause')} removed" if count[Structure.REMOVED] else "",
        f"{counted(len(rules) - gone_or_come, 'clause')} changed in what they say" if len(rules) > gone_or_come else "",
    ]
    glossary = sum(change.part is Part.GLOSSARY for change in news.to_read)
    said.append(f"{counted(glossary, 'glossary entry', 'glossary entries')} to read" if glossary else "")
    what = listed([each for each in said if each]) or "nothing that a person has to read"
    mechanical = sum(1 for _ in _mechanical(news))
    rest = f" {counted(mechanical, 'other change')} proved mechanical." if mechanical else ""
    return f"Against {news.before}: {what}.{rest}"


def _counts(news: ReleaseNews) -> Iterator[Count]:
    """Yield what happened to the clauses and entries, the commonest first; one that moved and reads otherwise moved."""
    read = Counter(map(change_words.icon, news.to_read))
    mechanical = Counter(map(change_words.icon, _mechanical(news)))
    total = read + mechanical
    for icon in sorted(total, key=lambda each: (-total[each], each)):
        yield Count(icon, icon.capitalize(), read[icon], mechanical[icon])


def _rewordings(news: ReleaseNews) -> Iterator[tuple[str, str, int]]:
    """Yield (old words, new words, clauses) as the proofs of mechanical changes use them, the commonest first."""
    found: Counter[tuple[str, str]] = Counter()
    for change in (*news.to_read, *news.others):
        if change.proof and change.old:
            old = "\n".join(clause.wording for clause in change.old)
            steps = (step for step in change.proof.wording if step.means is Means.REWORDING)
            found.update({(old[step.start : step.stop], step.text) for step in steps})
    for (old, new), count in sorted(found.items(), key=lambda item: (-item[1], item[0])):
        if count >= _COMMON and old.strip():
            yield old, new, count


def _flows(renumbering: Renumbering, holdings: Holdings) -> Iterator[Flow]:
    """Yield the subsections that did not simply stay, then those that arrived, each with its title."""
    headings = [row for row in renumbering.rows if _is_subsection(row.old)]
    went = Counter(
        (row.old.partition(".")[0], row.new[0].partition(".")[0])
        for row in renumbering.rows
        if row.new and not _is_subsection(row.old)
    )
    for row in headings:
        if row.became is not Became.SAME:
            new = next((number for number in row.new if _is_subsection(number)), "")
            title, href = _heading(new or row.old, renumbering.new if new else renumbering.old, holdings)
            yield Flow(row.old, new, title, href, row.became.value, went[row.old, new])
    for number in renumbering.arrived:
        if _is_subsection(number):
            yield Flow("", number, *_heading(number, renumbering.new, holdings), "added", 0)


def _heading(number: str, release: str, holdings: Holdings) -> tuple[str, str]:
    """Return title and life of the subsection that `number` named in `release`."""
    life = holdings.lives.get(holdings.lineage_of(number, release))
    if life is None:
        return "", ""
    worded = next((each for each in life.wordings if each.first <= release <= each.last), life.wordings[-1])
    return clipped(worded.wording, 80), address.clause(life.lineage)


def _is_subsection(number: str) -> bool:
    return number.isdigit() and len(number) == 3


def _moved(renumbering: Renumbering, holdings: Holdings) -> Iterator[Moved]:
    for row in renumbering.moved:
        if row.became is not Became.REMOVED:
            old = row.old, holdings.clause_at(row.old, renumbering.old)
            new = tuple((number, holdings.clause_at(number, renumbering.new)) for number in row.new)
            yield Moved(old, new, row.became.value)


# changes


def _mechanical(news: ReleaseNews) -> Iterator[Change]:
    """Yield the changes nobody has to read, save those of typography alone."""
    return (change for change in news.others if set(change.facets) - {Facet.TYPOGRAPHIC})


def _listed(changes: Iterable[Change], news: ReleaseNews, holdings: Holdings) -> Iterator[Listed]:
    for view in _unique(_view(change, news, holdings) for change in changes):
        yield Listed(view.id, view.number, view.href, view.label)


def _groups(news: ReleaseNews, holdings: Holdings) -> tuple[Group, ...]:
    """Return the changes to read by where they stand, rules first, then the glossary and the rest."""
    ordered = sorted(news.to_read, key=lambda change: (_PARTS.index(change.part), _key(change)))
    views: dict[str, list[ChangeView]] = {}
    for group, changes in groupby(ordered, key=_key_of_group):
        views.setdefault(group, []).extend(_view(change, news, holdings) for change in changes)
    found = []
    for group, seen in views.items():
        found.append(Group(group, _group_title(group, news, holdings), f"#{group}", _unique(seen)))
    return tuple(found)


_PARTS = (Part.RULES, Part.GLOSSARY, Part.FRONT, Part.CREDITS)


def _key(change: Change) -> tuple[int, ...] | tuple[()]:
    if change.part is not Part.RULES:
        return ()
    number = ClauseNumber.parse((change.new or change.old)[0].number)
    return (number.section, number.subsection)


def _key_of_group(change: Change) -> str:
    named = (change.new or change.old)[0].number
    match change.part:
        case Part.RULES:
            return str(ClauseNumber.parse(named).subsection)
        case Part.GLOSSARY:
            first = next((letter for letter in named.lower() if letter.isalnum()), "other")
            return f"glossary-{address.fragment(first).strip('-') or 'other'}"
        case _:
            return "front-and-credits"


def _group_title(group: str, news: ReleaseNews, holdings: Holdings) -> str:
    if group.startswith("glossary-"):
        return f"Glossary, {group.removeprefix('glossary-').upper()}"
    if not group.isdigit():
        return "Introduction and credits"
    title = _heading(group, news.release, holdings)[0] or _heading(group, news.before, holdings)[0]
    return f"{group} {title}".strip()


def _view(change: Change, news: ReleaseNews, holdings: Holdings) -> ChangeView:
    return view_change(change, lookup_in(news, holdings))


def lookup_in(news: ReleaseNews, holdings: Holdings) -> Lookup:
    """Return what finds the life of a clause from its number on one side of `news`."""
    return partial(_find, {"old": news.before, "new": news.release}, holdings)


def _find(releases: dict[str, str], holdings: Holdings, side: str, number: str) -> str:
    return holdings.clause_at(number, releases[side])


def _unique(views: Iterable[ChangeView]) -> tuple[ChangeView, ...]:
    """Return the views with ids of their own: 501.2 is printed twice in 2006-05-01."""
    seen: Counter[str] = Counter()
    found = []
    for view in views:
        seen[view.id] += 1
        found.append(replace(view, id=f"{view.id}-{seen[view.id]}") if seen[view.id] > 1 else view)
    return tuple(found)


def _weight(view: ChangeView) -> int:
    """Return about how many characters a change takes on a page."""
    return 600 + sum(len(segment.text) for line in (view.redline, *view.examples) for segment in line.segments)
