"""An archive as the lint asks it: which clause had which number in which release."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import starmap

from crdiff.lint.once_right import NumberedStay
from crdiff.store.archive.archive import Archive


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
        query = "SELECT wording FROM entry WHERE term = ? AND first <= ? AND last >= ?"
        found = self._archive.rows(query, term, position, position)
        return found[0][0] if found else None

    def text_of(self, wording: int) -> str | None:
        """Return the text of a wording, None where the corpus lacks it."""
        said = self._archive.said(wording)
        return said.text if said else None
