"""The files of a tree in which citations are looked for.

Under git they are those that it tracks or would track; elsewhere all that no ``.gitignore`` of the tree leaves out.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path, PurePosixPath
from subprocess import run

from pathspec import GitIgnoreSpec

from crdiff.errors import UsageError

NEVER_READ = (
    ".svg",
    ".css",
    ".scss",
    ".less",
    ".lock",
    ".min.js",
    ".map",
    ".png",
    ".jpg",
    ".gif",
    ".pdf",
    ".ttf",
    ".zip",
)
"""Ends of the names of files that have numbers of all kinds and no citations: drawings, styles, scripts made small."""
SIZE_MAX = 8 << 20
"""Bytes: what is larger is data or a build, and is named as left out rather than read."""
STDIN = "-"
_HEAD = 8192
"""Bytes in which a file that is no text shows it, by a NUL."""
_PLAINLY = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""How a file is opened: no link is followed, nobody is waited for."""
_WITHOUT_GIT = (".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv", "target")
"""Folders that no tree means where there is no git to say so."""


def files_of(paths: Sequence[str], exclude: Iterable[str] = ()) -> Iterator[str]:
    """Yield the files to read under `paths`, each once, in the order of their names.

    A path that is a file is read whatever it is called. Symbolic links and submodules are not followed. Raises
    `UsageError` for a path that does not exist.
    """
    left_out = matching(exclude)
    return iter(dict.fromkeys(found for path in paths for found in _files_under(path, left_out)))


def matching(these: Iterable[str]) -> Callable[[str], bool]:
    """Return what says of the name of a file whether one of the patterns, as those of ``.gitignore``, means it."""
    patterns = tuple(these)
    return GitIgnoreSpec.from_lines(patterns).match_file if patterns else _nothing


def _nothing(_: str) -> bool:
    return False


def _files_under(path: str, is_left_out: Callable[[str], bool]) -> Iterator[str]:
    if path == STDIN:
        yield path
    elif Path(path).is_dir():
        names, prefix = _tracked(path), "" if path == "." else f"{path.rstrip('/')}/"
        for name in sorted(_walked(Path(path)) if names is None else names):
            if not name.endswith(NEVER_READ) and not is_left_out(name):
                yield f"{prefix}{name}"
    elif Path(path).exists():
        yield path
    else:
        raise UsageError("there is no such file or folder", "a path that exists", path=path)


def _tracked(folder: str) -> list[str] | None:
    """Return the files that git tracks or would track in a folder, None where git does not know it."""
    asked = ["git", "-C", folder, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "."]
    try:
        listed = run(asked, capture_output=True, check=False)
    except OSError:
        return None
    if listed.returncode:
        return None
    return list({os.fsdecode(name) for name in listed.stdout.split(b"\0") if name})


def _walked(folder: Path) -> Iterator[str]:
    """Yield the files under a folder, as its ``.gitignore`` has it."""
    ignored = folder / ".gitignore"
    lines = ignored.read_text("utf-8", "replace").splitlines() if ignored.is_file() else []
    left_out = GitIgnoreSpec.from_lines(lines)
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in _WITHOUT_GIT)
        for name in names:
            found = PurePosixPath(Path(here, name).relative_to(folder)).as_posix()
            if not left_out.match_file(found):
                yield found


def read_text_of(path: str) -> bytes | None:
    """Return the bytes of a file, None for one that is no text, too large, no plain file, or that cannot be read."""
    if path == STDIN:
        return sys.stdin.buffer.read()
    try:
        opened = os.open(path, _PLAINLY)
    except OSError:
        return None
    try:
        found = os.fstat(opened)
        if not stat.S_ISREG(found.st_mode) or found.st_size > SIZE_MAX:
            return None
        text = os.read(opened, found.st_size + 1)
    except OSError:
        return None
    finally:
        os.close(opened)
    return text if is_text(text) else None


def is_text(raw: bytes) -> bool:
    """Whether the content of a file is text: what is none shows it near its beginning, by a NUL."""
    return b"\0" not in raw[:_HEAD]
