"""Trees of files, written at once."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from crdiff.output.tree import NewTree, Written


def write_tree(folder: Path, files: Mapping[str, bytes]) -> Written:
    """Make `folder` hold exactly `files`, by their paths below it, and say what that changed."""
    with NewTree(folder) as tree:
        return tree.publish({path: tree.put(path, content) for path, content in files.items()})
