"""The index of wordings beside a store: made from its archive, and mapped into memory by whoever asks.

The state of the corpus and a checksum stand in a line before it, so that one made from other texts, or by other code,
or damaged, is not asked.

What a text quotes in whole sentences, by the known lives: all that can be told without the texts.
"""

from __future__ import annotations

import mmap
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
from crdiff.history.known_lives import KnownLives
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

    def check(self, text: str, number: str, day: date) -> CheckedQuotation:
        """Return whether the clause called `number` on `day` says `text`."""
        return check(text, number, day, SentenceIndex(known_lives(self.book)))


# Name of the index in the folder of a corpus.
WORDS = "store.words"
# More than the line before the index has.
_HEAD_BYTES = 256
# Indexes that a process keeps open which others sent: those of one corpus before and after a build, twice.
_OPEN_MOST = 4


class MappedWords:
    """The index of `state` in the file at `path`, opened when it is first asked, of the rule book called `book`.

    It is pickled as these three: whoever receives it opens the file, once in a process however often it is received.
    Raises `StoreError` where the file is missing or was made anew since, and `CorpusError` for a file that is none.
    """

    def __init__(self, path: Path, state: str, book: str = MAGIC) -> None:
        self.path = path
        self.book = book
        self._stated = state

    def __reduce__(self) -> tuple[Callable[..., MappedWords], tuple[Path, str, str]]:
        return _received, (self.path, self._stated, self.book)

    def at(self, path: str | Path) -> MappedWords:
        """Return the same index in a copy of its file, on a machine that cannot read the folder of the corpus."""
        return MappedWords(Path(path), self._stated, self.book)

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

        Of releases whose texts are lacking, whole sentences without a slip are found, by the facts that come with
        crdiff. `with_hints` adds what the text says in outdated words without quoting them.
        """
        found = identify(text, self._index, as_of, self._lives)
        return replace(found, hints=tuple(hints(text, found, self._index))) if with_hints else found

    @property
    def _lives(self) -> KnownLives | None:
        """What the facts tell of the releases whose texts are lacking, None where none is."""
        return None if self.dates == self._index.dates else known_lives(self.book)

    @property
    def dates(self) -> tuple[date, ...]:
        """The releases that it has the wordings of, oldest first."""
        return tuple(self._index.dates[at] for at in self._index.held)

    def check(self, text: str, number: str, day: date) -> CheckedQuotation:
        """Return whether the clause called `number` on `day` says `text`."""
        return check(text, number, day, self._index, self._lives)


def word_index(words: MappedWords) -> WordIndex:
    """Return the index that `words` asks, opened where it was not yet."""
    return words._index  # noqa: SLF001 - of this module


@lru_cache(maxsize=_OPEN_MOST)
def _received(path: Path, state: str, book: str) -> MappedWords:
    """Return the index that another process sent. What one document has unpacked of it serves the next."""
    return MappedWords(path, state, book)


def words_beside(archive: Archive) -> MappedWords:
    """Return the index of an archive in a store, made first where it is missing, damaged or of another state.

    Raises `StoreError` where it cannot be written.
    """
    path = archive.path.absolute().with_name(WORDS)
    if not _is_whole(path, archive.state):
        held = [at for at, release in enumerate(archive.releases) if release.text]
        data = write_index(list(_indexed(ArchiveAtOnce(archive))), archive.dates, held)
        write_beside(path, _head(archive.state, data) + data, "the index of wordings")
    return MappedWords(path, archive.state, archive.book)


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
    """Yield the clauses of an archive, in the order of their rows."""
    return (_phrased(archive, archive.thread(row), archive.body_to) for row in archive.lineages())


def phrased_entries(archive: ArchiveAtOnce) -> Iterator[PhrasedThread]:
    """Yield the glossary entries of an archive."""
    every = Entries(archive)
    return (_phrased(archive, one, every.body_to) for one in every.threads)


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
    """Yield what the index has of the clauses, then of the entries."""
    clauses, entries = zip(phrased_clauses(archive), repeat(False)), zip(phrased_entries(archive), repeat(True))
    return (_life(archive, phrased, is_entry=is_entry) for phrased, is_entry in chain(clauses, entries))


def _life(archive: ArchiveAtOnce, phrased: PhrasedThread, *, is_entry: bool) -> IndexedLife:
    """Return a life with what it says: wordings that print the same are one.

    One without a text is "", or that with the same sentences, typography aside.
    Source: 2019-01-25, which is plain ASCII, between releases that read the same.
    """
    thread = phrased.thread
    begun = {stay.first for stay, begins in zip(phrased.begun, phrased.begins, strict=True) if begins}
    texts = {stay.wording: _printed(archive.said(row_of(stay.wording))) for stay in thread.stays}
    known = ((stay.wording, archive.known(thread.id, stay.first)) for stay in thread.stays)
    sentences = {wording: one.sentences if one else () for wording, one in known}
    same = {sentences[wording]: text for wording, text in texts.items() if text and sentences[wording]}
    names = {wording: text or same.get(sentences[wording], wording) for wording, text in texts.items()}
    places = {name: place for place, name in enumerate(dict.fromkeys(names.values()))}
    stays = tuple(
        IndexedStay(stay.first, stay.last, stay.number, places[names[stay.wording]], stay.first in begun)
        for stay in thread.stays
    )
    wordings = tuple("" if name in texts else name for name in places)
    return IndexedLife(thread.id, stays, is_entry, wordings, thread.merged_into(archive.stays))


def _printed(said: Said | None) -> str:
    return "\n".join(part for part in (said.title, said.text, *said.examples) if part) if said else ""
