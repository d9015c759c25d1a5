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


def is_new_in_git(name: str) -> bool:
    """Whether the text called `name` is a file of the working tree, as ``git:REV:path``, that REV does not have yet.

    Not so for a revision that does not exist, save in a repository without any, nor for a path that is nowhere.
    """
    from subprocess import run

    def git(*arguments: str) -> str | None:
        done = run(["git", *arguments], capture_output=True, check=False)
        return None if done.returncode else done.stdout.decode("utf-8", "replace").rstrip("\n")

    revision, colon, path = name.removeprefix(GIT).partition(":")
    if not (name.startswith(GIT) and colon and path) or revision.startswith("-"):
        return False
    if git("cat-file", "-e", f"{revision}:{path}") is not None:
        return False
    root = git("rev-parse", "--show-toplevel")
    if root is None or not (Path() if path.startswith("./") else Path(root)).joinpath(path).is_file():
        return False
    is_known = git("rev-parse", "--verify", "--quiet", f"{revision}^{{tree}}") is not None
    return is_known or not git("rev-list", "--all", "--max-count=1")
