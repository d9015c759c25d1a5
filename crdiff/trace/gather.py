"""A timeline from what a corpus holds: lineages, the texts of releases, comparisons of neighbours."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from crdiff.history.life import Life, Worded
from crdiff.model.clause import Clause, ClauseKind
from crdiff.model.corpus import KnownLineage, Respect
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Release
from crdiff.model.tree import walk
from crdiff.trace.following import with_runs
from crdiff.trace.timeline import Lineage, NumberRun, Timeline, Wording
from crdiff.trace.wording import keeps_its_sense, wording_of


def gather(
    lineages: Iterable[Lineage],
    texts: Iterable[tuple[str, Release]],
    mechanical: Collection[tuple[str, str]] = frozenset(),
) -> Timeline:
    """Return the timeline of `lineages` with the wordings that `texts` hold.

    `texts`: release (ISO date) and text, several of a release allowed: the first that has a clause gives its wording.
    `mechanical`: (lineage id, release) wherever a wording came out of the one held before by mechanical changes only.
    Of clauses that are in the texts and in none of `lineages` nothing is known.
    """
    known = tuple(lineages)
    wordings: dict[tuple[str, str], Wording] = {}
    quoted: dict[str, tuple[ClauseNumber, ...]] = {}
    for release, text in texts:
        numbered = {number: lineage.id for lineage in known if (number := lineage.number_in(release))}
        for node in walk(text):
            lineage_id = numbered.get(str(node.number))
            if lineage_id and (lineage_id, release) not in wordings:
                wordings[lineage_id, release] = wording_of(
                    node.clause, is_mechanical=(lineage_id, release) in mechanical
                )
        numbers = text.coverage.numbers or tuple(map(ClauseNumber.parse, numbered))
        quoted[release] = (*quoted.get(release, ()), *numbers)
    return Timeline(tuple(sorted(quoted)), known, wordings, quoted=quoted)


def gather_lives(
    releases: Iterable[str],
    lives: Iterable[Life],
    known: Iterable[Lineage] = (),
    glossary: Mapping[str, Mapping[str, Wording]] | None = None,
) -> Timeline:
    """Return the timeline of an archive: the `releases` it holds, and the life of every clause in them.

    `known` are lineages recorded elsewhere. A clause that they know keeps their id and their numbers, so that it is the
    same clause whichever releases the archive holds. A record begins a life and never ends it: in releases that it does
    not speak of, the clause goes on as the archive has it. `glossary` is that of `Timeline`.
    """
    held, facts = tuple(sorted(set(releases))), tuple(known)
    told = [(life, _lineage(life, held)) for life in lives]
    places_of = [tuple(_places(lineage, held)) for _, lineage in told]
    owners = _owners(facts, places_of, held)
    lineages = {each.id: each for each in _lengthened(facts, owners, held)}
    wordings: dict[tuple[str, str], Wording] = {}
    sources: dict[tuple[str, str], str] = {}
    for (life, lineage), places in zip(told, places_of, strict=True):
        own = _apart_from(owners, lineage, places)
        if own is lineage and own.id not in lineages:  # most lives: no record knows any of their places
            lineages[own.id] = own
            wordings.update({(own.id, release): wording for release, wording in _wordings(life, held)})
            continue
        if own:
            lineages.setdefault(own.id, own)
        ids = {release: owners.get((release, number), own.id if own else "") for release, number in places}
        for release, wording in _wordings(life, held):
            wordings[ids[release], release] = wording
            sources[ids[release], release] = life.lineage
    wordings |= _parted(facts, wordings, sources, held)
    return Timeline(held, tuple(lineages.values()), wordings, glossary=glossary or {})


def recorded(lineages: Iterable[KnownLineage]) -> tuple[Lineage, ...]:
    """Return the lineages that a corpus records."""
    return tuple(
        Lineage(
            known.id,
            tuple(NumberRun(run.first.isoformat(), run.last.isoformat(), str(run.number)) for run in known.runs),
            reworded=tuple(new.release.isoformat() for new in known.wordings if new.respect is not Respect.REFERENCE),
            ended=known.removed.isoformat() if known.removed else "",
            read_until=max((run.last.isoformat() for run in known.runs if run.is_read), default=""),
        )
        for known in lineages
    )


def recorded_as_mechanical(lineages: Iterable[KnownLineage], releases: Iterable[str]) -> frozenset[tuple[str, str]]:
    """Return (lineage id, release) wherever, since the release before, only references are recorded to have changed."""
    neighbours = list(pairwise(sorted(set(releases))))
    return frozenset(
        (known.id, later)
        for known in lineages
        for earlier, later in neighbours
        if all(new.respect is Respect.REFERENCE for new in known.wordings if earlier < new.release.isoformat() <= later)
    )


def _worded(worded: Worded) -> Wording:
    clause = Clause(ClauseKind.RULE, worded.title, worded.text, worded.examples)
    return wording_of(clause, is_mechanical=worded.change is not None and keeps_its_sense(worded.change))


def _lineage(life: Life, held: Sequence[str]) -> Lineage:
    runs = tuple(NumberRun(run.first, run.last, run.number) for run in life.runs)
    return Lineage(life.lineage, runs, life.aliases, ended=_ended(runs, held))


def _places(lineage: Lineage, releases: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield (release, number) wherever the lineage stands."""
    return ((release, run.number) for run in lineage.runs for release in _between(releases, run.first, run.last))


