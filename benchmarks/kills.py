"""Kills commands that write at random moments, and reports what is lost, half written or answered wrongly after that.

    PYTHONPATH=tests/support python -m benchmarks.kills --kills 200 --seed 1

Each command of `tests/support/writing_commands.py` runs in a folder of its own, in a process that is killed; then it
runs again in peace. A file must be as it was or as the whole run leaves it; a corpus must hold every text and give the
answers of before or after; what is given is never changed. Printed are the kills that came while the command ran, how
many found the work done, and every loss.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from shutil import copytree, rmtree
from tempfile import TemporaryDirectory

from writing_commands import HOME, KEEPING, WRITING, Writing, files_in, run_in, write_inputs

from crdiff.corpus import Corpus
from crdiff.output.atomic_file import is_part
from crdiff.reports.history import history_line

SITE = {"site build": Writing("site build --plain --no-checks -q -o site", "site")}
State = tuple[Mapping[str, bytes], Mapping[str, bytes], bytes]
"""The files beside the corpus, the texts in it, and its answers."""


def main() -> int:
    """Kill as often as asked; exit with 1 where anything was lost."""
    reader = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    reader.add_argument("--kills", type=int, default=200)
    reader.add_argument("--seed", type=int, default=1)
    asked = reader.parse_args()
    commands = {**WRITING, **KEEPING, **SITE}
    done: Counter[str] = Counter()
    with TemporaryDirectory() as folder:
        inputs = _inputs(Path(folder, "inputs"))
        for number in range(asked.kills):
            name = [*commands][number % len(commands)]
            for what in _killed(commands[name], inputs, Path(folder, "here"), Random(asked.seed * 1_000_003 + number)):
                done[what] += 1
                if what.startswith("LOST"):
                    print(f"{number} {name}: {what}", flush=True)
    lost = sum(count for what, count in done.items() if what.startswith("LOST"))
    print(", ".join(f"{what}: {count}" for what, count in sorted(done.items())), f"lost: {lost}", sep="; ")
    return int(lost > 0)


def _inputs(folder: Path) -> Path:
    """Return a folder with what the commands read, a built corpus and a built site."""
    folder.mkdir()
    os.environ["CRDIFF_HOME"] = HOME
    os.environ["XDG_CACHE_HOME"] = str(folder.parent / "cache")
    write_inputs(folder)
    os.chdir(folder)
    for typed in ("corpus add given -q", "corpus build -q", SITE["site build"].typed):
        with _silence():
            run_in(typed)
    (folder / "site" / "index.html").write_bytes(b"older")
    return folder


@cache
def _in_peace(writing: Writing, inputs: Path, here: Path) -> tuple[State, State, float]:
    """Return what was there before a command and after, and how many seconds it ran."""
    before = _state(_fresh(inputs, here))
    _fresh(inputs, here)
    began = time.perf_counter()
    _ended(_begun(writing))
    lasts = time.perf_counter() - began
    return before, _state(here), lasts


def _killed(writing: Writing, inputs: Path, here: Path, random: Random) -> Iterator[str]:
    """Kill a run of a command, and yield what was found."""
    before, after, lasts = _in_peace(writing, inputs, here)
    _fresh(inputs, here)
    child = _begun(writing)
    time.sleep(random.uniform(0.0, 1.1) * lasts)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    yield "killed" if os.WIFSIGNALED(_ended(child)) else "ended first"
    found = _state(here)
    if not (here / "site").exists():  # the next build finds it
        yield "the old site had moved aside"
    elif any(now not in (was, will) for now, was, will in zip(found, before, after, strict=True)):
        yield "LOST: a file, a text or an answer is neither as before nor as after"
    elif found == after != before:
        yield "found done"
    left = sum(is_part(path) for path in here.rglob("*"))
    if left:
        yield "left an unfinished file"
    _ended(_begun(writing))
    if _state(here) != after:
        yield "LOST: another run does not end as one in peace"


def _fresh(inputs: Path, here: Path) -> Path:
    """Return a copy of the inputs, which becomes the current folder."""
    os.chdir("/")
    rmtree(here, ignore_errors=True)
    copytree(inputs, here)
    os.chdir(here)
    return here


def _begun(writing: Writing) -> int:
    """Return the process that runs a command, in a group of its own."""
    child = os.fork()
    if not child:
        os.setpgid(0, 0)
        try:
            with _silence():
                run_in(writing.typed)
        finally:
            os._exit(0)
    with contextlib.suppress(OSError):
        os.setpgid(child, child)
    return child


def _ended(child: int) -> int:
    return os.waitpid(child, 0)[1]


@contextlib.contextmanager
def _silence() -> Iterator[None]:
    """Print nothing."""
    nothing = io.TextIOWrapper(io.BytesIO(), "utf-8")
    with contextlib.redirect_stdout(nothing), contextlib.redirect_stderr(nothing):
        yield


def _state(here: Path) -> State:
    """Return all that counts of the current folder; reading a corpus brings its store up to date."""
    files = {
        name: raw for name, raw in files_in(here).items() if not is_part(here / name) and not name.startswith(".site")
    }
    texts = {path.name: path.read_bytes() for path in (here / HOME / "texts").iterdir() if path.suffix == ".txt"}
    with Corpus(HOME) as corpus:
        corpus.texts.held()
        return files, texts, b"".join(map(history_line, corpus.lineages()))


if __name__ == "__main__":
    sys.exit(main())
