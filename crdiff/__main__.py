"""The entry of the command line: ``crdiff`` and ``python -m crdiff``."""

from __future__ import annotations

import gc
import sys


def main() -> None:
    """Run the command line and leave with its exit code."""
    # A run makes a million values with hardly a cycle among them. Looking for cycles after every 700 new ones costs a
    # comparison of two releases a tenth of its time and frees nothing; what little there is can wait.
    gc.set_threshold(2_000_000, 50, 100)

    from crdiff.cli.app import run

    code = run(sys.argv[1:])
    gc.freeze()  # nor need the interpreter look for any when it ends
    sys.exit(code)


if __name__ == "__main__":
    main()
