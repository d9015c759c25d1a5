"""Expand file names, folders and patterns into the files they name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

_WILD = re.compile(r"[*?\[]")
_SUFFIXES = frozenset({".txt", ".md", ".docx", ".rtf", ".pdf"})


def expand(names: Iterable[str | Path]) -> Iterator[Path]:
    """Yield each file that `names` mean, once: the texts in and below a folder, the matches of a pattern.

    A name that is neither a folder nor a pattern is yielded as it is, whether or not the file exists.
    """
    seen: set[Path] = set()
    for name in names:
        for path in _files(Path(name)):
            if path not in seen:
                seen.add(path)
                yield path


def _files(path: Path) -> Iterable[Path]:
    if path.is_dir():
        return sorted(one for one in path.rglob("*") if one.suffix.lower() in _SUFFIXES and one.is_file())
    if any(_WILD.search(part) for part in path.parts) and not path.exists():
        return sorted(Path(path.anchor).glob(str(path.relative_to(path.anchor))))
    return [path]
