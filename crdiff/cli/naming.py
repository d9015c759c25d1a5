"""What the name of a text says about its place in a repository."""

from __future__ import annotations

from pathlib import Path, PurePath

_GIT = "git:"


def file_of(name: str) -> str:
    """Return the path of the text called `name`, with forward slashes: what a job of CI can point at; "" for no file.

    A path inside the current folder is made relative to it. ``git:REV:path`` is the file at `path`.
    """
    if name.startswith(_GIT):
        return name.removeprefix(_GIT).partition(":")[2]
    path = Path(name)
    if name == "-" or not path.exists():
        return ""
    if path.is_absolute() and path.is_relative_to(Path.cwd()):
        path = path.relative_to(Path.cwd())
    return PurePath(path).as_posix()
