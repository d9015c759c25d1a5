"""Writing a tree of files whose parts are made independently of one another, by as many processes as pay."""

from __future__ import annotations

import gc
import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from multiprocessing.queues import SimpleQueue
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from threading import Thread

from crdiff.errors import StoreError
from crdiff.output.cached_group import Files, Note, Sheaf, fingerprint_of
from crdiff.output.ledger import Entry, Ledger, write_ledger
from crdiff.output.tree import NewTree, Written

Portion = Callable[[], Files]
Ending = Callable[[Sequence[str]], Iterable[tuple[str, bytes]]]
"""From the paths of all files, in order, to the files that are written last."""

PROCESSES = 2
"""More would not fit into a gigabyte: each comes to hold much of what the pages are made from."""


@dataclass(frozen=True, slots=True)
class Put:
    """What was put into the new tree: paths, each with whether the old tree had it so, and what the ledger says."""

    files: list[tuple[str, bool]] = field(default_factory=list)
    sheaves: dict[str, Entry] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)


def write_portions(
    folder: Path, portions: Sequence[Portion], ending: Ending = lambda _: (), known: Ledger | None = None
) -> Written:
    """Make `folder` hold exactly the files of all `portions` and of `ending`, by their paths below it.

    `known` is the ledger of the old tree: the files of a sheaf that is in it are not made again.
    Whatever fails, the folder stays as it was. The files do not depend on how many processes took part. Raises what a
    portion raises, and `OSError`.
    """
    with NewTree(folder) as tree:
        made = _made(tree, portions, known.sheaves if known else {})
        files = [file for each in made for file in each.files]
        last = [(path, tree.put(path, content)) for path, content in ending([path for path, _ in files])]
        written = tree.publish(dict((*files, *last)))
    sheaves = {name: entry for each in made for name, entry in each.sheaves.items()}
    write_ledger(folder, sheaves, {name: content for each in made for name, content in each.notes.items()})
    return written


def _made(tree: NewTree, portions: Sequence[Portion], known: Mapping[str, Entry]) -> list[Put]:
    """Write the files of `portions` and return what each put; `known` is what the old tree is made of."""
    workers = min(PROCESSES, os.cpu_count() or 1, len(portions)) - 1
    if workers < 1 or "fork" not in multiprocessing.get_all_start_methods():
        return [_put(tree, portion, known) for portion in portions]
    gc.freeze()  # what the processes share is never looked at by the collector, and so stays shared
    context = multiprocessing.get_context("fork")
    following: Synchronized[int] = context.Value("i", 0)
    answers: SimpleQueue[tuple[int, Put | Exception]] = context.SimpleQueue()
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
        gc.unfreeze()
    return [found[place] for place in range(len(portions))]


def _work(
    tree: NewTree, portions: Sequence[Portion], known: Mapping[str, Entry], following: Synchronized[int]
) -> Iterator[tuple[int, Put]]:
    """Write portions that nobody has begun, and yield the place of each with what it put."""
    while True:
        with following.get_lock():
            place = following.value
            following.value += 1
        if place >= len(portions):
            return
        yield place, _put(tree, portions[place], known)


def _put(tree: NewTree, portion: Portion, known: Mapping[str, Entry]) -> Put:
    put = Put()
    for each in portion():
        if isinstance(each, Sheaf):
            _put_sheaf(tree, each, known.get(each.name), put)
        elif isinstance(each, Note):
            put.notes[each.name] = each.content
        else:
            put.files.append((each[0], tree.put(*each)))
    return put


def _put_sheaf(tree: NewTree, sheaf: Sheaf, known: Entry | None, put: Put) -> None:
    """Take the files of a sheaf over from the old tree if it was made from the same, else make them."""
    if known and known.source == sheaf.source and tree.take(known.files):
        put.files.extend((path, True) for path, _ in known.files)
        put.sheaves[sheaf.name] = known
        return
    fingerprints = []
    for path, content in sheaf.make():
        put.files.append((path, tree.put(path, content)))
        fingerprints.append((path, fingerprint_of(content)))
    put.sheaves[sheaf.name] = Entry(sheaf.source, tuple(fingerprints))


def _answer(
    tree: NewTree,
    portions: Sequence[Portion],
    known: Mapping[str, Entry],
    following: Synchronized[int],
    answers: SimpleQueue[tuple[int, Put | Exception]],
) -> None:
    Thread(target=_end_with_parent, daemon=True).start()
    try:
        for answer in list(_work(tree, portions, known, following)):  # nobody listens before all portions are begun
            answers.put(answer)
    except Exception as error:  # whatever it is, the first process raises it
        answers.put((-1, error))


def _end_with_parent() -> None:
    """End this process when the first one was killed: nobody would take its answer, and its files stay as leftovers."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _next(
    answers: SimpleQueue[tuple[int, Put | Exception]], others: Sequence[multiprocessing.process.BaseProcess]
) -> tuple[int, Put | Exception]:
    """Return the next answer. Raises `StoreError` where no process is left to give one."""
    while answers.empty():
        for other in others:
            other.join(0.05)
        if answers.empty() and not any(other.is_alive() for other in others):
            raise StoreError("a process that made pages ended before its time", "enough memory")
    return answers.get()
