"""What `crdiff cite` costs on whole trees: made-up ones, whole processes, medians.

    python benchmarks/citations.py [--runs N] [--corpus FOLDER] [TREE...]

The trees are one like an engine that cites a rule every thousand bytes, and one of many small files of which few cite
any. "Cold" runs find no file of the tree in memory, as after a checkout, and an empty cache: no tree was judged before.
"Changed" runs find one line more in one file.
With `--corpus` the words beside citations are weighed against the texts there, else numbers alone are compared. Each
TREE is measured too.
"""

from __future__ import annotations

import argparse
import compileall
import os
import random
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from measure import Cost, cost

from crdiff.store.embedded.lives import known_lives

_WITH_NUMBER = 1 / 30
"""Share of the lines of code that have a number of three digits: phase-rs/phase has 29,000 in 23 MiB."""
COMMANDS = (("check",), ("list", "--format", "json"))
CODE = (".rs", ".java", ".py", ".ts", ".kt")
MEGABYTES_MAX = 150.0
WORDS = (
    *("creature", "player", "spell", "ability", "damage", "cost", "token", "counter", "battlefield", "graveyard"),
    *("library", "hand", "phase", "combat", "attack", "block", "target", "control", "owner", "permanent", "effect"),
    *("source", "turn", "priority", "stack", "mana", "life", "card", "zone", "the", "a", "of", "to", "is"),
)
"""What made-up comments are about."""


@dataclass(frozen=True, slots=True)
class TreeShape:
    """A made-up tree: its files, their bytes in all, lines between two citations; most seconds, warm and cold."""

    name: str
    files: int
    bytes: int
    lines_apart: int
    warm_max: float
    cold_max: float


SHAPES = (TreeShape("engine", 1_300, 23 << 20, 30, 0.5, 1.0), TreeShape("cards", 22_000, 118 << 20, 3_000, 2.5, 2.5))


def main() -> None:
    """Print all figures, and which of them are too much."""
    compileall.compile_dir(Path(__file__).parents[1] / "crdiff", quiet=1)  # as pip does when it installs
    reader = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    reader.add_argument("--runs", type=int, default=3, help="counted runs of each process; 3 by default")
    reader.add_argument("--corpus", metavar="FOLDER", help="a corpus with texts")
    reader.add_argument("trees", nargs="*", metavar="TREE", type=Path, help="folders to measure, too")
    asked = reader.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        os.environ["XDG_CACHE_HOME"] = str(
            folder / "cache"
        )  # that of whoever measures has judged trees, and keeps them
        corpus = Path(asked.corpus).resolve() if asked.corpus else folder / "no-texts"
        for shape in SHAPES:
            tree = folder / shape.name
            make_tree(tree, shape)
            report(tree, corpus, asked.runs, shape)
        for tree in asked.trees:
            report(tree, corpus, asked.runs, None)


def report(tree: Path, corpus: Path, runs: int, shape: TreeShape | None) -> None:
    """Print what each command costs on a tree."""
    for words in COMMANDS:
        command = (sys.executable, "-m", "crdiff", "cite", *words, str(tree), "--corpus", str(corpus))
        cold = _cold(command, tree, runs)
        warm = cost(command, runs)
        figures = f"cold {shown(cold)}   warm {shown(warm)}   changed {shown(_changed(command, tree, runs))}"
        print(f"cite {words[0]:6} {tree.name:8} {figures}  {verdict(warm, cold, shape)}", flush=True)


def shown(taken: Cost) -> str:
    """Return the figures of a command."""
    return f"{taken.cpu:5.2f} s CPU {taken.wall:5.2f} s wall {taken.megabytes:4.0f} MB"


def verdict(warm: Cost, cold: Cost, shape: TreeShape | None) -> str:
    """Return what is too much, "" for nothing."""
    if shape is None:
        return ""
    megabytes = max(warm.megabytes, cold.megabytes)
    kept = warm.wall <= shape.warm_max, cold.wall <= shape.cold_max, megabytes <= MEGABYTES_MAX
    names = ("warm", "cold", "memory")
    return ", ".join(f"too much: {name}" for name, is_kept in zip(names, kept, strict=True) if not is_kept)


def _cold(command: tuple[str, ...], tree: Path, runs: int) -> Cost:
    """Return what a command costs with no file of the tree in memory, and nothing kept of a run before."""
    taken = []
    for _ in range(runs):
        shutil.rmtree(os.environ["XDG_CACHE_HOME"], ignore_errors=True)
        _forget(tree)
        taken.append(cost(command, 1, 0))
    figures = zip(*((each.cpu, each.wall, each.megabytes) for each in taken), strict=True)
    return Cost(*map(median, figures))


def _changed(command: tuple[str, ...], tree: Path, runs: int) -> Cost:
    """Return what a command costs when the largest file of code has one more line each time, which is taken out."""
    largest = max((path for path in tree.rglob("*.*") if path.suffix in CODE), key=lambda path: path.stat().st_size)
    whole, taken = largest.read_bytes(), []
    try:
        for run in range(runs):
            largest.write_bytes(whole + b"// changed\n" * (run + 1))
            taken.append(cost(command, 1, 0))
    finally:
        largest.write_bytes(whole)
    figures = zip(*((each.cpu, each.wall, each.megabytes) for each in taken), strict=True)
    return Cost(*map(median, figures))


def _forget(tree: Path) -> None:
    """Have no file of a tree in memory."""
    for path in tree.rglob("*"):
        if path.is_file() and not path.is_symlink():
            opened = os.open(path, os.O_RDONLY)
            os.fdatasync(opened)
            os.posix_fadvise(opened, 0, 0, os.POSIX_FADV_DONTNEED)
            os.close(opened)


def make_tree(folder: Path, shape: TreeShape) -> None:
    """Write a tree of a shape, the same bytes each time, under git."""
    drawn = random.Random(shape.name)
    last = {thread.stays[-1].number for thread in known_lives().clauses}
    numbers = sorted(number for number in last if "." in number)
    code = [_code(drawn) for _ in range(2_000)]
    lines = (shape.bytes // shape.files) // (sum(map(len, code)) // len(code))
    for at in range(shape.files):
        path = folder / f"part{at % 97}" / f"file{at}.rs"
        path.parent.mkdir(parents=True, exist_ok=True)
        own = drawn.choices(code, k=lines)
        own += (_comment(drawn, numbers) for _ in range(lines) if drawn.random() * shape.lines_apart < 1)
        drawn.shuffle(own)
        path.write_text("".join(own))
    for words in (("init", "-q"), ("add", ".")):
        subprocess.run(["git", "-C", str(folder), *words], check=True)


def _code(drawn: random.Random) -> str:
    """Return a line; one of thirty has a number of three digits or more, as in the engine measured first."""
    indent, names = "    " * drawn.randrange(5), drawn.choices(WORDS, k=3)
    value = drawn.choice((str(drawn.randrange(1_000)), f"{drawn.random() * 1_000:.2f}"))
    last = value if drawn.random() < _WITH_NUMBER else names[2]
    return f"{indent}let {names[0]}_{names[1]} = self.{names[2]}({last}, {drawn.randrange(10)});\n"


def _comment(drawn: random.Random, numbers: list[str]) -> str:
    return f"    // CR {drawn.choice(numbers)}: {' '.join(drawn.choices(WORDS, k=14))}.\n"


if __name__ == "__main__":
    main()
