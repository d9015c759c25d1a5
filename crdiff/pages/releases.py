"""What a release changed: its own page, pages of parts where that is very much, and the list of all releases.

The changes are as pages and feeds show them: each with what it does in words, and all in sentences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import groupby
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from crdiff.changes.change import Change, Part, Rewording, Structure
from crdiff.changes.reading import ReadingKind, SkipReason, kind_of, skip_reason, told_once
from crdiff.errors import UnknownNumber
from crdiff.history.news import ReleaseNews, Shares, explained, shares
from crdiff.history.renumbering import Became, NumberRange, Renumbering, number_ranges
from crdiff.model.corpus import KnownRelease
from crdiff.model.number import ClauseNumber
from crdiff.pages import address, change_view
from crdiff.pages.archive_index import Addresses, ArchiveIndex
from crdiff.pages.change_view import ChangeView, Readings, view_change
from crdiff.pages.cited import outdated_citations, with_outdated
from crdiff.pages.drawing import draw_shares
from crdiff.pages.english import sentence
from crdiff.pages.flow import LEFT_BLANK, Flow, draw_flow, flows, heading
from crdiff.pages.lives import Lives
from crdiff.pages.render import beside, page, this_book
from crdiff.pages.stories import decided_by, decided_in_short, deciding_in
from crdiff.reports.answer import Document, as_json
from crdiff.reports.labels import gist_of_examples, gist_of_words, has_whole_sentences, row_of
from crdiff.reports.phrases import counted, listed, quoted
from crdiff.reports.terminal import word_edits
from crdiff.reports.view import break_sentence, number_of
from crdiff.reports.whatsnew import ChangesAnswer, ClausesAnswer, changes_answer, changes_csv, renumbering_csv
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


# What each kind of change is called where a reader chooses among them.
KIND_WORDS = {
    ReadingKind.ADDED: "added",
    ReadingKind.REMOVED: "removed",
    ReadingKind.REWORDED: "reworded",
    ReadingKind.EXAMPLE: "example only",
}


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


# Confidence, 0 to 1, from which on a clause that kept its number is shown without the evidence.
#
# Source: 106.4 of 2018-04-27, of which three of four words stayed, has 0.99.
_CERTAIN = 0.95


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
        release = news.release if heading(number, news.release, lives)[0] else news.before
        title = lives.telling(heading(number, release, lives)[0], number, release)
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


# Rewordings, and subsections with much to read, that the page names at its top.
_NAMED = 3
# Subsections that are named in one sentence.
_LISTED = 5


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


def shares_sentence(shares: Shares, rewordings: Sequence[Rewording]) -> str:
    """Return how the changes of a release are divided, for the head of its page."""
    if not shares.total:
        return "Nothing but typography changed."
    made = number_of(rewordings, shares.rewordings, "")
    throughout = f"{made} made throughout" if made else "words replaced in other rules too"
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


# What changes of rules do, that which does most first; from `_COUNTED` on, they are only counted.
_WEIGHTS = ("Gone", "New", "A sentence more or less", "Other words", "Examples only")
_COUNTED = 3
# Changes of one weight that the page names at its top.
_WEIGHED_MAX = 8


def weighed(
    told: Sequence[ChangeGroup], where: str, deciding: Collection[str]
) -> Iterator[tuple[str, Sequence[ChangeItem], int]]:
    """Yield the changes of rules by what they do: what it is, the first of them, and how many there are in all.

    Those of the clauses at the addresses `deciding` stand first. Each leads to where it is shown, `where` itself or a
    page of its group.
    """
    rows = [
        (_weight(item), replace(item, change=replace(item.change, href=f"{on}#{item.change.id}")))
        for is_told in (True, False)
        for group in told
        for on in (where if group.href.startswith("#") else group.href,)
        for item in group.changes
        if item.is_row and (item.before or item.after) and (item.change.href in deciding) is is_told
    ]
    found = by_key(rows)
    for at, what in enumerate(_WEIGHTS):
        if at in found:
            yield what, found[at][:_WEIGHED_MAX] if at < _COUNTED else (), len(found[at])


def _weight(item: ChangeItem) -> int:
    kind = ReadingKind(item.kind)
    if kind is ReadingKind.REWORDED:
        return 2 if has_whole_sentences(item.change.redline.segments) else 3
    return {ReadingKind.REMOVED: 0, ReadingKind.ADDED: 1, ReadingKind.EXAMPLE: 4}[kind]


def _named(names: Iterable[str]) -> str:
    """Return names as a list in words, at most five of them and how many more there are."""
    every = list(names)
    shown = every if len(every) <= _LISTED else [*every[: _LISTED - 1], f"{len(every) - _LISTED + 1} more"]
    return listed(shown)


# Bytes of a page from which on the changes to read stand on pages of their own: no page is larger than 200 kB.
#
# Source: the changes of 2003-10-01 and 2011-09-30 fill 205,000 bytes and more.
LARGE = 198_000
# Mechanical changes up to which each is shown with its redline; beyond, their numbers are listed.
_PARTS_FOLDED = 60
# Paragraphs outside the rules that are shown; 2001-07-23 dropped an index of 141 lines.
_OUTSIDE_MAX = 40
# Ranges of the renumbering table on the page; every number is in the file beside it.
_MOST_MOVED = 200
# Subsections up to which the renumbered ones are drawn and listed with the others; beyond, only in that table.
#
# The Rust Specification of 2024-01-01 has 763, most of them entries of its glossary; no release of Magic has 100.
_MOST_FLOWS = 200
_NOT_COMPARED = "The oldest text here: there is none before it to compare it with."
# A number, and the address of the page of its clause.
Numbered = tuple[str, str]


def release_files(archive: ArchiveIndex, readings: Readings) -> Iterator[tuple[str, bytes]]:
    """Yield for each release held its page, or pages, and the data beside them."""
    for position in range(len(archive.contents.dates)):
        yield from release_pages(position, archive)
        yield from release_data(position, archive, readings)


def release_pages(position: int, archive: ArchiveIndex) -> Iterator[tuple[str, bytes]]:
    """Yield the page of the release at `position` of the archive, and those of its parts."""
    release = archive.contents.dates[position]
    news = archive.contents.news[position - 1] if position else None
    told = groups(news, archive) if news else ()
    whole = _release_page(position, news, told, is_split=False, archive=archive)
    if len(whole[1]) <= LARGE:
        yield whole
        return
    told = tuple(replace(group, href=f"{address.release(release)}{group.id}/") for group in told)
    yield _release_page(position, news, told, is_split=True, archive=archive)
    name = archive.release_name(release)
    for index, group in enumerate(told):
        yield page(
            "releases/release_part.html",
            group.href,
            f"{group.title}: what {name} changed",
            f"What {name} of the {this_book().short} changed in {group.title}: {group.told}.",
            release=release,
            name=name,
            group=group,
            choices=_choices((group,)),
            **beside(index, told, lambda each: (each.title, each.href)),
        )


def _release_page(
    position: int, news: ReleaseNews | None, told: tuple[ChangeGroup, ...], *, is_split: bool, archive: ArchiveIndex
) -> tuple[str, bytes]:
    """Return the page of a release with the groups `told` of changes; `is_split`: these are on pages of their own."""
    dates = archive.contents.dates
    release = dates[position]
    name, where = archive.release_name(release), address.release(release)
    renumbering = archive.contents.renumberings[position - 1] if news else None
    divided = shares(news, renumbering) if news and renumbering else None
    lead = shares_sentence(divided, news.rewordings) if divided and news else _NOT_COMPARED
    return page(
        "releases/release.html",
        where,
        f"{name}: rules changes",
        f"{name} of the {this_book().short}. {decided_in_short(release, archive)}{lead}",
        data=address.as_json(where),
        card=f"Rules changes of {name}",
        release=release,
        called=archive.set_name(release) or str(release),
        code=archive.codes.get(release, ""),
        until=archive.last_day(release),
        lead=lead,
        decided=decided_by(release, archive),
        is_first=news is None,
        is_split=is_split,
        size=archive.contents.sizes[archive.contents.days.index(release)],
        source=archive.contents.texts.get(release),
        parts=draw_shares(divided) if divided else (),
        **beside(position, dates, lambda day: (archive.release_name(day), address.release(day))),
        **(_changes(news, renumbering, told, archive) if news and renumbering else {}),
    )


def _changes(
    news: ReleaseNews, renumbering: Renumbering, told: tuple[ChangeGroup, ...], archive: ArchiveIndex
) -> dict[str, Any]:
    """Return what the page of a release shows where there is one before it to compare it with."""
    flowed = flows(renumbering, archive)
    flows_told = flowed if len(flowed) <= _MOST_FLOWS else [flow for flow in flowed if not flow.only_moved]
    moved = list(_moved(renumbering, archive))
    return {
        "before_name": archive.release_name(news.before),
        "in_short": [
            *filter(None, [said_of(news.to_read)]),
            *in_short(flowed, told, news.rewordings),
            *(f"{break_sentence(each)}." for each in news.breaks),
        ],
        "weighed": list(weighed(told, address.release(news.release), deciding_in(news.release, archive))),
        "rewordings": [(each, list(_left(each, news.release, archive))) for each in news.rewordings],
        "flows": flows_told,
        "flows_left": len(flowed) - len(flows_told),
        "flow": draw_flow(flowed, renumbering, archive) if len(flowed) <= _MOST_FLOWS else None,
        "groups": told,
        "choices": _choices(told),
        "folds": folds(news, archive, _PARTS_FOLDED),
        "moved": moved[:_MOST_MOVED],
        "is_cut": len(moved) >= _MOST_MOVED,
        "moved_total": len(renumbering.moved),
        "outside": outside(news, _OUTSIDE_MAX),
        "outside_total": len(news.outside),
        "outdated": outdated_citations(news.before, news.release, archive),
    }


def _left(rewording: Rewording, release: date, addresses: Addresses) -> Iterator[tuple[str, str]]:
    """Yield the clauses and glossary entries that keep the old words: name, and address or ""."""
    for name in rewording.exceptions:
        try:
            number = addresses.numbered(name)
        except UnknownNumber:
            yield f"glossary, {name}", addresses.entry_page(name, release)
        else:
            yield str(number), addresses.clause_at(number, release)


def _choices(told: Iterable[ChangeGroup]) -> list[tuple[str, str, int]]:
    """Return the kinds of changes that a reader can show or hide: id, what it is called, how many there are."""
    kinds = Counter(item.kind for group in told for item in group.changes if item.is_row)
    return [(kind, words, kinds[kind]) for kind, words in KIND_WORDS.items() if kinds[kind]]


def _moved(renumbering: Renumbering, addresses: Addresses) -> Iterator[dict[str, object]]:
    """Yield the first and the last number of each range before and after, and why it moved, or what it became.

    A single number has no last one.
    """
    for each in number_ranges(renumbering):
        ends = (each.first, each.last) if each.count > 1 else (each.first,)
        new = [row.new[0] for row in ends if row.new] if each.count > 1 else each.first.new
        because, reason = _because(each, renumbering, addresses)
        yield {
            "old": [_numbered(row.old, renumbering.old, addresses) for row in ends],
            "new": [_numbered(number, renumbering.new, addresses) for number in new],
            "total": each.count,
            "because": because,
            "reason": reason,
        }


def _because(each: NumberRange, renumbering: Renumbering, addresses: Addresses) -> tuple[str, Numbered | None]:
    if each.first.became is not Became.RENUMBERED:
        return each.first.became.value, None
    if each.added:
        return "is new", _numbered(each.added, renumbering.new, addresses)
    return ("was removed", _numbered(each.removed, renumbering.old, addresses)) if each.removed else ("", None)


def _numbered(number: ClauseNumber, release: date, addresses: Addresses) -> Numbered:
    return str(number), addresses.clause_at(number, release)


def releases_page(addresses: Addresses) -> tuple[str, bytes]:
    """Return the list of all releases."""
    known = {each.effective: each for each in addresses.contents.known}
    news = {each.release: each for each in addresses.contents.news}
    dates = () if addresses.is_recorded else addresses.contents.dates
    every = sorted({*dates, *known}, reverse=True)
    read = [each for each in every if each in dates or (addresses.is_recorded and addresses.editions_of(each))]
    return page(
        "releases/releases.html",
        address.RELEASES,
        "Releases",
        f"Every release of the {this_book().title}, and what it changed.",
        card=f"Every release of the {this_book().game} rules",
        data=address.as_json(address.RELEASES),
        feed="" if addresses.is_recorded else "/data/releases.atom",
        calendar=addresses,
        known=len(every),
        held=len(read),
        first=addresses.release_name(read[-1]) if read else "",
        last=addresses.release_name(read[0]) if read else "",
        by_year=[
            (year, [_row(each, known.get(each), news.get(each), addresses) for each in inside])
            for year, inside in groupby(every, key=lambda release: release.year)
        ],
    )


def _row(
    release: date, known: KnownRelease | None, news: ReleaseNews | None, addresses: Addresses
) -> dict[str, object]:
    """Return a release in the list.

    `texts` are (title, address) of editions that quote it. `said` is what it
    changed, "" where that is not known; `is_first`: it is the first text, which nothing is compared with.
    """
    return {
        "effective": release,
        "said": lead_of(news) if news else "",
        "is_first": not addresses.is_recorded and release == addresses.contents.dates[0],
        "texts": [(text.edition.title, address.edition(text.id)) for text in addresses.editions_of(release)],
        "addresses": known.addresses if known else (),
    }


def release_data(position: int, lives: Lives, readings: Readings) -> Iterator[tuple[str, bytes]]:
    """Yield the files beside the page of a release."""
    release = lives.contents.dates[position]
    base = address.release(release)
    standing = lives.contents.standing[release]
    said = tuple((each.lineage, str(each.number), readings.print_of(each, release)) for each in standing)
    revoked = tuple(each.lineage for each in standing if lives.lineages[each.lineage].is_revoked_in(release))
    clauses = ClausesAnswer(release, ("lineage", "number", "fingerprint"), said, revoked)
    yield f"{base}clauses.json", _line(clauses)
    if not position:
        yield address.as_json(base), _line(ChangesAnswer(release, None, (), (), ()))
        return
    news = lives.contents.news[position - 1]
    changes = changes_answer(news, lambda number, day: lives.lineage_of(lives.numbered(number), day))
    yield address.as_json(base), _line(changes)
    yield f"{base}changes.csv", changes_csv(changes.changes)
    yield f"{base}renumbering.csv", renumbering_csv(lives.contents.renumberings[position - 1].moved).encode()


def _line(answer: Document) -> bytes:
    return as_json(answer) + b"\n"
