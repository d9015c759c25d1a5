"""Trees judged before: while no file of theirs has changed, what was said of them is read rather than worked out.

What is kept says: this code found this in files with these stamps. That stays true whatever happens to the tree, and
what is deleted, altered or cut short is worked out again. Texts are not kept: they are read where they lie.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct

from crdiff.cite.checking import CheckedNumber, CheckedTree, CitingText, MixedText
from crdiff.cite.citation import CitedGroup
from crdiff.cite.judging import Basis, Certainty, Judgement
from crdiff.cite_tree.files import read_text_of
from crdiff.cite_tree.reading import TreeRead
from crdiff.errors import StoreError
from crdiff.model.number import ClauseNumber
from crdiff.output.fingerprints import citing_fingerprint, fingerprint_of, keep_file, recall_file, source_of
from crdiff.store.texts.home import cache_folder

_TREES_MAX = 16
"""Trees kept, those asked for last: a person works on a few, each asked about in a few ways."""
_BYTES_MAX = 32 << 20
"""Bytes of a tree that is kept; phase-rs/phase with 18,407 citations takes 3.4 MiB."""
_SETTLED = 2 * 10**9
"""Nanoseconds after its last change from which on a file changed once more has another time: on FAT two seconds."""
_ENDING = ".judged"

_Stamp = tuple[int, ...]


class StampedFiles(NamedTuple):
    """Files in order, each with its size, its times and its place on the disk, by which a change shows.

    `are_settled`: none was changed so lately that another change could leave its stamp as it is.
    """

    paths: tuple[str, ...]
    stamps: tuple[_Stamp, ...]
    are_settled: bool

    def source(self, *values: object) -> str:
        """Return the fingerprint of the files, of the code, and of all else that verdicts on them rest on."""
        names = [os.fsencode(path) for path in self.paths]
        return source_of(citing_fingerprint(), *values, names, self.stamps)


def stamped(paths: Iterable[str]) -> StampedFiles:
    """Return files as they are now, before they are read."""
    now = time.time_ns()
    names = tuple(paths)
    stamps = tuple(map(_stamp, names))
    newest = max((max(stamp[:2], default=0) for stamp in stamps), default=0)
    return StampedFiles(names, stamps, newest < now - _SETTLED)


def _stamp(path: str) -> _Stamp:
    try:
        found = os.lstat(path)
    except OSError:
        return ()
    return found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino, found.st_mode


class KeptText(Struct, frozen=True, array_like=True, gc=False):
    """A text with its citations, by the fingerprint of its bytes."""

    path: bytes
    fingerprint: str
    groups: tuple[CitedGroup, ...]
    written: int | None
    is_frozen: bool


class KeptNumber(Struct, frozen=True, array_like=True, gc=False):
    """A number judged: the places of its text, its group, its item and its judgement."""

    text: int
    group: int
    item: int
    number: ClauseNumber
    judgement: int
    basis: Basis
    certainty: Certainty
    is_slip: bool


class KeptTree(Struct, frozen=True, array_like=True, gc=False):
    """A judged tree as it is kept, each text and each judgement once; `mixed` has the places of text and numbers."""

    at: int
    written: int
    read: TreeRead
    texts: tuple[KeptText, ...]
    judgements: tuple[Judgement, ...]
    numbers: tuple[KeptNumber, ...]
    mixed: tuple[tuple[int, int, int], ...]
    uncounted: int

    @classmethod
    def of(cls, tree: CheckedTree, texts: Sequence[CitingText], read: TreeRead) -> KeptTree:
        """Return a tree, of the texts that were read, as it is kept."""
        place_of = {id(text): place for place, text in enumerate(texts)}
        at_of = {id(checked): place for place, checked in enumerate(tree.numbers)}
        judgements = {each: place for place, each in enumerate(dict.fromkeys(one.judgement for one in tree.numbers))}
        groups = {id(group): place for text in texts for place, group in enumerate(text.groups)}
        items = {id(item): place for text in texts for each in text.groups for place, item in enumerate(each.items)}
        numbers = tuple(
            KeptNumber(
                place_of[id(one.text)],
                groups[id(one.group)],
                items[id(one.item)],
                one.number,
                judgements[one.judgement],
                one.basis,
                one.certainty,
                one.is_slip,
            )
            for one in tree.numbers
        )
        mixed = tuple((place_of[id(each.text)], at_of[id(each.older)], at_of[id(each.newer)]) for each in tree.mixed)
        kept = tuple(
            KeptText(os.fsencode(each.name), fingerprint_of(each.text), each.groups, each.written, each.is_frozen)
            for each in texts
        )
        return cls(tree.at, tree.written, read, kept, tuple(judgements), numbers, mixed, tree.uncounted)

    def checked(self, contents: Sequence[bytes]) -> CheckedTree:
        """Return the tree judged, over the bytes of its texts."""
        texts = [
            CitingText(os.fsdecode(kept.path), content, kept.groups, kept.written, is_frozen=kept.is_frozen)
            for kept, content in zip(self.texts, contents, strict=True)
        ]
        numbers = tuple(self._numbers(texts))
        malformed = tuple((text, wrong) for text in texts for group in text.groups for wrong in group.malformed)
        mixed = tuple(MixedText(texts[text], numbers[older], numbers[newer]) for text, older, newer in self.mixed)
        return CheckedTree(self.at, self.written, numbers, malformed, mixed, self.uncounted)

    def _numbers(self, texts: Sequence[CitingText]) -> Iterator[CheckedNumber]:
        for kept in self.numbers:
            text = texts[kept.text]
            group = text.groups[kept.group]
            judgement = self.judgements[kept.judgement]
            item = group.items[kept.item]
            how = kept.basis, kept.certainty, kept.is_slip
            yield CheckedNumber(text, group, item, kept.number, judgement, *how)


class Recalled(NamedTuple):
    """A tree judged before, and how much of it was read then."""

    tree: CheckedTree
    read: TreeRead


def recalled(source: str) -> Recalled | None:
    """Return what was kept under `source`, None where nothing usable was, and where a text of it is another now."""
    try:
        body = recall_file(_path_of(source))
        kept = msgspec.msgpack.decode(body, type=KeptTree) if body is not None else None
    except (StoreError, ValueError):  # msgspec's errors are values that are wrong
        return None
    if kept is None:
        return None
    contents = [read_text_of(os.fsdecode(text.path)) for text in kept.texts]
    texts = [content for content in contents if isinstance(content, bytes)]
    if [text.fingerprint for text in kept.texts] != list(map(fingerprint_of, texts)):
        return None
    return Recalled(kept.checked(texts), kept.read)


def keep(source: str, tree: KeptTree) -> None:
    """Keep a tree under `source`, and drop those that were not asked for longest; where that fails, nothing is kept."""
    body = msgspec.msgpack.encode(tree)
    if len(body) > _BYTES_MAX:
        return
    with suppress(StoreError):
        keep_file(_path_of(source), body, _TREES_MAX)


def _path_of(source: str) -> Path:
    return cache_folder() / "cite" / f"{source}{_ENDING}"
