"""What a whole archive costs: adding and building at 15, 30, 60 and all releases, one more release, questions.

The releases are a folder ``cr`` in $CRDIFF_SHARED or in ``../shared``.
"""

from __future__ import annotations

import compileall
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from measure import cost

SCENARIOS = Path(__file__).parents[1] / "tests" / "rules"
CRDIFF = (sys.executable, "-m", "crdiff")
SIZES = (15, 30, 60)
MOST_SECONDS, MOST_MEGABYTES = 45.0, 500.0
"""What adding and building all releases may take on two cores, over all processes."""
MOST_FOR_ONE_MORE = 2.0
MOST_FOR_A_QUESTION = 0.3
"""Seconds of wall time."""
MOST_FOR_CHECKS, MOST_FOR_ONE_CHECK = 15.0, 3.0
"""Seconds of processor time: the state of all checks, and what a run of one test costs more than without an archive."""

QUESTIONS = (
    ("history", "720.6"),
    ("history", "507.3b", "--format", "json"),
    ("show", "702.19", "--at", "2015-01-01"),
    ("show", "702"),
    ("number", "720"),
    ("blame", "104.3a"),
    ("search", "mana burn", "--all"),
    ("whatsnew", "2024-01-01..", "7"),
    ("renumbering", "2009-05-01", "2009-07-11"),
    ("stats",),
)


@dataclass(frozen=True, slots=True)
class Taken:
    """Seconds of wall time and of CPU, and the most memory that a command's processes had at once, in megabytes."""

    wall: float
    megabytes: float
    cpu: float


def main() -> None:
    """Print all figures."""
    compileall.compile_dir(Path(__file__).parents[1] / "crdiff", quiet=1)
    texts = Path(os.environ.get("CRDIFF_SHARED") or Path(__file__).parents[2] / "shared") / "cr"
    if not texts.is_dir():
        print(f"no releases in {texts.name}: set CRDIFF_SHARED")
        return
    files = sorted(texts.glob("*.txt"))
    print(f"{'releases':>9} {'add s':>7} {'build s':>8} {'MB':>5} {'ms a release':>13} {'store MB':>9}")
    with tempfile.TemporaryDirectory() as folder:
        for size in (*SIZES, len(files)):
            grown(files[:size], Path(folder) / str(size))
        home = Path(folder) / str(len(files))
        one_more(files, home)
        questions(home)
        checks(home)


def grown(files: Sequence[Path], home: Path) -> None:
    """Print what it takes to add and build so many releases from nothing."""
    added = run(("corpus", "add", *files), home)
    built = run(("corpus", "build"), home)
    store = (home / "store.sqlite").stat().st_size / 1e6
    wall, megabytes = added.wall + built.wall, max(added.megabytes, built.megabytes)
    each = wall * 1000 / len(files)
    said = verdict(wall <= MOST_SECONDS and megabytes <= MOST_MEGABYTES)
    print(f"{len(files):9} {added.wall:7.1f} {built.wall:8.1f} {megabytes:5.0f} {each:13.0f} {store:9.1f}{said}")


def one_more(files: Sequence[Path], home: Path) -> None:
    """Print what it takes to add one release to all others: the newest, and one in the middle."""
    for name, file in (("at the end", files[-1]), ("in the middle", files[len(files) // 2])):
        run(("corpus", "remove", file.stem), home)
        run(("corpus", "build"), home)
        wall = run(("corpus", "add", file), home).wall + run(("corpus", "build"), home).wall
        print(f"one more release, {name}: {wall:.2f} s{verdict(wall <= MOST_FOR_ONE_MORE)}")


def questions(home: Path) -> None:
    """Print what questions take as whole processes."""
    print(f"\n{'question':58} {'CPU s':>6} {'wall s':>7} {'MB':>5}")
    for question in QUESTIONS:
        taken = cost((*CRDIFF, *question, "--corpus", home, "--quiet"))
        limited = question[0] in {"history", "show"}
        said = verdict(taken.wall <= MOST_FOR_A_QUESTION) if limited else ""
        print(f"{' '.join(question):58} {taken.cpu:6.2f} {taken.wall:7.2f} {taken.megabytes:5.0f}{said}")


def checks(home: Path) -> None:
    """Print what it takes to play the checks that come with crdiff, all of them and hardly any."""
    every = cost((*CRDIFF, "checks", "status", "--corpus", home, "--quiet")).cpu
    one = (sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-k", "sideboard", SCENARIOS)
    with_archive, without = (cost((*one, *of)).cpu for of in (("--crdiff-corpus", home), ("--crdiff-built-in",)))
    more = with_archive - without
    print(f"\nchecks status: {every:.1f} s of processor time{verdict(every <= MOST_FOR_CHECKS)}")
    print(f"one check, more than without an archive: {more:.1f} s{verdict(more <= MOST_FOR_ONE_CHECK)}")


def verdict(is_held: bool) -> str:
    """Return what to print behind a figure that has a limit."""
    return "" if is_held else "  EXCEEDED"


def run(arguments: Sequence[str | Path], home: Path, *, with_memory: bool = True) -> Taken:
    """Run a command on a corpus and return what it took. Raises `RuntimeError` where it fails.

    Without memory it takes less: to ask the system for the memory of large processes takes processor time too.
    """
    begun, before = time.perf_counter(), _cpu_of_ended()
    command = [*CRDIFF, *map(str, arguments), "--corpus", str(home)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    most = 0.0
    while with_memory and process.poll() is None:
        most = max(most, megabytes_of_tree(process.pid))
        time.sleep(0.05)
    process.wait()
    if process.returncode:
        raise RuntimeError(f"exit code {process.returncode}: {' '.join(command[:5])}")
    return Taken(time.perf_counter() - begun, most, _cpu_of_ended() - before)


def _cpu_of_ended() -> float:
    """Return the seconds of CPU, user and system, of all processes that this one has waited for, and of theirs."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def megabytes_of_tree(root: int) -> float:
    """Return what a process and all under it have in memory, shared pages once; 0 where the system does not say."""
    kilobytes = 0
    for pid in tree(root):
        try:
            rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
        except OSError:
            continue
        kilobytes += sum(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:"))
    return kilobytes / 1024


def tree(root: int) -> list[int]:
    """Return a process and all that it, and they, have started."""
    found = [root]
    for pid in found:
        for children in Path(f"/proc/{pid}/task").glob("*/children"):
            try:
                found += map(int, children.read_text().split())
            except OSError:
                continue
    return found


if __name__ == "__main__":
    main()
