"""The changes of a release as pages and feeds show them: each with what it does in words, and all in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from crdiff.changes.change import Change, Part, Rewording, Structure
from crdiff.changes.reading import ReadingKind, SkipReason, kind_of, skip_reason, told_once
from crdiff.history.news import ReleaseNews, Shares, explained
from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.cited.citing_places import with_outdated
from crdiff.pages.drawing.flow import LEFT_BLANK, Flow, heading
from crdiff.pages.frame import address, change_view
from crdiff.pages.frame.change_view import ChangeView, view_change
from crdiff.pages.frame.english import sentence
from crdiff.pages.lives import Lives
from crdiff.reports.labels import gist_of_examples, gist_of_words, row_of
from crdiff.reports.phrases import counted, listed, quoted
from crdiff.reports.terminal import word_edits
from crdiff.text.groups import by_key

_LIST_REMARKS = ("added to the list", "removed from the list")


def reason(change: Change, rewordings: Mapping[str, Collection[Rewording]]) -> str:
    """Return what a change does, as one or more sentences; "" where its kind says it all.

    `rewordings` are those of the whole release by the clauses that keep their old words.
    """
    if change.structure is Structure.REVOKED:
        return "Its text is now a notice that the rule is gone."
    told = []
    if change.structure is Structure.SPLIT:
        told.append(f"split into {listed([clause.number for clause in change.new])}")
    elif change.structure is Structure.MERGED:
        told.append(f"merged from {listed([clause.number for clause in change.old])}")
    if change.old and change.new:
        told += map(_kept, rewordings.get(change.new[0].number, ()))
        told += _lists(change) or [gist_of_words(change.redline)]
        told += [gist_of_examples(change.examples)]
    return " ".join(map(sentence, filter(None, told)))


def _kept(rewording: Rewording) -> str:
    """Return which rewording left a clause out that reads otherwise for another reason."""
    elsewhere = f"became {quoted(rewording.new)} elsewhere" if rewording.new else "was left out elsewhere"
    return f"it keeps {quoted(rewording.old)}, which {elsewhere}"


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
    found.sort(key=lambda pair: list(_FOLDED).index(pair[1]))
    named = unique(view(change, news, archive) for change, _ in found)
    return [
        {
            "total": len(views),
            "title": _FOLDED[why],
            "shown": views if len(found) <= most else (),
            "listed": [] if len(found) <= most else [(each.number, each.href) for each in views],
        }
        for why, views in by_key((why, shown) for (_, why), shown in zip(found, named, strict=True)).items()
    ]


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
    rows.sort(key=lambda row: (_PARTS.index(row[0].part), _key(row[0], archive.contents.numbers)))
    keyed = ((_group_of(row[0], news, archive), change) for row in rows for change in row)
    found = by_key((key, change_item(change, news, archive, kept)) for key, change in keyed)
    return tuple(ChangeGroup(name, title, f"#{name}", _distinct(items)) for (name, title), items in found.items())


_PARTS = (Part.RULES, Part.GLOSSARY, Part.FRONT, Part.CREDITS, Part.APPENDIX)


def kept_by(rewordings: Iterable[Rewording]) -> Mapping[str, tuple[Rewording, ...]]:
    """Return by clause the rewordings that left it as it was."""
    return by_key((name, rewording) for rewording in rewordings for name in rewording.exceptions)


def change_item(
    change: Change, news: ReleaseNews, archive: ArchiveIndex, kept: Mapping[str, tuple[Rewording, ...]]
) -> ChangeItem:
    """Return a change to read with its reason; `kept` are the rewordings that left each clause as it was."""
    told = " ".join(filter(None, (reason(change, kept), sentence(row_of(change)))))
    shown = replace(view(change, news, archive), summary=told, label=change_view.short_label(change))
    if change.structure is Structure.SAME and change.confidence >= _CERTAIN and not change.undetermined:
        shown = replace(shown, evidence=())
    sides = ((change.old, news.before), (change.new, news.release))
    before, after = (
        archive.places.at(archive.numbered(side[0].number), day) if side and change.part is Part.RULES else ""
        for side, day in sides
    )
    return ChangeItem(shown, kind_of(change).value, before, after, change.for_review)


_CERTAIN = 0.95
"""Confidence, 0 to 1, from which on a clause that kept its number is shown without the evidence.

