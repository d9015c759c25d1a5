"""The index of wordings beside a store: made from its archive, and mapped into memory by whoever asks.

The state of the corpus and a checksum stand in a line before it, so that one made from other texts, or by other code,
or damaged, is not asked.

What a text quotes in whole sentences, by the known lives: all that can be told without the texts.
"""

from __future__ import annotations

import mmap
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from functools import cached_property, lru_cache, partial
from itertools import chain, repeat
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from msgspec import Struct
from msgspec.structs import replace

from crdiff.changes.change import Facet, Structure
from crdiff.errors import StoreError, UsageError
from crdiff.history.saying import PARTED, FacetsAndSaying, begin_phrasings, saying
from crdiff.history.thread import PlacedStay, Thread, wording_runs
from crdiff.identify.check import CheckedQuotation, check
from crdiff.identify.hints import hints
from crdiff.identify.identified import Identified
from crdiff.identify.identify import identify, identify_sentences
from crdiff.identify.sentence_index import SentenceIndex
from crdiff.identify.word_index import KIND, IndexedLife, IndexedStay, WordIndex, write_index
from crdiff.model.book import MAGIC
from crdiff.store.archive.archive import Archive, BodyTo
from crdiff.store.archive.entries import ArchiveAtOnce, Entries
from crdiff.store.archive.index import write_beside
from crdiff.store.archive.schema import Said, row_of
from crdiff.store.embedded.lives import known_lives


class KnownSentences(Struct, frozen=True):
    """The sentences of the known lives. Pickled as nothing: each process reads the lives that come with crdiff."""

    book: str = MAGIC

    def identify(self, text: str, as_of: date | None = None, *, with_hints: bool = False) -> Identified:
        """Return what `text` quotes, whatever was asked before it, in this thread or in others.

        With `as_of` numbers are told against the release in force on that day. Raises `UsageError` for `with_hints`.
        """
        if with_hints:
            raise UsageError("hints need the texts of the rules", "a corpus with texts, or no hints")
        return identify_sentences(text, SentenceIndex(known_lives(self.book)), as_of)

    @property
    def dates(self) -> tuple[date, ...]:
        """The releases known, oldest first."""
        return known_lives(self.book).dates

    def check(self, text: str, number: str, day: date, releases: Sequence[date] = ()) -> CheckedQuotation:
        """Return whether the clause called `number` on `day` says `text`; `releases` are all known ones."""
        return check(text, number, day, SentenceIndex(known_lives(self.book)), releases)


# Name of the index in the folder of a corpus.
WORDS = "store.words"
# More than the line before the index has.
_HEAD_BYTES = 256
# Indexes that a process keeps open which others sent: those of one corpus before and after a build, twice.
_OPEN_MOST = 4


class MappedWords:
    """The index of `state` in the file at `path`, opened when it is first asked; `releases` are all known ones.

    It is pickled as these three: whoever receives it opens the file, once in a process however often it is received.
    Raises `StoreError` where the file is missing or was made anew since, and `CorpusError` for a file that is none.
    """

    def __init__(self, path: Path, state: str, releases: tuple[date, ...] = ()) -> None:
        self.path = path
        self._stated = state
        self._releases = releases

    def __reduce__(self) -> tuple[Callable[..., MappedWords], tuple[Path, str, tuple[date, ...]]]:
        return _received, (self.path, self._stated, self._releases)

    def at(self, path: str | Path) -> MappedWords:
        """Return the same index in a copy of its file, on a machine that cannot read the folder of the corpus."""
        return MappedWords(Path(path), self._stated, self._releases)

    @cached_property
    def _index(self) -> WordIndex:
        """The index."""
        head = _head_of(self.path)
        if head.rpartition(b" ")[0] != self._stated.encode():
            what = "is missing or not the index of wordings that was asked for"
            raise StoreError(what, "the file that Corpus.words names, or a copy", path=str(self.path))
        with self.path.open("rb") as file:
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        return WordIndex(memoryview(data)[len(head) :], str(self.path))

    def identify(self, text: str, as_of: date | None = None, *, with_hints: bool = False) -> Identified:
        """Return what `text` quotes; with `as_of` slips and numbers are told against the release in force then.

        `with_hints` adds what it says in outdated words without quoting them.
        """
        found = identify(text, self._index, as_of, self._releases)
        return replace(found, hints=tuple(hints(text, found, self._index))) if with_hints else found

    @property
    def dates(self) -> tuple[date, ...]:
        """The releases that it has the wordings of, oldest first."""
        return self._index.dates

    def check(self, text: str, number: str, day: date, releases: Sequence[date] = ()) -> CheckedQuotation:
        """Return whether the clause called `number` on `day` says `text`; `releases` are all known ones."""
        return check(text, number, day, self._index, releases)