def _owners(
    known: Iterable[Lineage], lives: Iterable[Sequence[tuple[str, str]]], held: Sequence[str]
) -> dict[tuple[str, str], str]:
    """Return the id of the known lineage at each (release, number): where it is recorded, and where a life leads on.

    `lives` are the places of each life in time order. In a release for which a lineage is not recorded, it stands where
    the life leads that had it last. Source: 2010-06-18 lies between 806.7f of 2010-04-23 and 805.8 of 2010-07-16.
    """
    recorded = {place: lineage.id for lineage in known for place in _places(lineage, held)}
    placed = {(release, lineage_id) for (release, _), lineage_id in recorded.items()}
    claims: dict[tuple[str, str], tuple[str, str]] = {}
    for places in lives:
        owner, since = "", ""
        for release, number in places:
            if (release, number) in recorded:
                owner, since = recorded[release, number], release
            elif owner and (release, owner) not in placed:
                claims[release, owner] = max(claims.get((release, owner), ("", "")), (since, number))
    return recorded | {(release, number): owner for (release, owner), (_, number) in claims.items()}


def _lengthened(
    known: Iterable[Lineage], owners: Mapping[tuple[str, str], str], held: Sequence[str]
) -> Iterator[Lineage]:
    """Yield the known lineages, each with the places at which it stands beyond its record."""
    beyond: dict[str, list[NumberRun]] = defaultdict(list)
    for (release, number), lineage_id in owners.items():
        beyond[lineage_id].append(NumberRun(release, release, number))
    for lineage in known:
        runs = beyond[lineage.id]
        longer = with_runs(lineage, [run for run in runs if not lineage.number_in(run.first)], held)
        yield replace(longer, ended=_ended(runs, held)) if runs else longer


def _ended(runs: Iterable[NumberRun], held: Sequence[str]) -> str:
    """Return the first of the releases held after all of `runs`, "" for none."""
    last = max(run.last for run in runs)
    return next((release for release in held if release > last), "")


def _parted(
    known: Iterable[Lineage],
    wordings: Mapping[tuple[str, str], Wording],
    sources: Mapping[tuple[str, str], str],
    held: Sequence[str],
) -> Iterator[tuple[tuple[str, str], Wording]]:
    """Yield the wordings of known lineages that are of another life than the one before, as not following from it.

    `sources` names the life that each wording is of.
    """
    for lineage in known:
        places = [(lineage.id, release) for release in held if (lineage.id, release) in wordings]
        for before, after in pairwise(places):
            if sources[before] != sources[after]:
                yield after, replace(wordings[after], is_mechanical=False)


def _apart_from(
    owners: Mapping[tuple[str, str], str], lineage: Lineage, places: Sequence[tuple[str, str]]
) -> Lineage | None:
    """Return `lineage` without those of its `places` that have an owner, named by its first; None if none is left."""
    left = [place for place in places if place not in owners]
    if len(left) == len(places):
        return lineage
    runs = tuple(NumberRun(release, release, number) for release, number in left)
    return Lineage(f"{left[0][0]}-{left[0][1]}", runs) if left else None


def _wordings(life: Life, releases: Sequence[str]) -> Iterator[tuple[str, Wording]]:
    """Yield (release, wording) for each of `releases` in which the text of the clause is held."""
    for worded in life.wordings:
        if not worded.is_held:
            continue
        first = _worded(worded)
        later = replace(first, is_mechanical=True)
        for release in _between(releases, worded.first, worded.last):
            yield release, first if release == worded.first else later


def _between(releases: Sequence[str], first: str, last: str) -> Sequence[str]:
    """Return those of `releases`, which are in order, from `first` to `last`."""
    return releases[bisect_left(releases, first) : bisect_right(releases, last)]
