"""The page that compares two texts, and the list of all comparisons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from crdiff.changes.change import Change, Comparison, Facet, Part, Rewording, Structure
from crdiff.model.clause import ClauseKind
from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.cited.outdated import with_outdated
from crdiff.pages.drawing.clause_map import ClauseMap, map_clauses
from crdiff.pages.frame import address, change_words
from crdiff.pages.frame.change_view import OUTSIDE, ChangeView, Lookup, view_change
from crdiff.pages.frame.english import counted, numeral, sentence
from crdiff.pages.frame.render import Head, render
from crdiff.reports import phrases
from crdiff.store.embedded.editions import EditionText

_PARTS = {Part.GLOSSARY: "Glossary", **OUTSIDE}

Show = Callable[[Change], ChangeView]
"""Gives a change as the page shows it."""


@dataclass(frozen=True, slots=True)
class ComparedText:
    """One of the two texts: what it is called in a sentence, its release, where it is read, and its date."""

    name: str
    release: str
    href: str
    effective: date


@dataclass(frozen=True, slots=True)
class KindCount:
    """A row of the summary."""

    icon: str
    words: str
    clauses: int


@dataclass(frozen=True, slots=True)
class Replaced:
    """A rewording; `left` are the clauses that keep the old words, as (number or term, address or "")."""

    old: str
    new: str
    clauses: int
    left: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ComparisonView:
    """What `comparisons/comparison.html` shows. `read` are changes to read, `mechanical` those proved."""

    old: ComparedText
    new: ComparedText
    lead: str
    others: tuple[tuple[str, str], ...]
    counts: tuple[KindCount, ...]
    rewordings: tuple[Replaced, ...]
    map: ClauseMap
    read: tuple[ChangeView, ...]
    gone: tuple[ChangeView, ...]
    mechanical: tuple[ChangeView, ...]
    same: tuple[ChangeView, ...]
    parts: tuple[tuple[str, tuple[ChangeView, ...]], ...]


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """A comparison in the list of all."""

    href: str
    old: str
    new: str
    lead: str


def comparison_page(comparison: Comparison, archive: ArchiveIndex) -> bytes:
    """Return the page of `comparison`."""
    old, new = _sides(comparison, archive)
    where = address.comparison(old.effective, new.effective)
    lead = lead_of(comparison)
    head = Head(
        address=where,
        title=f"{old.name} and {new.name} · crdiff",
        description=f"What changed from {old.name} to {new.name} of the Comprehensive Rules, clause by clause. {lead}",
        part=address.COMPARE,
        data=address.as_json(where),
    )
    rules = [change for change in comparison.changes if change.part is Part.RULES]
    lookup = _lookup(comparison, archive)
    kept = [change for change in rules if change.new]

    def show(change: Change) -> ChangeView:
        return with_outdated(view_change(change, lookup), change, old.effective, new.effective, archive)

    view = ComparisonView(
        old=old,
        new=new,
        lead=lead,
        others=tuple((row.old + " and " + row.new, row.href) for row in rows(archive) if row.href != where),
        counts=tuple(_counts(rules)),
        rewordings=tuple(_replaced(comparison.rewordings, rules, lookup)),
        map=map_clauses(comparison),
        read=_views((change for change in kept if change.is_unproved), show),
        gone=_views((change for change in rules if not change.new), show),
        mechanical=_views((change for change in kept if change.facets and not change.is_unproved), show),
        same=_views((change for change in kept if not change.facets and not change.is_unproved), show),
        parts=tuple(_other_parts(comparison.changes, show)),
    )
    return render("comparisons/comparison.html", head, view)


def _replaced(rewordings: Iterable[Rewording], rules: Iterable[Change], lookup: Lookup) -> Iterator[Replaced]:
    numbers = {clause.number for change in rules for clause in change.new}
    for each in rewordings:
        left = tuple((name, lookup("new", name) if name in numbers else "") for name in each.exceptions)
        yield Replaced(each.old, each.new, each.clauses, left)


def rows(archive: ArchiveIndex) -> tuple[ComparisonRow, ...]:
    """Return every comparison as a row, in the archive's order."""
    found = []
    for comparison in archive.comparisons:
        old, new = _sides(comparison, archive)
        where = address.comparison(old.effective, new.effective)
        found.append(ComparisonRow(where, old.name, new.name, lead_of(comparison)))
    return tuple(found)