def word_index(words: MappedWords) -> WordIndex:
    """Return the index that `words` asks, opened where it was not yet."""
    return words._index  # noqa: SLF001 - of this module


@lru_cache(maxsize=_OPEN_MOST)
def _received(path: Path, state: str, releases: tuple[date, ...]) -> MappedWords:
    """Return the index that another process sent. What one document has unpacked of it serves the next."""
    return MappedWords(path, state, releases)


def words_beside(archive: Archive) -> MappedWords:
    """Return the index of an archive in a store, made first where it is missing, damaged or of another state.

    Raises `StoreError` where it cannot be written.
    """
    path = archive.path.absolute().with_name(WORDS)
    if not _is_whole(path, archive.state):
        data = write_index(list(_indexed(ArchiveAtOnce(archive))), archive.held)
        write_beside(path, _head(archive.state, data) + data, "the index of wordings")
    return MappedWords(path, archive.state, archive.dates)


def _head(state: str, data: bytes) -> bytes:
    """Return the line before the index in `data`: what it was made from, and a checksum over its bytes."""
    return f"{state} {crc32(data):08x}\n".encode()


def _head_of(path: Path) -> bytes:
    """Return the line before the index at `path`, b"" where there is none."""
    try:
        with path.open("rb") as file:
            return file.readline(_HEAD_BYTES)
    except OSError:
        return b""


def _is_whole(path: Path, state: str) -> bool:
    """Whether the file at `path` has the index of a state, each byte as it was written."""
    try:
        with path.open("rb") as file:
            head, data = file.readline(_HEAD_BYTES), file.read()
    except OSError:
        return False
    return data.startswith(KIND) and head == _head(state, data)


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
    if len(begun) == 1 and not archive.facts:
        return PhrasedThread(thread, begun, said, respects, (True,))
    known = [archive.known(thread.id, stay.first) for stay in begun]
    begins: Sequence[bool] = [one.begins_phrasing for one in known if one]
    if len(begins) < len(known):  # to compare words takes longest
        readings = [
            FacetsAndSaying(differs.facets, partial(saying, one.title, one.text), differs.structure in PARTED)
            for differs, one in zip(respects, said, strict=True)
        ]
        read = zip(known, begin_phrasings(readings), strict=True)
        begins = [one.begins_phrasing if one else begin for one, begin in read]
    return PhrasedThread(thread, begun, said, respects, begins)


def _indexed(archive: ArchiveAtOnce) -> Iterator[IndexedLife]:
    """Yield what the index has of the releases with a text."""
    held = [at for at, release in enumerate(archive.releases) if release.text]
    clauses, entries = zip(phrased_clauses(archive), repeat(False)), zip(phrased_entries(archive), repeat(True))
    lives = (_life(archive, phrased, held, is_entry=is_entry) for phrased, is_entry in chain(clauses, entries))
    return (life for life in lives if life.stays)


def _life(archive: ArchiveAtOnce, phrased: PhrasedThread, held: Sequence[int], *, is_entry: bool) -> IndexedLife:
    """Return a life with what it says: wordings that print the same are one. Positions count the releases `held`."""
    thread = phrased.thread
    begun = {stay.first for stay, begins in zip(phrased.begun, phrased.begins, strict=True) if begins}
    places: dict[str, int] = {}
    stays: list[IndexedStay] = []
    begins = False
    for stay in thread.stays:
        begins |= stay.first in begun
        first, last = bisect_left(held, stay.first), bisect_right(held, stay.last) - 1
        if first <= last:
            said = archive.said(row_of(stay.wording)) or Said()
            text = "\n".join(part for part in (said.title, said.text, *said.examples) if part)
            place = places.setdefault(text, len(places))
            stays.append(IndexedStay(first, last, stay.number, place, begins))
            begins = False
    into = thread.merged_into(archive.stays)
    return IndexedLife(thread.id, tuple(stays), is_entry, tuple(places), into)
