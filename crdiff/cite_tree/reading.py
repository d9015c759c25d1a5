"""Every citation of a tree, with the lines it stands in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from crdiff.cite.citation import CitedGroup
from crdiff.cite.marks import is_ignored, not_ignored
from crdiff.cite.scan import Scanner
from crdiff.cite_tree.files import read_text_of


@dataclass(frozen=True, slots=True)
class CitingFile:
    """A file with its citations, in the order of the text."""

    path: str
    text: bytes
    groups: tuple[CitedGroup, ...]


@dataclass(slots=True)
class TreeRead:
    """How much of a tree was read: files with text, their bytes, files left out because they are none."""

    files: int = 0
    bytes: int = 0
    left_out: int = 0


def read_tree(paths: Iterable[str], scanner: Scanner, read: TreeRead) -> Iterator[CitingFile]:
    """Yield the files among `paths` that cite something; `read` counts all of them."""
    return read_texts(((path, read_text_of(path)) for path in paths), scanner, read)


def read_texts(texts: Iterable[tuple[str, bytes | None]], scanner: Scanner, read: TreeRead) -> Iterator[CitingFile]:
    """Yield those of the named `texts` that cite something; None stands for a file that is no text."""
    for path, text in texts:
        if text is None:
            read.left_out += 1
            continue
        read.files += 1
        read.bytes += len(text)
        groups = () if is_ignored(text) else tuple(not_ignored(text, scanner.scan(text)))
        if groups:
            yield CitingFile(path, text, groups)
