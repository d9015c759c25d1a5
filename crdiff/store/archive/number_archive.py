"""An archive as the lint asks it: which clause had which number in which release."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import starmap

from crdiff.lint.once_right import NumberedStay
from crdiff.store.archive.archive import Archive
from crdiff.store.archive.names import PRINTED_AT


class StoredNumbers:
    """The stays and the wordings of an archive (`crdiff.lint.once_right.NumberArchive`)."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self.dates = archive.dates

    def stays(self) -> Iterator[NumberedStay]:
        """Yield every stay of every clause."""
        return starmap(NumberedStay, self._archive.rows("SELECT first, last, number, wording, lineage FROM stay"))

    def entry_wording(self, term: str, position: int) -> int | None:
        """Return the wording of a glossary entry in the release at `position`, None where it has no such entry."""
        found = self._archive.rows(f"SELECT wording FROM entry {PRINTED_AT} AND term = ?2", position, term)
        return found[0][0] if found else None

    def text_of(self, wording: int) -> str | None:
        """Return the text of a wording, None where the corpus lacks it."""
        said = self._archive.said(wording)
        return said.text if said else None
