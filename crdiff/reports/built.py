"""What a build of the store did, as text and as ``crdiff.built/1``."""

from __future__ import annotations

from crdiff.reports.indented import indented
from crdiff.reports.phrases import counted

SCHEMA = "crdiff.built/1"


def built_text(read: int, aligned: int, releases: int) -> str:
    """Return one line of counts."""
    done = f"{counted(read, 'text')} read, {counted(aligned, 'pair')} aligned"
    return f"{done}, {counted(releases, 'release')} in the store\n"


def built_json(read: int, aligned: int, releases: int) -> bytes:
    """Return the counts as JSON."""
    return indented(SCHEMA, {"texts_read": read, "pairs_aligned": aligned, "releases": releases})
