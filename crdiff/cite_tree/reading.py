"""Every citation of a tree, with the lines it stands in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from crdiff.cite.citation import CitedGroup
from crdiff.cite.marks import is_rules_text, not_ignored
from crdiff.cite.scan import Scanner
from crdiff.cite_tree.files import Unread, read_text_of


@dataclass(frozen=True, slots=True)
class CitingFile:
    """A file with its citations, in the order of the text."""

    path: str
    text: bytes
    groups: tuple[CitedGroup, ...]


@dataclass(slots=True)
class TreeRead:
    """How much of a tree was read: files with text, and their bytes.

    `no_text` counts those that are none, `unread` has those that may be, `rules_texts` those that are rules themselves.
    """

    files: int = 0
    bytes: int = 0
    no_text: int = 0
    unread: list[tuple[str, Unread]] = field(default_factory=list)
    rules_texts: list[str] = field(default_factory=list)


def read_tree(paths: Iterable[str], scanner: Scanner, read: TreeRead) -> Iterator[CitingFile]:
    """Yield the files among `paths` that cite something; `read` counts all of them."""
    return read_texts(((path, read_text_of(path)) for path in paths), scanner, read)


def read_texts(
    texts: Iterable[tuple[str, bytes | Unread | None]], scanner: Scanner, read: TreeRead
) -> Iterator[CitingFile]:
    """Yield those of the named `texts` that cite something; None stands for a file that is no text."""
    for path, text in texts:
        if text is None:
            read.no_text += 1
        elif isinstance(text, Unread):
            read.unread.append((path, text))
        else:
            read.files += 1
            read.bytes += len(text)
            if groups := _groups(path, text, scanner, read):
                yield CitingFile(path, text, groups)


def _groups(path: str, text: bytes, scanner: Scanner, read: TreeRead) -> tuple[CitedGroup, ...]:
    """Return the citations of a text, none where it is an edition of the rules: those are no citations."""
    groups = tuple(scanner.scan(text))
    if is_rules_text(text, groups):
        read.rules_texts.append(path)
        return ()
    return not_ignored(text, groups)
