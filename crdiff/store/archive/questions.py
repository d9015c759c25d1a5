"""Searching, what is new, how the rules grew, and old numbers for new: questions to the whole archive."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import date
from functools import cache, partial
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from crdiff.align.alignment import Break
from crdiff.changes.change import Change, Quoted, Rewording, Structure
from crdiff.errors import UnknownNumber, UnknownRelease, UsageError
from crdiff.history.asked import read_asked
from crdiff.history.lineage import Lineage, Term
from crdiff.history.nearest import HOW_TO_GET
from crdiff.history.news import Hit, News, NewsScope, Passage, ReleaseNews, Shown, Size, concerns
from crdiff.history.renumbering import Renumbering, composed, in_document_order, inverted
from crdiff.model.number import ClauseNumber
from crdiff.model.release import covering
from crdiff.store.archive.archive import Archive
from crdiff.store.archive.entries import Entries
from crdiff.store.archive.names import entry_called
from crdiff.store.archive.schema import WORDING, Keyed, Said

if TYPE_CHECKING:
    from crdiff.history.blame import Blame, Lineages

_Followed = Lineage[ClauseNumber | Term]
_PHRASE = re.compile(r'"([^"]*)"|(\S+)')
_FOUND = ("[", "]")
_SEARCH = """
WITH found AS MATERIALIZED (
  SELECT rowid AS id, rank, snippet(wording_index, -1, ?, ?, '…', 24) AS excerpt
  FROM wording_index WHERE wording_index MATCH ?
), stood AS (
  SELECT 'rules' AS part, number AS term, place, first, last, found.*
  FROM found JOIN stay ON stay.wording = found.id JOIN lineage ON lineage.id = stay.lineage
  UNION ALL
  SELECT 'glossary', term, name, first, last, found.*
  FROM found JOIN entry ON entry.wording = found.id JOIN entry_lineage ON entry_lineage.id = entry.lineage
  WHERE NOT EXISTS (SELECT 1 FROM unprinted WHERE unprinted.lineage = entry.lineage AND at = ?)
)
SELECT part, term, place, first, last, id, excerpt FROM stood """
_BEST_FIRST = " ORDER BY rank, last DESC, part DESC, term, place"


def search(archive: Archive, words: str, position: int | None, most: int) -> tuple[Hit, ...]:
    """Return at most `most` clauses and glossary entries with a wording that has all of `words`, best first.

    ``"in quotes"`` words must follow one another; inflections count as the same word. Only the release at `position`
    is searched, or, where that is None, every wording there ever was. A hit is dated by the time in which the clause
    had the same words. Raises `UsageError` where there is no word.
    """
    inside = "" if position is None else f"WHERE first <= {position} AND last >= {position}"
    rows = archive.found(_SEARCH + inside + _BEST_FIRST, *_FOUND, _expression(words), position)
    entries = Entries(archive)
    found: dict[str, Hit] = {}
    wordings: dict[str, int] = {}
    for part, term, name, first, last, wording, excerpt in rows:
        number = archive.numbers.parse(term) if part == "rules" else Term(term)
        hit = Hit(part, number, name, archive.dates[first], archive.dates[last], "", " ".join(excerpt.split()))
        found[name] = _joined(found[name], hit) if name in found else hit
        wordings.setdefault(name, wording)
    hits = []
    for name, hit in list(found.items())[:most]:
        lineage = archive.lineage(archive.index_of(name)) if hit.part == "rules" else entries.lineage(name)
        said = archive.said(wordings[name]) or Said()  # compared with its checksum: the excerpt was cut from it
        hits.append(replace(_since(hit, lineage), title=said.title))
    return tuple(hits)


def _joined(hit: Hit, other: Hit) -> Hit:
    """Return the better hit of one clause with the time in which any of its wordings had the words."""
    newest = max(hit, other, key=lambda one: one.last)
    return replace(hit, number=newest.number, first=min(hit.first, other.first), last=newest.last)


def _since(hit: Hit, lineage: _Followed | None) -> Hit:
    """Return a hit with the releases around its time in which its clause or entry has the same words.

    Source: 205.4d has the same words since 2017-09-29, with straight quotation marks in 2019-01-25.
    """
    spans = [each.span for each in lineage.phrasings] if lineage else []
    first, last = (covering(spans, day) for day in (hit.first, hit.last))
    return replace(hit, first=first.first if first else hit.first, last=last.last if last else hit.last)


def _expression(words: str) -> str:
    """Return the full-text query for `words`: every word and every quoted phrase, all of them."""
    pieces = [phrase or word for phrase, word in _PHRASE.findall(words)]
    quoted = ['"' + piece.replace('"', " ") + '"' for piece in pieces if re.search(r"\w", piece)]
    if not quoted:
        raise UsageError("there is no word to search for", 'words, or a "phrase in quotes"')
    return " AND ".join(quoted)


def passage(archive: Archive, written: str | None, at: str | date | None) -> Passage:
    """Return the clause that `written` names, with all under it, in the release in force on the day `at`.

    Without `written` the whole release, without a day the newest one. Where not all of it has a text then, the newest
    release held by that day answers, or, without a day, the newest one in which the wording of the clause is known. An
    old number means the clause that had it, under the number it has in that release; a name means the clause with that
    title and the glossary entry of that term. Raises `UnknownNumber` where the release has none of these, and
    `UnknownRelease`.
    """
    if not written:
        position = archive.text_at(at)
        return Passage(archive.dates[position], "", None, _standing_under(archive, position, None))
    found: list[Passage] = []
    lacking: list[UnknownNumber] = []
    for position in _positions_to_show(archive, written, at):
        try:
            found.append(_passage(archive, written, at, position))
        except UnknownNumber as error:
            lacking.append(error)
    if not found:
        raise lacking[0]
    told = [one for one in found if one.entry or any(shown.is_held for shown in one.clauses)]
    whole = (one for one in told if all(shown.is_held for shown in one.clauses))
    return next(whole, None) or next(iter(told), found[0])


def _positions_to_show(archive: Archive, written: str, at: str | date | None) -> Iterator[int]:
    """Yield the positions of the releases that may show what `written` names on the day `at`, the best one first."""
    first = archive.position_at(at) if at else archive.newest_position
    yield first
    if archive.facts and archive.text_at(at) != first:
        yield archive.text_at(at)
    if archive.facts and not at:
        with suppress(UnknownNumber):
            yield archive.dates.index(last_held(archive.lineage(archive.find(written, archive.dates[first]))))


def _passage(archive: Archive, written: str, at: str | date | None, position: int) -> Passage:
    """Return what `written`, as of the day `at`, means in the release at a position."""
    asked = read_asked(written, archive.numbers)
    release = archive.dates[position]
    entry = entry_called(archive, asked, position) if isinstance(asked, str) else None
    try:
        lineage = archive.find(written, at or release)
        there = archive.number_at(lineage, position)
        if there is None:
            raise _not_there(archive.lineage(lineage), release, str(asked))
    except UnknownNumber:
        if entry is None:
            raise
        return Passage(release, entry.term, None, (), entry)
    return Passage(release, str(asked), there, _standing_under(archive, position, there), entry)


def _not_there(lineage: _Followed, release: date, asked: str) -> UnknownNumber:
    first, last = lineage.runs[0].first, lineage.runs[-1].last
    what = "glossary entry" if isinstance(lineage.runs[-1].number, Term) else "clause"
    return UnknownNumber(f"release {release} does not have {what} {asked}", f"one from {first} to {last}")


def _standing_under(archive: Archive, position: int, top: ClauseNumber | None) -> tuple[Shown, ...]:
    query = (
        f"SELECT number, copy, stay.lineage, place, {WORDING} FROM stay JOIN lineage ON lineage.id = stay.lineage"
        " LEFT JOIN wording ON wording.id = stay.wording WHERE first <= ? AND last >= ?"
    )
    within = str(top) if top else ""  # what stands under a clause begins with its number
    rows = (row for row in archive.rows(query, position, position) if row[0].startswith(within))
    parsed = ((archive.numbers.parse(row[0]), row) for row in rows)
    inside = [(own, row) for own, row in parsed if top is None or own.within(top)]
    inside.sort(key=lambda pair: (pair[0], pair[1][1]))
    above = top.depth if top else 0
    revoked = {lineage: archive.dates[at] for lineage, at in archive.revoked.items() if at <= position}
    read = ((own, lineage, place, archive.said_in(columns)) for own, (_, _, lineage, place, *columns) in inside)
    shown = tuple(
        Shown(own, *(said or Said()), own.depth - above, place, said is not None, revoked.get(lineage))
        for own, lineage, place, said in read
    )
    if not all(one.is_held for one in shown):
        archive.check_unheld(position, position)
    return shown


def blamed(archive: Archive, lineage: _Followed, release: date, asked: str) -> Blame[ClauseNumber | Term]:
    """Return the sentences of a lineage, `asked` for by this number or term, as they read in a release.

    Raises `UnknownNumber` where the clause or entry is not in force in it, and `UnknownRelease` where the corpus lacks
    its text.
    """
    from crdiff.history.blame import Blame, Endings, blame  # no other question asks for sentences

    lineages: Lineages[ClauseNumber | Term] = cache(lambda one: archive.lineage(archive.index_of(one)))
    there = lineage.number_in(release)
    if there is None:
        raise _not_there(lineage, release, asked)
    if not any(worded.is_held and worded.covers(release) for worded in lineage.wordings):
        raise not_held(lineage, there, release)
    ended = Endings(lineages, partial(_begun_texts, archive)).of(lineage, release)
    # where a release has no text, another clause of it may say what ended
    told = tuple(one for one in ended if archive.facts is None or one.release in archive.held)
    revoked = lineage.revoked if lineage.is_revoked_in(release) else None
    return Blame(lineage.id, release, there, blame(lineage, release, lineages), revoked, told)


def _begun_texts(archive: Archive, release: date) -> Iterator[str]:
    """Yield the wordings that begin in a release, as title and text."""
    begun = "SELECT wording FROM stay WHERE first = ?1 UNION SELECT wording FROM entry WHERE first = ?1"
    query = f"SELECT {WORDING} FROM wording WHERE id IN ({begun})"
    position = archive.dates.index(release)
    for columns in archive.rows(query, position) if archive.releases[position].text else ():
        said = archive.said_in(columns)
        yield f"{said.title}\n{said.text}" if said else ""


def last_held(lineage: _Followed) -> date:
    """Return the last release with the text of the clause, its very last one where there is none."""
    return max((worded.last for worded in lineage.wordings if worded.is_held), default=lineage.runs[-1].last)


def not_held(lineage: _Followed, number: ClauseNumber | Term, release: date) -> UnknownRelease:
    """Return the error for a clause of which `release` is known to have it as `number`, but not what it says."""
    known = f"; the clause is known from {lineage.runs[0].first} to {lineage.runs[-1].last}"
    held = [worded for worded in lineage.wordings if worded.is_held]
    nearest = *[each for each in held if each.last < release][-1:], *[each for each in held if each.first > release][:1]
    days = " or ".join(f"{worded.first} to {worded.last}" for worded in nearest)
    remedy = f"expected a day from {days}" if held else f"add texts with {HOW_TO_GET}"
    return UnknownRelease(f"the text of {number} in {release} is not held{known}", remedy=remedy)


def news(
    archive: Archive,
    since: str | date,
    within: Sequence[str],
    catalog: Sequence[date] = (),
    until: str | date | None = None,
) -> News:
    """Return what releases after the one in force on the day `since` changed under `within` (none: all).

    With `until` those up to the one in force on that day. Raises `UnknownRelease` where that is before the first.

    `within` are numbers, and names of clauses and glossary entries; `catalog` are all releases that were published, in
    order.
    """
    position = archive.position_at(since)
    scope = scope_of(archive, within)
    last = archive.newest_position if until is None else archive.position_at(until)
    known, day = archive.dates[position], archive.day(since)
    if last < position:
        raise UnknownRelease(f"{archive.dates[last]} is before {known}", "the older day first, as in M10..M11")
    return News(
        since=day,
        known=known,
        in_force=max((release for release in catalog if known < release <= day), default=known),
        until=archive.newest,
        later=tuple(release for release in catalog if release > archive.newest),
        within=scope.names,
        releases=tuple(release_news(archive, at, scope) for at in range(last, position, -1)),
        bound=archive.dates[last] if last < archive.newest_position else None,
    )


def scope_of(archive: Archive, within: Sequence[str]) -> NewsScope:
    """Return the numbers and the glossary terms that `within` names. Raises `UnknownNumber`."""
    numbers, terms = [], []
    for written in within:
        asked = read_asked(written, archive.numbers)
        entry = entry_called(archive, asked, archive.text_at()) if isinstance(asked, str) else None
        if entry:
            terms.append(entry.term)
        try:
            archive.find(written)  # which says what is near a number that nothing has
            numbers.append(archive.number_of(written))
        except UnknownNumber:
            if entry is None:
                raise
    return NewsScope(tuple(numbers), tuple(terms))


def release_news(archive: Archive, position: int, within: NewsScope) -> ReleaseNews:
    """Return what changed in the release at a position under the numbers and terms `within`."""
    changes = [archive.unpacked(one.body) for one in archive.changes(position) if concerns((one.old, one.new), within)]
    is_step = archive.releases[position].is_step
    if not is_step:
        changes += (one for one in _unaligned(archive, position) if concerns(_numbers(one), within))
        changes.sort(key=lambda one: archive.numbers.parse(max(_numbers(one), key=bool)))
    if not is_step or within.names:
        from crdiff.changes.company import in_company  # of all questions the only one that needs English

        changes = list(in_company(changes, archive.numbers))
    release = archive.releases[position]
    return _told(archive, (archive.dates[position - 1], release.date), changes, release.pair, within)


def text_news(archive: Archive, before: date, release: date) -> ReleaseNews:
    """Return what differs in the text of a release from the one held before, whatever lies between."""
    pair = archive.releases[archive.dates.index(release)].compared
    changes = [archive.unpacked(one.body) for one in archive.changes_of(pair)]
    return _told(archive, (before, release), changes, pair, NewsScope((), ()))


def _told(
    archive: Archive, span: tuple[date, date], changes: Sequence[Change], pair: int | None, within: NewsScope
) -> ReleaseNews:
    to_read, others = (tuple(one for one in changes if one.for_review is review) for review in (True, False))
    told = archive.rows("SELECT rewordings, breaks FROM pair WHERE id = ?", pair)
    archive.check_found(told)
    rewordings = tuple(rewording for raw, _ in told for rewording in archive.value(raw, list[Rewording]))
    breaks = tuple(one for _, raw in told for one in archive.value(raw, list[Break]) if one.clauses or not within.names)
    before, after = span
    return ReleaseNews(after, before, to_read, others, rewordings, breaks)


def _numbers(change: Change) -> tuple[str, str]:
    """Return the new and the old number of a change, "" for a clause that is not there."""
    new, old = (side[0].number if side else "" for side in (change.new, change.old))
    return new, old


class _Side(NamedTuple):
    """A clause in a release: the id of its lineage, its number and the row of its wording."""

    place: str
    number: str
    wording: int


def _unaligned(archive: Archive, position: int) -> Iterator[Change]:
    """Yield the changes of the rules in a release that no two texts show, but those told already: numbers and kinds.

    A wording that is at hand is quoted. New numbers do not count.
    """
    from crdiff.history.recorded_changes import Differs, reworded, unaligned  # texts alone leave no gap

    told = {node for (node,) in archive.rows("SELECT node FROM told WHERE pair = ?", archive.releases[position].pair)}
    unsure = {row for (row,) in archive.rows("SELECT lineage FROM unsure WHERE at = ?", position)}
    columns = "SELECT lineage, place, number, wording FROM stay JOIN lineage ON lineage.id = stay.lineage"
    before = {row[0]: _Side(*row[1:]) for row in archive.rows(f"{columns} WHERE last = ?", position - 1)}
    after = {row[0]: _Side(*row[1:]) for row in archive.rows(f"{columns} WHERE first = ?", position)}
    for lineage in sorted((before.keys() | after.keys()) - told):
        old, new = before.get(lineage), after.get(lineage)
        warrant = archive.warrant(position, is_unsure=lineage in unsure)
        if not old or not new:
            structure, was, now = _arrived_or_gone(archive, lineage, position, old, new)
            yield unaligned(structure, was, now, Differs(), warrant)
        elif old.wording != new.wording:
            known = archive.known(new.place, position)
            differs = Differs(known.facets, known.is_mechanical) if known else None
            yield reworded(_quoted(archive, old), _quoted(archive, new), differs, warrant)


def _quoted(archive: Archive, side: _Side) -> Quoted:
    """Return a clause with its wording, at line 0 where that is not at hand."""
    said = archive.said(side.wording)
    return Quoted(side.number, *said, 1) if said else Quoted(side.number, "", "", (), 0)


def _arrived_or_gone(
    archive: Archive, lineage: int, position: int, old: _Side | None, new: _Side | None
) -> tuple[Structure, Quoted | None, Quoted | None]:
    """Return how a clause began, that has no `old` side, or ended, that has no `new` one, and both sides of that."""
    events = archive.of(Keyed.EVENTS, lineage, "origin" if new else "fate")
    met = next((other for _, at, other in events if at == position and other is not None), None)
    other = archive.number_at(met, position - bool(new)) if met is not None else None
    was, now = (_quoted(archive, side) if side else None for side in (old, new))
    if other is None:
        return Structure.ADDED if new else Structure.REMOVED, was, now
    beside = Quoted(str(other), "", "", (), 0)
    return Structure.SPLIT if new else Structure.MERGED, was or beside, now or beside


def sizes(archive: Archive) -> tuple[Size, ...]:
    """Return the figures of every release, oldest first."""
    columns = "date, clauses, words, added, removed, revoked, changes, review"
    rows = archive.rows(f"SELECT {columns} FROM release ORDER BY position")
    return tuple(Size(date.fromisoformat(day), *rest) for day, *rest in rows)


def renumbering(archive: Archive, old: int, new: int) -> Renumbering:
    """Return the numbers of the release at position `old` with their heirs at `new`, composed through those between."""
    first, last = sorted((old, new))
    before, after = (in_document_order(archive.standing(at), archive.numbers) for at in (first, last))
    partings, revoked = archive.partings(first, last), archive.revoked
    found = composed(archive.dates, (first, last), before, after, partings, revoked=revoked)
    if old <= new:
        return found
    rows, arrived = inverted(found.rows, [number for _, number in after])
    return replace(found, old=found.new, new=found.old, rows=rows, arrived=arrived)
