"""The index of wordings beside a store: made from its archive, and mapped into memory by whoever asks.

The state of the corpus stands in a line before it, so that one made from other texts, or by other code, is not asked.
"""

from __future__ import annotations

import mmap
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from crdiff.errors import StoreError
from crdiff.history.known_lives import KnownLife
from crdiff.identify.identified import Identified
from crdiff.identify.identify import identify
from crdiff.identify.word_index import IndexedLife, IndexedStay, WordIndex, write_index
from crdiff.output.atomic_file import write_whole
from crdiff.store.archive.archive import Archive
from crdiff.store.archive.at_once import ArchiveAtOnce
from crdiff.store.archive.lives_of import clause_lives, entry_lives
from crdiff.store.archive.rows_read import Said
from crdiff.store.archive.schema import row_of

WORDS = "store.words"
"""Name of the index in the folder of a corpus."""
_STATE_BYTES = 256
"""More than the longest state has."""


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

    def identify(self, text: str) -> Identified:
        """Return what a text quotes."""
        return identify(text, self.index)


def words_beside(archive: Archive) -> MappedWords:
    """Return the index of an archive in a store, made first where it is missing or of another state.

    Raises `StoreError` where it cannot be written.
    """
    path = archive.path.with_name(WORDS)
    if _state(path) != archive.state:
        raw = archive.state.encode() + b"\n" + write_index(list(_indexed(ArchiveAtOnce(archive))), archive.dates)
        try:
            write_whole(path, raw)
        except OSError as error:
            what = f"the index of wordings cannot be written ({(error.strerror or str(error)).lower()})"
            raise StoreError(what, "a disk that works and has room", path=str(path)) from None
    return MappedWords(path)


def _state(path: Path) -> str:
    """Return the state that the index at `path` was made from, "" where there is none."""
    try:
        with path.open("rb") as file:
            return file.readline(_STATE_BYTES).decode("ascii", "replace").rstrip("\n")
    except FileNotFoundError:
        return ""


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
