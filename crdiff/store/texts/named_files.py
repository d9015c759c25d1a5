"""What a person means who names files, folders and patterns: the files of texts among them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

_WILD = re.compile(r"[*?\[]")
_SUFFIXES = frozenset({".txt", ".md", ".docx", ".rtf", ".pdf"})


def given_files(names: Iterable[str | Path]) -> Iterator[Path]:
    """Yield the files named, each once; a folder stands for the texts in it and under it, a pattern for its matches.

    A file named as such is yielded whatever it is called; it need not exist.
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
