"""Clearing away what runs that were killed left in a corpus.

Whoever does so holds the right to write: nobody else is at work on these files.
"""

from __future__ import annotations

from pathlib import Path

from crdiff.output.files import is_part
from crdiff.store.archive.state import TEXTS


def sweep(corpus: Path) -> None:
    """Remove files that were being written when a run was killed; texts, whole or spoiled, are left alone."""
    for folder in (corpus, corpus / TEXTS):
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            if is_part(path):
                path.unlink(missing_ok=True)
