"""Add files to a corpus, one at a time: names and patterns expanded, what killed runs left removed.

Only writing one takes the lock for writers.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from crdiff.errors import CrdiffError, UnreadableText
from crdiff.model.book import MAGIC
from crdiff.output.atomic_file import is_part
from crdiff.output.lock import writing
from crdiff.output.long_work import Progress
from crdiff.output.workers import working
from crdiff.store.texts.books import TEXTS, book_of, called_by_its_title, folder_for, state_book, stated_book
from crdiff.store.texts.corpus_folder import listing
from crdiff.store.texts.folder import Added, Identity, TextFolder, identify

_WILD = re.compile(r"[*?\[]")
_SUFFIXES = frozenset({".txt", ".md", ".docx", ".rtf", ".pdf"})


def expand(names: Iterable[str | Path]) -> Iterator[Path]:
    """Yield each file that `names` mean, once: the texts in and below a folder, the matches of a pattern.

    A name that is neither a folder nor a pattern is yielded as it is, whether or not the file exists.
    """
    return iter(dict.fromkeys(path for name in names for path in _files(Path(name))))


def _files(path: Path) -> Iterable[Path]:
    if path.is_dir():
        return sorted(one for one in path.rglob("*") if one.suffix.lower() in _SUFFIXES and one.is_file())
    if any(_WILD.search(part) for part in path.parts) and not path.exists():
        return sorted(Path(path.anchor).glob(str(path.relative_to(path.anchor))))
    return [path]


def sweep(corpus: Path) -> None:
    """Remove files that a killed run had not finished. Texts stay, whole or spoiled."""
    for folder in (corpus, corpus / TEXTS):
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            if is_part(path):
                path.unlink(missing_ok=True)


# Seconds to wait for a build to end, before each file.
_PATIENCE = 120.0
# Files up to which this process reads them itself: starting others takes longer than the 20 ms of a file.
_FEW = 8
# Files read ahead of the one that is added next, enough for every core of a usual machine.
_AHEAD = 16
# Bytes of these files, which are in memory: a text has about one million, and a folder may hold larger files.
_AHEAD_BYTES = 1 << 26

Failed = Callable[[CrdiffError], None]
"""Called with the error of each file that could not be added, which names the file."""


def add_files(
    corpus: Path,
    names: Iterable[str | Path],
    failed: Failed | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
    *,
    book: str | None = None,
) -> Iterator[Added]:
    """Add the files that `names` mean, and yield the outcome of each; `progress` is called after each.

    `executor` reads the texts (every core of this machine if None). They are of the `book` called so, by default of the
    one that their title names, or else of that of the first text of the corpus. Those of another book than that are put
    beside, in the folder of their own.

    A file that is not the text of a release is handed to `failed` as an error, or raised where `failed` is None.
    """
    files = list(expand(names))
    if not files:
        raise UnreadableText("no files there", "files, folders with texts in them, or patterns that match some")
    is_little = len(files) <= _FEW
    corpus = folder_for(corpus, book)
    folders = {corpus: TextFolder(corpus)}
    with writing(corpus, _PATIENCE):
        sweep(corpus)
        own = _settled_book(corpus, book, files[0])
    with working(executor, len(files), on="the texts", is_little=is_little) as readers:
        for done, text in enumerate(_read_ahead(files, readers, own, is_asked=book is not None), 1):
            try:
                yield _add(folders, folder_for(corpus, text.book), text)
            except CrdiffError as error:
                if failed is None:
                    raise
                failed(error)
            if progress:
                progress(done, len(files))


def _settled_book(corpus: Path, asked: str | None, first: Path) -> str:
    """Return the book of a corpus, which its folder states from now on where it is not Magic's."""
    if listing(corpus):
        return book_of(corpus)
    stated = stated_book(corpus)
    with suppress(OSError):  # a file that cannot be read is told of in its turn
        own = asked or stated or called_by_its_title(first.read_bytes()) or MAGIC
        if own != (stated or MAGIC):
            state_book(corpus, own)
        return own
    return asked or stated or MAGIC


class _ReadText(NamedTuple):
    """A file, its bytes and its book, and what is being found out about them."""

    path: Path
    raw: bytes
    book: str
    identity: Future[Identity]


def _read_ahead(files: Iterable[Path], readers: Executor, book: str, *, is_asked: bool) -> Iterator[_ReadText]:
    """Yield the files in their order, some of those after each being read meanwhile."""
    ahead: deque[_ReadText] = deque()
    held = 0
    for path in files:
        ahead.append(_begun(path, readers, book, is_asked=is_asked))
        held += len(ahead[-1].raw)
        while len(ahead) > _AHEAD or (ahead and held > _AHEAD_BYTES):
            text = ahead.popleft()
            held -= len(text.raw)
            yield text
    yield from ahead


def _begun(path: Path, readers: Executor, book: str, *, is_asked: bool) -> _ReadText:
    """Have a file read. Where it cannot be opened, that is raised when its turn comes."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        failed: Future[Identity] = Future()
        failed.set_exception(error)
        return _ReadText(path, b"", book, failed)
    of = book if is_asked else called_by_its_title(raw) or book
    return _ReadText(path, raw, of, readers.submit(identify, raw, path.name, of))


def _add(folders: dict[Path, TextFolder], corpus: Path, text: _ReadText) -> Added:
    try:
        identity = text.identity.result()
        folder = folders.setdefault(corpus, TextFolder(corpus))
        with writing(corpus, _PATIENCE):
            if text.book != book_of(corpus):
                state_book(corpus, text.book)
            return folder.add(text.raw, identity, text.path.name)
    except CrdiffError as error:
        raise error.at(str(text.path)) from None