Source: 106.4 of 2018-04-27, of which three of four words stayed, has 0.99.
"""


def _key(change: Change, numbers: type[ClauseNumber]) -> tuple[int, ...]:
    number = numbers.parse((change.new or change.old)[0].number) if change.part is Part.RULES else None
    return number.subsection.path if number else ()


def _group_of(change: Change, news: ReleaseNews, lives: Lives) -> tuple[str, str]:
    """Return the id and the title of the group that a change is in."""
    named = (change.new or change.old)[0].number
    if change.is_outside:
        return "introduction", "Introduction"
    if change.part is Part.RULES:
        number = lives.numbered(named).subsection
        title = heading(number, news.release, lives)[0] or heading(number, news.before, lives)[0]
        return str(number), f"{number} {title}".strip()
    first = next((letter for letter in named.lower() if letter.isalnum()), "other")
    letter = address.fragment(first).strip("-") or "other"
    return f"glossary-{letter}", f"Glossary, {letter.upper()}"


def view(change: Change, news: ReleaseNews, archive: ArchiveIndex) -> ChangeView:
    """Return a change of `news`, its number leading to the history of the clause, its term to that of the entry."""
    releases = {"old": news.before, "new": news.release}
    shown = view_change(change, lambda side, number: archive.clause_at(archive.numbered(number), releases[side]))
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


def _distinct(items: Sequence[ChangeItem]) -> tuple[ChangeItem, ...]:
    views = unique(item.change for item in items)
    return tuple(replace(item, change=shown) for item, shown in zip(items, views, strict=True))


_NAMED = 3
"""Rewordings, and subsections with much to read, that the page names at its top."""
_LISTED = 5
"""Subsections that are named in one sentence."""


def lead_of(news: ReleaseNews) -> str:
    """Return in a sentence or two what a release changed: what is to be read, and how much besides."""
    others = sum(1 for _ in mechanical(news))
    rest = f" {counted(others, 'more change')} safe to skip." if others else ""
    return f"{said_of(news.to_read) or 'Nothing to read.'}{rest}"


def said_of(changes: Iterable[Change]) -> str:
    """Return what changes to read do, as a sentence: ``Three clauses added, one removed and two reworded.``."""
    every = tuple(changes)
    kinds = Counter(_said_kind(change) for change in every if change.part is Part.RULES)
    entries = sum(change.part is Part.GLOSSARY for change in every)
    paragraphs = len(every) - kinds.total() - entries
    told = [f"{kinds[words]:,} {words}" for words in _KINDS if kinds[words]]
    if told:
        count, _, rest = told[0].partition(" ")
        told[0] = f"{count} {'clause' if count == '1' else 'clauses'} {rest}"
    if entries:
        told.append(counted(entries, "glossary entry", "glossary entries") + " changed")
    if paragraphs:
        told.append(counted(paragraphs, "paragraph") + " of the introduction changed")
    return sentence(listed(told)) if told else ""


_KINDS = ("added", "removed", "revoked", "reworded", "with changed examples")


def _said_kind(change: Change) -> str:
    if change.structure is Structure.REVOKED:
        return "revoked"
    kind = kind_of(change)
    return "with changed examples" if kind is ReadingKind.EXAMPLE else kind.value


def shares_sentence(shares: Shares, rewordings: int) -> str:
    """Return how the changes of a release are divided, for the head of its page."""
    if not shares.total:
        return "Nothing but typography changed."
    made = f"{counted(rewordings, 'rewording')} made throughout"
    throughout = made if rewordings else "words replaced in other rules too"
    told = [
        f"{_are(shares.rewordings)} explained by {throughout}" if shares.rewordings else "",
        f"{shares.references:,} only updated a reference" if shares.references else "",
        f"{shares.numbers:,} changed only {'their numbers' if shares.numbers > 1 else 'its number'}"
        if shares.numbers
        else "",
        f"{shares.together:,} {'belongs' if shares.together == 1 else 'belong'} to another row"
        if shares.together
        else "",
    ]
    explained = listed([each for each in told if each])
    total = f"{counted(shares.total, 'clause or glossary entry', 'clauses and glossary entries')} changed"
    left = f"{_are(shares.to_read)} left to read" if shares.to_read else "None is left to read"
    return f"{total}: {explained}. {left}." if explained else f"{total}. {left}."


def _are(count: int) -> str:
    return f"{count:,} {'is' if count == 1 else 'are'}"


def in_short(flowed: Sequence[Flow], told: Sequence[ChangeGroup], reworded: Sequence[Rewording]) -> Iterator[str]:
    """Yield what stands out: subsections that came or went, the commonest rewordings, where most is to be read."""
    titled = [flow for flow in flowed if flow.title != LEFT_BLANK]
    came, gone = [flow for flow in titled if not flow.old], [flow for flow in titled if not (flow.new or flow.section)]
    if came:
        yield f"New: {_named(f'{flow.new} {flow.title}' for flow in came)}."
    if gone:
        yield f"Removed: {_named(f'{flow.old} {flow.title}' for flow in gone)}."
    for flow in flowed:
        if flow.section:
            yield f"{flow.old} {flow.was or flow.title} is now section {flow.section}."
    if moved := sum(bool(flow.old and flow.new and flow.old != flow.new) for flow in flowed):
        yield f"{counted(moved, 'subsection was renumbered', 'subsections were renumbered')}."
    for each in reworded[:_NAMED]:
        what = f"became {quoted(each.new)}" if each.new else "was left out"
        left = (
            f"; {counted(len(each.exceptions), 'place keeps', 'places keep')} the old words" if each.exceptions else ""
        )
        yield f"{quoted(each.old)} {what} in {counted(each.clauses, 'clause')}{left}."
    if len(told) > _NAMED:
        most = sorted(told, key=lambda group: -len(group.changes))[:_NAMED]
        yield f"Most to read in {_named(f'{group.title} ({len(group.changes)})' for group in most)}."


def _named(names: Iterable[str]) -> str:
    """Return names as a list in words, at most five of them and how many more there are."""
    every = list(names)
    shown = every if len(every) <= _LISTED else [*every[: _LISTED - 1], f"{len(every) - _LISTED + 1} more"]
    return listed(shown)
