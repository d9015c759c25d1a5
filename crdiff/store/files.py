"""Writing files so that a reader, or a run after a crash, finds all of a file or none of it."""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(path: Path, raw: bytes) -> None:
    """Write `raw` to `path` in one step, on the disk before this returns.

    Raises `OSError`; whatever stood at `path` before is then untouched, and nothing is left beside it.
    """
    beside = path.with_name(f".{path.name}.part")
    try:
        with beside.open("wb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException as error:
        if isinstance(error, OSError):
            error.filename = str(path)  # a full disk does not say where, others name a file that nobody knows
        beside.unlink(missing_ok=True)
        raise
