"""What the name of a text says about its place in a repository."""

from __future__ import annotations

from pathlib import Path, PurePath

GIT = "git:"
"""What the name of a text under git begins with: ``git:REV:path``."""


def file_of(name: str) -> str:
    """Return the path of the text called `name`, with forward slashes: what a job of CI can point at; "" for no file.

    A path inside the current folder is made relative to it. ``git:REV:path`` is the file at `path`.
    """
    if name.startswith(GIT):
        return name.removeprefix(GIT).partition(":")[2]
    path = Path(name)
    if name == "-" or not path.exists():
        return ""
    if path.is_absolute() and path.is_relative_to(Path.cwd()):
        path = path.relative_to(Path.cwd())
    return PurePath(path).as_posix()


def is_in_git(name: str) -> bool:
    """Whether the revision that ``git:REV:path`` names has a file at `path`, as far as git can tell."""
    from subprocess import run

    asked = ["git", "cat-file", "-e", name.removeprefix(GIT)]
    return run(asked, capture_output=True, check=False).returncode == 0
