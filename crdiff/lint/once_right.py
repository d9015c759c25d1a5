"""Older releases in which a citation now stale was right: further texts to compare a release with.

A reference that went stale several releases ago reads the same in the release right before. An archive knows since when
each number has named the clause that it names now, and every earlier wording. The comparison with the releases found
here decides whether a citation is stale.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import cached_property
from typing import Protocol

from msgspec.structs import replace

from crdiff.changes.change import Part
from crdiff.errors import UnknownRelease
from crdiff.lint.citations_followed import pair_citations
from crdiff.lint.finding import ClausePiece, PlacedText
from crdiff.lint.indexed_release import Citation, IndexedRelease, citations_in
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Release, Stay, covering


class NumberedStay(Stay[int], frozen=True):
    """A stay of the clause that an archive stores under `lineage`."""

    lineage: int


class NumberArchive(Protocol):
    """The questions to an archive: its releases, oldest first, and what numbers and clauses meant."""

    @property
    def dates(self) -> Sequence[date]:
        """The releases; a position is an index of these."""

    def stays(self) -> Iterable[NumberedStay]:
        """Return every stay of every clause."""

    def entry_wording(self, term: str, position: int) -> int | None:
        """Return the wording of a glossary entry in a release, None where the release has no such entry."""

    def text_of(self, wording: int) -> str | None:
        """Return the text of a wording, None where the archive lacks it."""


def release_before(dates: Sequence[date], text: Release) -> date:
    """Return the newest of `dates` before the date that `text` prints, the newest of all where it prints none.

    Raises `UnknownRelease` where there is none.
    """
    day = text.effective
    before = [release for release in dates if not day or release < day]
    if not before:
        raise UnknownRelease(f"no release before {day or text.name} is held", "one added with 'crdiff corpus add'")
    return before[-1]


def releases_once_right(archive: NumberArchive, release: Release) -> tuple[date, ...]:
    """Return the older releases, newest first, in which a citation that `release` still has meant another clause.

    `release` is one of the archive. A citation counts where the same clause or entry had it then, with the same
    words around it, and where what it named then has another number now, or did not exist.
    """
    past = _Past(archive, archive.dates.index(date.fromisoformat(release.name)))
    text = IndexedRelease(release)
    found: dict[int, list[Citation]] = defaultdict(list)
    for citation in text.citations:
        if citation.passage.piece is ClausePiece.TEXT and not text.quotes_its_title(citation):
            position = past.meant_otherwise(citation)
            if position is not None:
                found[position].append(citation)
    rightly = (position for position, cited in found.items() if past.had(position, cited))
    return tuple(archive.dates[position] for position in sorted(rightly, reverse=True))


def _is_beside(citation: Citation, number: ClauseNumber) -> bool:
    """Whether a clause cites one under it, or one beside it."""
    if citation.passage.part is not Part.RULES:
        return False
    own = type(number).parse(citation.passage.number)
    return number.within(own) or number.parent == own.parent


class _Past:
    """What numbers meant and clauses said before the release at `position`."""

    def __init__(self, archive: NumberArchive, position: int) -> None:
        self._archive = archive
        self._position = position

    def meant_otherwise(self, citation: Citation) -> int | None:
        """Return the last position at which a citation named another clause or none; of a range, its first number.

        Where a list got one more item, the range that names all of it ends later: that is followed from release to
        release, and so are clauses that send on to the next ("proceed to rule 616.1c").
        """
        number = citation.reference.number
        stay = self._here.get(str(number))
        before = self._since(stay) - 1 if stay and not _is_beside(citation, number) else -1
        return before if stay and before >= 0 and self._has_moved(number, stay, before) else None

    def had(self, position: int, citations: Sequence[Citation]) -> bool:
        """Whether the release at `position` had one of `citations`, with its number and the words around it."""
        return any(self._had(position, citation) for citation in citations)

    def _had(self, position: int, citation: Citation) -> bool:
        passage = self._passage_at(position, citation.passage)
        if passage is None:
            return False
        numbers = type(citation.reference.number)
        old, new = citations_in(passage, numbers), citations_in(citation.passage, numbers)
        return any(
            pair.now == citation and pair.before.reference.number == citation.reference.number
            for pair in (pair_citations(new, old) if old else ())
        )

    def _has_moved(self, number: ClauseNumber, now: NumberedStay, before: int) -> bool:
        """Whether what `number` named is elsewhere now or did not exist, or ended and another clause came there."""
        then = covering(self._named[str(number)], before)
        if then is None:
            return True
        is_elsewhere = covering(self._lived[then.lineage], self._position) is not None
        return is_elsewhere or covering(self._lived[now.lineage], before) is not None

    def _since(self, now: NumberedStay) -> int:
        """Return the position since which a clause has had its number without a break."""
        first = now.first
        for stay in sorted(self._lived[now.lineage], key=lambda stay: -stay.last):
            if stay.number == now.number and stay.last == first - 1:
                first = stay.first
        return first

    def _passage_at(self, position: int, passage: PlacedText) -> PlacedText | None:
        """Return the text of a clause or an entry at `position`."""
        if passage.part is Part.RULES:
            here = self._here.get(passage.number)
            stay = covering(self._lived[here.lineage], position) if here else None
            wording = stay.wording if stay else None
        else:
            wording = self._archive.entry_wording(passage.number, position)
        text = None if wording is None else self._archive.text_of(wording)
        return None if text is None else replace(passage, text=text)

    @cached_property
    def _stays(self) -> tuple[NumberedStay, ...]:
        return tuple(self._archive.stays())

    @cached_property
    def _named(self) -> Mapping[str, Sequence[NumberedStay]]:
        found: dict[str, list[NumberedStay]] = defaultdict(list)
        for stay in self._stays:
            found[stay.number].append(stay)
        return found

    @cached_property
    def _lived(self) -> Mapping[int, Sequence[NumberedStay]]:
        found: dict[int, list[NumberedStay]] = defaultdict(list)
        for stay in self._stays:
            found[stay.lineage].append(stay)
        return found

    @cached_property
    def _here(self) -> Mapping[str, NumberedStay]:
        return {stay.number: stay for stay in reversed(self._stays) if stay.covers(self._position)}
