"""Searching, what is new, how the rules grew, and old numbers for new: questions to the whole archive."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from crdiff.align.alignment import Break
from crdiff.changes.change import Rewording
from crdiff.errors import UnknownNumber, UnknownRelease, UsageError
from crdiff.history.blame import Blame, blame
from crdiff.history.life import Life
from crdiff.history.news import Hit, News, ReleaseNews, Size, concerns
from crdiff.history.passage import Passage, Shown
from crdiff.history.renumbering import Parting, Renumbering, compose, inverted
from crdiff.model.number import ClauseNumber
from crdiff.store.archive import Archive
from crdiff.store.kept import WORDING, Said

_PHRASE = re.compile(r'"([^"]*)"|(\S+)')
_PLAIN = re.compile(r"\W")
"""What may differ in a glossary term that is the same: 2008-05-01 lost the apostrophe of "Player's"."""
_FOUND = ("[", "]")
_SEARCH = """
WITH found AS MATERIALIZED (
  SELECT rowid AS id, rank, snippet(wording_index, -1, ?, ?, '…', 24) AS excerpt
  FROM wording_index WHERE wording_index MATCH ?
), stood AS (
  SELECT 'rules' AS part, number AS term, place, first, last, found.*
  FROM found JOIN stay ON stay.wording = found.id JOIN lineage ON lineage.id = stay.lineage
  UNION ALL
  SELECT 'glossary', term, '', first, last, found.* FROM found JOIN entry ON entry.wording = found.id
)
SELECT part, term, place, first, last, id, excerpt FROM stood """
_BEST_FIRST = " ORDER BY rank, last DESC, part DESC, term, place"


def search(archive: Archive, words: str, position: int | None, most: int) -> tuple[Hit, ...]:
    """Return at most `most` clauses and glossary entries with a wording that holds all of `words`, best first.

    ``"in quotes"`` words must follow one another; inflections count as the same word. Only the release at `position`
    is searched, or, where that is None, every wording there ever was. Raises `UsageError` where there is no word.
    """
    inside = "" if position is None else f"WHERE first <= {position} AND last >= {position}"
    rows = archive.found(_SEARCH + inside + _BEST_FIRST, *_FOUND, _expression(words))
    found: dict[tuple[str, str], Hit] = {}
    wordings: dict[tuple[str, str], int] = {}
    for part, term, place, first, last, wording, excerpt in rows:
        hit = Hit(part, term, place, archive.dates[first], archive.dates[last], "", " ".join(excerpt.split()))
        key = part, place or _PLAIN.sub("", term).lower()
        found[key] = _joined(found[key], hit) if key in found else hit
        wordings.setdefault(key, wording)
    return tuple(replace(found[key], title=_title(archive, wordings[key])) for key in list(found)[:most])


def _title(archive: Archive, wording: int) -> str:
    """Return the title of a wording, which is compared with its checksum: the excerpt was cut from it."""
    said = archive.said(wording)
    return said.title if said else ""


def _joined(hit: Hit, other: Hit) -> Hit:
    """Return the better hit of one clause with the time in which one wording or another of it held the words."""
    newest = max(hit, other, key=lambda one: one.last)
    return replace(hit, number=newest.number, first=min(hit.first, other.first), last=newest.last)


def _expression(words: str) -> str:
    """Return the full-text query for `words`: every word and every quoted phrase, all of them."""
    pieces = [phrase or word for phrase, word in _PHRASE.findall(words)]
    quoted = ['"' + piece.replace('"', " ") + '"' for piece in pieces if re.search(r"\w", piece)]
    if not quoted:
        raise UsageError("there is no word to search for", 'words, or a "phrase in quotes"')
    return " AND ".join(quoted)


def passage(archive: Archive, number: str | None, at: str | None) -> Passage:
    """Return the clause that `number` names, with all under it, in the release in force on the day `at`.

    Without a number the whole release, without a day the newest one. An old number means the clause that had it, under
    the number it has in that release. Raises `UnknownNumber` where the release has neither, and `UnknownRelease`.
    """
    position = archive.position_at(at) if at else len(archive.dates) - 1
    release = archive.dates[position]
    if not number:
        return Passage(release, "", "", _standing_under(archive, position, None))
    there = _number_there(archive, archive.find(number, at or release), position, number)
    return Passage(release, number, there, _standing_under(archive, position, ClauseNumber.parse(there)))


def _number_there(archive: Archive, lineage: int, position: int, asked: str) -> str:
    number = archive.number_at(lineage, position)
    if number is None:
        stood = archive.life(lineage).runs
        what = f"release {archive.dates[position]} does not have clause {asked}"
        raise UnknownNumber(what, f"one from {stood[0].first} to {stood[-1].last}")
    return number


def _standing_under(archive: Archive, position: int, top: ClauseNumber | None) -> tuple[Shown, ...]:
    query = (
        f"SELECT number, copy, place, {WORDING} FROM stay JOIN lineage ON lineage.id = stay.lineage"
        " LEFT JOIN wording ON wording.id = stay.wording WHERE first <= ? AND last >= ?"
    )
    within = str(top) if top else ""  # what stands under a clause begins with its number
    rows = (row for row in archive.rows(query, position, position) if row[0].startswith(within))
    parsed = ((ClauseNumber.parse(row[0]), row) for row in rows)
    inside = [(own, row) for own, row in parsed if top is None or own.within(top)]
    inside.sort(key=lambda pair: (pair[0], pair[1][1]))
    level = _level(top) if top else 0
    return tuple(
        _shown(str(own), place, archive.said_in(columns), _level(own) - level)
        for own, (_, _, place, *columns) in inside
    )


def _shown(number: str, place: str, said: Said | None, level: int) -> Shown:
    title, text, examples = said or Said("", "", ())
    return Shown(number, title, text, examples, level, place, said is not None)


def _level(number: ClauseNumber) -> int:
    """Return 0 for a section, 1 for a subsection, 2 for a rule, 3 for a subrule."""
    return 0 if number.is_section else 1 + bool(number.rule) + bool(number.letter)


def blamed(archive: Archive, number: str, at: str | None) -> Blame:
    """Return the sentences of the clause that `number` names as they stand on the day `at`, by default at its last.

    Where texts are missing, its last means the last that is held. Raises `UnknownNumber` where the clause does not
    stand that day, and `UnknownRelease` where its text of that day is not held.
    """
    index = archive.find(number, at)
    life = archive.life(index)
    release = archive.dates[archive.position_at(at)] if at else _last_held(life)
    there = _number_there(archive, index, archive.position_of(release), number)
    if not any(worded.is_held and worded.first <= release <= worded.last for worded in life.wordings):
        raise UnknownRelease(f"the text of {there} in {release} is not held", _days_held(life))
    lives = cache(lambda lineage: archive.life(archive.index_of(lineage)))
    return Blame(life.lineage, release, there, blame(life, release, lives))


def _last_held(life: Life) -> str:
    """Return the last release whose text of the clause is held, its very last one where none is."""
    return max((worded.last for worded in life.wordings if worded.is_held), default=life.runs[-1].last)


def _days_held(life: Life) -> str:
    held = [f"{worded.first} to {worded.last}" for worded in life.wordings if worded.is_held]
    return "a day from " + " or ".join(held) if held else "texts added with 'crdiff corpus add'"


def news(archive: Archive, since: str, within: Sequence[str]) -> News:
    """Return what releases after the one in force on the day `since` changed under the numbers `within` (none: all)."""
    known = archive.position_at(since)
    numbers = [ClauseNumber.parse(number) for number in within]
    releases = tuple(_release_news(archive, at, numbers) for at in range(len(archive.dates) - 1, known, -1))
    return News(since, archive.dates[known], tuple(map(str, numbers)), releases)


def _release_news(archive: Archive, position: int, within: Sequence[ClauseNumber]) -> ReleaseNews:
    changes = [one for one in archive.changes(position) if concerns((one.old, one.new), within)]
    to_read, others = (
        tuple(archive.unpacked(one.body) for one in changes if one.review == review) for review in (1, 0)
    )
    told = archive.rows("SELECT rewordings, breaks FROM pair WHERE id = ?", archive.releases[position].pair)
    archive.check_found(told)
    rewordings = tuple(rewording for raw, _ in told for rewording in archive.value(raw, list[Rewording]))
    breaks = tuple(one for _, raw in told for one in archive.value(raw, list[Break]) if one.clauses or not within)
    return ReleaseNews(archive.dates[position], archive.dates[position - 1], to_read, others, rewordings, breaks)


def sizes(archive: Archive) -> tuple[Size, ...]:
    """Return the figures of every release held, oldest first."""
    columns = "date, clauses, words, added, removed, changes, review"
    query = f"SELECT {columns} FROM release WHERE date <= ? ORDER BY position"
    return tuple(Size(*row) for row in archive.rows(query, archive.newest))


def renumbering(archive: Archive, old: int, new: int) -> Renumbering:
    """Return the numbers of the release at position `old` with their heirs at `new`, composed through those between."""
    first, last = sorted((old, new))
    later = _standing(archive, last)
    rows, arrived = compose(_standing(archive, first), later, _partings(archive, first, last))
    if old > new:
        rows, arrived = inverted(rows, [number for _, number in later])
    return Renumbering(archive.dates[old], archive.dates[new], archive.dates[first + 1 : last], rows, arrived)


def _standing(archive: Archive, position: int) -> list[tuple[int, str]]:
    rows = archive.rows("SELECT lineage, number, copy FROM stay WHERE first <= ? AND last >= ?", position, position)
    rows.sort(key=lambda row: (ClauseNumber.parse(row[1]), row[2]))
    return [(lineage, number) for lineage, number, _ in rows]


def _partings(archive: Archive, first: int, last: int) -> Iterator[Parting]:
    query = "SELECT at, lineage, other FROM event WHERE side = 'fate' AND other IS NOT NULL AND at > ? AND at <= ?"
    return (Parting(*row) for row in archive.rows(query, first, last))
