"""Failing one call of the system, and counting the calls that change something below a folder."""

from __future__ import annotations

import os
import resource
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import pytest

# Audit events of calls that write; what removes files is left out, since only what is unfinished is removed.
_CHANGING = ("os.rename", "os.mkdir", "os.link", "os.symlink", "os.chmod", "os.truncate", "sqlite3.connect")


class _Watch:
    """What is watched, for the one hook of a process: hooks cannot be taken away."""

    folder = ""
    fails: Callable[[int, str], OSError | None] = staticmethod(lambda _at, _call: None)
    seen: tuple[str, ...] = ()
    is_installed = False


class _Watched:
    """A file whose writing is seen."""

    def __init__(self, file: IO[Any]) -> None:
        self._file = file

    def __enter__(self) -> _Watched:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def write(self, raw: bytes) -> int:
        """Write half of it where it fails."""
        try:
            _see("write")
        except OSError:
            self._file.write(raw[: len(raw) // 2])
            raise
        return int(self._file.write(raw))

    def flush(self) -> None:
        self._file.flush()


def _see(call: str) -> None:
    _Watch.seen = (*_Watch.seen, call)
    if error := _Watch.fails(len(_Watch.seen) - 1, call):
        raise error


def _hook(event: str, arguments: tuple[object, ...]) -> None:
    if not _Watch.folder:
        return
    if event == "open":
        is_writing = isinstance(arguments[2], int) and arguments[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
        if is_writing and _is_below(arguments[0]):
            _see("open")
    elif event in _CHANGING and _is_below(arguments[0]):
        _see(event)


def _is_below(path: object) -> bool:
    if not isinstance(path, str | Path):
        return False
    return os.path.realpath(str(path).removeprefix("file:")).startswith(_Watch.folder)


@contextmanager
def no_file_beyond(size: int) -> Iterator[None]:
    """Have no file grow beyond `size` bytes: also SQLite's writes then end in the midst, as on a disk that is full."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def no_store_beyond(pages: int) -> Iterator[None]:
    """Have SQLite find the disk full where a database would grow beyond `pages` pages."""
    connect = sqlite3.connect

    def narrow(*arguments: Any, **named: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*arguments, **named)
        connection.execute(f"PRAGMA max_page_count = {pages}")
        return connection

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite3, "connect", narrow)
        yield


@contextmanager
def failing(
    folder: Path, fails: Callable[[int, str], OSError | None] = lambda _at, _call: None
) -> Iterator[Callable[[], tuple[str, ...]]]:
    """Raise what `fails` says of the calls that change something below `folder`, by index and name; give their names.

    Besides what the system is asked for, each write of a file by the one writer and each sync counts as a call.
    """
    if not _Watch.is_installed:
        sys.addaudithook(_hook)
        _Watch.is_installed = True
    sync, opened = os.fsync, os.fdopen

    def synced(file: int) -> None:
        _see("os.fsync")
        sync(file)

    def watched(file: int, mode: str = "r", **named: Any) -> Any:
        made = opened(file, mode, **named)
        return _Watched(made) if mode == "wb" else made

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", synced)
        patch.setattr(os, "fdopen", watched)
        _Watch.folder, _Watch.fails, _Watch.seen = str(folder), fails, ()
        try:
            yield lambda: _Watch.seen
        finally:
            _Watch.folder = ""
