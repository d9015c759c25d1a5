"""Writing a whole tree of files, such as the website."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path


def write_tree(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write `files`, by their paths below `folder`. Files that stand there under other names stay. Raises `OSError`."""
    for path, content in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
