"""The answers of one version of crdiff as files, to hold them against those of another version byte by byte.

    python benchmarks/answers.py TEXTS FOLDER [--crdiff COMMAND]
    diff -r FOLDER OTHER

TEXTS is a folder of official releases named by date. FOLDER gets one file for each answer: comparisons with every
clause, findings, the lives of clauses, what numbers meant, renumberings, the states of checks, and the addresses of
the site. A change to the house that should change no answer changes no file.
"""

from __future__ import annotations

import argparse
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

PAIRS = (
    "1999-04-23 1999-11-01", "2003-05-26 2003-07-01", "2005-02-01 2005-08-01", "2009-05-01 2009-07-11",
    "2013-11-01 2014-02-01", "2016-07-22 2016-09-30", "2018-01-19 2018-04-27", "2020-01-24 2020-04-17",
    "2023-11-17 2024-02-02", "2024-11-08 2025-02-07", "2025-04-04 2025-06-06", "2008-02-01 2022-11-18",
)  # fmt: skip
"""Old and new: releases of every era, the rewriting of July 2009, and a jump over fourteen years."""
LINTED = ("2004-02-01", "2009-07-11", "2014-07-18", "2020-07-03", "2024-09-20", "2026-04-17")
NUMBERS = ("100.1", "104.3a", "300.3", "420.5e", "502.3c", "507", "507.4", "702.19b", "704.5k", "720.5")
AT = ("2003-10-01", "2009-07-11", "2016-08-26", "2026-04-17")
"""Days on which the numbers are asked for."""


def questions(texts: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield the name of each answer and the words that ask for it."""
    for pair in PAIRS:
        old, new = (str(texts / f"{day}.txt") for day in pair.split())
        yield f"diff {pair}.json", ["diff", old, new, "--format", "json", "--all"]
        yield f"renumbering {pair}.csv", ["renumbering", *pair.split(), "--format", "csv"]
    for day in LINTED:
        yield f"lint {day}.json", ["lint", str(texts / f"{day}.txt"), "--format", "json", "--fail-on", "never"]
    for number in NUMBERS:
        yield f"number {number}.json", ["number", number, "--format", "json"]
        for day in AT:
            for asked in ("history", "blame"):
                yield f"{asked} {number} {day}.json", [asked, number, "--at", day, "--format", "json"]
    yield "checks.json", ["checks", "status", "--format", "json"]


def main() -> None:
    """Write every answer, whatever its exit code; what is refused is an answer too."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("texts", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--crdiff", default="crdiff")
    options = parser.parse_args()
    options.folder.mkdir(parents=True)
    home = options.folder.parent / f"{options.folder.name}-home"
    environment = {**os.environ, "CRDIFF_HOME": str(home)}

    def run(*words: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run([options.crdiff, *words], capture_output=True, env=environment, check=False)

    run("corpus", "add", str(options.texts))
    for name, words in questions(options.texts):
        done = run(*words)
        (options.folder / name).write_bytes(done.stdout + b"exit %d\n" % done.returncode + done.stderr)
    run("corpus", "export", "--format", "jsonl", "--full-text", "-o", str(options.folder / "export"))
    for name, own in (("site", ("--corpus", str(home))), ("small site", ("--built-in",))):
        folder = home / name
        run("site", "build", "--plain", *own, "--output", str(folder))
        addresses = sorted(file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file())
        (options.folder / f"{name}.txt").write_text("\n".join(addresses) + "\n")


if __name__ == "__main__":
    main()
