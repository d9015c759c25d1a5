"""How the cost of commands grows with the text: synthetic texts of 1x, 2x, 4x and 8x, whole processes, medians.

    python benchmarks/growth.py [--runs N] [--only WORD]

A release of 1x has 3,000 clauses; where everything is one clause, 1x is 1,000 sentences. "growth" is the cost per
clause or sentence of the largest text, as a multiple of that of the smallest; more than 1.5 is too much. `--only` keeps
the rows whose name holds a word.
"""

from __future__ import annotations

import argparse
import compileall
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from measure import Cost, cost
from synthetic import TEXTS, Edit

CRDIFF = (sys.executable, "-m", "crdiff")
TIMES = (1, 2, 4, 8)
UNITS = {"release": 3000, "copies": 3000, "sentences": 1000}
"""What a text of 1x has of clauses, or of sentences in one clause."""
MOST = 1.5
DAYS = "January 1, 2030", "April 1, 2030"

Command = Sequence[str | Path]
Made = Callable[[Path, Path, Path], Command]
"""From the old text, the new one and a scratch folder to the command line that is measured."""


def main() -> None:
    """Print all figures."""
    compileall.compile_dir(Path(__file__).parents[1] / "crdiff", quiet=1)  # as pip does when it installs
    reader = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    reader.add_argument("--runs", type=int, default=3, help="counted runs of each process; 3 by default")
    reader.add_argument("--only", default="", metavar="WORD", help="only the rows whose name holds WORD")
    asked = reader.parse_args()
    print(f"{'CPU s and peak MB at':46} {''.join(f'{times:>13}x' for times in TIMES)} {'growth':>14}")
    for name, kind, edit, command in rows():
        if asked.only in name:
            taken = [measured(kind, edit, times * UNITS[kind], command, asked.runs) for times in TIMES]
            print(f"{name:46} {''.join(map(shown, taken))} {growth(taken)}", flush=True)


def rows() -> Iterator[tuple[str, str, Edit, Made]]:
    """Yield what is measured: by which name, on which text, with which edit, as which command."""
    for kind, said in (("release", "a release"), ("copies", "all clauses alike"), ("sentences", "one clause")):
        for edit in Edit:
            yield f"diff, {said}, {edit}", kind, edit, diff
    yield "parse, a release", "release", Edit.NONE, parse
    yield "lint, a release", "release", Edit.NONE, lint
    for edit in Edit:
        yield f"lint --against, a release, {edit}", "release", edit, lint_against
    for edit in (Edit.TENTH, Edit.ALIKE):
        yield f"review, a release, {edit}", "release", edit, review
    yield f"corpus add of two releases, {Edit.TENTH}", "release", Edit.TENTH, add
    yield f"corpus build of two releases, {Edit.TENTH}", "release", Edit.TENTH, build


def measured(kind: str, edit: Edit, size: int, made: Made, runs: int) -> Cost:
    """Return what a command costs on a text of so many clauses or sentences."""
    with tempfile.TemporaryDirectory() as folder:
        old, new = Path(folder, "old.txt"), Path(folder, "new.txt")
        old.write_text(TEXTS[kind](size, Edit.NONE, DAYS[0]), encoding="utf-8")
        new.write_text(TEXTS[kind](size, edit, DAYS[1]), encoding="utf-8")
        return cost(made(old, new, Path(folder)), runs=runs, warm_up=0 if runs == 1 else 1)


def shown(taken: Cost) -> str:
    """Return a cost as it is printed in a row."""
    return f"{taken.cpu:8.2f} {taken.megabytes:5.0f}"


def growth(taken: Sequence[Cost]) -> str:
    """Return by how much time and memory per clause grew, and whether that is too much."""
    first, last = taken[0], taken[-1]
    times = [last.cpu / first.cpu / TIMES[-1], last.megabytes / first.megabytes / TIMES[-1]]
    return f"{times[0]:8.2f} {times[1]:5.2f}{': EXCEEDED' if max(times) > MOST else ''}"


def diff(old: Path, new: Path, _folder: Path) -> Command:
    """Compare two texts."""
    return (*CRDIFF, "diff", old, new, "--format", "json", "-q")


def parse(old: Path, _new: Path, _folder: Path) -> Command:
    """Read a text."""
    return (*CRDIFF, "parse", old, "--format", "json", "-q")


def lint(old: Path, _new: Path, _folder: Path) -> Command:
    """Look for faults in a text."""
    return (*CRDIFF, "lint", old, "-q", "--fail-on", "never")


def lint_against(old: Path, new: Path, _folder: Path) -> Command:
    """Look for faults that a text did not have before."""
    return (*CRDIFF, "lint", new, "--against", old, "-q", "--fail-on", "never")


def review(old: Path, new: Path, _folder: Path) -> Command:
    """Show an editor what a draft changes."""
    return (*CRDIFF, "review", old, new, "-q")


def add(old: Path, new: Path, folder: Path) -> Command:
    """Add two texts to an archive; those that it has already cost the same."""
    return (*CRDIFF, "corpus", "add", old, new, "--corpus", folder / "archive", "-q")


def build(old: Path, new: Path, folder: Path) -> Command:
    """Build the archive of two texts from nothing."""
    cost(add(old, new, folder), runs=1, warm_up=0)
    return (*CRDIFF, "corpus", "build", "--force", "--corpus", folder / "archive", "-q")


if __name__ == "__main__":
    main()
