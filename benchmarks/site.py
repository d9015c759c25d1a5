"""What the site of a whole archive costs: time, memory, sizes of pages, and how that grows with the releases.

    python benchmarks/site.py [FOLDER OF TEXTS] [RELEASES ...]

Each line is a build from a ready store by a fresh process, then one over it after the newest release was added. The
folder is ``../shared/cr`` or what ``$CRDIFF_SHARED`` says; 15, 30, 60 and all releases are taken by default.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

SHARED = Path(os.environ.get("CRDIFF_SHARED") or Path(__file__).parents[2] / "shared")


def main() -> None:
    """Print a line of figures for each number of releases asked for."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else SHARED / "cr"
    texts = sorted(folder.glob("*.txt"))
    counts = [int(each) for each in sys.argv[2:]] or [15, 30, 60, len(texts)]
    print("releases  pages  build s  again s  memory MB  median kB  largest kB  all MB")
    for count in counts:
        print(_line(texts[-count:]), flush=True)


def _line(texts: list[Path]) -> str:
    with TemporaryDirectory() as folder:
        corpus, site = f"{folder}/corpus", Path(folder, "site")
        _crdiff("corpus", "add", *map(str, texts[:-1]), "--corpus", corpus)
        _crdiff("corpus", "build", "--corpus", corpus)
        first = _crdiff("site", "build", "--plain", "--corpus", corpus, "-o", str(site))
        _crdiff("corpus", "add", str(texts[-1]), "--corpus", corpus)
        _crdiff("corpus", "build", "--corpus", corpus)
        again = _crdiff("site", "build", "--plain", "--corpus", corpus, "-o", str(site))
        sizes = sorted(path.stat().st_size for path in site.rglob("*.html"))
        everything = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    return (
        f"{len(texts):8}  {len(sizes):5}  {first:7.1f}  {again:7.1f}  {memory:9}  {median(sizes) / 1000:9.1f}"
        f"  {sizes[-1] / 1000:10.1f}  {everything / 1e6:6.1f}"
    )


def _crdiff(*arguments: str) -> float:
    """Run crdiff and return how long it took, in seconds."""
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-m", "crdiff", *arguments], check=True, capture_output=True)
    return time.perf_counter() - begun


if __name__ == "__main__":
    main()
