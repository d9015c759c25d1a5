"""Write a tree of files in portions that do not depend on one another, with as many processes as pay."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import wait as wait_for
from multiprocessing.queues import SimpleQueue
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from threading import Thread

from crdiff.errors import StoreError
from crdiff.output.cached_group import CachedGroup, Files, Note, fingerprint_of
from crdiff.output.garbage_collection import garbage_collected_seldom
from crdiff.output.ledger import Ledger, LedgerEntry, MadeFile, write_ledger
from crdiff.output.tree import NewTree, Written, is_tree_of

Portion = Callable[[], Files]
Ending = Callable[[Sequence[str]], Iterable[tuple[str, bytes]]]
"""Takes the paths of all files, in order, and returns the files to write last."""

PROCESSES = 2
"""Processes, this one included. More would not fit into a gigabyte: each loads much of what the pages are made from."""
_REMOVERS = 4
"""Count of threads that remove an old tree, which mostly wait: the file system takes milliseconds for a folder.

Source: the site of 125 releases, to 2026-02-27 (22,000 files in 13,000 folders), was gone after 0.9 s on two cores. One
thread took 1.2 s, eight of them with `shutil.rmtree`, which looks at each file first, 1.6 s.
"""


@dataclass(frozen=True, slots=True)
class PortionResult:
    """The files of a portion, each with whether the old tree had the same bytes, and its entries for the ledger.

    `others` are the files that are in no group.
    """

    files: list[tuple[str, bool]] = field(default_factory=list)
    others: list[MadeFile] = field(default_factory=list)
    groups: dict[str, LedgerEntry] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)


def write_portions(
    folder: Path,
    portions: Sequence[Portion],
    ending: Ending = lambda _: (),
    known: Ledger | None = None,
    source: str = "",
) -> Written:
    """Make `folder` hold exactly the files of all `portions` and of `ending`, by their paths below it.

    `known` is the ledger of the old tree, whose unchanged groups are taken over; `source` is noted in that of the new
    one, for `left_as_it_is` to know. Whatever fails, the folder stays as it
    was. The files do not depend on the number of processes. Raises what a portion raises, and `OSError`.
    """
    with NewTree(folder) as tree, garbage_collected_seldom():
        made = _made(tree, portions, known.groups if known else {})
        last = _put(tree, lambda: ending([path for each in made for path, _ in each.files]), {})
        written = tree.publish(dict(file for each in (*made, last) for file in each.files))
        _remove(tree.replaced)
    groups = {name: entry for each in made for name, entry in each.groups.items()}
    notes = {name: content for each in made for name, content in each.notes.items()}
    others = tuple(file for each in (*made, last) for file in each.others)
    write_ledger(folder, Ledger(groups, notes, others, source))
    return written


def left_as_it_is(folder: Path, known: Ledger, source: str) -> Written | None:
    """Return what a tree has where it was made from `source` and is as it was made; None where it has to be made."""
    files = [*known.files()] if source and source == known.source else []
    return Written(0, len(files), 0) if files and is_tree_of(folder, files) else None


def _made(tree: NewTree, portions: Sequence[Portion], known: Mapping[str, LedgerEntry]) -> list[PortionResult]:
    """Write the files of `portions` and return the result of each; `known` are the groups of the old tree."""
    workers = _processes(len(portions)) - 1
    if not workers:
        return [_put(tree, portion, known) for portion in portions]
    context = multiprocessing.get_context("fork")
    following: Synchronized[int] = context.Value("i", 0)
    answers: SimpleQueue[tuple[int, PortionResult | Exception]] = context.SimpleQueue()
    others = [context.Process(target=_answer, args=(tree, portions, known, following, answers)) for _ in range(workers)]
    try:
        for other in others:
            other.start()
        found = dict(_work(tree, portions, known, following))
        while len(found) < len(portions):
            place, written = _next(answers, others)
            if isinstance(written, Exception):
                raise written
            found[place] = written
    finally:
        for other in others:
            other.terminate()
            other.join()
    return [found[place] for place in range(len(portions))]


def _processes(tasks: int) -> int:
    """Return how many processes, this one included, share `tasks`."""
    can_fork = "fork" in multiprocessing.get_all_start_methods()
    return max(min(PROCESSES, os.cpu_count() or 1, tasks), 1) if can_fork else 1


def _remove(folder: Path) -> None:
    """Remove the folders of a tree, several at a time; what is left is removed with the folder it is in."""
    with ThreadPoolExecutor(_REMOVERS) as removers:
        for each in [*folder.glob("*/*/")]:
            removers.submit(_remove_folder, each)


def _remove_folder(folder: Path) -> None:
    """Remove a folder of our own making, which holds nothing but files and folders."""
    with suppress(OSError):
        for parent, folders, files in os.walk(folder, topdown=False):
            for name in files:
                os.unlink(f"{parent}/{name}")  # noqa: PTH108  see `NewTree._old`
            for name in folders:
                os.rmdir(f"{parent}/{name}")  # noqa: PTH106  see `NewTree._old`
        folder.rmdir()


def _work(
    tree: NewTree, portions: Sequence[Portion], known: Mapping[str, LedgerEntry], following: Synchronized[int]
) -> Iterator[tuple[int, PortionResult]]:
    """Write portions that no process has begun, and yield the place of each with its result."""
    while True:
        with following.get_lock():
            place = following.value
            following.value += 1
        if place >= len(portions):
            return
        yield place, _put(tree, portions[place], known)


def _put(tree: NewTree, portion: Portion, known: Mapping[str, LedgerEntry]) -> PortionResult:
    put = PortionResult()
    for each in portion():
        if isinstance(each, CachedGroup):
            _put_group(tree, each, known.get(each.name), put)
        elif isinstance(each, Note):
            put.notes[each.name] = each.content
        else:
            put.others.append(_put_file(tree, *each, put))
    return put


def _put_file(tree: NewTree, path: str, content: bytes, put: PortionResult) -> MadeFile:
    put.files.append((path, tree.put(path, content)))
    return MadeFile(path, fingerprint_of(content), tree.stamp(path))


def _put_group(tree: NewTree, group: CachedGroup, known: LedgerEntry | None, put: PortionResult) -> None:
    """Take the files of a group over from the old tree if their source is the same, else make them."""
    if known and known.source == group.source and tree.take(known.files):
        put.files.extend((file.path, True) for file in known.files)
        put.groups[group.name] = known
        return
    made = tuple(_put_file(tree, path, content, put) for path, content in group.make())
    put.groups[group.name] = LedgerEntry(group.source, made)


def _answer(
    tree: NewTree,
    portions: Sequence[Portion],
    known: Mapping[str, LedgerEntry],
    following: Synchronized[int],
    answers: SimpleQueue[tuple[int, PortionResult | Exception]],
) -> None:
    end_with_parent()
    try:
        for answer in list(_work(tree, portions, known, following)):  # nobody listens before all portions are begun
            answers.put(answer)
    except Exception as error:  # whatever it is, the first process raises it
        answers.put((-1, error))


def end_with_parent() -> None:
    """End this process when the one that started it ends, even if that one was killed: nobody waits for its results."""
    parent = multiprocessing.parent_process()
    if parent:
        Thread(target=lambda: (wait_for([parent.sentinel]), os._exit(1)), daemon=True).start()


def _next(
    answers: SimpleQueue[tuple[int, PortionResult | Exception]], others: Sequence[multiprocessing.process.BaseProcess]
) -> tuple[int, PortionResult | Exception]:
    """Return the next answer. Raises `StoreError` where no process is left to give one."""
    while answers.empty():
        for other in others:
            other.join(0.05)
        if answers.empty() and not any(other.is_alive() for other in others):
            raise StoreError("a process that made pages ended before its time", "enough memory")
    return answers.get()
