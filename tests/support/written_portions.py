"""Trees written in portions, as the command for the site writes them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from crdiff.output.tree import NewTree, Written
from crdiff.output.workers import Ending, Portion, write_portions


def write(folder: Path, portions: Sequence[Portion], ending: Ending = lambda _: (), source: str = "") -> Written:
    """Make `folder` hold the files of `portions`."""
    with NewTree(folder) as tree:
        return write_portions(tree, portions, ending, source)
