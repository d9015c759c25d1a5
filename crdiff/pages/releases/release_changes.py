"""The changes of a release as its pages show them, each with what it does in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from crdiff.changes.change import Change, Part, Rewording, Structure
from crdiff.changes.reading import ReadingKind, SkipReason, kind_of, skip_reason, told_once
from crdiff.history.news import ReleaseNews, explained
from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import Addresses, ArchiveIndex
from crdiff.pages.cited.outdated import with_outdated
from crdiff.pages.drawing.flow import heading
from crdiff.pages.frame import address, change_view
from crdiff.pages.frame.change_view import ChangeView, view_change
from crdiff.pages.frame.english import quoted, sentence
from crdiff.pages.lives import Lives
from crdiff.reports.labels import gist_of_examples, gist_of_words, row_of
from crdiff.reports.phrases import listed
from crdiff.reports.terminal import word_edits

_LIST_REMARKS = ("added to the list", "removed from the list")


def reason(change: Change, rewordings: Mapping[str, Collection[Rewording]]) -> str:
    """Return what a change does, as one or more sentences; "" where its kind says it all.

    `rewordings` are those of the whole release by the clauses that keep their old words.
    """
    if change.structure is Structure.REVOKED:
        return "Its text is now a notice that the rule is gone."
    told = [*_place(change), *_kept(change, rewordings)]
    if change.old and change.new:
        told += _lists(change) or [gist_of_words(change.redline)]
        told += [gist_of_examples(change.examples)]
    return " ".join(map(sentence, filter(None, told)))


def _place(change: Change) -> Iterator[str]:
    if change.structure is Structure.SPLIT:
        yield f"split into {listed([clause.number for clause in change.new])}"
    elif change.structure is Structure.MERGED:
        yield f"merged from {listed([clause.number for clause in change.old])}"


def _kept(change: Change, rewordings: Mapping[str, Collection[Rewording]]) -> Iterator[str]:
    """Yield which rewordings left a clause out that reads otherwise for another reason."""
    for rewording in rewordings.get(change.new[0].number, ()) if change.old and change.new else ():
        elsewhere = f"became {quoted(rewording.new)} elsewhere" if rewording.new else "was left out elsewhere"
        yield f"it keeps {quoted(rewording.old)}, which {elsewhere}"


def _lists(change: Change) -> list[str]:
    """Return the items added to a list and removed from it, where nothing else differs."""
    remarks = [remark for remark in change.remarks if remark.startswith(_LIST_REMARKS)]
    return remarks if len(word_edits(change.redline)) <= len(remarks) else []


KIND_WORDS = {
    ReadingKind.ADDED: "added",
    ReadingKind.REMOVED: "removed",
    ReadingKind.REWORDED: "reworded",
    ReadingKind.EXAMPLE: "example only",
}
"""What each kind of change is called where a reader chooses among them."""


class ChangeItem(Struct, frozen=True):
    """A change on the page of a release: what it is, its kind, and where its text is read before and after.

    Addresses are "" where there is no such text. `is_row` is false for what belongs to the new rule above it.
    """

    change: ChangeView
    kind: str
    before: str
    after: str
    is_row: bool = True

    @property
    def history(self) -> str:
        """The address of the page of the clause or entry."""
        return self.change.href


class ChangeGroup(Struct, frozen=True):
    """Changes to read that stand in one subsection of the new text, or under one letter of the glossary."""

    id: str
    title: str
    href: str
    changes: tuple[ChangeItem, ...]

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of its changes."""
        there = {item.kind for item in self.changes if item.is_row}
        return tuple(kind.value for kind in KIND_WORDS if kind in there)

    @property
    def told(self) -> str:
        """How many of its changes are of which kind: ``3 reworded, 1 added``."""
        kinds = Counter(item.kind for item in self.changes if item.is_row)
        return ", ".join(f"{kinds[kind]} {words}" for kind, words in KIND_WORDS.items() if kinds[kind])


def mechanical(news: ReleaseNews) -> Iterator[Change]:
    """Yield the changes of words that nobody has to read."""
    return (change for change, why in explained(news) if why in _EXPLAINED)


def folds(news: ReleaseNews, archive: ArchiveIndex, most: int) -> list[dict[str, object]]:
    """Return the changes that nobody has to read, by what explains them, which is in `title`.

    Up to `most` in all are `shown` with their redlines; else their numbers are `listed`, with addresses.
    """
    found = [(change, why) for change, why in explained(news) if why in _EXPLAINED]
    found += [(change, SkipReason.SAME_EDIT) for change in news.read if skip_reason(change) is SkipReason.SAME_EDIT]
    kinds: dict[SkipReason, list[ChangeView]] = {why: [] for why in _FOLDED}
    for change, why in found:
        kinds[why].append(view(change, news, archive))
    named = unique(each for inside in kinds.values() for each in inside)
    few = len(found) <= most
    folded: list[dict[str, object]] = []
    for why, inside in kinds.items():
        views, named = named[: len(inside)], named[len(inside) :]
        if views:
            listed = [] if few else [(each.number, each.href) for each in views]
            folded.append({"total": len(views), "title": _FOLDED[why], "shown": views if few else (), "listed": listed})
    return folded


_EXPLAINED = {
    SkipReason.REWORDING: "explained by a rewording made throughout",
    SkipReason.REFERENCE: "explained by an updated reference",
    SkipReason.SLIP: "explained by a corrected misprint",
    SkipReason.MARKS: "of punctuation alone",
}
_FOLDED = {**_EXPLAINED, SkipReason.SAME_EDIT: "with an edit that is told once above"}


