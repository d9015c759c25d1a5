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
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp
from typing import Self

from crdiff.errors import CorpusError, StoreError
from crdiff.output.cached_group import fingerprint_of
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

    Files with the same bytes are taken over from it. Several processes may put files, each at paths of its own.
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
    def replaced(self) -> Path:
        """Where the old tree is once the new one is published; it is removed in the end."""
        return self._beside / _OLD

    @property
    def _new(self) -> Path:
        return self._beside / _NEW

    def put(self, path: str, content: bytes) -> bool:
        """Make the file at `path` below the folder, and return whether the old tree has it with the same content.

        Raises `CorpusError` for a path that is taken.
        """
        if content == _read(self._old(path), len(content)):
            self._link(path)
            return True
        self._write(path, content)
        return False

    def take(self, files: Sequence[MadeFile]) -> bool:
        """Take files over from the old tree, and return whether that was possible.

        It is where the old tree has every one of them as it was made. Raises `CorpusError` for a path that is taken.
        """
        if not all(_is_as_made(self._old(file.path), file) for file in files):
            return False
        for file in files:
            self._link(file.path)
        return True

    def stamp(self, path: str) -> tuple[int, int]:
        """Return the stamp of a file that was put."""
        return _stamp_of(f"{self._new}/{path}")

    def publish(self, put: Mapping[str, bool]) -> Written:
        """Replace the old tree with the new one; `put` maps the files of the new one to what `put` returned.

        Raises `OSError`; the old tree then stays.
        """
        before = _files(self._folder)
        _replace(self._folder, self._beside)
        kept = sum(put.values())
        return Written(changed=len(put) - kept, kept=kept, removed=len(before - put.keys()))

    def _old(self, path: str) -> str:
        """Return the path of a file of the old tree, as a string: a `Path` costs as much as reading a small file."""
        return f"{self._folder}/{path}"

    def _link(self, path: str) -> None:
        """Make the file at `path` a link to that of the old tree."""
        try:
            os.link(self._old(path), self._place(path))
        except OSError:  # taken, or a file system without links
            self._write(path, _read(self._old(path)) or b"")

    def _write(self, path: str, content: bytes) -> None:
        try:
            # never into a file taken over, which is the old tree's as well
            with open(self._place(path), "xb", 0) as file:  # noqa: PTH123  see `_old`
                file.write(content)
        except FileExistsError:
            raise CorpusError(f"two pages at {path}", "a name for the hand-written page that is not taken") from None

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
        return tree.publish({path: tree.put(path, content) for path, content in files.items()})


def read_tree(folder: Path) -> dict[str, bytes]:
    """Return every file below `folder` by its path there, with forward slashes, sorted."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def is_tree_of(folder: Path, files: Sequence[MadeFile]) -> bool:
    """Whether `folder` holds exactly `files`, as they were made."""
    top = folder.absolute()
    return all(_is_as_made(f"{top}/{file.path}", file) for file in files) and _files(top) == {
        file.path for file in files
    }


def _stamp_of(path: str) -> tuple[int, int]:
    """Return the size of a file and the time of its last change, in nanoseconds; (-1, -1) where there is none."""
    try:
        found = os.stat(path)  # noqa: PTH116  see `NewTree._old`
    except OSError:
        return -1, -1
    return found.st_size, found.st_mtime_ns


def _is_as_made(path: str, made: MadeFile) -> bool:
    """Whether a file is as it was made: it is read where its stamp is another, as that of a copy is."""
    if _stamp_of(path) == made.stamp:
        return True
    content = _read(path, made.stamp[0])
    return content is not None and fingerprint_of(content) == made.fingerprint


def _read(path: str, size: int = -1) -> bytes | None:
    """Return what is in a file, None where there is none, or where it has another size than the one given."""
    try:
        if size >= 0 and _stamp_of(path)[0] != size:
            return None
        with open(path, "rb", 0) as file:  # noqa: PTH123  see `NewTree._old`
            return file.read()
    except OSError:
        return None


def _files(folder: Path) -> set[str]:
    """Return the paths of all files below `folder`, as `NewTree.put` has them."""
    top = len(str(folder)) + 1
    return {f"{parent}/{name}"[top:].replace(os.sep, "/") for parent, _, names in os.walk(folder) for name in names}


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
        if name.fullmatch(beside.name) and ((beside / _NEW).is_dir() or (beside / _OLD).is_dir()):
            yield beside
