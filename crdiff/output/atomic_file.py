"""Write a file so that a reader, or a run after a crash, finds all of it or none of it."""

from __future__ import annotations

import os
from pathlib import Path
from stat import S_IMODE

_PART = ".part"


def is_part(path: Path) -> bool:
    """Whether `path` is a file that `write_whole` has not finished: in use, or left by a killed run."""
    return path.name.startswith(".") and path.name.endswith(_PART) and path.is_file()


def write_whole(path: Path, raw: bytes) -> None:
    """Write `raw` to `path` in one step, and return when it is on the disk. A file that is replaced keeps its mode.

    Raises `OSError`; the file at `path` is then as before, and nothing is left beside it.
    """
    beside = path.with_name(f".{path.name}{_PART}")
    try:
        with beside.open("wb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            beside.chmod(S_IMODE(path.stat().st_mode))
        beside.replace(path)
    except BaseException as error:
        if isinstance(error, OSError):
            error.filename = str(path)  # a full disk does not say where, others name a file that nobody knows
        beside.unlink(missing_ok=True)
        raise
