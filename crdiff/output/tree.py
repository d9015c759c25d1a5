"""Writing a whole tree of files, such as the website: all of it or nothing, and no file twice.

The new tree is made in a folder beside the old one, `.NAME-` and eight letters, with `new`, while they change places
`old`, and the lock of the process that works there. Where nobody holds the lock the process was killed: the next one
sweeps the folder away.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp
from typing import Self

from crdiff.errors import CorpusError, StoreError
from crdiff.output.cached_group import fingerprint_of
from crdiff.output.lock import writing


@dataclass(frozen=True, slots=True)
class Written:
    """What writing a tree did: files whose bytes are new, files that stayed as they were, files that are gone."""

    changed: int
    kept: int
    removed: int


_NEW, _OLD = "new", "old"


class NewTree:
    """A tree of files made beside the one in `folder`, which stays as it is until the new one is published.

    Files with the same bytes are taken over from there. Several processes may put files, of different paths.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder.absolute()
        self._beside = Path()
        self._lock = ExitStack()
        self._known: set[str] = set()

    def __enter__(self) -> Self:
        self._folder.parent.mkdir(parents=True, exist_ok=True)
        _sweep(self._folder)
        self._beside = Path(mkdtemp(prefix=f".{self._folder.name}-", dir=self._folder.parent))
        self._lock.enter_context(writing(self._beside))
        self._new.mkdir()
        self._new.chmod(0o755)
        return self

    def __exit__(self, *_: object) -> None:
        self._lock.close()
        shutil.rmtree(self._beside, ignore_errors=True)

    @property
    def _new(self) -> Path:
        return self._beside / _NEW

    def put(self, path: str, content: bytes) -> bool:
        """Make the file at `path` below the folder, and say whether the old tree had it with the same content.

        Raises `CorpusError` for a path that is taken.
        """
        old = self._old(path)
        if len(content) == _size(old) and content == _read(old):
            self._link(path, content)
            return True
        self._write(path, content)
        return False

    def take(self, files: Iterable[tuple[str, str]]) -> bool:
        """Take files over from the old tree, given by path and fingerprint, and say whether it was so.

        It is only where the old tree has all of them as they are said to be. Raises `CorpusError` for a path that is
        taken.
        """
        found = [(path, _read(self._old(path)), fingerprint) for path, fingerprint in files]
        if any(content is None or fingerprint_of(content) != fingerprint for _, content, fingerprint in found):
            return False
        for path, content, _ in found:
            self._link(path, content or b"")
        return True

    def publish(self, put: Mapping[str, bool]) -> Written:
        """Put the new tree in the place of the old one; `put` are the files of the new one, with what `put` said.

        Raises `OSError`, and then the old one is there.
        """
        before = _files(self._folder)
        _replace(self._folder, self._beside)
        kept = sum(put.values())
        return Written(changed=len(put) - kept, kept=kept, removed=len(before - put.keys()))

    def _old(self, path: str) -> Path:
        return self._folder / path

    def _link(self, path: str, content: bytes) -> None:
        """Make the file at `path` that of the old tree, which has that `content`."""
        try:
            self._place(path).hardlink_to(self._old(path))
        except OSError:  # taken, or a file system without links
            self._write(path, content)

    def _write(self, path: str, content: bytes) -> None:
        try:
            with self._place(path).open("xb") as file:  # never into a file taken over, which is the old tree's as well
                file.write(content)
        except FileExistsError:
            raise CorpusError(f"two pages at {path}", "a name for the hand-written page that is not taken") from None

    def _place(self, path: str) -> Path:
        """Return where the new tree has `path`; its folder is made."""
        target = self._new / path
        parent, _, _ = path.rpartition("/")
        if parent not in self._known:
            target.parent.mkdir(parents=True, exist_ok=True)
            self._known.add(parent)
        return target


def write_tree(folder: Path, files: Mapping[str, bytes]) -> Written:
    """Make `folder` hold exactly `files`, by their paths below it.

    Whoever reads the folder finds the old tree or the new one, and if anything fails the old one stays. Raises
    `OSError`.
    """
    with NewTree(folder) as tree:
        return tree.publish({path: tree.put(path, content) for path, content in files.items()})


def read_tree(folder: Path) -> dict[str, bytes]:
    """Return every file below `folder` by its path there, with forward slashes, sorted."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def _size(path: Path) -> int:
    """Return the size of a file, -1 where there is none."""
    try:
        return path.stat().st_size
    except OSError:
        return -1


def _read(path: Path) -> bytes | None:
    """Return what is in a file, None where there is none."""
    try:
        return path.read_bytes()
    except OSError:
        return None


def _files(folder: Path) -> set[str]:
    """Return the paths of all files below `folder`, as `NewTree.put` has them."""
    top = len(str(folder)) + 1
    return {f"{parent}/{name}"[top:].replace(os.sep, "/") for parent, _, names in os.walk(folder) for name in names}


def _replace(folder: Path, beside: Path) -> None:
    """Put the new tree of `beside` in the place of `folder`; what stood there goes aside first, and back on failure."""
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
    """Remove what killed processes left beside `folder`; an old tree that was just changing places comes back."""
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
        if name.fullmatch(beside.name) and ((beside / _NEW).is_dir() or (beside / _OLD).is_dir()):
            yield beside
