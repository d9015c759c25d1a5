"""Read the overrides of alignments that apply to a corpus; a user's file replaces crdiff's for the same releases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from crdiff.errors import OverrideError
from crdiff.store.text_file import read_text
from crdiff.store.texts.books import book_folder, book_of

if TYPE_CHECKING:
    from crdiff.align.overrides import Override

_NAMED = "????-??-??__????-??-??.toml"


class Decisions(Struct, frozen=True):
    """The text of a file of overrides of two releases, and its path; both "" where there is none.

    `is_turned` says that the file leads from the new release to the old one.
    """

    path: str = ""
    text: str = ""
    is_turned: bool = False

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the decisions: 16 hex digits, "" for none."""
        said = f"{self.is_turned} {self.text}".encode()
        return blake2b(said, digest_size=8).hexdigest() if self.text else ""

    @contextmanager
    def heeded(self) -> Iterator[tuple[Override, ...]]:
        """Give the decisions. An `OverrideError`, raised here or by their user, names the file."""
        from crdiff.align.overrides import parse_overrides

        try:
            found = parse_overrides(self.text)
            yield tuple(override.mirrored() for override in found) if self.is_turned else found
        except OverrideError as error:
            raise error.at(self.path) from None


OverrideFiles = Mapping[str, Decisions]
"""``OLD__NEW``, as a file is named, -> what it decides."""


def overrides(corpus: Path) -> OverrideFiles:
    """Return every file of decisions, sorted by name; one of the user's replaces one that comes with crdiff."""
    found: dict[str, Decisions] = {}
    for folder in (book_folder(book_of(corpus)) / "overrides", corpus / "overrides"):
        found |= {path.stem: Decisions(str(path), read_text(path)) for path in folder.glob(_NAMED)}
    return dict(sorted(found.items()))


def decided(files: OverrideFiles, old: str, new: str) -> Decisions:
    """Return what `files` decide on two releases, named by date, whichever way round the file is written."""
    if found := files.get(f"{old}__{new}"):
        return found
    turned = files.get(f"{new}__{old}")
    return Decisions(turned.path, turned.text, is_turned=True) if turned else Decisions()


def decisions(corpus: Path, old: str, new: str) -> AbstractContextManager[tuple[Override, ...]]:
    """Give the hand decisions of a corpus on two releases, named by date. Raises `OverrideError` as `heeded` does."""
    return decided(overrides(corpus), old, new).heeded()
