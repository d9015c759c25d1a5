"""From the name or the number of a clause, or the name of a glossary entry, to what the archive holds under it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from difflib import get_close_matches
from itertools import starmap
from typing import TYPE_CHECKING, Any, Protocol

from crdiff.errors import UnknownNumber, UnknownTitle
from crdiff.history.asked import folded
from crdiff.history.nearest import HOW_TO_GET
from crdiff.history.news import Entry
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Stay
from crdiff.store.archive.schema import WORDING, Said

if TYPE_CHECKING:
    from crdiff.lint.once_right import NumberedStay

# The entries of the release at a position, but those that its text lacks because it breaks off: they count as
# unchanged.
PRINTED_AT = (
    "WHERE first <= ?1 AND last >= ?1"
    " AND NOT EXISTS (SELECT 1 FROM unprinted WHERE unprinted.lineage = entry.lineage AND at = ?1)"
)


class NamedRows(Protocol):
    """What is asked of an archive: its rows, and what a wording in them says."""

    @property
    def is_recorded(self) -> bool:
        """Whether the archive holds recorded facts only."""

    @property
    def dates(self) -> tuple[date, ...]:
        """The releases, oldest first."""

    numbers: type[ClauseNumber]

    def rows(self, query: str, *values: object) -> list[Any]:
        """Return all rows that answer `query`."""

    def said(self, wording: int) -> Said | None:
        """Return what a wording says, None where its text is not held."""

    def said_in(self, columns: Sequence[Any]) -> Said | None:
        """Return what a wording says whose columns were read already, None where its text is not held."""


class _Titled(Stay[str], frozen=True):
    """A stay of a clause that has a title, as its wording, and the row of its lineage."""

    lineage: int


def titled(archive: NamedRows, name: str, position: int) -> int:
    """Return the lineage with the title `name` in the release at `position`, or in the nearest one that has it.

    Raises `UnknownTitle` where there is none, `UnknownNumber` where there are several: 406 and 701.13 are both
    called Exile.
    """
    found = [stay for stay in _titles(archive) if folded(stay.wording) == folded(name)]
    if not found:
        raise _unknown(archive, name)
    nearest = min(distance(position, stay.first, stay.last) for stay in found)
    meant = {stay.lineage: stay.number for stay in found if distance(position, stay.first, stay.last) == nearest}
    if len(meant) > 1:
        numbers = sorted(meant.values(), key=archive.numbers.parse)
        raise UnknownNumber(f"{name!r} is the title of {len(meant)} clauses", f"one of {', '.join(numbers)}")
    return next(iter(meant))


def entry_called(archive: NamedRows, name: str, position: int) -> Entry | None:
    """Return the glossary entry called `name` in the release at `position`, None where that release has none."""
    rows = archive.rows(f"SELECT term, wording FROM entry {PRINTED_AT}", position)
    found = ((term, archive.said(wording)) for term, wording in rows if folded(term) == folded(name))
    return next((Entry(term, said.text) for term, said in found if said), None)


def distance(position: int, first: int, last: int) -> tuple[int, int]:
    """Return how far a stay is from a position: those that cover it, then those before it, then those after it."""
    if first <= position <= last:
        return 0, 0
    return (1, position - last) if last < position else (2, first - position)


class StoredNumbers:
    """The stays and the wordings of an archive (`crdiff.lint.once_right.NumberArchive`)."""

    def __init__(self, archive: NamedRows) -> None:
        self._archive = archive
        self.dates = archive.dates

    def stays(self) -> Iterator[NumberedStay]:
        """Yield every stay of every clause."""
        from crdiff.lint.once_right import NumberedStay  # nobody else asks for what the lint needs

        return starmap(NumberedStay, self._archive.rows("SELECT first, last, number, wording, lineage FROM stay"))

    def entry_wording(self, term: str, position: int) -> int | None:
        """Return the wording of a glossary entry in the release at `position`, None where it has no such entry."""
        found = self._archive.rows(f"SELECT wording FROM entry {PRINTED_AT} AND term = ?2", position, term)
        return found[0][0] if found else None

    def text_of(self, wording: int) -> str | None:
        """Return the text of a wording, None where the corpus lacks it."""
        said = self._archive.said(wording)
        return said.text if said else None


def _titles(archive: NamedRows) -> list[_Titled]:
    query = (
        f"SELECT stay.first, stay.last, number, lineage, {WORDING} FROM wording"
        " JOIN stay ON stay.wording = wording.id WHERE title <> '' AND part = 'rules'"
    )
    rows = ((row[:4], archive.said_in(row[4:])) for row in archive.rows(query))
    return [_Titled(first, last, number, said.title, lineage) for (first, last, number, lineage), said in rows if said]


def _unknown(archive: NamedRows, name: str) -> UnknownTitle:
    """Return the error for a `name` that no clause has as its title, which says where to go on from there."""
    terms = {folded(term): term for (term,) in archive.rows("SELECT term FROM entry ORDER BY last")}
    if term := terms.get(folded(name)):
        what = f"{term!r} is an entry of the glossary ('crdiff history \"{name}\"' follows it), not a clause"
        return UnknownTitle(what, f"the number of one: 'crdiff search \"{name}\" --all' finds those with these words")
    what = f"{name!r} is not a clause number, and no clause or glossary entry is called so"
    if archive.is_recorded:
        return UnknownTitle(f"{what} in the facts that come with crdiff", remedy=f"add texts with {HOW_TO_GET}")
    known = {folded(stay.wording): stay.wording for stay in _titles(archive)} | terms
    near = [repr(known[one]) for one in get_close_matches(folded(name), known, 2)]
    return UnknownTitle(what, f"{', '.join(near)}{', or ' if near else ''}words to look for: 'crdiff search {name}'")
