"""What the site of a whole archive costs: time, memory, sizes, and how they grow with the releases.

    python benchmarks/site.py [FOLDER OF TEXTS] [RELEASES ...]

Each line has builds from a ready store by fresh processes, wall time and CPU, medians of three: from nothing, over the
site of the same releases, and over that of all but the newest, which has to give the same files as one from nothing.
What the store takes is measured beside them. The folder is ``../shared/cr`` or what ``$CRDIFF_SHARED`` says; 15, 30, 60
and all releases are taken by default. What a reader waits for is measured by ``benchmarks/site_quality.py``.

Each build has a folder of its own, nothing is removed between two, and the file system rests after a build that
removed an older site: ext4 passes over every file removed in the last minute, one by one, for each file it makes, so
builds in a row would measure what those before them removed (a tree of 10,000 folders with a file each was made in
0.9 s after a rest, in 5.5 s right after one like it was removed, and in 16 s after three).
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from filecmp import cmp
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from archive import Taken, run

from crdiff.output.tree import record_of

SHARED = Path(os.environ.get("CRDIFF_SHARED") or Path(__file__).parents[2] / "shared")
MOST_SECONDS, MOST_AGAIN, MOST_MEGABYTES = 25, 9, 1000
MOST_MEDIAN, MOST_LARGEST = 16, 200
"""Limits: seconds, megabytes of memory, kilobytes of pages."""
BUILDS = 3
"""Builds of a kind, of which the median counts."""
REST = 75.0
"""Seconds until the file system has forgotten what was removed."""


def main() -> None:
    """Print a line of figures for each number of releases asked for, then what a browser measures."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else SHARED / "cr"
    if not folder.is_dir():
        print("no folder of official releases: set CRDIFF_SHARED to one")
        return
    texts = sorted(folder.glob("*.txt"))
    counts = [int(each) for each in sys.argv[2:]] or [15, 30, 60, len(texts)]
    print("seconds of wall time / CPU; the store is brought up to date for one more release")
    print(
        "releases  pages   files  from nothing  no change     one more      store        written  memory MB"
        "  median kB  largest kB  all MB"
    )
    for count in counts:
        with TemporaryDirectory() as place:
            print(_line(texts[-count:], Path(place)), flush=True)
    limits = f"{MOST_SECONDS} s, again {MOST_AGAIN} s, {MOST_MEGABYTES} MB, pages {MOST_MEDIAN} and {MOST_LARGEST} kB"
    print(f"at most: {limits}")


def _line(texts: list[Path], place: Path) -> str:
    corpus, site, kept = place / "corpus", place / "site", place / "kept"
    run(("corpus", "add", "--quiet", *texts[:-1]), corpus)
    run(("corpus", "build", "--quiet"), corpus)
    first = [_built(corpus, place / f"first{count}") for count in range(BUILDS)]
    _copy(place / "first0", kept)
    same = [_built(corpus, place / "first0") for _ in range(BUILDS)]
    store = [run(("corpus", "add", "--quiet", texts[-1]), corpus), run(("corpus", "build", "--quiet"), corpus)]
    again = [_built_over(kept, corpus, place / f"again{count}") for count in range(BUILDS)]
    before = {path.relative_to(kept): path.stat().st_ino for path in kept.rglob("*") if path.is_file()}
    memory = _built(corpus, site, with_memory=True).megabytes
    _require_equal(place / "again0", site)
    site = place / "again0"
    files = {path.relative_to(site): path.stat() for path in site.rglob("*") if path.is_file()}
    written = sum(before.get(path) != stat.st_ino for path, stat in files.items())
    pages = sorted(stat.st_size for path, stat in files.items() if path.suffix == ".html")
    everything = sum(stat.st_size for stat in files.values())
    added = f"{sum(each.wall for each in store):.1f} / {sum(each.cpu for each in store):.1f}"
    return (
        f"{len(texts):8}  {len(pages):5}  {len(files):6}  {_seconds(first)}  {_seconds(same)}  {_seconds(again)}"
        f"  {added:11}  {written:7}  {memory:9.0f}"
        f"  {median(pages) / 1000:9.1f}  {pages[-1] / 1000:10.1f}  {everything / 1e6:6.1f}"
    )


def _built(corpus: Path, site: Path, *, with_memory: bool = False) -> Taken:
    """Return what a build takes, over what is there."""
    arguments = ("site", "build", "--plain", "--no-checks", "--quiet", "--search", "own", "-o", site)
    return run(arguments, corpus, with_memory=with_memory)


def _built_over(kept: Path, corpus: Path, site: Path) -> Taken:
    """Return what a build takes over a copy of the site in `kept`, begun when the file system has rested."""
    _copy(kept, site)
    os.sync()
    time.sleep(REST)
    return _built(corpus, site)


def _copy(site: Path, other: Path) -> None:
    """Make `other` the same site, of the same files: a build never writes into one."""
    shutil.copytree(site, other, copy_function=os.link)
    shutil.copy(record_of(site), record_of(other))


def _seconds(taken: list[Taken]) -> str:
    return f"{median(each.wall for each in taken):4.1f} / {median(each.cpu for each in taken):4.1f}"


def _require_equal(site: Path, fresh: Path) -> None:
    """End the program where two sites differ in a file."""
    one, other = ({path.relative_to(root) for path in root.rglob("*") if path.is_file()} for root in (site, fresh))
    differing = one ^ other | {path for path in one & other if not cmp(site / path, fresh / path, shallow=False)}
    if differing:
        raise SystemExit(f"{len(differing)} files differ from those of a build from nothing, such as {min(differing)}")


if __name__ == "__main__":
    main()
