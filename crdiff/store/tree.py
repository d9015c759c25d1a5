"""Writing a whole tree of files, such as the website: all of it or nothing, and no file twice."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp


@dataclass(frozen=True, slots=True)
class Written:
    """What writing a tree did: files whose bytes are new, files that stayed as they were, files that are gone."""

    changed: int
    kept: int
    removed: int


def write_tree(folder: Path, files: Mapping[str, bytes]) -> Written:
    """Make `folder` hold exactly `files`, by their paths below it.

    The tree is made beside the old one, files with the same bytes taken over from there, and put in its place at the
    end: whoever reads the folder finds the old tree or the new one, and if anything fails the old one stays. Raises
    `OSError`.
    """
    folder = folder.absolute()
    folder.parent.mkdir(parents=True, exist_ok=True)
    new = Path(mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        new.chmod(0o755)
        written = _fill(new, folder, files)
        _replace(folder, new)
    except BaseException:
        shutil.rmtree(new, ignore_errors=True)
        raise
    return written


def read_tree(folder: Path) -> dict[str, bytes]:
    """Return every file below `folder` by its path there, with forward slashes, sorted."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def _fill(new: Path, old: Path, files: Mapping[str, bytes]) -> Written:
    kept = found = 0
    for folder in sorted({Path(path).parent for path in files}):
        (new / folder).mkdir(parents=True, exist_ok=True)
    for path, content in files.items():
        found += (old / path).is_file()
        if _take_over(old / path, new / path, content):
            kept += 1
        else:
            (new / path).write_bytes(content)
    before = sum(path.is_file() for path in old.rglob("*"))
    return Written(len(files) - kept, kept, before - found)


def _take_over(source: Path, target: Path, content: bytes) -> bool:
    """Link `source` to `target` if it holds `content`, and say whether it did."""
    try:
        if source.stat().st_size != len(content) or source.read_bytes() != content:
            return False
        target.hardlink_to(source)
    except OSError:  # no such file, or a file system without links
        return False
    return True


def _replace(folder: Path, new: Path) -> None:
    """Put `new` in the place of `folder`; what stood there goes aside first, and comes back if that fails."""
    if not folder.exists():
        new.rename(folder)
        return
    aside = Path(mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    folder.rename(aside / folder.name)
    try:
        new.rename(folder)
    except BaseException:
        (aside / folder.name).rename(folder)
        raise
    finally:
        shutil.rmtree(aside, ignore_errors=True)
