"""The one writer of files: a reader, or a run after a crash, finds all of a file or none of it.

What is written has a random name beside the file until it takes its place, and is made anew: no link is followed, and
nobody else's file is opened, whatever stands there. Nothing but a file is ever replaced.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from errno import EINVAL
from pathlib import Path
from stat import S_IMODE, S_IWUSR, filemode

_PART = re.compile(r"\.crdiff-[0-9a-f]{16}\.part")
# What is not a file, by the letter that ``ls -l`` has for it.
_KINDS = {"l": "a symbolic link", "d": "a directory", "p": "a named pipe", "s": "a socket", "b": "a disk"}
# How systems call what is open already, such as ``>(command)`` of a shell; most are links.
_STREAMS = ("/dev/fd/", "/dev/stderr", "/dev/stdout", "/proc/self/fd/")
_BINARY = getattr(os, "O_BINARY", 0)


def is_part(path: Path) -> bool:
    """Whether `path` is a file that `write_whole` has not finished: in use, or left by a killed run."""
    return _PART.fullmatch(path.name) is not None and _kind(path) == "-"


def obstacle(path: Path) -> str:
    """Return what stands at `path` that is not a file and cannot be written to: "a symbolic link"; "" for nothing."""
    return "" if _is_stream(path) else _KINDS.get(_kind(path), "")


def _is_stream(path: Path) -> bool:
    """Whether `path` is written to and never replaced: a device such as /dev/null, or something open already."""
    return str(path).startswith(_STREAMS) or _kind(path) == "c"


def _kind(path: Path) -> str:
    try:
        return filemode(path.lstat().st_mode)[0]
    except OSError:  # whoever opens it says what is wrong
        return ""


def write_whole(path: Path, raw: bytes) -> None:
    """Write `raw` to `path` in one step, and return when it is on the disk. A file that is replaced keeps its mode.

    Raises `OSError`, also for what is not a file; `path` is then as before, and nothing is left beside it.
    """
    _refuse(path)
    beside = path.with_name(f".crdiff-{os.urandom(8).hex()}.part")
    try:
        if _is_stream(path):
            with path.open("ab") as stream:
                stream.write(raw)
        else:
            _write_new(beside, raw, like=path)
            replace(beside, path)
    except BaseException as error:
        if isinstance(error, OSError):
            error.filename, error.filename2 = str(path), None  # a full disk says none, others one that nobody knows
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise


def replace(new: Path, path: Path) -> None:
    """Give the file at `new` the name `path`, in whose folder it is. Raises `OSError` where that is not done."""
    new.replace(path)
    with suppress(OSError):  # the file is in its place; some systems cannot sync a folder
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _refuse(path: Path) -> None:
    if what := obstacle(path):
        raise OSError(EINVAL, f"is {what}", str(path))


def _write_new(beside: Path, raw: bytes, like: Path) -> None:
    """Make the file `beside` with the mode of the file that it is to replace; meanwhile it is open to nobody else."""
    mode = S_IMODE(like.stat().st_mode) if like.exists() else None
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY  # what was there before is never opened, nor a link followed
    made = os.open(beside, flags, 0o666 if mode is None else mode & 0o700 | S_IWUSR)
    with os.fdopen(made, "wb") as file:
        file.write(raw)
        file.flush()
        if mode is not None:
            beside.chmod(mode)
        os.fsync(made)
