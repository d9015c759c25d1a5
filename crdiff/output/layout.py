"""The folders of a tree, and the names of the files in them: read, made elsewhere, and removed.

A site has a folder for each clause, and the file system takes longer for a folder than for the page in it.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

from crdiff.output.child_process import can_fork, end_with_parent

Layout = dict[str, list[str]]
"""Names of the files by folder: paths below the top with forward slashes, "" for the top itself, outer ones first."""

_REMOVERS = 4
"""Count of threads that remove a tree; each mostly waits for the file system.

Source: the site of 125 releases, to 2026-02-27 (22,000 files in 13,000 folders), took 1.1 s on two cores, with four
threads or eight, and 2.2 s with one.
"""

_PATIENCE = 60.0
"""Seconds to wait for a process that makes folders; one that was killed makes no more."""


def read_layout(folder: Path) -> Layout:
    """Return the layout of the tree in `folder`, empty where there is none."""
    top = len(str(folder)) + 1
    return {parent[top:].replace(os.sep, "/"): names for parent, _, names in os.walk(folder)}


def paths_in(layout: Layout) -> set[str]:
    """Return the paths of the files of a layout."""
    return {f"{folder}/{name}" if folder else name for folder, names in layout.items() for name in names}


def make_folders(folders: Iterable[str], where: Path) -> None:
    """Make those `folders` below `where` that are not there, the outer before the inner ones."""
    for each in folders:
        with suppress(FileExistsError):
            os.mkdir(f"{where}/{each}")  # noqa: PTH102  see `NewTree._old`


def remove_tree(layout: Layout, where: Path) -> None:
    """Remove the files and folders of `layout` below `where`, several at a time, but no folder that has others."""
    folders = [*layout]
    share = len(folders) // _REMOVERS + 1
    with ThreadPoolExecutor(_REMOVERS) as removers:
        for start in range(0, len(folders), share):
            removers.submit(_remove, {each: layout[each] for each in folders[start : start + share]}, where)
    remove_folders(folders, where)


def remove_folders(folders: Iterable[str], where: Path) -> None:
    """Remove those `folders` below `where` that are empty, of which outer ones come before inner ones."""
    for each in reversed([*folders]):
        with suppress(OSError):  # gone, or not empty
            os.rmdir(f"{where}/{each}")  # noqa: PTH106  see `NewTree._old`


def _remove(layout: Layout, where: Path) -> None:
    for folder, names in layout.items():
        for name in names:
            with suppress(OSError):
                os.unlink(f"{where}/{folder}/{name}")  # noqa: PTH108  see `NewTree._old`
    remove_folders(layout, where)


class Copying(NamedTuple):
    """Folders being made: `layout` waits for the layout of the old tree, `wait` until no more of them are made.

    Any process may wait; the layout is given once, to the process that began.
    """

    layout: Callable[[], Layout]
    wait: Callable[[], object]


@contextmanager
def copying_folders(old: Path, new: Path) -> Iterator[Copying]:
    """Make the folders below `old` below `new` as well, in another process.

    Where there is nothing below `old`, or no process can be forked, no folder is made ahead.
    """
    here = Copying(lambda: read_layout(old), lambda: None)
    if not can_fork() or not old.is_dir():
        yield here
        return
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    done = context.Event()
    process = context.Process(target=_copy_folders, args=(old, new, sender, done.set))
    try:
        process.start()
    except OSError:  # the system has no room for another one
        sender.close()
        receiver.close()
        yield here
        return
    sender.close()
    try:
        yield Copying(lambda: _received(receiver, old), lambda: done.wait(_PATIENCE))
    finally:
        process.terminate()
        process.join()
        receiver.close()


def _copy_folders(old: Path, new: Path, sender: Connection, done: Callable[[], object]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever began ends this process
    end_with_parent()
    layout = read_layout(old)
    with suppress(OSError):  # who puts a file there makes the folder, or says why it cannot be made
        make_folders(layout, new)
    done()
    sender.send(layout)


def _received(receiver: Connection, old: Path) -> Layout:
    try:
        layout: Layout = receiver.recv()
    except (EOFError, OSError):  # the process was killed, while it was sending perhaps
        return read_layout(old)
    return layout
