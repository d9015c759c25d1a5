"""The files of a tree in which citations are looked for.

Under git they are those that it tracks or would track; elsewhere all that no ``.gitignore`` of the tree leaves out.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, NamedTuple

from crdiff.cite_tree.git import git
from crdiff.errors import UsageError

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

_DRAWN = ("svg", "css", "scss", "less", "lock", "map")
# Endings of files that hold lines of others as they were: an edit would spoil them.
_COPIES = ("diff", "patch", "orig", "rej")
_NO_TEXT = (
    *("png", "jpg", "jpeg", "gif", "webp", "ico", "icns", "bmp", "psd", "ttf", "otf", "woff", "woff2", "pdf"),
    *("zip", "gz", "bz2", "xz", "7z", "jar", "war", "class", "so", "dll", "exe", "o", "a", "pyc", "wasm", "sqlite"),
    *("mp3", "m4a", "ogg", "wav", "flac", "mp4", "webm", "mov"),
)
# Endings of files that have numbers and no citations of their own: drawings, styles, locks, diffs, what is no text.
NEVER_READ = frozenset((*_DRAWN, *_COPIES, *_NO_TEXT))
_MINIFIED = (".min.js", ".min.mjs")
# Bytes: what is larger is data or a build, and is named as left out rather than read.
SIZE_MAX = 8 << 20
STDIN = "-"
# Bytes in which a file that is no text shows it, by a NUL.
_HEAD = 8192
# How a file is opened: no link is followed, nobody is waited for.
_PLAINLY = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
# Folders that no tree means where there is no git to say so.
_WITHOUT_GIT = frozenset((".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv", "target"))
_IGNORES = ".gitignore"


class Unread(StrEnum):
    """Why a file that may be text was not read."""

    LARGE = f"larger than {SIZE_MAX >> 20} MiB"
    UTF_16 = "in UTF-16"
    DENIED = "cannot be read"
    LACKING = "not in this clone"


def files_of(paths: Sequence[str], wanted: Callable[[str], bool] | None = None) -> Iterator[str]:
    """Yield the files to read under `paths`, each once, in the order of their names, those `wanted` of a folder.

    A path that is a file is read whatever it is called. Symbolic links and submodules are not followed. Raises
    `UsageError` for a path that does not exist.
    """
    asked = wanted or is_read()
    return iter(dict.fromkeys(found for path in paths for found in _files_under(path, asked)))


def is_read(exclude: Iterable[str] = (), top: Path | None = None) -> Callable[[str], bool]:
    """Return what says of a file in a tree whether citations are looked for in it; `exclude` as for `matching`."""
    left_out = matching(exclude, top)

    def wanted(name: str) -> bool:
        _, dot, ending = name.rpartition(".")
        return not (dot and ending in NEVER_READ) and not name.endswith(_MINIFIED) and not left_out(name)

    return wanted


def matching(patterns: Iterable[str], top: Path | None = None) -> Callable[[str], bool]:
    """Return what says of a file whether one of the patterns means it.

    They are written as in the ``.gitignore`` of the folder `top`, by default the current one.
    """
    lines = tuple(patterns)
    if not lines:
        return lambda _: False
    spec = _spec(lines)

    def matches(name: str) -> bool:
        return spec.match_file(os.fsencode(name).decode("utf-8", "replace"))  # the engine takes no other names

    here = top or Path.cwd()
    is_elsewhere = here.resolve() != Path.cwd()
    return lambda name: matches(os.path.relpath(name, here) if is_elsewhere or name.startswith("/") else name)


def _files_under(path: str, wanted: Callable[[str], bool]) -> Iterator[str]:
    if path == STDIN:
        yield path
    elif Path(path).is_dir():
        tracked = _tracked(path)
        prefix = "" if PurePath(path) == PurePath() else f"{path.removeprefix('./').rstrip('/')}/"
        names = sorted(_walked(path) if tracked is None else tracked)
        yield from filter(wanted, (f"{prefix}{name}" for name in names))
    elif Path(path).exists():
        yield path.removeprefix("./")
    else:
        raise UsageError("there is no such file or folder", "a path that exists", path=path)


def _tracked(folder: str) -> Iterable[str] | None:
    """Return the files that git tracks or would track in a folder, None where git does not know it."""
    listed = git("ls-files", "-z", "--cached", "--others", "--exclude-standard", ".", folder=folder)
    return None if listed is None else {name for name in os.fsdecode(listed).split("\0") if name}


class _Ignores(NamedTuple):
    """The patterns of an ignore file, and the length of the way to its folder from the top of the tree."""

    way: int
    spec: GitIgnoreSpec


def _walked(top: str) -> Iterator[str]:
    """Yield the files under a folder that its ignore files do not leave out; a folder left out is not entered."""
    waiting: list[tuple[str, tuple[_Ignores, ...]]] = [("", ())]
    while waiting:
        folder, ignores = waiting.pop()
        try:
            entries = list(os.scandir(f"{top}/{folder}"))
        except OSError:
            continue
        ignores = (*_ignores_in(entries, len(folder)), *ignores)
        for entry in entries:
            name = f"{folder}{entry.name}"
            if entry.is_dir(follow_symlinks=False):
                if entry.name not in _WITHOUT_GIT and not _is_ignored(f"{name}/", ignores):
                    waiting.append((f"{name}/", ignores))
            elif not _is_ignored(name, ignores):
                yield name


def _ignores_in(entries: Iterable[os.DirEntry[str]], way: int) -> Iterator[_Ignores]:
    """Yield the patterns of a folder with the `entries`, where it has any."""
    for entry in entries:
        text = read_text_of(entry.path) if entry.name == ".gitignore" else None
        if isinstance(text, bytes):
            yield _Ignores(way, _spec(text.decode("utf-8", "replace").splitlines()))


def _spec(lines: Iterable[str]) -> GitIgnoreSpec:
    """Return patterns ready to match: by an engine that never tries anything twice, since they may be anybody's."""
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec.from_lines(lines, backend="re2")


def _is_ignored(name: str, ignores: Iterable[_Ignores]) -> bool:
    """Whether the nearest ignore file that means `name` leaves it out; `ignores` begin with the nearest."""
    said = (each.spec.check_file(name[each.way :]).include for each in ignores)
    return bool(next((is_included for is_included in said if is_included is not None), False))


def read_text_of(path: str) -> bytes | Unread | None:
    """Return the bytes of a file, None for one that is no text or no plain file, else why it was not read."""
    if path == STDIN:
        return sys.stdin.buffer.read()
    try:
        opened = os.open(path, _PLAINLY)
    except PermissionError:
        return Unread.DENIED
    except OSError:
        return None
    try:
        found = os.fstat(opened)
        if not stat.S_ISREG(found.st_mode):
            return None
        is_large = found.st_size > SIZE_MAX
        text = os.read(opened, _HEAD if is_large else found.st_size)
    except OSError:
        return Unread.DENIED
    finally:
        os.close(opened)
    if not is_text(text):
        return Unread.UTF_16 if text.startswith((b"\xff\xfe", b"\xfe\xff")) else None
    return Unread.LARGE if is_large else text


def is_text(raw: bytes) -> bool:
    """Whether the content of a file is text: what is none shows it near its beginning, by a NUL."""
    return raw.find(b"\0", 0, _HEAD) < 0
