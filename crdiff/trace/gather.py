"""Make a timeline from the contents of a corpus: lineages, the texts of releases, comparisons of neighbours."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import pairwise

from crdiff.history.lineage import Event, How, Lineage, NumberRun, Worded
from crdiff.model.clause import Clause, ClauseKind
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Release
from crdiff.model.tree import walk
from crdiff.trace.context import keeps_its_sense, wording_of
from crdiff.trace.following import placed_at, with_runs
from crdiff.trace.timeline import Timeline, Wording

_Place = tuple[date, ClauseNumber]


def gather(
    lineages: Iterable[Lineage[ClauseNumber]],
    texts: Iterable[tuple[date, Release]],
    mechanical: Collection[tuple[str, date]] = frozenset(),
) -> Timeline:
    """Return the timeline of `lineages` with the wordings that `texts` hold.

    `texts`: release and text, several of a release allowed: the first that has a clause gives its wording.
    `mechanical`: (lineage id, release) wherever a wording differs by mechanical changes only from the one before it.
    The timeline does not have clauses that are in none of `lineages`.
    """
    known = tuple(lineages)
    wordings: dict[tuple[str, date], Wording] = {}
    quoted: dict[date, tuple[ClauseNumber, ...]] = {}
    for release, text in texts:
        numbered = {number: lineage.id for lineage in known if (number := lineage.number_in(release))}
        for node in walk(text):
            lineage_id = numbered.get(node.number)
            if lineage_id and (lineage_id, release) not in wordings:
                wordings[lineage_id, release] = wording_of(
                    node.clause, is_mechanical=(lineage_id, release) in mechanical
                )
        numbers = text.coverage.numbers or tuple(numbered)
        quoted[release] = (*quoted.get(release, ()), *numbers)
    return Timeline(tuple(sorted(quoted)), known, wordings, quoted=quoted)


def gather_lineages(
    releases: Iterable[date],
    lineages: Iterable[Lineage[ClauseNumber]],
    known: Iterable[Lineage[ClauseNumber]] = (),
    glossary: Mapping[date, Mapping[str, Wording]] | None = None,
) -> Timeline:
    """Return the timeline of an archive: the `releases` it holds, and the lineage of every clause in them.

    `known` are lineages recorded elsewhere. A clause that they know keeps their id and their numbers, so that it is the
    same clause whichever releases the archive holds. A record begins a lineage and never ends it: in releases outside
    the record the clause continues as in the archive. `glossary` is that of `Timeline`.
    """
    held, facts, woven = tuple(sorted(set(releases))), tuple(known), tuple(lineages)
    places_of = [tuple(_places(lineage, held)) for lineage in woven]
    owners = _owners(facts, places_of, held)
    found = {each.id: each for each in _lengthened(facts, owners, held, _revocations(owners, woven))}
    wordings: dict[tuple[str, date], Wording] = {}
    sources: dict[tuple[str, date], str] = {}
    for lineage, places in zip(woven, places_of, strict=True):
        own = _apart_from(owners, lineage, places)
        if own is lineage and own.id not in found:  # most lineages: no record knows any of their places
            found[own.id] = replace(own, wordings=(), is_recorded=False)  # the timeline has them, without their changes
            wordings.update({(own.id, release): wording for release, wording in _wordings(lineage, held)})
            continue
        if own:
            found.setdefault(own.id, own)
        ids = {release: owners.get((release, number), own.id if own else "") for release, number in places}
        for release, wording in _wordings(lineage, held):
            wordings[ids[release], release] = wording
            sources[ids[release], release] = lineage.id
    wordings |= _parted(facts, wordings, sources, held)
    return Timeline(held, tuple(found.values()), wordings, glossary=glossary or {})


def recorded_as_mechanical(
    lineages: Iterable[Lineage[ClauseNumber]], releases: Iterable[date]
) -> frozenset[tuple[str, date]]:
    """Return (lineage id, release) wherever, since the release before, only references are recorded to have changed."""
    neighbours = list(pairwise(sorted(set(releases))))
    return frozenset(
        (known.id, later)
        for known in lineages
        for earlier, later in neighbours
        if not known.is_reworded_between(earlier, later)
    )


def _worded(worded: Worded[ClauseNumber]) -> Wording:
    clause = Clause(ClauseKind.RULE, worded.title, worded.text, worded.examples)
    return wording_of(clause, is_mechanical=worded.change is not None and keeps_its_sense(worded.change))


def _places(lineage: Lineage[ClauseNumber], releases: Sequence[date]) -> Iterator[_Place]:
    """Yield (release, number) wherever the lineage is in force."""
    return ((release, run.number) for run in lineage.runs for release in _between(releases, run.first, run.last))


def _owners(
    known: Iterable[Lineage[ClauseNumber]], woven: Iterable[Sequence[_Place]], held: Sequence[date]
) -> dict[_Place, str]:
    """Return the id of the known lineage at each place: where it is recorded, and where a woven lineage continues.

    `woven` are the places of each of these in time order. In a release outside its record, a known lineage is
    where the woven lineage leads that coincided with it last.
    Source: 2010-06-18 lies between 806.7f of 2010-04-23 and 805.8 of 2010-07-16.
    """
    recorded = {place: lineage.id for lineage in known for place in _places(lineage, held)}
    placed = {(release, lineage_id) for (release, _), lineage_id in recorded.items()}
    claims: dict[tuple[date, str], tuple[date, ClauseNumber]] = {}
    for places in woven:
        owner, since = "", date.min
        for release, number in places:
            if (release, number) in recorded:
                owner, since = recorded[release, number], release
            elif owner and (release, owner) not in placed:
                claim = since, number
                claims[release, owner] = max(claims.get((release, owner), claim), claim)
    return recorded | {(release, number): owner for (release, owner), (_, number) in claims.items()}


def _lengthened(
    known: Iterable[Lineage[ClauseNumber]],
    owners: Mapping[_Place, str],
    held: Sequence[date],
    revocations: Mapping[str, Event[ClauseNumber]],
) -> Iterator[Lineage[ClauseNumber]]:
    """Yield the known lineages, each with its places outside its record, and its revocation if it is there."""
    beyond: dict[str, list[NumberRun[ClauseNumber]]] = defaultdict(list)
    for (release, number), lineage_id in owners.items():
        beyond[lineage_id].append(NumberRun(release, release, number))
    for lineage in known:
        runs = beyond[lineage.id]
        longer = with_runs(lineage, [run for run in runs if not lineage.number_in(run.first)], held)
        revoked = [
            event for event in (*lineage.fate, revocations.get(lineage.id)) if event and event.how is How.REVOKED
        ]
        yield replace(longer, fate=(*revoked[:1], *_end(runs, held))) if runs else longer


def _revocations(
    owners: Mapping[_Place, str], woven: Iterable[Lineage[ClauseNumber]]
) -> dict[str, Event[ClauseNumber]]:
    """Return, by the known lineage that a woven one continues there, the events by which woven ones were revoked."""
    return {
        owners[event.release, number]: event
        for lineage in woven
        for event in lineage.fate
        if event.how is How.REVOKED and (number := lineage.number_in(event.release))
        if (event.release, number) in owners
    }


def _end(runs: Iterable[NumberRun[ClauseNumber]], held: Sequence[date]) -> Iterator[Event[ClauseNumber]]:
    """Yield the end of a clause in the first of the releases `held` after all of `runs`, nothing if there is none."""
    last = max(run.last for run in runs)
    yield from [Event(How.REMOVED, release) for release in held if release > last][:1]


def _parted(
    known: Iterable[Lineage[ClauseNumber]],
    wordings: Mapping[tuple[str, date], Wording],
    sources: Mapping[tuple[str, date], str],
    held: Sequence[date],
) -> Iterator[tuple[tuple[str, date], Wording]]:
    """Yield the wordings of known lineages that are of another woven lineage than the one before: they do not follow.

    `sources` names the woven lineage that each wording is of.
    """
    for lineage in known:
        places = [(lineage.id, release) for release in held if (lineage.id, release) in wordings]
        for before, after in pairwise(places):
            if sources[before] != sources[after]:
                yield after, replace(wordings[after], is_mechanical=False)


def _apart_from(
    owners: Mapping[_Place, str], lineage: Lineage[ClauseNumber], places: Sequence[_Place]
) -> Lineage[ClauseNumber] | None:
    """Return `lineage` without those of its `places` that have an owner, named by its first; None if none is left."""
    left = [place for place in places if place not in owners]
    if len(left) == len(places):
        return lineage
    return placed_at(left) if left else None


def _wordings(lineage: Lineage[ClauseNumber], releases: Sequence[date]) -> Iterator[tuple[date, Wording]]:
    """Yield (release, wording) for each of `releases` with the text of the clause."""
    for worded in lineage.wordings:
        if not worded.is_held:
            continue
        first = _worded(worded)
        later = replace(first, is_mechanical=True)
        for release in _between(releases, worded.first, worded.last):
            yield release, first if release == worded.first else later


def _between(releases: Sequence[date], first: date, last: date) -> Sequence[date]:
    """Return those of `releases`, which are in order, from `first` to `last`."""
    return releases[bisect_left(releases, first) : bisect_right(releases, last)]
