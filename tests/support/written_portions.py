"""Trees written in portions, as the command for the site writes them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from crdiff.output.ledger import Ledger
from crdiff.output.parallel import Ending, Portion, write_portions
from crdiff.output.tree import NewTree, Written


def write(
    folder: Path,
    portions: Sequence[Portion],
    ending: Ending = lambda _: (),
    known: Ledger | None = None,
    source: str = "",
    *,
    ahead: bool = False,
) -> Written:
    """Make `folder` hold the files of `portions`."""
    with NewTree(folder, ahead=ahead) as tree:
        return write_portions(tree, portions, ending, known, source)
