"""Write a whole tree of files, such as the website, in one step: readers find the old tree or the new one.

The new tree is made in a folder beside the old one, `.NAME-` and eight letters, with `new`, `old` while they change
places, and the lock of the process that works there. A folder whose lock nobody holds is left over from a killed
process, and the next one sweeps it away. A site has a folder for each clause, and the file system takes longer for a
folder than for the page in it.

A record beside a tree says what it was made from, so that nothing is done where that is the same: this code made files
of these sizes, last changed at these nanoseconds, from a source. It is out of date where the tree has changed since,
but never wrong.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from stat import S_ISREG
from tempfile import mkdtemp
from typing import Self

import msgspec
from msgspec import Struct

from crdiff.errors import CorpusError, StoreError
from crdiff.output.atomic_file import write_whole
from crdiff.output.fingerprints import package_fingerprint
from crdiff.output.lock import writing


def _files_in(folder: Path) -> set[str]:
    """Return the paths of the files below `folder`, with forward slashes; none where there is no such folder."""
    top = len(str(folder)) + 1
    return {f"{parent}/{name}"[top:].replace(os.sep, "/") for parent, _, names in os.walk(folder) for name in names}


# The size of a file, and the nanosecond of its last change.
Stamp = tuple[int, int]


class MadeTree(msgspec.Struct, frozen=True):
    """The record of a tree: the fingerprints of all that it was made from and of the code, and its files."""

    source: str
    code: str
    files: dict[str, Stamp]


def note_made(folder: Path, source: str) -> None:
    """Record that the tree in `folder` was made from `source` by this code; "" for a source that is not known.

    Where that fails, the next build makes all of the tree.
    """
    where = record_of(folder)
    with suppress(OSError):
        where.unlink(missing_ok=True)
        if source:
            record = MadeTree(source, package_fingerprint(), _stamps(folder))
            write_whole(where, msgspec.json.encode(record))


def count_if_made(folder: Path, source: str) -> int:
    """Return how many files a tree has that this code made from `source`, and that is as it was made; else 0."""
    where = record_of(folder)
    try:
        record = msgspec.json.decode(where.read_bytes() if where.is_file() else b"", type=MadeTree)  # a pipe waits
        is_same = (record.source, record.code) == (source, package_fingerprint())
        is_as_made = is_same and _stamps(folder) == record.files
    except (OSError, ValueError):  # msgspec's errors are values that are wrong
        return 0
    return len(record.files) if is_as_made else 0


def _stamps(folder: Path) -> dict[str, Stamp]:
    found = {path: os.lstat(f"{folder}/{path}") for path in _files_in(folder)}  # what a link leads to is another's
    return {path: (each.st_size, each.st_mtime_ns) for path, each in found.items()}


def record_of(folder: Path) -> Path:
    """Return the path of the record, beside `folder`."""
    whole = folder.absolute()
    return whole.with_name(f".{whole.name}.made")


class Written(Struct, frozen=True):
    """The effect of writing a tree: how many files are new or changed, unchanged, and removed."""

    changed: int
    kept: int
    removed: int


_NEW, _OLD = "new", "old"


class NewTree:
    """A tree of files made beside the one in `folder`, which stays as it is until the new one is published.

    Files with the same bytes are taken over from it. Several processes may put files, each at paths of its own.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder.absolute()
        self._beside: Path | None = None
        self._made: list[Path] = []
        self._open = ExitStack()
        self._known: set[str] = set()

    def __enter__(self) -> Self:
        try:
            self._begin()
        except BaseException:
            self.__exit__()
            raise
        return self

    def _begin(self) -> None:
        self._made = [each for each in self.folder.parents if not each.exists()]
        self.folder.parent.mkdir(parents=True, exist_ok=True)
        _sweep(self.folder)
        self._beside = Path(mkdtemp(prefix=f".{self.folder.name}-", dir=self.folder.parent))
        self._open.enter_context(writing(self._beside))
        self._new.mkdir()
        self._new.chmod(0o755)

    def __exit__(self, *_: object) -> None:
        self._open.close()
        if self._beside:
            shutil.rmtree(self._beside, ignore_errors=True)
        for folder in self._made:
            with suppress(OSError):  # it has the new tree in it
                folder.rmdir()

    @property
    def _new(self) -> Path:
        return self._place_beside / _NEW

    @property
    def _place_beside(self) -> Path:
        if self._beside is None:
            raise RuntimeError("no new tree was begun")
        return self._beside

    def put(self, path: str, content: bytes) -> bool:
        """Make the file at `path` below the folder; return whether the old tree has it with the same content.

        Raises `CorpusError` for a path that is taken.
        """
        is_same = _has(self._old(path), content)
        if not (is_same and self._is_linked(path)):
            self._write(path, content)
        return is_same

    def publish(self, put: Mapping[str, bool], source: str = "") -> Written:
        """Replace the old tree with the new one; `put` maps the new files to what `put` returned.

        `source` is noted as what it was made from. Raises `OSError`; the old tree then stays.
        """
        old = _files_in(self.folder)
        _replace(self.folder, self._place_beside)
        note_made(self.folder, source)
        kept = sum(put.values())
        return Written(changed=len(put) - kept, kept=kept, removed=len(old - put.keys()))

    def _old(self, path: str) -> str:
        """Return the path of a file of the old tree, as a string: a `Path` costs as much as reading a small file."""
        return f"{self.folder}/{path}"

    def _is_linked(self, path: str) -> bool:
        """Make the file at `path` a link to that of the old tree; return whether the file system lets us."""
        try:
            os.link(self._old(path), self._place(path))
        except FileExistsError:
            raise _taken(path) from None
        except OSError:
            return False
        return True

    def _write(self, path: str, content: bytes) -> None:
        # never into a file taken over, which is the old tree's as well
        try:
            with open(self._place(path), "xb", 0) as file:  # noqa: PTH123  see `_old`
                file.write(content)
        except FileExistsError:
            raise _taken(path) from None

    def _make_folder(self, parent: str) -> None:
        where = f"{self._new}/{parent}"
        try:
            os.mkdir(where)  # noqa: PTH102  see `_old`
        except FileExistsError:
            pass  # made for another file, by another process perhaps
        except FileNotFoundError:
            Path(where).mkdir(parents=True, exist_ok=True)

    def _place(self, path: str) -> str:
        """Return the place of `path` in the new tree, and make its folder."""
        parent, _, _ = path.rpartition("/")
        if parent not in self._known:
            self._make_folder(parent)
            self._known.add(parent)
        return f"{self._new}/{path}"


