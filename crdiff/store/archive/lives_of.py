"""The known lives of the releases that an archive holds, made from its texts: see `crdiff.history.known_lives`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import NamedTuple

from msgspec import Struct

from crdiff.changes.change import Facet, Structure
from crdiff.errors import CorpusError
from crdiff.history.known_lives import (
    FollowedRelease,
    KnownLife,
    KnownWording,
    content_digest,
    numbers_digest,
    sentence_prints,
    write_lives,
)
from crdiff.history.lineage import How
from crdiff.history.saying import PARTED, FacetsAndSaying, begin_phrasings, saying
from crdiff.history.thread import Knot, PlacedStay, Thread, wording_runs
from crdiff.model.clause import Clause, ClauseKind
from crdiff.model.fingerprint import fingerprint
from crdiff.store.archive.archive import Archive
from crdiff.store.archive.at_once import ArchiveAtOnce
from crdiff.store.archive.entries import Entries
from crdiff.store.archive.questions import sizes
from crdiff.store.archive.rows_read import Said
from crdiff.store.archive.schema import row_of
from crdiff.text.sketch import sketch

_ABOUT = """\
What became of every clause, heading and glossary entry of the releases below: facts read from their texts, no text
but titles and terms. Made by 'crdiff corpus lives', never by hand.

A release: its date; clauses, words, clauses added, removed and revoked, changes, changes to read; a digest of its
numbers and one of its wordings, typography aside. Then a life a line, headings and rules first, in the order of their
ids, and after the line 'entries' those of the glossary. The fields of a life, apart by ' | ', their items by '; ':
1. its id: the first release known with it and its number there, or its term;
2. its numbers, each with the release in which it began; '-' is a time without the clause; '~2' is the second clause
   printed with that number;
3. its wordings, each with the release in which it began, in what it differs from the one before, its fingerprint and,
   where they changed, a sketch of its words, which tells how many two wordings share and not which, and the
   fingerprints of its sentences ('.' is the one that stood in this place before). t typographic,
   r reference, v terminology, e example, n enumeration, o typo, w wording, '-' nothing known; '=' says that known steps
   prove the change, '~' that the words of the clause itself stay the same where v, n or w would say that they change
   (those of an example do, or a misprint came or went), '+' that they change where the letters, which of a split or a
   merger are those of all its text, would not say so;
4. where it came from, 5. what became of it: release, event, the other life;
6. its titles, each with the release in which it began.
"""


def lives_of(opened: Archive) -> str:
    """Return the lives of all clauses and entries of an archive made from texts, as `KnownLives` reads them.

    Raises `CorpusError` where the text of a known release is not held.
    """
    if opened.facts:
        lacking = next(release for release in opened.releases if not release.text)
        raise CorpusError(f"the text of {lacking.date} is not held", "the texts of all releases that are known")
    archive = ArchiveAtOnce(opened)
    clauses = list(map(_life, phrased_clauses(archive)))
    entries = [_of_an_entry(_life(phrased)) for phrased in phrased_entries(archive)]
    return write_lives(list(_releases(archive, clauses)), clauses, entries, _ABOUT)


class _Respects(Struct, frozen=True):
    """In what a change differs, read without the clauses that it quotes."""

    facets: tuple[Facet, ...] = ()
    mechanical: bool = False
    structure: Structure = Structure.ADDED


class PhrasedThread(NamedTuple):
    """A clause or an entry followed, and the stays with which its wordings begin: what they say, how they differ.

    `begins` says of each whether it begins a phrasing.
    """

    thread: Thread
    begun: Sequence[PlacedStay]
    said: Sequence[Said]
    respects: Sequence[_Respects]
    begins: Sequence[bool]


def phrased_clauses(archive: ArchiveAtOnce) -> Iterator[PhrasedThread]:
    """Yield the clauses of an archive that some text has, in the order of their rows."""
    return (_phrased(archive, one, archive.body_to) for one in _clauses(archive) if _has_text(archive, one))


def _clauses(archive: ArchiveAtOnce) -> Iterator[Thread]:
    for index in archive.lineages():
        knots = (
            tuple(Knot(How(row.how), row.at, row.other) for row in archive.event_rows(index, side))
            for side in ("origin", "fate")
        )
        yield Thread(archive.place_of(index), archive.stays(index), *knots)


def phrased_entries(archive: ArchiveAtOnce) -> Iterator[PhrasedThread]:
    """Yield the glossary entries of an archive that some text has."""
    every = Entries(archive)
    return (_phrased(archive, one, every.body_to) for one in every.threads if _has_text(archive, one))


def _has_text(archive: Archive, thread: Thread) -> bool:
    return any(release.text for stay in thread.stays for release in archive.releases[stay.first : stay.last + 1])


def _phrased(archive: Archive, thread: Thread, body_to: Callable[[PlacedStay], bytes | None]) -> PhrasedThread:
    begun = [run[0] for run in wording_runs(thread.stays)]
    said = [archive.said(row_of(stay.wording)) or Said("", "", ()) for stay in begun]
    respects = [archive.value(body, _Respects) if (body := body_to(stay)) else _Respects() for stay in begun]
    known = [archive.known(thread.id, stay.first) for stay in begun]
    begins: Sequence[bool] = [one.begins_phrasing for one in known if one]
    if len(begins) < len(known):  # of most corpora all is known, and to compare words takes longest
        readings = [
            FacetsAndSaying(differs.facets, partial(saying, one.title, one.text), differs.structure in PARTED)
            for differs, one in zip(respects, said, strict=True)
        ]
        read = zip(known, begin_phrasings(readings), strict=True)
        begins = [one.begins_phrasing if one else begin for one, begin in read]
    return PhrasedThread(thread, begun, said, respects, begins)


def _life(phrased: PhrasedThread) -> KnownLife:
    thread, begun, said, respects, begins = phrased
    wordings = tuple(map(_wording, begun, said, respects, begins))
    titled = [(stay.first, one.title) for stay, one in zip(begun, said, strict=True)]
    titles = tuple(one for one, before in zip(titled, [(0, ""), *titled], strict=False) if one[1] != before[1])
    return KnownLife(thread, wordings, titles)


def _of_an_entry(life: KnownLife) -> KnownLife:
    """Return the life of an entry without what only clauses are recognised by."""
    return replace(life, wordings=tuple(wording._replace(sketch="") for wording in life.wordings), titles=())


def _wording(stay: PlacedStay, said: Said, respects: _Respects, begins: bool) -> KnownWording:
    prints = sentence_prints(said.text, said.examples)
    words = sketch(saying(said.title, said.text))
    return KnownWording(stay.first, respects.facets, respects.mechanical, begins, prints, words)


def _releases(archive: ArchiveAtOnce, clauses: Sequence[KnownLife]) -> Iterator[FollowedRelease]:
    """Yield the releases with what their texts are recognised by."""
    folded = cache(lambda wording: _folded(archive, wording))
    standing: list[list[tuple[str, str]]] = [[] for _ in archive.dates]
    for life in clauses:
        for stay in life.thread.stays:
            for there in standing[stay.first : stay.last + 1]:
                there.append((stay.number, folded(stay.wording)))
    for size, there in zip(sizes(archive), standing, strict=True):
        yield FollowedRelease(size, numbers_digest(number for number, _ in there), content_digest(there))


def _folded(archive: Archive, wording: str) -> str:
    """Return the fingerprint of a wording after typography."""
    said = archive.said(row_of(wording)) or Said("", "", ())
    return fingerprint(Clause(ClauseKind.RULE, *said))
