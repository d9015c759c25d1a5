"""Follow clauses into one more text, a draft or a release, along its comparison with the text before.

A clause continues in whatever it became: two clauses that were merged both continue as the merged one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from msgspec.structs import replace

from crdiff.changes.change import Change, Comparison, Part, Structure
from crdiff.history.lineage import Event, How, Lineage, NumberRun
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Release
from crdiff.model.tree import walk
from crdiff.trace.context import entry_wording, keeps_its_sense, wording_of
from crdiff.trace.timeline import Timeline, Wording, release_name


def followed(timeline: Timeline, comparison: Comparison, before: date, release: date) -> Timeline:
    """Return `timeline` with the clauses of `release`, whose text `comparison` compares with one of `before`.

    A clause that the timeline already places elsewhere in `release`, or knows to be gone, stays so. `releases` of the
    timeline stay as they are.
    """
    changes = changes_by_number(comparison)
    gone = (change.old for change in rule_changes(comparison) if not change.new)
    removed = {ClauseNumber.parse(clause.number) for old in gone for clause in old}
    lineages: list[Lineage[ClauseNumber]] = []
    wordings = dict(timeline.wordings)
    for lineage in timeline.lineages:
        number, placed = lineage.number_in(before), lineage.number_in(release)
        change = main_change(changes.get(number, ()), number) if number else None
        became = ClauseNumber.parse(change.new[0].number) if change else None
        if not number or not change or not became or lineage.is_gone_in(release) or placed not in {None, became}:
            is_gone = number in removed and not placed
            lineages.append(_ended(lineage, How.REMOVED, release) if is_gone else lineage)
            continue
        keeps = len(changes[number]) == 1 and keeps_its_sense(change)
        wordings[lineage.id, release] = wording_of(change.new[0], is_mechanical=keeps)
        runs = lineage.runs if placed else tuple(sorted((*lineage.runs, NumberRun(release, release, became))))
        is_revoked = change.structure is Structure.REVOKED and not lineage.revoked
        longer = replace(lineage, runs=runs)
        lineages.append(_ended(longer, How.REVOKED, release) if is_revoked else longer)
    glossary = {**_entries(comparison, before, release), **timeline.glossary}
    return replace(timeline, lineages=tuple(lineages), wordings=wordings, glossary=glossary)


def _ended(lineage: Lineage[ClauseNumber], how: How, release: date) -> Lineage[ClauseNumber]:
    return replace(lineage, fate=(*lineage.fate, Event(how, release)))


def with_release(timeline: Timeline, release: date) -> Timeline:
    """Return `timeline` with `release` among its releases, where it knows no clauses but those it places there."""
    numbers = tuple(number for each in timeline.lineages if (number := each.number_in(release)))
    releases = tuple(sorted({*timeline.releases, release}))
    return replace(timeline, releases=releases, quoted={**timeline.quoted, release: numbers})


def until(timeline: Timeline, release: date) -> Timeline:
    """Return `timeline` without what it knows of releases after `release`."""
    return replace(
        timeline,
        releases=tuple(each for each in timeline.releases if each <= release),
        lineages=tuple(
            each.without_after(release) if each.fate and each.fate[-1].release > release else each
            for each in timeline.lineages
        ),
        wordings={place: wording for place, wording in timeline.wordings.items() if place[1] <= release},
        glossary={each: entries for each, entries in timeline.glossary.items() if each <= release},
    )


def with_text(timeline: Timeline, text: Release, release: date) -> Timeline:
    """Return `timeline` with `text`, that of `release` or a part of it: every clause of it, recorded or not.

    A clause that the timeline does not place in `release` becomes a lineage of its own.
    """
    placed = {number: lineage for lineage in timeline.lineages if (number := lineage.number_in(release))}
    own: dict[ClauseNumber, Lineage[ClauseNumber]] = {}
    added: dict[tuple[str, date], Wording] = {}
    for node in walk(text):
        number = node.number
        lineage = placed.get(number) or own.setdefault(number, placed_at([(release, number)]))
        before = max((each for each in timeline.senses(lineage.id) if each < release), default=None)
        is_same = before is not None and lineage.says_the_same(before, release)
        wording = wording_of(node.clause, is_mechanical=is_same)
        added.setdefault((lineage.id, release), wording)
    entries = {entry.term: entry_wording(entry.text) for entry in text.glossary}
    return replace(
        timeline,
        releases=tuple(sorted({*timeline.releases, release})),
        lineages=(*timeline.lineages, *own.values()),
        wordings={**added, **timeline.wordings},
        quoted=_quoted(timeline, text, release),
        glossary={release: entries, **timeline.glossary} if entries else timeline.glossary,
    )


def placed_at(places: Sequence[tuple[date, ClauseNumber]]) -> Lineage[ClauseNumber]:
    """Return a lineage of which nothing is known but its places, oldest first: release and number."""
    runs = tuple(NumberRun(release, release, number) for release, number in places)
    first, number = places[0]
    return Lineage(f"{release_name(first)}-{number}", "", runs, (), (), (), known_until=places[-1][0])


def main_change(changes: Sequence[Change], number: ClauseNumber) -> Change | None:
    """Return the change in which the clause called `number` comes first, else the first that it has a part in."""
    mains = (change for change in changes if change.old[0].number == str(number))
    return next(mains, changes[0] if changes else None)


def changes_by_number(comparison: Comparison) -> Mapping[ClauseNumber, Sequence[Change]]:
    """Return the changes of rules by the number of each old clause that continues in them."""
    found: dict[ClauseNumber, list[Change]] = defaultdict(list)
    for change in rule_changes(comparison):
        if change.new:
            for number in dict.fromkeys(clause.number for clause in change.old):
                found[ClauseNumber.parse(number)].append(change)
    return found


def rule_changes(comparison: Comparison) -> Iterator[Change]:
    """Yield the changes of rules."""
    return (change for change in comparison.changes if change.part is Part.RULES)


def _quoted(timeline: Timeline, text: Release, release: date) -> Mapping[date, tuple[ClauseNumber, ...]]:
    """Return what is quoted of each release when all that `text` has of one is known."""
    others = {each: numbers for each, numbers in timeline.quoted.items() if each != release}
    if text.coverage.is_whole or (release in timeline.releases and release not in timeline.quoted):
        return others
    return {**others, release: (*timeline.quoted.get(release, ()), *text.coverage.numbers)}


def _entries(comparison: Comparison, before: date, release: date) -> dict[date, Mapping[str, Wording]]:
    """Return, for both releases, the wording of each entry by its name in `before`; nothing for a text without one."""
    changes = [change for change in comparison.changes if change.part is Part.GLOSSARY]
    old = {entry.number: entry_wording(entry.text) for change in changes for entry in change.old}
    new = {
        (change.old or change.new)[0].number: entry_wording(entry.text, is_mechanical=keeps_its_sense(change))
        for change in changes
        for entry in change.new[:1]
    }
    return {each: entries for each, entries in ((before, old), (release, new)) if entries}