def put_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Put `files`, by their paths, into a tree that somebody else makes and nobody reads yet, each anew.

    Raises `StoreError` where a link in `folder` leads out of it, and `OSError`.
    """
    top = folder.resolve()
    for path, content in files.items():
        target = folder / path
        if not target.parent.resolve().is_relative_to(top):
            raise StoreError("leads out of the site by a symbolic link", "a folder", path=str(target.parent))
        target.parent.mkdir(parents=True, exist_ok=True)
        target.unlink(missing_ok=True)
        with target.open("xb") as made:
            made.write(content)


def read_tree(folder: Path) -> dict[str, bytes]:
    """Return every file below `folder` by its path there, with forward slashes, sorted."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def _taken(path: str) -> CorpusError:
    return CorpusError(f"two pages at {path}", "a name for the hand-written page that is not taken")


def _has(path: str, content: bytes) -> bool:
    """Whether a file has `content`. What is no file is not looked into: a link leads anywhere, a pipe waits."""
    try:
        found = os.lstat(path)
        if not S_ISREG(found.st_mode) or found.st_size != len(content):
            return False
        with open(path, "rb", 0) as file:  # noqa: PTH123  see `NewTree._old`
            return file.read() == content
    except OSError:
        return False


def _replace(folder: Path, beside: Path) -> None:
    """Replace `folder` with the new tree in `beside`; the old one moves aside first, and back on failure."""
    new, old = beside / _NEW, beside / _OLD
    if not folder.exists():
        new.rename(folder)
        return
    folder.rename(old)
    try:
        new.rename(folder)
    except BaseException:
        old.rename(folder)
        raise


def _sweep(folder: Path) -> None:
    """Remove what killed processes left beside `folder`; an old tree that had just moved aside comes back."""
    for beside in _left_beside(folder):
        try:
            with writing(beside):
                if (beside / _OLD).is_dir() and not folder.exists():
                    (beside / _OLD).rename(folder)
                for tree in (_NEW, _OLD):
                    shutil.rmtree(beside / tree, ignore_errors=True)
        except StoreError:  # somebody works there, or it is not ours to write to
            continue
        shutil.rmtree(beside, ignore_errors=True)


def _left_beside(folder: Path) -> Iterator[Path]:
    """Yield the folders in which a new tree is made, or was when a process was killed.

    One without a tree is left alone: its process is about to take the lock.
    """
    name = re.compile(rf"\.{re.escape(folder.name)}-[a-z0-9_]{{8}}")
    for beside in sorted(folder.parent.iterdir()):
        is_ours = name.fullmatch(beside.name) and not beside.is_symlink()  # a link leads to somebody else's
        if is_ours and ((beside / _NEW).is_dir() or (beside / _OLD).is_dir()):
            yield beside
