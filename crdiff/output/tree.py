"""Write a whole tree of files, such as the website, in one step: readers find the old tree or the new one.

The new tree is made in a folder beside the old one, `.NAME-` and eight letters, with `new`, `old` while they change
places, and the lock of the process that works there. A folder whose lock nobody holds is left over from a killed
process, and the next one sweeps it away.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISREG
from tempfile import mkdtemp
from typing import Self

from crdiff.errors import CorpusError, StoreError
from crdiff.output.cached_group import fingerprint_of
from crdiff.output.layout import Copying, copying_folders, paths_in, read_layout, remove_folders, remove_tree
from crdiff.output.ledger import MadeFile
from crdiff.output.lock import writing


@dataclass(frozen=True, slots=True)
class Written:
    """The effect of writing a tree: how many files are new or changed, unchanged, and removed."""

    changed: int
    kept: int
    removed: int


_NEW, _OLD = "new", "old"


class NewTree:
    """A tree of files made beside the one in `folder`, which stays as it is until the new one is published.

    Files with the same bytes are taken over from it. Several processes may put files, each at paths of its own. With
    `ahead`, another process makes the folders of the old tree in the new one while the caller works out what goes in.
    """

    def __init__(self, folder: Path, *, ahead: bool = False) -> None:
        self.folder = folder.absolute()
        self._ahead = ahead
        self._beside: Path | None = None
        self._made: list[Path] = []
        self._open = ExitStack()
        self._copying = Copying(lambda: read_layout(self.folder), lambda: None)
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
        if self._ahead:
            self._copying = self._open.enter_context(copying_folders(self.folder, self._new))

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

    def put(self, path: str, content: bytes, before: MadeFile | None = None) -> tuple[MadeFile, bool]:
        """Make the file at `path` below the folder; return it, and whether the old tree has it with the same content.

        `before` is what is known of that file of the old tree. Raises `CorpusError` for a path that is taken.
        """
        old, fingerprint = self._old(path), fingerprint_of(content)
        stamp = _stamp_of(old)
        if before and stamp == before.stamp:
            is_same = fingerprint == before.fingerprint
        else:
            is_same = stamp[0] == len(content) and _read(old) == content
        stamp = self._link(path, stamp) if is_same else self._write(path, content)
        return MadeFile(path, fingerprint, stamp), is_same

    def take(self, files: Sequence[MadeFile]) -> bool:
        """Take files over from the old tree, and return whether that was possible.

        It is where the old tree has every one of them as it was made. Raises `CorpusError` for a path that is taken.
        """
        if not all(_is_as_made(self._old(file.path), file) for file in files):
            return False
        for file in files:
            self._link(file.path, file.stamp)
        return True

    def publish(self, put: Mapping[str, bool]) -> Written:
        """Replace the old tree with the new one, and remove it; `put` maps the new files to what `put` returned.

        Raises `OSError`; the old tree then stays.
        """
        old = self._copying.layout()
        parents = {path.rpartition("/")[0] for path in put}
        remove_folders([each for each in old if each and each not in parents], self._new)
        is_link = self.folder.is_symlink()
        _replace(self.folder, self._place_beside)
        if not is_link:  # what a link leads to is not ours
            remove_tree(old, self._place_beside / _OLD)
        kept = sum(put.values())
        return Written(changed=len(put) - kept, kept=kept, removed=len(paths_in(old) - put.keys()))

    def _old(self, path: str) -> str:
        """Return the path of a file of the old tree, as a string: a `Path` costs as much as reading a small file."""
        return f"{self.folder}/{path}"

    def _link(self, path: str, stamp: tuple[int, int]) -> tuple[int, int]:
        """Make the file at `path` a link to that of the old tree, with its `stamp`; return that of the new file."""
        try:
            os.link(self._old(path), self._place(path))
        except OSError:  # taken, or a file system without links
            return self._write(path, _read(self._old(path)) or b"")
        return stamp

    def _write(self, path: str, content: bytes) -> tuple[int, int]:
        """Write the file at `path`, and return its stamp. Raises `CorpusError` for a path that is taken."""
        try:
            return self._write_new(path, content)
        except FileExistsError:
            if not self._is_freed(path):
                what, expected = f"two pages at {path}", "a name for the hand-written page that is not taken"
                raise CorpusError(what, expected) from None
        return self._write_new(path, content)

    def _write_new(self, path: str, content: bytes) -> tuple[int, int]:
        # never into a file taken over, which is the old tree's as well
        with open(self._place(path), "xb", 0) as file:  # noqa: PTH123  see `_old`
            file.write(content)
            return _stamp(os.fstat(file.fileno()))

    def _is_freed(self, path: str) -> bool:
        """Whether an empty folder stood at `path`, as in the old tree, and is removed."""
        there = self._new / path
        if not there.is_dir():
            return False
        self._copying.wait()
        remove_folders(read_layout(there), there)
        return not there.is_dir()

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


def write_tree(folder: Path, files: Mapping[str, bytes]) -> Written:
    """Make `folder` hold exactly `files`, by their paths below it.

    A reader finds the old tree or the new one, and if anything fails the old one stays. Raises `OSError`.
    """
    with NewTree(folder) as tree:
        return tree.publish({path: tree.put(path, content)[1] for path, content in files.items()})


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


def is_tree_of(folder: Path, files: Sequence[MadeFile]) -> bool:
    """Whether `folder` holds exactly `files`, as they were made."""
    top = folder.absolute()
    if not all(_is_as_made(f"{top}/{file.path}", file) for file in files):
        return False
    return paths_in(read_layout(top)) == {file.path for file in files}


def _stamp_of(path: str) -> tuple[int, int]:
    """Return the size of a file and the time of its last change, in nanoseconds; (-1, -1) for what is no file."""
    try:
        found = os.lstat(path)
    except OSError:
        return -1, -1
    return _stamp(found) if S_ISREG(found.st_mode) else (-1, -1)  # a link leads anywhere, a pipe waits for ever


def _stamp(found: os.stat_result) -> tuple[int, int]:
    return found.st_size, found.st_mtime_ns


def _is_as_made(path: str, made: MadeFile) -> bool:
    """Whether a file is as it was made: it is read where its stamp is another, as that of a copy is."""
    stamp = _stamp_of(path)
    if stamp == made.stamp:
        return True
    content = _read(path) if stamp[0] == made.stamp[0] else None
    return content is not None and fingerprint_of(content) == made.fingerprint


def _read(path: str) -> bytes | None:
    """Return what is in a file, None where there is none."""
    try:
        with open(path, "rb", 0) as file:  # noqa: PTH123  see `NewTree._old`
            return file.read()
    except OSError:
        return None


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
