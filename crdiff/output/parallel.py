"""Write a tree of files in portions that do not depend on one another, with as many processes as pay."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.queues import SimpleQueue
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path

from crdiff.errors import StoreError
from crdiff.output.cached_group import CachedGroup, Files, Note
from crdiff.output.child_process import can_fork, end_with_parent
from crdiff.output.garbage_collection import garbage_collected_seldom
from crdiff.output.ledger import Ledger, LedgerEntry, MadeFile, write_ledger
from crdiff.output.tree import NewTree, Written, is_tree_of

Portion = Callable[[], Files]
Ending = Callable[[Sequence[str]], Iterable[tuple[str, bytes]]]
"""Takes the paths of all files, in order, and returns the files to write last."""

PROCESSES = 2
"""Processes, this one included. More would not fit into a gigabyte: each loads much of what the pages are made from."""


@dataclass(frozen=True, slots=True)
class PortionResult:
    """The files of a portion, each with whether the old tree had the same bytes, and its entries for the ledger.

    `others` are the files that are in no group.
    """

    files: list[tuple[str, bool]] = field(default_factory=list)
    others: list[MadeFile] = field(default_factory=list)
    groups: dict[str, LedgerEntry] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)


class OldFiles:
    """What the ledger knows of the old tree: its groups by their names, its other files by their paths."""

    def __init__(self, known: Ledger) -> None:
        self.groups = known.groups
        self.others = {file.path: file for file in known.others}


def write_portions(
    tree: NewTree,
    portions: Sequence[Portion],
    ending: Ending = lambda _: (),
    known: Ledger | None = None,
    source: str = "",
) -> Written:
    """Make the folder of `tree` hold exactly the files of all `portions` and of `ending`, by their paths below it.

    `known` is the ledger of the old tree, whose unchanged groups are taken over; `source` is noted in that of the new
    one, for `left_as_it_is` to know. Whatever fails, the folder stays as it was. The files do not depend on the number
    of processes. Raises what a portion raises, and `OSError`.
    """
    with garbage_collected_seldom():
        before = OldFiles(known or Ledger())
        made = _made(tree, portions, before)
        last = _put(tree, lambda: ending([path for each in made for path, _ in each.files]), before)
        written = tree.publish(dict(file for each in (*made, last) for file in each.files))
    groups = {name: entry for each in made for name, entry in each.groups.items()}
    notes = {name: content for each in made for name, content in each.notes.items()}
    others = tuple(file for each in (*made, last) for file in each.others)
    write_ledger(tree.folder, Ledger(groups, notes, others, source))
    return written


def left_as_it_is(folder: Path, known: Ledger, source: str) -> Written | None:
    """Return what a tree has where it was made from `source` and is as it was made; None where it has to be made."""
    files = [*known.files()] if source and source == known.source else []
    return Written(0, len(files), 0) if files and is_tree_of(folder, files) else None


def _made(tree: NewTree, portions: Sequence[Portion], before: OldFiles) -> list[PortionResult]:
    """Write the files of `portions` and return the result of each; `before` is the old tree."""
    workers = _processes(len(portions)) - 1
    if not workers:
        return [_put(tree, portion, before) for portion in portions]
    context = multiprocessing.get_context("fork")
    following: Synchronized[int] = context.Value("i", 0)
    answers: SimpleQueue[tuple[int, PortionResult | Exception]] = context.SimpleQueue()
    others = [
        context.Process(target=_answer, args=(tree, portions, before, following, answers)) for _ in range(workers)
    ]
    try:
        for other in others:
            other.start()
        found = dict(_work(tree, portions, before, following))
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
    return max(min(PROCESSES, os.cpu_count() or 1, tasks), 1) if can_fork() else 1


def _work(
    tree: NewTree, portions: Sequence[Portion], before: OldFiles, following: Synchronized[int]
) -> Iterator[tuple[int, PortionResult]]:
    """Write portions that no process has begun, and yield the place of each with its result."""
    while True:
        with following.get_lock():
            place = following.value
            following.value += 1
        if place >= len(portions):
            return
        yield place, _put(tree, portions[place], before)


def _put(tree: NewTree, portion: Portion, before: OldFiles) -> PortionResult:
    put = PortionResult()
    for each in portion():
        if isinstance(each, CachedGroup):
            _put_group(tree, each, before.groups.get(each.name), put)
        elif isinstance(each, Note):
            put.notes[each.name] = each.content
        else:
            put.others.append(_put_file(tree, *each, before.others.get(each[0]), put))
    return put


def _put_file(tree: NewTree, path: str, content: bytes, before: MadeFile | None, put: PortionResult) -> MadeFile:
    made, is_kept = tree.put(path, content, before)
    put.files.append((path, is_kept))
    return made


def _put_group(tree: NewTree, group: CachedGroup, before: LedgerEntry | None, put: PortionResult) -> None:
    """Take the files of a group over from the old tree if their source is the same, else make them."""
    if before and before.source == group.source and tree.take(before.files):
        put.files.extend((file.path, True) for file in before.files)
        put.groups[group.name] = before
        return
    had = {file.path: file for file in before.files} if before else {}
    made = tuple(_put_file(tree, path, content, had.get(path), put) for path, content in group.make())
    put.groups[group.name] = LedgerEntry(group.source, made)


def _answer(
    tree: NewTree,
    portions: Sequence[Portion],
    before: OldFiles,
    following: Synchronized[int],
    answers: SimpleQueue[tuple[int, PortionResult | Exception]],
) -> None:
    end_with_parent()
    try:
        for answer in list(_work(tree, portions, before, following)):  # nobody listens before all portions are begun
            answers.put(answer)
    except Exception as error:  # whatever it is, the first process raises it
        answers.put((-1, error))


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
