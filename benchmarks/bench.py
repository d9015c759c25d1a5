"""What crdiff costs: whole processes, medians, as multiples of the fixed load L taken in the same session.

The figures on releases need their texts: a folder ``cr`` in $CRDIFF_SHARED or in ``../shared``. Without it only the
commands that need no texts are measured.
"""

from __future__ import annotations

import compileall
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from measure import Cost, cost, load

CRDIFF = (sys.executable, "-m", "crdiff")
PAIRS = (
    ("a quiet pair", "2020-09-25", "2020-11-20", 0.55),
    ("July 2009", "2009-05-01", "2009-07-11", 2.4),
    ("sixteen years", "2008-02-01", "2022-11-18", 4.9),
)
"""Name, old, new, and how many L the comparison may cost."""

GROWTH = (
    "2020-08-07",
    "2020-06-01",
    "2019-05-03",
    "2018-01-19",
    "2016-04-08",
    "2013-07-13",
    "2010-07-16",
    "2008-02-01",
)
"""Old releases, each further from `GROWN` than the one before."""

GROWN = "2020-09-25"
READING = """
import resource, sys
from pathlib import Path
from crdiff.dialects.registry import read
raw = Path(sys.argv[1]).read_bytes()
before = resource.getrusage(resource.RUSAGE_SELF)
read(raw, "bench")
after = resource.getrusage(resource.RUSAGE_SELF)
print(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
"""


def main() -> None:
    """Print all figures."""
    compileall.compile_dir(Path(__file__).parents[1] / "crdiff", quiet=1)  # as pip does when it installs
    unit = load()
    print(f"L = {unit:.3f} CPU seconds; figures are medians of whole processes\n")
    print(f"{'':44} {'CPU s':>7} {'in L':>6} {'wall s':>7} {'MB':>5}")
    row("crdiff --version", cost([*CRDIFF, "--version"], runs=9), unit)
    texts = Path(os.environ.get("CRDIFF_SHARED") or Path(__file__).parents[2] / "shared") / "cr"
    if not texts.is_dir():
        print(f"\nno releases in {texts.name}: set CRDIFF_SHARED for the rest")
        return
    newest = texts / "2024-11-08.txt"
    row("crdiff parse 2024-11-08 --format json", cost([*CRDIFF, "parse", newest, "--format", "json", "-q"]), unit)
    print(f"  of which reading the text, beyond start-up: {reading(newest):.3f} CPU s (at most 0.12)")
    for name, old, new, most in PAIRS:
        taken = cost(diff(texts, old, new))
        row(f"crdiff diff {old} {new}, {name}", taken, unit)
        print(
            f"  at most {most} L and 150 MB{'' if taken.cpu <= most * unit and taken.megabytes < 150 else ': EXCEEDED'}"
        )
    editing(texts / "2024-09-20.txt", newest, unit)
    growth(texts, unit)


def editing(old: Path, draft: Path, unit: float) -> None:
    """Print what an editor waits for: at most 1 CPU second for a lint, 3 for a review."""
    lint = [*CRDIFF, "lint", draft, "--against", old, "-q", "--fail-on", "never"]
    row("crdiff lint 2024-11-08 --against 2024-09-20", cost(lint), unit)
    row("crdiff review 2024-09-20 2024-11-08", cost([*CRDIFF, "review", old, draft, "-q"]), unit)


def row(name: str, taken: Cost, unit: float) -> None:
    """Print the cost of a command on a line."""
    print(f"{name:44} {taken.cpu:7.3f} {taken.cpu / unit:6.2f} {taken.wall:7.3f} {taken.megabytes:5.0f}")


def reading(text: Path) -> float:
    """Return the CPU seconds that reading `text` takes, imports not counted; the median of five processes."""
    program = [sys.executable, "-c", READING, str(text)]
    said = [subprocess.run(program, capture_output=True, check=True, text=True).stdout for _ in range(5)]
    return sorted(map(float, said))[2]


def diff(texts: Path, old: str, new: str) -> Sequence[str | Path]:
    """Return the command line that compares two releases as JSON."""
    return (*CRDIFF, "diff", texts / f"{old}.txt", texts / f"{new}.txt", "--format", "json", "-q")


def growth(texts: Path, unit: float) -> None:
    """Print how the cost grows with the residue: the clauses whose text is not found again word for word."""
    print(f"\ncost against residue, everything compared with {GROWN}")
    print(f"{'old':12} {'clauses':>8} {'residue':>8} {'in L':>6} {'ms a clause of residue':>24}")
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder) / "answer.json"
        for old in GROWTH:
            command = diff(texts, old, GROWN)
            taken = cost(command, runs=3)
            subprocess.run([*map(str, command), "--all", "-o", str(answer)], check=True)
            rows = [row for row in json.loads(answer.read_bytes())["changes"] if row["part"] == "rules"]
            residue = sum(bool(row["facets"]) or not (row["old"] and row["new"]) for row in rows)
            each = taken.cpu * 1000 / max(residue, 1)
            print(f"{old:12} {len(rows):8,} {residue:8,} {taken.cpu / unit:6.2f} {each:24.2f}")


if __name__ == "__main__":
    main()
