"""What the current rules and glossary cite of a subsection or rule, and what that cites itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from crdiff.annotate.cross_references import cross_references
from crdiff.history.passage import Shown
from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import ArchiveIndex

Link = tuple[str, str]
"""What a link says, and its address."""


@dataclass(frozen=True, slots=True)
class Citing:
    """Citations across the border of a page.

    `clauses` are those outside that cite it: (their link, which numbers here, "" where it is the page's own). `terms`
    are the glossary entries that do, `cites` what it cites outside.
    """

    clauses: tuple[tuple[Link, str], ...]
    terms: tuple[Link, ...]
    cites: tuple[Link, ...]


def citing(number: ClauseNumber, shown: Sequence[Shown], archive: ArchiveIndex) -> Citing:
    """Return the citations of the clauses `shown` on the page of `number`."""
    by_clause: dict[ClauseNumber, list[ClauseNumber]] = {}
    terms: dict[str, None] = {}
    for each in dict.fromkeys((number, *(clause.number for clause in shown))):
        for other in archive.referring.get(each, ()):
            if not other.within(number):
                by_clause.setdefault(other, []).append(each)
        terms |= dict.fromkeys(archive.referring_terms.get(each, ()))
    return Citing(
        tuple((_link(other, archive), _here(number, cited)) for other, cited in sorted(by_clause.items())),
        tuple((term, archive.entry_page(term, archive.newest)) for term in sorted(terms)),
        tuple(_link(each, archive) for each in _cited(number, shown) if each in archive.current),
    )


def _here(number: ClauseNumber, cited: Sequence[ClauseNumber]) -> str:
    return ", ".join(str(each) for each in cited if each != number)


def _cited(number: ClauseNumber, shown: Sequence[Shown]) -> list[ClauseNumber]:
    texts = (text for clause in shown for text in (clause.text, *clause.examples))
    found = {each for text in texts for one in cross_references(text) for each in one.numbers}
    return sorted(each for each in found if not each.within(number))


def _link(number: ClauseNumber, archive: ArchiveIndex) -> Link:
    return str(number), archive.current[number]
