"""The entry of the command line: ``crdiff`` and ``python -m crdiff``."""

from __future__ import annotations

import gc
import sys


def main() -> None:
    """Run the command line and leave with its exit code."""
    # A run makes hundreds of thousands of values without a cycle among them. Looking for cycles after every 700 new
    # ones costs a comparison of two releases some 15 ms out of 230 and frees nothing.
    gc.set_threshold(100_000, 50, 100)

    from crdiff.cli.app import run

    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
