"""Remove what killed runs left in a corpus.

The caller holds the lock for writers, so no other process is using these files.
"""

from __future__ import annotations

from pathlib import Path

from crdiff.output.atomic_file import is_part
from crdiff.store.archive.state import TEXTS


def sweep(corpus: Path) -> None:
    """Remove files that a killed run had not finished. Texts stay, whole or spoiled."""
    for folder in (corpus, corpus / TEXTS):
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            if is_part(path):
                path.unlink(missing_ok=True)
