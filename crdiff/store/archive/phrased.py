"""Clauses and glossary entries of an archive followed, with what their wordings say and how they differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from msgspec import Struct

from crdiff.changes.change import Facet, Structure
from crdiff.history.saying import PARTED, FacetsAndSaying, begin_phrasings, saying
from crdiff.history.thread import PlacedStay, Thread, wording_runs
from crdiff.store.archive.archive import Archive, BodyTo
from crdiff.store.archive.at_once import ArchiveAtOnce
from crdiff.store.archive.entries import Entries
from crdiff.store.archive.rows_read import Said
from crdiff.store.archive.schema import row_of


class Respects(Struct, frozen=True):
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
    respects: Sequence[Respects]
    begins: Sequence[bool]


def phrased_clauses(archive: ArchiveAtOnce) -> Iterator[PhrasedThread]:
    """Yield the clauses of an archive that some text has, in the order of their rows."""
    threads = map(archive.thread, archive.lineages())
    return (_phrased(archive, one, archive.body_to) for one in threads if _has_text(archive, one))


def phrased_entries(archive: ArchiveAtOnce) -> Iterator[PhrasedThread]:
    """Yield the glossary entries of an archive that some text has."""
    every = Entries(archive)
    return (_phrased(archive, one, every.body_to) for one in every.threads if _has_text(archive, one))


def _has_text(archive: Archive, thread: Thread) -> bool:
    return any(release.text for stay in thread.stays for release in archive.releases[stay.first : stay.last + 1])


def _phrased(archive: Archive, thread: Thread, body_to: BodyTo) -> PhrasedThread:
    begun = [run[0] for run in wording_runs(thread.stays)]
    said = [archive.said(row_of(stay.wording)) or Said() for stay in begun]
    respects = [archive.value(body, Respects) if (body := body_to(stay)) else Respects() for stay in begun]
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
