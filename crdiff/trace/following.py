"""Make a timeline from the contents of a corpus, and follow its clauses into one more text: a draft, or a release.

A clause continues in whatever it became: two clauses that were merged both continue as the merged one.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date

from msgspec.structs import replace

from crdiff.changes.change import Change, Comparison, Part, Quoted, Structure
from crdiff.history.lineage import Event, How, Lineage, NumberRun
from crdiff.model.clause import Clause, ClauseKind
from crdiff.model.fingerprint import fingerprint
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Release
from crdiff.model.tree import walk
from crdiff.text.groups import by_key
from crdiff.text.normalise import fold_typography
from crdiff.trace.timeline import Timeline, Wording, release_name


def gather(lineages: Iterable[Lineage[ClauseNumber]], texts: Iterable[tuple[date, Release]]) -> Timeline:
    """Return the timeline of `lineages` with the wordings that `texts` hold.

    `texts`: release and text, several of a release allowed: the first that has a clause gives its wording.
    A wording says what the one before it does where, since then, only references are recorded to have changed.
    The timeline does not have clauses that are in none of `lineages`.
    """
    known, held = tuple(lineages), tuple(texts)
    releases = sorted({release for release, _ in held})
    earlier = dict(zip(releases[1:], releases, strict=False))
    wordings: dict[tuple[str, date], Wording] = {}
    quoted: dict[date, tuple[ClauseNumber, ...]] = {}
    for release, text in held:
        before = earlier.get(release)
        numbered = {number: lineage for lineage in known if (number := lineage.number_in(release))}
        for node in walk(text):
            lineage = numbered.get(node.number)
            if lineage and (lineage.id, release) not in wordings:
                is_same = before is not None and not lineage.is_reworded_between(before, release)
                wordings[lineage.id, release] = wording_of(node.clause, is_mechanical=is_same)
        numbers = text.coverage.numbers or tuple(numbered)
        quoted[release] = (*quoted.get(release, ()), *numbers)
    return Timeline(tuple(sorted(quoted)), known, wordings, quoted=quoted)


def gather_lineages(
    releases: Iterable[date],
    lineages: Iterable[Lineage[ClauseNumber]],
    titles: Mapping[str, str],
    glossary: Mapping[date, Mapping[str, Wording]] | None = None,
) -> Timeline:
    """Return the timeline of an archive: the `releases` it holds, and the `lineages` of all clauses with their texts.

    `titles` are those that we gave to lineages, by their ids; `glossary` is that of `Timeline`.
    """
    held = tuple(sorted(set(releases)))
    found: list[Lineage[ClauseNumber]] = []
    wordings: dict[tuple[str, date], Wording] = {}
    for lineage in lineages:
        title = titles.get(lineage.id, lineage.title)
        without_changes = tuple(replace(worded, change=None) for worded in lineage.wordings)
        found.append(replace(lineage, title=title, wordings=without_changes, is_recorded=True))
        wordings.update({(lineage.id, release): wording for release, wording in _wordings(lineage, held)})
    return Timeline(held, tuple(found), wordings, glossary=glossary or {})


def _wordings(lineage: Lineage[ClauseNumber], releases: Sequence[date]) -> Iterator[tuple[date, Wording]]:
    """Yield (release, wording) for each of `releases`, which are in order, with the text of the clause."""
    for worded in lineage.wordings:
        if not worded.is_held:
            continue
        clause = Clause(ClauseKind.RULE, worded.title, worded.text, worded.examples)
        first = wording_of(clause, is_mechanical=worded.change is not None and keeps_its_sense(worded.change))
        later = replace(first, is_mechanical=True)
        for release in releases[bisect_left(releases, worded.first) : bisect_right(releases, worded.last)]:
            yield release, first if release == worded.first else later


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
    going_on = ((change, dict.fromkeys(clause.number for clause in change.old)) for change in rule_changes(comparison))
    return by_key((ClauseNumber.parse(number), one) for one, numbers in going_on if one.new for number in numbers)


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


def keeps_its_sense(change: Change) -> bool:
    """Whether a clause says the same after `change`: its wording is equal or changed mechanically only.

    A clause that was merged or split does not: its sentences have new neighbours.
    """
    return len(change.old) == len(change.new) == 1 and (change.mechanical or not change.facets)


def wording_of(said: Clause | Quoted, *, is_mechanical: bool) -> Wording:
    """Return the wording of a clause; `is_mechanical` says whether it follows mechanically from the one before."""
    clause = Clause(ClauseKind.RULE, said.title, said.text, said.examples)
    text = "\n".join(map(fold_typography, (clause.wording, *clause.examples)))
    return Wording(fingerprint(clause), text, is_mechanical)


def entry_wording(text: str, *, is_mechanical: bool = False) -> Wording:
    """Return the wording of a glossary entry."""
    return wording_of(Clause(ClauseKind.RULE, "", text), is_mechanical=is_mechanical)
