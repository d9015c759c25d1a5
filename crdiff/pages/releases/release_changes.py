"""The changes of a release as its pages show them: grouped by where they stand, each with an id of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from itertools import groupby

from crdiff.changes.change import Change, Facet, Part
from crdiff.history.news import ReleaseNews
from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.drawing.flow import heading
from crdiff.pages.frame import address
from crdiff.pages.frame.change_view import ChangeView, Lookup, view_change


@dataclass(frozen=True, slots=True)
class ChangeGroup:
    """Changes to read that stand in one subsection of the new text, or under one letter of the glossary."""

    id: str
    title: str
    href: str
    changes: tuple[ChangeView, ...]

    @property
    def told(self) -> str:
        """How many of its changes are of which kind: ``3 reworded, 1 added``."""
        kinds = Counter(change.icon for change in self.changes)
        return ", ".join(
            f"{count} {icon}" for icon, count in sorted(kinds.items(), key=lambda item: (-item[1], item[0]))
        )


@dataclass(frozen=True, slots=True)
class Listed:
    """A mechanical change by its number only."""

    id: str
    number: str
    href: str
    label: str


def mechanical(news: ReleaseNews) -> Iterator[Change]:
    """Yield the changes nobody has to read, save those of typography alone."""
    return (change for change in news.others if set(change.facets) - {Facet.TYPOGRAPHIC})


@dataclass(frozen=True, slots=True)
class Fold:
    """Mechanical changes of one kind: with their redlines where they are few enough, else by their numbers only."""

    title: str
    shown: tuple[ChangeView, ...]
    listed: tuple[Listed, ...]


def folds(news: ReleaseNews, archive: ArchiveIndex, most: int) -> tuple[Fold, ...]:
    """Return the mechanical changes by what proves them; up to `most` changes in all are shown with their redlines."""
    found = tuple(mechanical(news))
    kinds: dict[str, list[ChangeView]] = {}
    for change in found:
        kinds.setdefault(_proved_by(change), []).append(view(change, news, archive))
    ordered = sorted(kinds.items(), key=lambda item: _PROOFS.index(item[0]))
    named = unique(each for _, inside in ordered for each in inside)
    folded = []
    for title, inside in ordered:
        views, named = named[: len(inside)], named[len(inside) :]
        listed = tuple(Listed(each.id, each.number, each.href, each.label) for each in views)
        few = len(found) <= most
        folded.append(Fold(title, views if few else (), () if few else listed))
    return tuple(folded)


_PROOFS = ("by a rewording", "by a renewed reference", "by a corrected typing error", "by other means")


def _proved_by(change: Change) -> str:
    facets = set(change.facets) - {Facet.TYPOGRAPHIC, Facet.EXAMPLE}
    if Facet.TERMINOLOGY in facets:
        return _PROOFS[0]
    known = {frozenset({Facet.REFERENCE}): _PROOFS[1], frozenset({Facet.TYPO}): _PROOFS[2]}
    return known.get(frozenset(facets), _PROOFS[3])


def groups(news: ReleaseNews, archive: ArchiveIndex) -> tuple[ChangeGroup, ...]:
    """Return the changes to read by where they stand, rules first, then the glossary and the rest."""
    ordered = sorted(news.to_read, key=lambda change: (_PARTS.index(change.part), _key(change)))
    views: dict[str, list[ChangeView]] = {}
    for group, changes in groupby(ordered, key=_key_of_group):
        views.setdefault(group, []).extend(view(change, news, archive) for change in changes)
    found = []
    for group, seen in views.items():
        found.append(ChangeGroup(group, _group_title(group, news, archive), f"#{group}", unique(seen)))
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


def _group_title(group: str, news: ReleaseNews, archive: ArchiveIndex) -> str:
    if group.startswith("glossary-"):
        return f"Glossary, {group.removeprefix('glossary-').upper()}"
    if not group.isdigit():
        return "Introduction and credits"
    number = ClauseNumber.parse(group)
    title = heading(number, news.release, archive)[0] or heading(number, news.before, archive)[0]
    return f"{group} {title}".strip()


def view(change: Change, news: ReleaseNews, archive: ArchiveIndex) -> ChangeView:
    """Return a change of `news`, its number leading to the life of the clause, its term to that of the entry."""
    shown = view_change(change, lookup_in(news, archive))
    if change.part is not Part.GLOSSARY:
        return shown
    release, side = (news.release, change.new) if change.new else (news.before, change.old)
    return replace(shown, href=archive.entry_page(side[0].number, release))


def lookup_in(news: ReleaseNews, archive: ArchiveIndex) -> Lookup:
    """Return what finds the life of a clause from its number on one side of `news`."""
    return partial(_find, {"old": news.before, "new": news.release}, archive)


def _find(releases: dict[str, date], archive: ArchiveIndex, side: str, number: str) -> str:
    return archive.clause_at(ClauseNumber.parse(number), releases[side])


def unique(views: Iterable[ChangeView]) -> tuple[ChangeView, ...]:
    """Return the views with ids of their own: 501.2 is printed twice in 2006-05-01."""
    seen: Counter[str] = Counter()
    found = []
    for each in views:
        seen[each.id] += 1
        found.append(replace(each, id=f"{each.id}-{seen[each.id]}") if seen[each.id] > 1 else each)
    return tuple(found)
