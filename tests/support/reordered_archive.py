"""A small archive in which much happens at once: a rewording with an exception, a new order, terms that come and go."""

from __future__ import annotations

from pathlib import Path

from small_archive import fill, index_of

from crdiff.pages.archive_index import ArchiveIndex

# Of each release its day, its clauses, and the entries of its glossary.
_TOLD = Path(__file__).with_name("reordered.txt").read_text("utf-8").split("== ")[1:]


_PARTS = [told.partition("Glossary\n") for told in _TOLD]
# Release -> number -> heading or text.
REORDERED = {
    day: dict(line.split(" ", 1) for line in clauses.splitlines())
    for day, _, clauses in (said.partition("\n") for said, _, _ in _PARTS)
}


def reordered_index(folder: Path) -> ArchiveIndex:
    """Return the index of the archive, made in `folder`."""
    entries = (dict(line.split(": ", 1) for line in said.splitlines()) for *_, said in _PARTS)
    return index_of(fill(folder / "corpus", REORDERED, dict(zip(REORDERED, entries, strict=True))))