def lead_of(comparison: Comparison) -> str:
    """Return what happened to the numbered clauses in one or two sentences, headings not counted."""
    changes = list(_clause_changes(comparison))
    kept = [change for change in changes if change.old and change.new and change.structure is not Structure.REVOKED]
    old = sum(len(change.old) for change in changes)
    reworded = sum(bool(set(change.facets) - {Facet.TYPOGRAPHIC}) for change in kept)
    renumbered = sum(change.structure is not Structure.SAME for change in kept)
    return " ".join(filter(None, (_survival(old, kept, reworded, renumbered), _arrivals(changes))))


def _survival(old: int, kept: Sequence[Change], reworded: int, renumbered: int) -> str:
    stayed = sum(len(change.old) for change in kept)
    if not old:
        return ""
    if not stayed:
        return sentence(f"none of {old:,} clauses is still there" if old > 1 else "the only clause is gone")
    who = (
        "the only clause"
        if old == 1
        else f"all {counted(old, 'clause')}"
        if stayed == old
        else f"{numeral(stayed)} of {counted(old, 'clause')}"
    )
    number = "each under a new number" if renumbered == len(kept) else "some under new numbers" if renumbered else ""
    words = (
        "none reworded"
        if not reworded
        else "every one reworded"
        if reworded == len(kept)
        else f"{numeral(reworded)} of them reworded"
    )
    return sentence(f"{who} {'is' if stayed == 1 else 'are'} still there, {', '.join(filter(None, (number, words)))}")


def _arrivals(changes: Iterable[Change]) -> str:
    counts = {
        word: sum(change.structure is structure for change in changes)
        for word, structure in (
            ("removed", Structure.REMOVED),
            ("revoked", Structure.REVOKED),
            ("added", Structure.ADDED),
        )
    }
    said = [f"{numeral(count)} {'was' if count == 1 else 'were'} {word}" for word, count in counts.items() if count]
    return sentence(phrases.listed(said))


def _clause_changes(comparison: Comparison) -> Iterator[Change]:
    """Yield the changes of rules and subrules."""
    headings = {ClauseKind.SECTION, ClauseKind.SUBSECTION}
    nodes = (*comparison.alignment.old_nodes, *comparison.alignment.new_nodes)
    titles = {str(node.number) for node in nodes if node.kind in headings}
    for change in comparison.changes:
        if change.part is Part.RULES and (change.new or change.old)[0].number not in titles:
            yield change


def _counts(changes: Iterable[Change]) -> Iterator[KindCount]:
    labels: dict[tuple[str, str], int] = {}
    for change in changes:
        key = change_words.icon(change), change_words.label(change)
        labels[key] = labels.get(key, 0) + 1
    for (icon, words), count in sorted(labels.items(), key=lambda item: (-item[1], item[0])):
        yield KindCount(icon, words, count)


def _views(changes: Iterable[Change], show: Show) -> tuple[ChangeView, ...]:
    return tuple(map(show, changes))


def _other_parts(changes: Iterable[Change], show: Show) -> Iterator[tuple[str, tuple[ChangeView, ...]]]:
    changed = [change for change in changes if change.is_changed]
    for part, title in _PARTS.items():
        if found := _views((change for change in changed if change.part is part), show):
            yield title, found


def _sides(comparison: Comparison, archive: ArchiveIndex) -> tuple[ComparedText, ComparedText]:
    old, new = archive.edition_of(comparison.alignment.old), archive.edition_of(comparison.alignment.new)
    return _side(old, archive), _side(new, archive)


def _side(text: EditionText, archive: ArchiveIndex) -> ComparedText:
    name = (
        f"{text.heading.number} of {text.effective.year}" if text.heading else f"{text.edition.title}, {text.effective}"
    )
    return ComparedText(name, archive.release_name(text.effective), address.edition(text.id), text.effective)


def _lookup(comparison: Comparison, archive: ArchiveIndex) -> Lookup:
    texts = {
        "old": archive.edition_of(comparison.alignment.old),
        "new": archive.edition_of(comparison.alignment.new),
    }

    def find(side: str, printed: str) -> str:
        return archive.clause_at(ClauseNumber.parse(printed), texts[side].effective)

    return find