def outside(news: ReleaseNews, most: int) -> tuple[ChangeView, ...]:
    """Return what changed in the introduction and the credits, `most` paragraphs of it, the introduction first."""
    ordered = sorted(news.outside, key=lambda change: _PARTS.index(change.part))
    return unique(view_change(change, lambda *_: "") for change in ordered[:most])


def groups(news: ReleaseNews, archive: ArchiveIndex) -> tuple[ChangeGroup, ...]:
    """Return the changes to read by where they stand, rules first, then the glossary."""
    kept = kept_by(news.rewordings)
    rows: list[list[Change]] = []
    for change in told_once(news.read):
        if change.for_review:
            rows.append([])
        rows[-1].append(change)
    rows.sort(key=lambda row: (_PARTS.index(row[0].part), _key(row[0])))
    found: dict[str, list[ChangeItem]] = {}
    for row in rows:
        found.setdefault(_key_of_group(row[0]), []).extend(change_item(change, news, archive, kept) for change in row)
    return tuple(
        ChangeGroup(group, _group_title(group, news, archive), f"#{group}", tuple(_distinct(items)))
        for group, items in found.items()
    )


_PARTS = (Part.RULES, Part.GLOSSARY, Part.FRONT, Part.CREDITS)


def kept_by(rewordings: Iterable[Rewording]) -> Mapping[str, tuple[Rewording, ...]]:
    """Return by clause the rewordings that left it as it was."""
    found: dict[str, tuple[Rewording, ...]] = {}
    for rewording in rewordings:
        for name in rewording.exceptions:
            found[name] = (*found.get(name, ()), rewording)
    return found


def change_item(
    change: Change, news: ReleaseNews, archive: ArchiveIndex, kept: Mapping[str, tuple[Rewording, ...]]
) -> ChangeItem:
    """Return a change to read with its reason; `kept` are the rewordings that left each clause as it was."""
    told = " ".join(filter(None, (reason(change, kept), sentence(row_of(change)))))
    shown = replace(view(change, news, archive), summary=told, label=change_view.short_label(change))
    if change.structure is Structure.SAME and change.confidence >= _CERTAIN and not change.undetermined:
        shown = replace(shown, evidence=())
    before, after = _texts_of(change, news, archive)
    return ChangeItem(shown, kind_of(change).value, before, after, change.for_review)


_CERTAIN = 0.95
"""Confidence, 0 to 1, from which on a clause that kept its number is shown without the evidence.

Source: 106.4 of 2018-04-27, of which three of four words stayed, has 0.99.
"""


def _texts_of(change: Change, news: ReleaseNews, addresses: Addresses) -> tuple[str, str]:
    """Return where the text of a changed clause is read before and after; "" where it was not there."""
    if change.part is not Part.RULES:
        return "", ""
    old, new = (
        addresses.places.at(ClauseNumber.parse(side[0].number), release) if side else ""
        for side, release in ((change.old, news.before), (change.new, news.release))
    )
    return old, new


_INTRODUCTION = "Introduction"


def _key(change: Change) -> tuple[int, ...]:
    if change.part is not Part.RULES:
        return ()
    return ClauseNumber.parse((change.new or change.old)[0].number).subsection.path


def _key_of_group(change: Change) -> str:
    named = (change.new or change.old)[0].number
    if change.is_outside:
        return _INTRODUCTION.lower()
    if change.part is Part.RULES:
        return str(ClauseNumber.parse(named).subsection)
    first = next((letter for letter in named.lower() if letter.isalnum()), "other")
    return f"glossary-{address.fragment(first).strip('-') or 'other'}"


def _group_title(group: str, news: ReleaseNews, lives: Lives) -> str:
    if group == _INTRODUCTION.lower():
        return _INTRODUCTION
    if group.startswith("glossary-"):
        return f"Glossary, {group.removeprefix('glossary-').upper()}"
    number = ClauseNumber.parse(group)
    title = heading(number, news.release, lives)[0] or heading(number, news.before, lives)[0]
    return f"{group} {title}".strip()


def view(change: Change, news: ReleaseNews, archive: ArchiveIndex) -> ChangeView:
    """Return a change of `news`, its number leading to the history of the clause, its term to that of the entry."""
    releases = {"old": news.before, "new": news.release}
    shown = view_change(change, lambda side, number: archive.clause_at(ClauseNumber.parse(number), releases[side]))
    shown = with_outdated(shown, change, news.before, news.release, archive)
    if change.part is not Part.GLOSSARY:
        return shown
    release, side = (news.release, change.new) if change.new else (news.before, change.old)
    return replace(shown, href=archive.entry_page(side[0].number, release))


def unique(views: Iterable[ChangeView]) -> tuple[ChangeView, ...]:
    """Return the views with ids of their own: 501.2 is printed twice in 2006-05-01."""
    seen: Counter[str] = Counter()
    found = []
    for each in views:
        seen[each.id] += 1
        found.append(replace(each, id=f"{each.id}-{seen[each.id]}") if seen[each.id] > 1 else each)
    return tuple(found)


def _distinct(items: Sequence[ChangeItem]) -> Iterator[ChangeItem]:
    views = unique(item.change for item in items)
    return (replace(item, change=shown) for item, shown in zip(items, views, strict=True))
