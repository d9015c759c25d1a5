"""Every citation of a tree, with the lines it stands in, and what citations are judged by."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from crdiff.cite.beside import fingerprint_beside
from crdiff.cite.checking import CitingText
from crdiff.cite.marks import is_rules_text, not_ignored
from crdiff.cite.numbering import Numbering
from crdiff.cite.scan import Scanner
from crdiff.cite_tree.files import Unread, read_text_of
from crdiff.cite_tree.kept import Remembered, ScannedText
from crdiff.errors import UsageError
from crdiff.history.thread import Thread
from crdiff.model.book import MAGIC
from crdiff.store.embedded.lives import known_lives

if TYPE_CHECKING:
    from crdiff.cite.evidence import ClauseWords, Said
    from crdiff.corpus import Corpus
    from crdiff.history.known_lives import KnownLives
    from crdiff.store.archive.archive import Archive


class TreeRead(Struct):
    """How much of a tree was read: files with text, and their bytes.

    `no_text` counts those that are none, `unread` has those that may be, `rules_texts` those that are rules themselves.
    """

    files: int = 0
    bytes: int = 0
    no_text: int = 0
    unread: list[tuple[str, Unread]] = field(default_factory=list)
    rules_texts: list[str] = field(default_factory=list)


class TextReader:
    """Reads the citations of texts; what is `remembered` of them is not read again.

    `marks_passages`: each passage has its fingerprint, too, since what stands beside citations is to be compared.
    """

    def __init__(self, scanner: Scanner, remembered: Remembered | None = None, *, marks_passages: bool = False) -> None:
        self._scanner = scanner
        self._remembered = remembered or Remembered()
        self._marks_passages = marks_passages

    def scanned(self, text: bytes) -> ScannedText:
        """Return the citations of a text."""
        return self._remembered.scanned(text, lambda: self._scan(text))

    def _scan(self, text: bytes) -> ScannedText:
        groups = tuple(self._scanner.scan(text))
        if is_rules_text(text, groups):
            return ScannedText(is_rules=True)
        groups = not_ignored(text, groups)
        places = range(len(groups)) if self._marks_passages else ()
        return ScannedText(groups, tuple(fingerprint_beside(text, groups, place) for place in places))


def read_tree(paths: Iterable[str], reader: TextReader, read: TreeRead) -> Iterator[CitingText]:
    """Yield the files among `paths` that cite something; `read` counts all of them."""
    return read_texts(((path, read_text_of(path)) for path in paths), reader, read)


def read_texts(
    texts: Iterable[tuple[str, bytes | Unread | None]], reader: TextReader, read: TreeRead
) -> Iterator[CitingText]:
    """Yield those of the named `texts` that cite something; None stands for a file that is no text."""
    for path, text in texts:
        if text is None:
            read.no_text += 1
        elif isinstance(text, Unread):
            read.unread.append((path, text))
        else:
            read.files += 1
            read.bytes += len(text)
            found = reader.scanned(text)
            if found.is_rules:
                read.rules_texts.append(path)
            elif found.groups:
                yield CitingText(path, text, found.groups, passages=found.passages, digest=found.digest)


def numbering_of(corpus: Corpus, lives: KnownLives | None = None) -> Numbering:
    """Return the numbers of the releases known, and of those of a corpus, where newer ones are among them.

    `lives` are what is known, by default what comes with crdiff.
    """
    if corpus.book != MAGIC:
        what = f"citations of the book {corpus.book} are not read: a number is found by its three digits"
        raise UsageError(what, f"a corpus of the book {MAGIC}")
    lives = lives or known_lives()
    if newer_releases(corpus, lives.dates[-1]) and set(lives.dates) <= set(corpus.archive.dates):
        return Numbering(threads_of(corpus.archive), corpus.archive.dates)
    return Numbering(lives.clauses, lives.dates)


def newer_releases(corpus: Corpus, newest: date) -> tuple[date, ...]:
    """Return the releases of a corpus after the `newest` known one."""
    return () if corpus.is_recorded else tuple(day for day in corpus.releases if day > newest)


def threads_of(archive: Archive) -> list[Thread]:
    """Return every clause of an archive followed, oldest places first."""
    from crdiff.store.archive.entries import ArchiveAtOnce

    at_once = ArchiveAtOnce(archive)
    return list(map(at_once.thread, at_once.lineages()))


def words_of_clauses(corpus: Corpus, numbering: Numbering) -> ClauseWords | None:
    """Return the words of the clauses whose texts a corpus holds, None where it holds none."""
    if corpus.is_recorded:
        return None
    from crdiff.cite.evidence import ClauseWords

    def current() -> Iterator[str]:
        yield from numbering.standing(numbering.position(corpus.releases[-1]) or 0)

    return ClauseWords(numbering, _reading(corpus.archive), current())


def _reading(archive: Archive) -> Said:
    """Return what gives the title and the text of a wording by its fingerprint; all are read when one is asked for."""
    from crdiff.store.archive.schema import WORDING, fingerprint_at

    @cache
    def rows() -> dict[str, Sequence[Any]]:
        return {fingerprint_at(row[0]): row for row in archive.rows(f"SELECT {WORDING} FROM wording")}

    def said(wording: str) -> tuple[str, str] | None:
        row = rows().pop(wording, None)  # asked for once: what it says is kept
        read = archive.said_in(row) if row else None
        return (read.title, "\n".join((read.text, *read.examples))) if read else None

    kept: Callable[[str], tuple[str, str] | None] = lru_cache(maxsize=None)(said)
    return kept
