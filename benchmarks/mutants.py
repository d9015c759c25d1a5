"""Changes crdiff in one place at a time, and reports whether the tests of that room notice, and how soon.

    python -m benchmarks.mutants --count 200 --seed 33

The mutants are drawn from all that `crdiff.trace.mutants` makes of the rooms that have tests of their own, fixed by the
seed as long as the code stays. Each is tried in a copy of the tree as a developer tries a change: by the tests named
after its module, then by those of its own folder, then by all that `make test` runs in its room, up to the first
failure, or to `--seconds`; of rooms whose tests fail as it is, none is tried. For each
mutant a line is printed, then for each room how many were killed, how many of those within ten seconds, and the median
of their seconds.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path
from random import Random
from shutil import copy2, copytree, ignore_patterns
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from crdiff.trace.mutants import Mutant, mutants_of

ROOT = Path(__file__).parents[1]
_LEFT_OUT = {".git", ".venv", "build", "dist", ".mypy_cache", ".ruff_cache", ".hypothesis", ".benchmarks"}
"""Folders at the top of the tree that its copy lacks."""
_ELSEWHERE = {"game": ("tests/rules",)}
"""Where tests of a room lie outside its folder: the scenarios play the model."""
_SOON = 10.0
"""Seconds within which a test of its own folder should notice."""


class Tried(NamedTuple):
    """A mutant, its file, whether a test failed, and after how many seconds."""

    file: Path
    mutant: Mutant
    verdict: str
    seconds: float


def main() -> int:
    """Try the mutants that were asked for, and print what came of them."""
    reader = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    reader.add_argument("--count", type=int, default=200)
    reader.add_argument("--seed", type=int, default=33)
    reader.add_argument("--seconds", type=float, default=120.0, help="after which a mutant counts as not noticed")
    reader.add_argument("--rooms", nargs="+", help="only mutants of these folders")
    asked = reader.parse_args()
    tried = []
    with TemporaryDirectory() as folder:
        copy = _copied(Path(folder, "copy"))
        passing: dict[str, bool] = {}
        for file, mutant in drawn(asked.count, asked.seed, asked.rooms):
            room = _room(file)
            if room not in passing:
                passing[room] = _tests(copy, _room_tests(room), None).returncode == 0
                if not passing[room]:
                    print(f"the tests of {room} fail without a mutant", file=sys.stderr)
            if not passing[room]:
                continue
            tried.append(_tried(copy, file, mutant, asked.seconds))
            last = tried[-1]
            place = f"{file.relative_to(ROOT)}:{mutant.line}"
            print(f"{last.verdict:>8} {last.seconds:6.1f} s  {place}  {mutant.was!r} -> {mutant.now!r}", flush=True)
    print(_table(tried))
    return 0


def _copied(copy: Path) -> Path:
    for path in ROOT.iterdir():
        if path.is_dir() and path.name not in _LEFT_OUT:
            copytree(path, copy / path.name, ignore=ignore_patterns("__pycache__"))
        elif path.is_file():
            copy.mkdir(exist_ok=True)
            copy2(path, copy)
    return copy


def drawn(count: int, seed: int, rooms: list[str] | None) -> list[tuple[Path, Mutant]]:
    """Return mutants of the rooms with tests of their own, in the order in which they were drawn."""
    files = [file for file in sorted((ROOT / "crdiff").rglob("*.py")) if (ROOT / "tests" / _room(file)).is_dir()]
    every = [
        (file, mutant)
        for file in files
        if _room(file) and (not rooms or _room(file) in rooms)
        for mutant in mutants_of(file.stem, file.read_text("utf-8"))
    ]
    return Random(seed).sample(every, min(count, len(every)))


def _room(file: Path) -> str:
    """Return the folder right under the package that a module is in, "" for none."""
    parts = file.relative_to(ROOT / "crdiff").parts
    return parts[0] if len(parts) > 1 else ""


def nearest(file: Path) -> list[list[str]]:
    """Return the tests of a module as arguments of pytest: those named after it, of its folder, and of its room."""
    *folders, name = file.relative_to(ROOT / "crdiff").with_suffix("").parts
    own = ROOT.joinpath("tests", *folders)
    near = [[path.relative_to(ROOT).as_posix()] for path in (own / f"test_{name}.py", own) if path.exists()]
    room = _room_tests(_room(file))
    return near if near and near[-1] == room else [*near, room]


def _tried(copy: Path, file: Path, mutant: Mutant, seconds: float) -> Tried:
    there = copy / file.relative_to(ROOT)
    source = there.read_bytes()
    there.write_text(mutant.source, "utf-8")
    begun = time.monotonic()
    try:
        runs = (_tests(copy, tests, begun + seconds - time.monotonic()) for tests in nearest(file))
        verdict = "killed" if any(run.returncode for run in runs) else "survived"
    except subprocess.TimeoutExpired:
        verdict = "timeout"
    finally:
        there.write_bytes(source)
    return Tried(file, mutant, verdict, time.monotonic() - begun)


def _room_tests(room: str) -> list[str]:
    return [f"tests/{room}", *_ELSEWHERE.get(room, ())]


def _tests(copy: Path, tests: list[str], seconds: float | None) -> subprocess.CompletedProcess[bytes]:
    """Run some tests in a copy of the tree, up to the first failure."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-m", "not whole", *tests]
    shared = {"CRDIFF_SHARED": os.environ.get("CRDIFF_SHARED") or str(ROOT.parent / "shared")}
    environment = {**os.environ, **shared, "PYTHONPATH": str(copy)}
    return subprocess.run(command, cwd=copy, env=environment, capture_output=True, timeout=seconds, check=False)


def _table(tried: list[Tried]) -> str:
    rooms: dict[str, list[Tried]] = defaultdict(list)
    for each in tried:
        rooms[_room(each.file)].append(each)
    rows = ["| room | mutants | killed | soon | median s |", "|---|---|---|---|---|"]
    for name, inside in (*sorted(rooms.items()), ("all", tried)):
        killed = [each.seconds for each in inside if each.verdict == "killed"]
        soon = sum(1 for each in killed if each <= _SOON)
        rows.append(f"| {name} | {len(inside)} | {len(killed)} | {soon} | {median(killed or [0.0]):.1f} |")
    return "\n".join(rows)


if __name__ == "__main__":
    sys.exit(main())
