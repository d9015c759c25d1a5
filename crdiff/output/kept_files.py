"""Keep what was worked out in a file, by the fingerprint of all that it was worked out from, for later runs.

What is deleted, altered or cut short is worked out again, and where nothing can be kept, nothing is.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from crdiff.output.atomic_file import write_whole
from crdiff.output.fingerprints import fingerprint_of


def recall_file(path: Path) -> bytes | None:
    """Return what is kept at `path`, None where nothing is that can be used; it counts as asked for."""
    try:
        fingerprint, _, body = path.read_bytes().partition(b"\n")
        if fingerprint != fingerprint_of(body).encode():
            return None
        with suppress(OSError):
            os.utime(path)
    except OSError:
        return None
    return body


def keep_file(path: Path, body: bytes, most: int) -> None:
    """Keep `body` at `path`; of more than `most` files of its kind in the folder drop the least recently used."""
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, fingerprint_of(body).encode() + b"\n" + body)
        for old in least_recent(path.parent.glob(f"*{path.suffix}"), most):
            old.unlink(missing_ok=True)


def fingerprints_in(paths: Iterable[Path]) -> list[tuple[str, str]]:
    """Return each path with the fingerprint of the file there, in their order. Raises `OSError`."""
    return [(str(path), fingerprint_of(path.read_bytes())) for path in paths]


def least_recent(paths: Iterable[Path], most: int) -> list[Path]:
    """Return all of `paths` but the `most` that were used last. Raises `OSError` where one is gone meanwhile."""
    return sorted(paths, key=lambda each: each.stat().st_mtime_ns, reverse=True)[most:]
