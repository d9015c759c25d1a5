"""The index of wordings beside a store: made from its archive, and mapped into memory by whoever asks.

The state of the corpus and a checksum stand in a line before it, so that one made from other texts, or by other code,
or damaged, is not asked.
"""

from __future__ import annotations

import mmap
from collections.abc import Iterator
from datetime import date
from functools import cached_property
from pathlib import Path
from zlib import crc32

from crdiff.errors import StoreError
from crdiff.history.known_lives import KnownLife
from crdiff.identify.identified import Identified
from crdiff.identify.identify import identify
from crdiff.identify.word_index import KIND, IndexedLife, IndexedStay, WordIndex, write_index
from crdiff.output.atomic_file import write_whole
from crdiff.store.archive.archive import Archive
from crdiff.store.archive.at_once import ArchiveAtOnce
from crdiff.store.archive.lives_of import clause_lives, entry_lives
from crdiff.store.archive.rows_read import Said
from crdiff.store.archive.schema import row_of

WORDS = "store.words"
"""Name of the index in the folder of a corpus."""
_HEAD_BYTES = 256
"""More than the line before the index has."""


class MappedWords:
    """The index in the file at `path`, opened when it is first asked; in another process it is opened there.

    Raises `CorpusError` for a file that is none.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[type[MappedWords], tuple[Path]]:
        return MappedWords, (self.path,)

    @cached_property
    def index(self) -> WordIndex:
        """The index."""
        with self.path.open("rb") as file:
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        return WordIndex(memoryview(data)[data.find(b"\n") + 1 :], str(self.path))

    def identify(self, text: str, as_of: date | None = None) -> Identified:
        """Return what a text quotes; `as_of` as for `crdiff.identify.identify.identify`."""
        return identify(text, self.index, as_of)


def words_beside(archive: Archive) -> MappedWords:
    """Return the index of an archive in a store, made first where it is missing, damaged or of another state.

    Raises `StoreError` where it cannot be written.
    """
    path = archive.path.with_name(WORDS)
    if not _is_whole(path, archive.state):
        data = write_index(list(_indexed(ArchiveAtOnce(archive))), archive.dates)
        try:
            write_whole(path, _head(archive.state, data) + data)
        except OSError as error:
            what = f"the index of wordings cannot be written ({(error.strerror or str(error)).lower()})"
            raise StoreError(what, "a disk that works and has room", path=str(path)) from None
    return MappedWords(path)


def _head(state: str, data: bytes) -> bytes:
    """Return the line before the index in `data`: what it was made from, and a checksum over its bytes."""
    return f"{state} {crc32(data):08x}\n".encode()


def _is_whole(path: Path, state: str) -> bool:
    """Whether the file at `path` has the index of a state, each byte as it was written."""
    try:
        with path.open("rb") as file:
            head, data = file.readline(_HEAD_BYTES), file.read()
    except OSError:
        return False
    return data.startswith(KIND) and head == _head(state, data)


def _indexed(archive: ArchiveAtOnce) -> Iterator[IndexedLife]:
    for life in clause_lives(archive):
        yield _life(archive, life, is_entry=False)
    for life in entry_lives(archive):
        yield _life(archive, life, is_entry=True)


def _life(archive: ArchiveAtOnce, life: KnownLife, *, is_entry: bool) -> IndexedLife:
    """Return a life with what it says: wordings that print the same are one."""
    begins = {wording.at for wording in life.wordings if wording.begins_phrasing}
    places: dict[str, int] = {}
    stays = []
    for stay in life.thread.stays:
        said = archive.said(row_of(stay.wording)) or Said("", "", ())
        text = "\n".join(part for part in (said.title, said.text, *said.examples) if part)
        place = places.setdefault(text, len(places))
        stays.append(IndexedStay(stay.first, stay.last, stay.number, place, stay.first in begins))
    return IndexedLife(life.thread.id, is_entry, tuple(stays), tuple(places))
